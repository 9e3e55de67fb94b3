/* The rows of the table, listed in rows.h; digits.h and values.h have helpers for rows. */
#ifndef CT_ALGORITHMS_TABLE_H
#define CT_ALGORITHMS_TABLE_H

#include "algorithms/digits.h"
#include "algorithms/values.h"

#define CT_ROW(name) extern const ct_algorithm ct_row_##name;
#include "algorithms/rows.h"
#undef CT_ROW

#endif
