/* Plans a transform that is reduced to a complex one. */
#include "fft/single_axis/reduction.h"

#include "base/arithmetic/extremes.h"
#include "base/mpi.h"
#include "fft/build.h"
#include "fft/stages/steps.h"
#include "fft/tune.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A map that moves nothing where both arrays are distributed alike. */
static int is_identity(const ct_fft_map *map) {
    const ct_fft_run *run = &map->stream[0].run[0];
    return map->formula == NULL && map->streams == 1 && map->stream[0].runs == 1 &&
           run->first == 0 && run->source == 0 && run->count == map->positions &&
           ct_fft_run_is_plain(run);
}

/* A plan for complex numbers, unnormalised, with the caller's other options; in place but for
 * direct ends, of which the output is scaled; of a convolution one that returns. Collective. */
static ct_status plan_complex(ct_fft_plan *plan, const ct_fft_options *options) {
    const ct_fft_shape *shape = &plan->shape;
    const int is_convolution = shape->chirp_points > 0;
    const ptrdiff_t points = is_convolution ? shape->chirp_points : shape->reduced_points;
    const int *is_direct = plan->reduction->is_direct;
    ct_fft_plan **complex_plan = &plan->reduction->complex_plan;
    ct_fft_problem problem = ct_fft_complex(1, &points);
    ct_fft_options how = *options;
    memset(&how.array, 0, sizeof how.array);
    memset(&how.spectrum, 0, sizeof how.spectrum);
    how.direction = is_convolution ? CT_FORWARD : plan->reduction->recipe.direction;
    how.scaling = CT_SCALING_NONE;
    how.in_place = !is_direct[0] && !is_direct[1];
    problem.precision = shape->precision;
    ct_status status = CT_OK;
    CT_TRY(ct_fft_build_begin(plan->comm, &problem, &how, is_convolution, complex_plan));
    (*complex_plan)->has_own_arrays = 1;
    (*complex_plan)->back_factor = 1;
    (*complex_plan)->factor = is_direct[1] ? plan->factor : 1;
    status = ct_fft_build_tuned(*complex_plan, &how);
    plan->is_short_of_shared = (*complex_plan)->is_short_of_shared;
    CT_TRY(status);
    if (ct_fft_warning(*complex_plan) != NULL) {
        (void)snprintf(plan->warning, sizeof plan->warning, "%s", ct_fft_warning(*complex_plan));
    }
cleanup:
    return status;
}

static ct_fft_mapping_ends ends_of(const ct_fft_plan *plan, int is_before) {
    const ct_fft_reduction *r = plan->reduction;
    return is_before ? (ct_fft_mapping_ends){&r->recipe.before, plan, r->complex_plan, 1}
                     : (ct_fft_mapping_ends){&r->recipe.after, r->complex_plan, plan, 0};
}

/* Plans the complex transform with direct ends, where maps have nothing to do and blocks of the
 * arrays turn out to be the same. Collective. */
static ct_status choose_complex(ct_fft_plan *plan, const ct_fft_options *options) {
    ct_fft_reduction *r = plan->reduction;
    const int may = plan->shape.chirp_points == 0 && plan->shape.reduced_points % plan->size == 0;
    ct_status status = CT_OK;
    r->is_direct[0] = may && is_identity(&r->recipe.before);
    r->is_direct[1] = may && is_identity(&r->recipe.after) && !r->is_direct[0];
    CT_TRY(plan_complex(plan, options));
    for (int i = 0; i < 2; i++) {
        const ct_fft_mapping_ends ends = ends_of(plan, i == 0);
        if (r->is_direct[i] && !ct_fft_mapping_is_local(&ends)) {
            r->is_direct[i] = 0;
            ct_fft_build_destroy(&r->complex_plan);
            CT_TRY(plan_complex(plan, options));
        }
    }
cleanup:
    return status;
}

/* Plans the maps before and after the complex transform. Collective. */
static ct_status plan_mappings(ct_fft_plan *plan, const ct_exchange_options *options) {
    ct_fft_reduction *r = plan->reduction;
    ct_fft_mapping *mapping[2] = {&r->before, &r->after};
    ct_status status = CT_OK;
    for (int i = 0; i < 2 && !r->is_rader; i++) {
        const ct_fft_mapping_ends ends = ends_of(plan, i == 0);
        ct_fft_step *step = &plan->step[i == 0 ? 0 : plan->steps - 1];
        if (!r->is_direct[i]) {
            CT_TRY(ct_fft_mapping_create(plan, &ends, options, &step->exchange[0], mapping[i]));
        }
    }
cleanup:
    return status;
}

/* Allocates the complex numbers and the message arrays. Collective. */
static ct_status allocate(ct_fft_plan *plan) {
    const ct_fft_reduction *r = plan->reduction;
    plan->work_bytes[0] =
        ct_most(ct_fft_input_bytes(r->complex_plan), ct_fft_output_bytes(r->complex_plan));
    plan->work_bytes[1] = ct_most(r->before.sent_bytes, r->after.sent_bytes);
    plan->work_bytes[2] = ct_most(r->before.received_bytes, r->after.received_bytes);
    return ct_fft_works_create(plan);
}

