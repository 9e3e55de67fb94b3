/* The generators, one declaration a family member; the table itself is table.c. */
#ifndef CT_ALGORITHMS_TABLE_H
#define CT_ALGORITHMS_TABLE_H

#include <cornerturn/algorithm.h>

extern const ct_algorithm ct_direct;
extern const ct_algorithm ct_naive;

#endif
