/* exchange: files that appear when they are complete, and aligned tables. */
#include "apps/exchange/exchange.h"

#include "base/fail.h"
#include "base/shown.h"
#include "files/beside.h"
#include "files/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ct_status cannot_write(const char *path) {
    return ct_raise(CT_ERROR_FILE, "cannot write %s: %s",
                    path == NULL ? "the output" : ct_shown(path), strerror(errno));
}

ct_status exchange_file_open(const char *path, exchange_file *file) {
    struct stat there;
    *file = (exchange_file){.path = path, .stream = stdout};
    if (path == NULL) {
        return CT_OK;
    }
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) { /* such as /dev/null */
        file->stream = fopen(path, "w");
        return file->stream != NULL ? CT_OK : cannot_write(path);
    }
    char ending[CT_ENDING_BYTES];
    file->part = malloc(PATH_MAX);
    (void)snprintf(ending, sizeof ending, ".%ld.part", (long)getpid());
    if (file->part == NULL || !ct_path_beside(path, ending, file->part)) {
        errno = file->part == NULL ? ENOMEM : ENAMETOOLONG;
        free(file->part);
        return cannot_write(path);
    }
    file->unfinished = ct_unfinished_add(file->part, false);
    int descriptor = open(file->part, O_CREAT | O_EXCL | O_WRONLY, 0666);
    file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (file->stream == NULL) {
        ct_status status = cannot_write(path);
        if (descriptor >= 0) {
            (void)close(descriptor);
            (void)unlink(file->part);
        }
        ct_unfinished_drop(&file->unfinished);
        free(file->part);
        return status;
    }
    return CT_OK;
}

ct_status exchange_file_close(exchange_file *file, ct_status before) {
    ct_status status = before;
    bool failed = ferror(file->stream) != 0;
    if (file->stream == stdout) {
        failed |= fflush(stdout) != 0;
    } else {
        failed |= fclose(file->stream) != 0;
    }
    if (status == CT_OK && failed) {
        status = cannot_write(file->path);
    }
    if (file->part != NULL) {
        if (status == CT_OK && rename(file->part, file->path) != 0) {
            status = cannot_write(file->path);
        }
        if (status != CT_OK) {
            (void)unlink(file->part);
        }
        ct_unfinished_drop(&file->unfinished);
        free(file->part);
        file->part = NULL;
    }
    return status;
}

void exchange_cell(exchange_table *table, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (table->count == table->room) {
        int room = 2 * table->room + 64;
        char **grown = realloc(table->cells, (size_t)room * sizeof(char *));
        if (grown == NULL) {
            table->failed = true;
            return;
        }
        table->cells = grown;
        table->room = room;
    }
    char *cell = strdup(text);
    if (cell == NULL) {
        table->failed = true;
        return;
    }
    table->cells[table->count++] = cell;
}

ct_status exchange_table_print(FILE *out, const exchange_table *table, const char *indent) {
    enum { COLUMNS_MOST = 16 };
    int width[COLUMNS_MOST] = {0};
    int columns = (int)strlen(table->columns);
    if (table->failed) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a table");
    }
    for (int i = 0; i < table->count; i++) {
        int length = (int)strlen(table->cells[i]);
        width[i % columns] = length > width[i % columns] ? length : width[i % columns];
    }
    for (int i = 0; i < table->count; i++) {
        int column = i % columns;
        int last = column == columns - 1;
        int left = table->columns[column] == 'l';
        (void)fprintf(out, "%s%*s%s", column == 0 ? indent : "  ",
                      !left  ? width[column]
                      : last ? 0
                             : -width[column],
                      table->cells[i], last ? "\n" : "");
    }
    return CT_OK;
}

void exchange_table_free(exchange_table *table) {
    for (int i = 0; i < table->count; i++) {
        free(table->cells[i]);
    }
    free(table->cells);
    table->cells = NULL;
    table->count = table->room = 0;
}

void exchange_wrap(FILE *out, int used, int indent, const char *words) {
    enum { COLUMNS = 100 };
    for (int first = 1; *words != '\0'; first = 0) {
        int length = (int)strcspn(words, " ");
        if (!first && used + 1 + length > COLUMNS) {
            (void)fprintf(out, "\n%*s", indent, "");
            used = indent;
        } else if (!first) {
            (void)fputc(' ', out);
            used++;
        }
        (void)fprintf(out, "%.*s", length, words);
        used += length;
        words += length;
        words += strspn(words, " ");
    }
    (void)fputc('\n', out);
}

exchange_unit exchange_unit_for(double seconds) {
    static const exchange_unit units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
    int i = 0;
    while (i < 3 && seconds < units[i].s) {
        i++;
    }
    return seconds > 0 ? units[i] : units[0];
}

const char *exchange_seconds(double seconds, char text[EXCHANGE_NUMBER]) {
    exchange_unit unit = exchange_unit_for(seconds);
    (void)snprintf(text, EXCHANGE_NUMBER, "%.4g %s", seconds / unit.s, unit.name);
    return text;
}
