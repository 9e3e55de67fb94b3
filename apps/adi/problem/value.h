/* Values of a config: a number, a formula in x, y, z, t and u, or an array in an HDF5 file. */
#ifndef CT_APPS_ADI_PROBLEM_VALUE_H
#define CT_APPS_ADI_PROBLEM_VALUE_H

#include "apps/adi/problem/series.h"
#include "io/config/expression.h"

#include <cornerturn/adi_law.h>
#include <limits.h>

/* What a formula may depend on. */
typedef enum adi_scope { ADI_OF_SPACE, ADI_OF_TIME, ADI_OF_STATE } adi_scope; /* each the former */

typedef struct adi_value {
    char where[32];           /* its key, for messages */
    int axes;                 /* of the box */
    ct_adi_quantity quantity; /* number, function or, after loading, field */
    bool changes;             /* with time */
    bool is_law;              /* a function of u, or of time where only a law may be one */
    ct_expression *formula;   /* or NULL */
    char file[PATH_MAX];      /* empty: no array */
    char dataset[256];
    double reading_bytes; /* that reading this rank's part takes besides it */
    bool has_holes;       /* its array is looked at in part, by the library: it is not checked */
    void *field;          /* the loaded array, until dropped */
    adi_series series;    /* of values at times; without a file: none */
} adi_value;

/* Parses a text for a box of `axes` axes. The caller frees it with adi_value_free. Local.
 * CT_ERROR_CONFIG beginning with the key. */
ct_status adi_value_read(const char *where, const char *text, int axes, adi_scope scope,
                         adi_value *value);

/* A formula at many points, as the library asks for it; its context is the value. `u`: NULL for one
 * that knows no u. Local. */
void adi_value_law(void *context, double time, ptrdiff_t count, const double *const position[],
                   const double *u, double *values);
void adi_value_free(adi_value *value);

/* Reads its series. Checks that its array exists with these extents, or its number fits the
 * precision. Collective. */
ct_status adi_value_check(MPI_Comm comm, adi_value *value, int axes, const ptrdiff_t *extent,
                          ct_precision precision);

/* Reads this rank's part of its array, if it has one. Collective. CT_ERROR_CONFIG where it has
 * numbers that are not finite, or beyond the precision, and no holes. */
ct_status adi_value_load(MPI_Comm comm, adi_value *value, const ct_box *box,
                         ct_precision precision);

/* Frees the loaded array. Local. */
void adi_value_drop(adi_value *value);

#endif
