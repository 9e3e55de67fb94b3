/* Filters: one plan that returns from the last transform there; or, of a single axis that all ranks
 * transform together, two plans and the spectrum. */
#include "base/fail.h"
#include "fft/build.h"
#include "fft/sides/given.h"
#include "fft/sides/relaid.h"
#include "fft/stages/run.h"
#include "fft/tune.h"
#include <cornerturn/agree.h>
#include <cornerturn/fft_filter.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

struct ct_fft_filter_plan {
    ct_fft_plan *fused;        /* NULL: the others instead */
    ct_fft_plan *there, *back; /* by way of the array in the middle */
    void *middle;
    ct_fft_filter_plan *private_plan; /* for arrays that others cannot reach, if none can be */
};

/* Of the way back: there and back is the identity, unless there shall be no factor at all. */
static double back_factor(const ct_fft_plan *plan) {
    double elements = 1;
    for (int a = 0; a < plan->shape.axes; a++) {
        elements *= ct_fft_logical(&plan->shape.axis[a]);
    }
    switch (plan->options.scaling) {
    case CT_SCALING_UNITARY:
        return plan->factor;
    case CT_SCALING_NONE:
    case CT_SCALING_FULL:
        return 1;
    default:
        return plan->options.direction == CT_FORWARD ? 1 / elements : 1;
    }
}

/* Of the two sides the one in the middle. */
static ct_fft_side *middle_side(ct_fft_options *options) {
    return options->direction == CT_FORWARD ? &options->spectrum : &options->array;
}

/* Whether one plan can go both ways. */
static int is_fusible(const ct_fft_plan *begun) {
    return !begun->shape.is_split && begun->shape.reduced_points == 0;
}

/* A ct_fft_building of one plan for both ways; where there can be none it is only begun. */
static ct_status build_fused(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options, ct_fft_plan **plan) {
    ct_status status = CT_OK;
    CT_TRY(ct_fft_build_begin(comm, problem, options, 1, plan));
    if (is_fusible(*plan)) {
        (*plan)->back_factor = back_factor(*plan);
        CT_TRY(ct_fft_build_tuned(*plan, options));
        CT_TRY(ct_fft_relaid_create(*plan, options));
    }
cleanup:
    return status;
}

/* A plan for each way. Collective. */
static ct_status create_both(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options, ct_fft_filter_plan *plan) {
    static const ct_scaling undoing[] = {[CT_SCALING_DEFAULT] = CT_SCALING_DEFAULT,
                                         [CT_SCALING_NONE] = CT_SCALING_NONE,
                                         [CT_SCALING_FULL] = CT_SCALING_NONE,
                                         [CT_SCALING_UNITARY] = CT_SCALING_UNITARY};
    ct_fft_options how = *options;
    ct_fft_side *middle = middle_side(&how);
    int grid[2][CT_MAX_AXES] = {{0}};
    ct_status status = CT_OK;
    how.in_place = 0;
    how.destroys_input = options->destroys_input && !options->in_place;
    if (problem->axes > 1) {
        *middle = (ct_fft_side){.decomposition = NULL};
        how.transposed = 1;
    }
    CT_TRY(ct_fft_plan_create(comm, problem, &how, &plan->there));
    if (problem->axes > 1) {
        ct_fft_grids(plan->there, grid[0], grid[1]);
        memcpy(middle->grid, grid[middle == &how.spectrum], sizeof middle->grid);
    }
    how.direction = options->direction == CT_FORWARD ? CT_INVERSE : CT_FORWARD;
    how.scaling = undoing[options->scaling];
    how.destroys_input = 1;
    CT_TRY(ct_fft_plan_create(comm, problem, &how, &plan->back));
    CT_TRY(ct_alloc(comm, ct_fft_output_bytes(plan->there), &plan->middle));
cleanup:
    return status;
}

