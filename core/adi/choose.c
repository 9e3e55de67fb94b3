/* Transposing or reducing where lines are distributed, by whole plans. */
#include "adi/choose.h"

#include "adi/method.h"
#include "adi/plan.h"
#include "base/mpi.h"
#include "tune/tuning.h"

#include <stdint.h>
#include <string.h>

typedef struct choosing {
    const ct_adi_plan *plan; /* with its distribution and axes */
    const ct_adi_problem *problem;
    const ct_adi_options *options;
    const ct_adi_trial *trial;
} choosing;

static ct_status make_key(void *context, ct_tuning_key *key) {
    const choosing *c = context;
    const ct_adi_plan *plan = c->plan;
    const ct_adi_problem *problem = c->problem;
    const ct_exchange_options *exchange = &c->options->exchange;
    enum { BEFORE = 5, EACH = 3 };
    int numbers[BEFORE + EACH * CT_ADI_BOX_AXES] = {
        (int)problem->precision + 2 * (int)exchange->precision, (int)c->options->scheme,
        problem->axes, (int)exchange->transport, exchange->steps_in_flight};
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const int of_axis[EACH] = {plan->grid[axis], plan->axis[axis].is_periodic,
                                   ct_adi_is_active(plan, axis)};
        memcpy(&numbers[BEFORE + (ptrdiff_t)EACH * axis], of_axis, sizeof of_axis);
    }
    uint64_t hash = ct_tuning_hash(0, numbers, sizeof numbers / sizeof *numbers);
    hash = ct_tuning_hash_text(hash, exchange->algorithm);
    if (exchange->topology != NULL) {
        char network[CT_TOPOLOGY_TEXT];
        ct_topology_format(exchange->topology, network);
        hash = ct_tuning_hash_text(hash, network);
    }
    ct_tuning_key_name(key, "adi", problem->axes, problem->extent, hash);
    return CT_OK;
}

static ct_status build(void *context, ct_adi_method method, void **built) {
    const choosing *c = context;
    ct_adi_plan *plan = NULL;
    ct_adi_options options = *c->options;
    options.method = method;
    options.exchange.planning = CT_PLAN_ESTIMATE;
    const ct_status status = c->trial->build(c->plan->comm, c->problem, &options, &plan);
    *built = plan;
    return status;
}

static ct_status run(void *context, void *built) {
    const choosing *c = context;
    return c->trial->step(built, 1);
}

static void destroy(void *context, void **built) {
    const choosing *c = context;
    ct_adi_plan *plan = *built;
    c->trial->destroy(&plan);
    *built = NULL;
}

ct_status ct_adi_choose(ct_adi_plan *plan, const ct_adi_problem *problem,
                        const ct_adi_options *options, const ct_adi_trial *trial) {
    choosing c = {.plan = plan, .problem = problem, .options = options, .trial = trial};
    const ct_adi_chooser chooser = {.comm = plan->comm,
                                    .size = plan->size,
                                    .exchange = &options->exchange,
                                    .cells = plan->distribution,
                                    .element_bytes = plan->kernels->bytes,
                                    .axis = -1,
                                    .about = " a step",
                                    .context = &c,
                                    .key = make_key,
                                    .build = build,
                                    .run = run,
                                    .destroy = destroy};
    int parts = 1;
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        parts *= plan->grid[axis];
    }
    if (parts == 1 || options->method != CT_ADI_AUTO) {
        ct_adi_method_given(parts > 1 ? options->method : CT_ADI_AUTO, &plan->chosen);
    } else {
        CT_TRY(ct_adi_method_choose(&chooser, &plan->chosen));
    }
    plan->method = plan->chosen.method;
cleanup:
    return status;
}
