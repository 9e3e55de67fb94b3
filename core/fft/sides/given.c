#include "fft/sides/given.h"

#include "base/mpi.h"
#include "redistribute/decomposed/gather.h"
#include "tune/tuning_entry.h"
#include <cornerturn/agree.h>

#include <string.h>

static const char *const names[2] = {"array", "spectrum"};

static ct_status check_side(const ct_fft_problem *problem, const ct_fft_side *side,
                            int is_spectrum) {
    const ct_decomposition *d = side->decomposition;
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    (void)ct_fft_extents(problem, is_spectrum, extent);
    if (d->axes != problem->axes) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "the decomposition of an FFT's %s has %d axes; allowed: the problem's %d",
                        names[is_spectrum], d->axes, problem->axes);
    }
    for (int a = 0; a < d->axes; a++) {
        if (side->grid[a] != 0 || side->order[a] != 0) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "an FFT's %s has a decomposition and a grid or an order; allowed: one "
                            "of both",
                            names[is_spectrum]);
        }
        if (d->extent[a] != extent[a]) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "the decomposition of an FFT's %s has %td positions along axis %d; "
                            "allowed: %td",
                            names[is_spectrum], d->extent[a], a, extent[a]);
        }
    }
    return CT_OK;
}

ct_status ct_fft_given_check(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options) {
    const ct_fft_side *side[2] = {&options->array, &options->spectrum};
    int given = (side[0]->decomposition != NULL) + 2 * (side[1]->decomposition != NULL);
    ct_status status = ct_fft_problem_check(problem);
    const int mine = given;
    for (int i = 0; i < 2 && status == CT_OK; i++) {
        if (side[i]->decomposition != NULL) {
            status = check_side(problem, side[i], i);
        }
    }
    CT_TRY(ct_agree(comm, status));
    CT_MPI(MPI_Bcast(&given, 1, MPI_INT, 0, comm));
    if (given != mine) {
        status = ct_raise(CT_ERROR_ARGUMENT,
                          "an FFT has a decomposition on some ranks; allowed: on all or none");
    }
    status = ct_agree(comm, status);
cleanup:
    return status;
}

/* A tile is looked for in all boxes, and copied box by box: with more of them, or narrower ones, a
 * redistribution is faster (128^3 in 512 boxes 8.2 ms and 8.7; dealt out by 8 positions 6.2 and
 * 7.6, by 4 both 7.3). */
enum { DIRECT_BOXES_MOST = 512, DIRECT_LEAST_WIDTH = 8 };

static int has_few_boxes(const ct_ownership *given, int size) {
    const ct_decomposition *d = &given->decomposition;
    int are_few = ct_ownership_boxes(given, size) <= DIRECT_BOXES_MOST;
    for (int a = 0; a < d->axes && d->kind == CT_DECOMPOSED_CYCLIC; a++) {
        are_few = are_few && (d->grid[a] == 1 || d->width[a] >= DIRECT_LEAST_WIDTH);
    }
    return are_few || ct_ownership_is_boxed(given);
}

/* Whether stages can find lines in the arrays of all ranks, or exchanges take them from there. */
static int is_direct(const ct_fft_plan *plan, const ct_ownership *given) {
    const int is_one_axis = plan->problem.axes == 1 && plan->size > 1;
    return !is_one_axis &&
           (!plan->is_shared || plan->size == 1 || has_few_boxes(given, plan->size));
}

ct_status ct_fft_given_create(ct_fft_plan *plan, const ct_fft_options *options) {
    const ct_fft_side *side[2] = {&options->array, &options->spectrum};
    ct_fft_side *mine[2] = {&plan->options.array, &plan->options.spectrum};
    int relays = 0;
    ct_status status = CT_OK;
    for (int i = 0; i < 2; i++) {
        ct_fft_shape whole = ct_fft_shape_of(&plan->problem, 1);
        const ct_fft_state state = ct_fft_state_of(&whole, i == 0 ? 0 : ~0U);
        mine[i]->decomposition = NULL;
        if (side[i]->decomposition == NULL) {
            continue;
        }
        CT_TRY(ct_ownership_create(plan->comm, side[i]->decomposition, state.element_bytes,
                                   &plan->given[i]));
        plan->is_given[i] = 1;
        mine[i]->decomposition = &plan->given[i].decomposition;
        relays = relays || !is_direct(plan, &plan->given[i]);
        plan->is_relaid[i] = !is_direct(plan, &plan->given[i]);
    }
    for (int i = 0; i < 2 && relays && options->in_place; i++) {
        plan->is_relaid[i] = 1; /* there is one array */
    }
cleanup:
    return status;
}

void ct_fft_given_destroy(ct_fft_plan *plan) {
    ct_ownership_destroy(&plan->given[0]);
    ct_ownership_destroy(&plan->given[1]);
}

uint64_t ct_fft_given_hash(const ct_fft_plan *plan, uint64_t hash) {
    for (int i = 0; i < 2; i++) {
        const ct_ownership *o = &plan->given[i];
        const ct_decomposition *d = &o->decomposition;
        const int whole[] = {i, (int)d->kind, d->first_fastest,
                             o->first_box != NULL ? (int)o->first_box[plan->size] : 0};
        if (!plan->is_given[i]) {
            continue;
        }
        hash = ct_tuning_hash(hash, whole, sizeof whole / sizeof *whole);
        for (int a = 0; a < d->axes; a++) {
            const int axis[] = {d->grid[a], (int)d->width[a], d->source[a], d->order[a],
                                (int)d->pitch[a]};
            hash = ct_tuning_hash(hash, axis, sizeof axis / sizeof *axis);
            for (int k = 0; d->kind == CT_DECOMPOSED_BOUNDS && k <= d->grid[a]; k++) {
                const int bound = (int)d->bounds[a][k];
                hash = ct_tuning_hash(hash, &bound, 1);
            }
        }
    }
    return hash;
}

ct_fft_options ct_fft_given_options(const ct_fft_plan *plan) {
    ct_fft_options options = plan->options;
    ct_fft_side *side[2] = {&options.array, &options.spectrum};
    int grid[2][CT_MAX_AXES] = {{0}};
    ct_fft_grids(plan, grid[0], grid[1]);
    for (int i = 0; i < 2; i++) {
        if (plan->is_relaid[i]) {
            side[i]->decomposition = NULL;
        }
        if (side[i]->decomposition == NULL) {
            memcpy(side[i]->grid, grid[i], sizeof side[i]->grid);
        }
    }
    return options;
}
