/* The rows of the table, listed in rows.h; values.h has helpers for rows. */
#ifndef CT_ALGORITHMS_TABLE_H
#define CT_ALGORITHMS_TABLE_H

#include "algorithms/values.h"

#define CT_ROW(name) extern const ct_algorithm ct_row_##name;
#include "algorithms/rows.h"
#undef CT_ROW

#endif
