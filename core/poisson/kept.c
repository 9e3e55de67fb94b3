#include "poisson/kept.h"

#include "base/fail.h"

#include <stdlib.h>

/* Rows along an axis. */
static ptrdiff_t rows_along(const ct_poisson_kept *kept, int inner) {
    ptrdiff_t rows = 1;
    for (int a = 0; a < kept->function->axes; a++) {
        rows *= a != inner ? kept->distinct[a] : 1;
    }
    return rows;
}

ct_status ct_poisson_kept_create(const ct_poisson *p, const ct_poisson_unbounded *function,
                                 double scale, ct_poisson_kept *kept) {
    ct_status status = CT_OK;
    if (function->dimensions == 0) {
        return CT_OK;
    }
    kept->function = function;
    kept->scale = scale;
    for (int a = 0; a < p->axes; a++) {
        const ptrdiff_t modes = function->modes[a];
        const double *value = function->value[a];
        kept->same[a] = calloc((size_t)modes + 1, sizeof *kept->same[a]);
        if (kept->same[a] == NULL) {
            CT_FAIL(CT_ERROR_MEMORY, "no memory for a Green's function of %td modes", modes);
        }
        for (ptrdiff_t i = 0; i < modes; i++) {
            const ptrdiff_t mirrored = i > 0 && modes - i < i ? modes - i : i;
            kept->same[a][i] = p->boundary[a] == CT_BOUNDARY_NONE  ? 0
                               : value[mirrored] - value[i] == 0.0 ? mirrored
                                                                   : i;
            kept->distinct[a] =
                kept->same[a][i] < kept->distinct[a] ? kept->distinct[a] : kept->same[a][i] + 1;
        }
    }
    for (int a = 0; a < p->axes; a++) {
        kept->rows[a] = calloc((size_t)rows_along(kept, a) + 1, sizeof *kept->rows[a]);
        if (kept->rows[a] == NULL) {
            CT_FAIL(CT_ERROR_MEMORY, "no memory for a Green's function of %td rows",
                    rows_along(kept, a));
        }
    }
cleanup:
    return status;
}

const double *ct_poisson_kept_row(ct_poisson_kept *kept, const ptrdiff_t at[CT_MAX_AXES],
                                  int inner) {
    const ptrdiff_t count = kept->distinct[inner];
    ptrdiff_t first[CT_MAX_AXES] = {0};
    ptrdiff_t row = 0;
    for (int a = 0; a < kept->function->axes; a++) {
        if (a != inner) {
            first[a] = kept->same[a][at[a]];
            row = row * kept->distinct[a] + first[a];
        }
    }
    double *_Atomic *place = &kept->rows[inner][row];
    double *found = atomic_load_explicit(place, memory_order_acquire);
    if (found != NULL) {
        return found;
    }
    double *made = malloc((size_t)count * sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    ct_poisson_unbounded_row(kept->function, first, inner, 0, count, made);
    for (ptrdiff_t i = 0; i < count; i++) {
        made[i] *= kept->scale;
    }
    if (!atomic_compare_exchange_strong_explicit(place, &found, made, memory_order_acq_rel,
                                                 memory_order_acquire)) {
        free(made); /* another thread's was first */
        return found;
    }
    return made;
}

void ct_poisson_kept_free(ct_poisson_kept *kept) {
    for (int a = 0; a < CT_MAX_AXES && kept->function != NULL; a++) {
        for (ptrdiff_t i = 0; kept->rows[a] != NULL && i < rows_along(kept, a); i++) {
            free(atomic_load_explicit(&kept->rows[a][i], memory_order_relaxed));
        }
        free(kept->rows[a]);
        free(kept->same[a]);
    }
    *kept = (ct_poisson_kept){.function = NULL};
}