/* What a convolution needs beside its plan. Collective. */
static ct_status make_kernel(ct_fft_plan *plan) {
    ct_fft_reduction *r = plan->reduction;
    const ptrdiff_t cycle = plan->shape.chirp_points;
    ct_status status = CT_OK;
    if (cycle == 0) {
        return CT_OK;
    }
    if (r->is_rader) {
        CT_TRY(ct_agree(plan->comm, ct_fft_rader_create(plan, r->complex_plan, &r->rader)));
    } else {
        const int inverse = r->recipe.direction == CT_INVERSE;
        CT_TRY(
            ct_agree(plan->comm, ct_fft_chirp_create(plan, r->complex_plan, inverse, &r->chirp)));
        ct_fft_chirp_kernel(&r->chirp, cycle, plan->problem.precision, plan->work[0]);
    }
    CT_TRY(ct_fft_convolution_create(r->complex_plan, plan->work[0], &r->convolution));
cleanup:
    return status;
}

static ct_status count_moved_bytes(ct_fft_plan *plan) {
    const ct_fft_reduction *r = plan->reduction;
    ct_status status = CT_OK;
    if (r->is_rader) {
        plan->moved_bytes = ct_fft_rader_foreign_bytes(&r->rader, plan);
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &plan->moved_bytes, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    } else if (plan->is_shared) {
        plan->moved_bytes = ct_fft_mapping_foreign_bytes(&r->before, plan) +
                            ct_fft_mapping_foreign_bytes(&r->after, plan);
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &plan->moved_bytes, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    } else {
        for (int i = 0; i < plan->steps; i++) {
            plan->moved_bytes +=
                plan->step[i].slices > 0 ? ct_exchange_total_bytes(plan->step[i].exchange[0]) : 0;
        }
    }
    plan->moved_bytes += ct_fft_moved_bytes(r->complex_plan);
cleanup:
    return status;
}

static void describe(ct_fft_plan *plan) {
    const ct_fft_reduction *r = plan->reduction;
    plan->steps = CT_FFT_REDUCTION_STEPS - r->is_direct[0] - r->is_direct[1];
    for (int i = 0; i < plan->steps; i++) {
        const int part = i + r->is_direct[0];
        ct_fft_step *step = &plan->step[i];
        step->share = 1. / (plan->steps + 1) * (part == CT_FFT_COMPLEX ? 2 : 1);
        if (part != CT_FFT_COMPLEX) {
            step->slices = !plan->is_shared;
            (void)snprintf(step->name, sizeof step->name, "%s%s",
                           part == CT_FFT_PACK ? "pack" : "unpack",
                           plan->is_shared ? "" : ", exchange");
        } else {
            (void)snprintf(step->name, sizeof step->name, "%s",
                           r->is_rader                    ? "convolution in powers"
                           : plan->shape.chirp_points > 0 ? "convolution with a chirp"
                                                          : "complex transform");
        }
    }
}

static void explain(ct_fft_plan *plan) {
    const ct_fft_shape *shape = &plan->shape;
    char chirp[80] = "";
    if (shape->chirp_points > 0) {
        (void)snprintf(chirp, sizeof chirp, ", as a convolution of %td %s", shape->chirp_points,
                       plan->reduction->is_rader ? "in the order of powers" : "with a chirp");
    }
    (void)snprintf(plan->reason, sizeof plan->reason,
                   "all ranks do the complex transform of %td points behind the axis%s; %s",
                   shape->reduced_points, chirp,
                   plan->is_shared ? "on one node, they read the arrays where they are"
                   : plan->reduction->is_direct[0] ? "an exchange after it"
                   : plan->reduction->is_direct[1] ? "an exchange before it"
                                                   : "an exchange before and one after it");
}

ct_status ct_fft_reduction_create(ct_fft_plan *plan, const ct_fft_options *options) {
    ct_exchange_options exchange = options->exchange;
    ct_status status = CT_OK;
    if (plan->context->is_supposed) {
        return ct_raise(CT_ERROR_UNSUPPORTED,
                        "a single axis of this kind or length can only be planned where it is "
                        "transformed; allowed without that: any other transform");
    }
    ct_fft_reduction *r = plan->reduction = calloc(1, sizeof *r);
    exchange.in_place = 0;
    status = r == NULL ? ct_raise(CT_ERROR_MEMORY, "no memory for a plan")
                       : ct_fft_recipe_create(&plan->shape, plan->options.direction, &r->recipe);
    status = ct_agree(plan->comm, status);
    if (r == NULL || status != CT_OK) {
        goto cleanup;
    }
    r->is_rader = ct_fft_rader_points(plan) > 0;
    plan->shape.chirp_points = r->is_rader ? ct_fft_rader_points(plan) : plan->shape.chirp_points;
    CT_TRY(choose_complex(plan, options));
    describe(plan);
    CT_TRY(plan_mappings(plan, &exchange));
    CT_TRY(allocate(plan));
    CT_TRY(ct_fft_build_find_work(plan));
    CT_TRY(make_kernel(plan));
    CT_TRY(count_moved_bytes(plan));
    explain(plan);
cleanup:
    return status;
}

void ct_fft_reduction_destroy(ct_fft_reduction **reduction) {
    ct_fft_reduction *r = *reduction;
    if (r == NULL) {
        return;
    }
    ct_fft_build_destroy(&r->complex_plan);
    ct_fft_mapping_destroy(&r->before);
    ct_fft_mapping_destroy(&r->after);
    ct_fft_convolution_destroy(&r->convolution);
    ct_fft_chirp_destroy(&r->chirp);
    ct_fft_rader_destroy(&r->rader);
    ct_fft_recipe_destroy(&r->recipe);
    free(r);
    *reduction = NULL;
}
