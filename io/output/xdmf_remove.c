/* Whether an XDMF file is that of an array, which is replaced with it or without. */
#include "base/escape.h"
#include "base/fail.h"
#include "io/output/xdmf.h"
#include "io/output/xdmf_array.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The reference to an array file in an XDMF file. The caller frees it. */
static ct_status reference(const char *array_path, char **text) {
    const char *slash = strrchr(array_path, '/');
    size_t bytes = 0;
    FILE *stream = open_memstream(text, &bytes);
    if (stream == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the name of %s", ct_escaped(array_path));
    }
    (void)fputc('>', stream);
    ct_xdmf_put_escaped(stream, slash != NULL ? slash + 1 : array_path);
    (void)fputs("</DataItem>", stream);
    return fclose(stream) == 0
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for the name of %s", ct_escaped(array_path));
}

static bool mentions(FILE *file, const char *text) {
    char *line = NULL;
    size_t capacity = 0;
    bool is_found = false;
    while (!is_found && getline(&line, &capacity, file) >= 0) {
        is_found = strstr(line, text) != NULL;
    }
    free(line);
    return is_found;
}

/* Whether `path` can be read, and if so whether it describes a file of the array's name. */
static ct_status look_at(const char *path, const char *array_path, bool *is_there, bool *is_its) {
    char *text = NULL;
    FILE *file = NULL;
    ct_status status = CT_OK;
    CT_TRY(reference(array_path, &text));
    file = fopen(path, "r");
    *is_there = file != NULL;
    *is_its = file != NULL && mentions(file, text);
cleanup:
    if (file != NULL) {
        (void)fclose(file);
    }
    free(text);
    return status;
}

ct_status ct_xdmf_can_replace(const char *path, const char *array_path) {
    bool is_there = false;
    bool is_its = false;
    ct_status status = CT_OK;
    CT_TRY(look_at(path, array_path, &is_there, &is_its));
    if (is_there && !is_its) {
        CT_FAIL(CT_ERROR_FILE,
                "cannot write %s: it does not describe %s; allowed: output.xdmf: false, another "
                "name, or to move that file away",
                ct_escaped(path), ct_escaped(array_path));
    }
cleanup:
    return status;
}

ct_status ct_xdmf_remove(const char *array_path) {
    char *path = NULL;
    bool is_there = false;
    bool is_its = false;
    ct_status status = CT_OK;
    CT_TRY(ct_xdmf_path(array_path, &path));
    if (path == NULL) {
        goto cleanup;
    }
    CT_TRY(look_at(path, array_path, &is_there, &is_its));
    if (is_its && unlink(path) != 0) {
        CT_FAIL(CT_ERROR_FILE, "cannot remove %s, which describes what %s was: %s",
                ct_escaped(path), ct_escaped(array_path), strerror(errno));
    }
cleanup:
    free(path);
    return status;
}
