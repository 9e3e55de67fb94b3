/* The rows of the table (rows.h lists them); what a row needs is in values.h. */
#ifndef CT_ALGORITHMS_TABLE_H
#define CT_ALGORITHMS_TABLE_H

#include "algorithms/values.h"

#define CT_ROW(name) extern const ct_algorithm ct_row_##name;
#include "algorithms/rows.h"
#undef CT_ROW

#endif
