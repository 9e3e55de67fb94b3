/* Executing a halo, at once or from start to wait, and what its plan tells. */
#include <cornerturn/halo.h>

#include "base/fail.h"
#include "redistribute/halo/halo_plan.h"

static ct_status check_idle(const ct_halo_plan *plan) {
    if (plan == NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "this halo plan does not exist");
    }
    return plan->under_way ? ct_raise(CT_ERROR_ARGUMENT, "this halo is under way; wait for it")
                           : CT_OK;
}

/* Where the ghosts of an array are. */
static void *target(const ct_halo_plan *plan, int array, void *const *layers) {
    if (plan->layer_first == NULL) {
        return plan->array[array];
    }
    return layers != NULL ? layers[0] : NULL;
}

/* Messages between nodes are under way while ranks of a node copy. All exchanges are started, also
 * where one fails, for others may have started all of theirs. */
ct_status ct_halo_start(ct_halo_plan *plan, void *const *arrays, void *const *layers) {
    ct_status status = check_idle(plan);
    if (status != CT_OK) {
        return status;
    }
    for (int i = 0; i < plan->arrays; i++) {
        plan->array[i] = arrays != NULL ? arrays[i] : NULL;
    }
    plan->under_way = 1;
    if (plan->packed.exchange != NULL) {
        status = ct_halo_packed_start(&plan->packed, plan->arrays, plan->array);
    }
    for (int i = 0; i < plan->directs; i++) {
        const ct_status here =
            ct_halo_direct_start(&plan->direct[i], plan->array[i], target(plan, i, layers));
        status = status == CT_OK ? here : status;
    }
    if (status != CT_OK) {
        (void)ct_halo_wait(plan);
    }
    return status;
}

/* A slice of all exchanges, or all that is left of them. */
static ct_status proceed(ct_halo_plan *plan, int to_the_end, int *done) {
    ct_status status = CT_OK;
    *done = 1;
    if (plan == NULL) {
        return check_idle(plan);
    }
    if (!plan->under_way) {
        return CT_OK;
    }
    for (int i = 0; i <= plan->directs; i++) {
        ct_exchange_plan *exchange =
            i < plan->directs ? plan->direct[i].exchange : plan->packed.exchange;
        int ended = 1;
        if (exchange != NULL) {
            const ct_status here =
                to_the_end ? ct_exchange_wait(exchange) : ct_exchange_test(exchange, &ended);
            plan->failed = plan->failed == CT_OK ? here : plan->failed;
        }
        *done = *done && ended;
    }
    if (*done) {
        status = plan->failed;
        plan->failed = CT_OK;
        plan->under_way = 0;
        if (status == CT_OK) {
            ct_halo_packed_finish(&plan->packed, plan->array);
        }
    }
    return status;
}

ct_status ct_halo_test(ct_halo_plan *plan, int *done) {
    CT_REQUIRE_PLAN(plan);
    return proceed(plan, 0, done);
}

ct_status ct_halo_wait(ct_halo_plan *plan) {
    CT_REQUIRE_PLAN(plan);
    int done = 0;
    return proceed(plan, 1, &done);
}

ct_status ct_halo_execute(ct_halo_plan *plan, void *const *arrays, void *const *layers) {
    ct_status status = check_idle(plan);
    if (status == CT_OK && plan->arrays == 1) {
        plan->array[0] = arrays != NULL ? arrays[0] : NULL;
        return ct_halo_direct_execute(&plan->direct[0], plan->array[0], target(plan, 0, layers));
    }
    CT_TRY(status);
    CT_TRY(ct_halo_start(plan, arrays, layers));
    CT_TRY(ct_halo_wait(plan));
cleanup:
    return status;
}

ptrdiff_t ct_halo_layer_elements(const ct_halo_plan *plan) {
    return plan->layer_elements;
}

ptrdiff_t ct_halo_layer_first(const ct_halo_plan *plan, ptrdiff_t box, int axis, int side) {
    return plan->layer_first != NULL ? plan->layer_first[2 * (plan->axes * box + axis) + side] : 0;
}

const ct_exchange_plan *ct_halo_exchange(const ct_halo_plan *plan, int index) {
    return index < plan->directs    ? plan->direct[index].exchange
           : index == plan->directs ? plan->packed.exchange
                                    : NULL;
}

double ct_halo_total_bytes(const ct_halo_plan *plan) {
    double bytes = 0;
    for (int i = 0; ct_halo_exchange(plan, i) != NULL; i++) {
        bytes += ct_exchange_total_bytes(ct_halo_exchange(plan, i));
    }
    return bytes;
}

double ct_halo_plan_bytes(const ct_halo_plan *plan) {
    double bytes = (double)sizeof *plan + ct_halo_packed_bytes(&plan->packed);
    for (int i = 0; ct_halo_exchange(plan, i) != NULL; i++) {
        bytes += ct_exchange_plan_bytes(ct_halo_exchange(plan, i));
    }
    return bytes;
}
