/*
 * The type of an array's real numbers.
 */
#ifndef CORNERTURN_PRECISION_H
#define CORNERTURN_PRECISION_H

typedef enum ct_precision { CT_DOUBLE, CT_FLOAT } ct_precision;

#endif
