/* A transform of the table by this library. */
#ifndef CT_BENCH_TABLE_OURS_H
#define CT_BENCH_TABLE_OURS_H

#include "table_case.h"

#include <cornerturn/fft.h>

typedef struct table_ours {
    ct_fft_plan *plan;
    void *array[2];                         /* input, output */
    ptrdiff_t bytes[2], first[2], count[2]; /* count: planes of this rank */
    int is_private;
    double plan_s, again_s; /* planning, and planning again from the file of wisdom */
} table_ours;

/* Arrays whose pages are placed: of ct_alloc, or private ones. Collective. */
ct_status table_ours_create(const table_case *c, const char *wisdom, int is_private,
                            table_ours *ours);

/* Local but for the plan. */
void table_ours_destroy(table_ours *ours);

#endif
