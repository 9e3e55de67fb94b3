#include "io/output/table.h"

#include "base/escape.h"
#include "base/fail.h"
#include "files/output.h"
#include "io/config/text.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CT_FIRST_BYTES = 32 }; /* of the first name of a header, with its comma */

struct ct_table {
    char path[PATH_MAX];
    ct_output *output;
    FILE *stream;
};

static ct_status failed(const ct_table *table, const char *what) {
    return ct_raise(CT_ERROR_FILE, "cannot write %s: %s: %s", ct_escaped(table->path), what,
                    strerror(errno));
}

static ct_status new_table(const char *path, ct_table **table) {
    ct_table *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory to write %s", ct_escaped(path));
    }
    (void)snprintf(made->path, sizeof made->path, "%s", path);
    *table = made;
    return CT_OK;
}

ct_status ct_table_create(const char *path, bool overwrite, const char *header, ct_table **table) {
    ct_table *made = NULL;
    char first[CT_FIRST_BYTES];
    ct_status status = new_table(path, &made);
    if (status != CT_OK || made == NULL) {
        return status;
    }
    (void)snprintf(first, sizeof first, "%.*s", (int)strcspn(header, ",") + 1, header);
    CT_TRY(ct_output_create_resumable(path, overwrite, first, &made->output));
    made->stream = fopen(ct_output_temporary(made->output), "w");
    if (made->stream == NULL || fprintf(made->stream, "%s\n", header) < 0) {
        CT_TRY(failed(made, "its first line"));
    }
    *table = made;
    return CT_OK;
cleanup:
    ct_table_discard(&made);
    return status;
}

static ct_status too_short(const char *path, ptrdiff_t there, ptrdiff_t bytes) {
    return ct_raise(CT_ERROR_FILE, "cannot continue %s: it has %td bytes and should have %td",
                    ct_escaped(path), there, bytes);
}

/* Copies the first `bytes` of a finished table to an unfinished one; the finished one stays until
 * the commit. */
static ct_status copy_finished(const char *path, const char *partial, ptrdiff_t bytes) {
    char block[1 << 12];
    ct_output *output = NULL;
    FILE *to = NULL;
    FILE *from = fopen(path, "r");
    ptrdiff_t left = bytes;
    ct_status status = CT_OK;
    if (from == NULL) {
        CT_FAIL(CT_ERROR_FILE, "cannot continue %s: %s", ct_escaped(path), strerror(errno));
    }
    CT_TRY(ct_output_create(partial, true, &output));
    to = fopen(ct_output_temporary(output), "w");
    for (size_t got = 1; to != NULL && left > 0 && got > 0; left -= (ptrdiff_t)got) {
        got = fread(block, 1, (size_t)left < sizeof block ? (size_t)left : sizeof block, from);
        (void)fwrite(block, 1, got, to); /* errors are reported by fclose */
    }
    const bool is_lost = to == NULL || ferror(to);
    if ((to != NULL && fclose(to) != 0) || is_lost) {
        CT_FAIL(CT_ERROR_FILE, "cannot continue %s: a copy of it: %s", ct_escaped(path),
                strerror(errno));
    }
    if (left > 0) {
        CT_TRY(too_short(path, bytes - left, bytes));
    }
    CT_TRY(ct_output_commit(&output));
cleanup:
    if (from != NULL) {
        (void)fclose(from);
    }
    ct_output_discard(&output);
    return status;
}

ct_status ct_table_reopen(const char *path, ptrdiff_t bytes, ct_table **table) {
    char partial[PATH_MAX];
    ct_table *made = NULL;
    ct_status status = new_table(path, &made);
    if (status != CT_OK || made == NULL) {
        return status;
    }
    (void)snprintf(partial, sizeof partial, "%s.partial", path);
    if (access(partial, F_OK) != 0) {
        CT_TRY(copy_finished(path, partial, bytes));
    }
    CT_TRY(ct_output_reopen(path, &made->output));
    made->stream = fopen(ct_output_temporary(made->output), "r+");
    if (made->stream == NULL || fseek(made->stream, 0, SEEK_END) != 0) {
        CT_TRY(failed(made, "continuing it"));
    }
    const long there = ftell(made->stream);
    if (there < bytes) {
        CT_TRY(too_short(ct_output_temporary(made->output), there, bytes));
    }
    if (ftruncate(fileno(made->stream), bytes) != 0 || fseek(made->stream, 0, SEEK_END) != 0) {
        CT_TRY(failed(made, "continuing it"));
    }
    *table = made;
    return CT_OK;
cleanup:
    ct_table_discard(&made);
    return status;
}

ct_status ct_table_row(ct_table *table, int count, const double *values) {
    for (int i = 0; i < count; i++) {
        char number[CT_NUMBER_BYTES];
        if (isfinite(values[i])) {
            ct_text_number(values[i], number);
        } else { /* NaN and infinity by C's names, not YAML's */
            (void)snprintf(number, sizeof number, "%f", values[i]);
        }
        if (fprintf(table->stream, "%s%s", i > 0 ? "," : "", number) < 0) {
            return failed(table, "a row");
        }
    }
    return fputc('\n', table->stream) != EOF ? CT_OK : failed(table, "a row");
}

void ct_table_preserve(ct_table *table, bool stays) {
    ct_output_preserve(table->output, stays);
}

ct_status ct_table_flush(ct_table *table, ptrdiff_t *bytes) {
    if (fflush(table->stream) != 0) {
        return failed(table, "its rows");
    }
    *bytes = ftell(table->stream);
    ct_status status = ct_output_flush(table->output);
    if (status == CT_OK) {
        ct_table_preserve(table, true);
    }
    return status;
}

ct_status ct_table_commit(ct_table **table) {
    ct_table *this = *table;
    ct_status status = CT_OK;
    const int outcome = fclose(this->stream);
    this->stream = NULL;
    if (outcome != 0) {
        CT_TRY(failed(this, "its rows"));
    }
    CT_TRY(ct_output_commit(&this->output));
cleanup:
    ct_table_discard(table);
    return status;
}

void ct_table_discard(ct_table **table) {
    if (*table == NULL) {
        return;
    }
    if ((*table)->stream != NULL) {
        (void)fclose((*table)->stream);
    }
    ct_output_discard(&(*table)->output);
    free(*table);
    *table = NULL;
}
