/* Tables of aligned columns, and wrapped text. */
#ifndef CT_APPS_EXCHANGE_PRINT_TABLE_H
#define CT_APPS_EXCHANGE_PRINT_TABLE_H

#include <cornerturn/status.h>
#include <stdbool.h>
#include <stdio.h>

/* A table that is filled cell by cell. */
typedef struct exchange_table {
    const char *columns; /* a letter a column: l or r, the side it is aligned to */
    int count, capacity;
    char **cells;
    bool failed;
} exchange_table;
void exchange_cell(exchange_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
ct_status exchange_table_print(FILE *out, const exchange_table *table, const char *indent);
void exchange_table_free(exchange_table *table);

/* A table "Out" of algorithms that cannot run and why: adds a row, without the name that the reason
 * may begin with; prints the table unless it is empty, and frees it. */
void exchange_out_add(exchange_table *table, const char *name, const char *reason);
ct_status exchange_out_print(FILE *out, exchange_table *table);

/* Prints words in lines of at most 100 columns, the first after `used` columns of its line, the
 * others indented by `indent`, and ends the last. */
void exchange_wrap(FILE *out, int used, int indent, const char *words);

#endif