ct_status ct_fft_filter_plan_create(MPI_Comm comm, const ct_fft_problem *problem,
                                    const ct_fft_options *options, ct_fft_filter_plan **plan) {
    static const ct_fft_options defaults = {.direction = CT_FORWARD};
    ct_fft_filter_plan *created = calloc(1, sizeof *created);
    ct_fft_plan *fused = NULL;
    ct_status status = CT_OK;
    ct_fft_options how = options != NULL ? *options : defaults;
    *plan = NULL;
    middle_side(&how)->decomposition = NULL; /* it has no array */
    CT_TRY(ct_fft_plan_build(build_fused, comm, problem, &how, &fused));
    status =
        ct_agree(comm, created != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a plan"));
    if (created == NULL || status != CT_OK) {
        status = CT_ERROR_MEMORY;
        goto cleanup;
    }
    if (is_fusible(fused)) {
        created->fused = fused;
    } else {
        CT_TRY(create_both(comm, problem, &how, created));
        ct_fft_build_destroy(&fused);
    }
    *plan = created;
    return CT_OK;
cleanup:
    ct_fft_plan_destroy(&fused);
    ct_fft_filter_plan_destroy(&created);
    return status;
}

ct_fft_plan *ct_fft_filter_transform(ct_fft_filter_plan *plan) {
    ct_fft_filter_plan *used = plan->private_plan != NULL ? plan->private_plan : plan;
    return used->fused != NULL ? used->fused : used->there;
}

ct_box ct_fft_filter_box(const ct_fft_filter_plan *plan) {
    return ct_fft_input_box(plan->fused != NULL ? plan->fused : plan->there);
}

ptrdiff_t ct_fft_filter_bytes(const ct_fft_filter_plan *plan) {
    return ct_fft_input_bytes(plan->fused != NULL ? plan->fused : plan->there);
}

/* With exchanges, on the grid that there is. Collective. */
static ct_status create_private(ct_fft_filter_plan *plan) {
    const ct_fft_plan *fused = plan->fused;
    ct_fft_options options = ct_fft_given_options(fused);
    if (plan->private_plan != NULL) {
        return CT_OK;
    }
    options.exchange.private_arrays = 1;
    options.pipeline = options.pipeline > 0 ? options.pipeline : 1; /* no time to choose one */
    return ct_fft_filter_plan_create(fused->comm, &fused->problem, &options, &plan->private_plan);
}

/* What a rank has of the array in the middle, dense in C order, is one tile. */
static ct_status execute_both(const ct_fft_filter_plan *plan, const void *input, void *output,
                              ct_fft_hook hook, void *context) {
    const ct_box box = ct_fft_output_box(plan->there);
    const ptrdiff_t elements = ct_box_elements(&box);
    ct_fft_tile tile = {.box = box, .values = plan->middle};
    ct_status status = CT_OK;
    CT_TRY(ct_fft_execute(plan->there, input, plan->middle));
    if (elements > 0) {
        ptrdiff_t stride = tile.element_bytes = ct_fft_output_bytes(plan->there) / elements;
        for (int a = box.axes - 1; a >= 0; a--) {
            tile.stride[a] = stride;
            stride *= box.count[a];
        }
        hook(context, &tile);
    }
    CT_TRY(ct_fft_execute(plan->back, plan->middle, output));
cleanup:
    return status;
}

/* Of arrays that stages and exchanges take as they are. Collective. */
static ct_status execute_fused(ct_fft_filter_plan *plan, const void *input, void *output,
                               ct_fft_hook hook, void *context) {
    ct_fft_plan *fused = plan->fused;
    int is_private = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_fft_arrays_open(fused, input, output, &is_private));
    if (is_private) {
        CT_TRY(create_private(plan));
        return ct_fft_filter_execute(plan->private_plan, input, output, hook, context);
    }
    fused->turn = (ct_fft_turn){.hook = hook, .context = context};
    CT_TRY(ct_fft_steps_run(fused));
    ct_fft_arrays_close(fused, output);
cleanup:
    return status;
}

ct_status ct_fft_filter_execute(ct_fft_filter_plan *plan, const void *input, void *output,
                                ct_fft_hook hook, void *context) {
    CT_REQUIRE_PLAN(plan);
    ct_fft_plan *fused = plan->fused;
    const void *from = input;
    void *into = output;
    ct_status status = CT_OK;
    if (fused == NULL) {
        return execute_both(plan, input, output, hook, context);
    }
    if (!ct_fft_is_relaid(fused)) {
        return execute_fused(plan, input, output, hook, context);
    }
    CT_TRY(ct_agree(fused->comm, ct_fft_arrays_check(fused, input, output)));
    ct_fft_relaid_arrays(fused, &from, &into);
    CT_TRY(ct_fft_relaid_begin(fused, input));
    CT_TRY(execute_fused(plan, from, into, hook, context));
    CT_TRY(ct_fft_relaid_end(fused, output));
cleanup:
    return status;
}

void ct_fft_filter_plan_destroy(ct_fft_filter_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_fft_filter_plan *p = *plan;
    ct_fft_filter_plan_destroy(&p->private_plan);
    ct_fft_plan_destroy(&p->fused);
    ct_fft_plan_destroy(&p->there);
    ct_fft_plan_destroy(&p->back);
    ct_free(&p->middle);
    free(p);
    *plan = NULL;
}
