/* Numbers with units, for tables and prose. */
#ifndef CT_APPS_EXCHANGE_PRINT_UNITS_H
#define CT_APPS_EXCHANGE_PRINT_UNITS_H

#include <stddef.h>

/* The unit in which `seconds` is a number of 1 to 999: s, ms, us or ns. */
typedef struct exchange_unit {
    const char *name;
    double s;
} exchange_unit;
exchange_unit exchange_unit_for(double seconds);

/* "8.423 ms". Returns `text`, as does the next. */
enum { EXCHANGE_NUMBER = 32 };
const char *exchange_seconds(double seconds, char text[EXCHANGE_NUMBER]);

/* A block size as a user writes it: "4 KiB". */
const char *exchange_size(ptrdiff_t bytes, char text[EXCHANGE_NUMBER]);

#endif
