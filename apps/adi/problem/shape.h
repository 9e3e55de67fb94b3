/* The box, its cells and boundary conditions, from the config. */
#ifndef CT_APPS_ADI_PROBLEM_SHAPE_H
#define CT_APPS_ADI_PROBLEM_SHAPE_H

#include "apps/adi/config.h"
#include "apps/adi/problem/value.h"

typedef struct adi_shape {
    ct_adi_problem problem;
    bool is_heat;               /* the words are those of heat */
    double *edges[CT_ADI_AXES]; /* by axis of the array, NULL: equal cells; owned */
} adi_shape;

/* Axis `axis` of the array, of `axes`, among x, y, z: the last one is x. Local. */
int adi_axis_index(int axes, int axis);

/* Sets extents (from the initial state's array if not configured), positions of cells, and constant
 * kappa by axis. The caller frees it with adi_shape_free. Collective. CT_ERROR_CONFIG naming the
 * key. */
ct_status adi_shape_make(MPI_Comm comm, const adi_config *config, adi_shape *shape);
void adi_shape_free(adi_shape *shape);

/* kappa of an axis that has its own; of no key (`where`) else. The caller frees it. Local. */
ct_status adi_kappa_read(const adi_config *config, int axes, int axis, adi_value *kappa);

/* Cells with x between them, in the order x, y, z. Returns `text`. Local. */
enum { ADI_EXTENT_BYTES = 96 };
const char *adi_extent_text(const adi_shape *shape, char text[ADI_EXTENT_BYTES]);

/* The type of elements in files: "float64". Local. */
const char *adi_number_type(const adi_shape *shape);

#endif
