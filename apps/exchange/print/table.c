#include "apps/exchange/print/table.h"

#include "base/fail.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void exchange_cell(exchange_table *table, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): clang-tidy 14 overlooks va_start
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (table->count == table->capacity) {
        int capacity = 2 * table->capacity + 64;
        char **grown = realloc(table->cells, (size_t)capacity * sizeof(char *));
        if (grown == NULL) {
            table->failed = true;
            return;
        }
        table->cells = grown;
        table->capacity = capacity;
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
    table->count = table->capacity = 0;
}

void exchange_out_add(exchange_table *table, const char *name, const char *reason) {
    const size_t named = strncmp(reason, name, strlen(name)) == 0 ? strlen(name) : 0;
    exchange_cell(table, "%s", name);
    exchange_cell(table, "%s", reason + named + strspn(reason + named, " "));
}

ct_status exchange_out_print(FILE *out, exchange_table *table) {
    if (table->count > 0) {
        (void)fprintf(out, "\nOut:\n");
    }
    ct_status status = exchange_table_print(out, table, "  ");
    exchange_table_free(table);
    return status;
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
