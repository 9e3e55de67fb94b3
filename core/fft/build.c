/* Builds an FFT plan: distributions, the route from array to spectrum, the steps. */
#include "fft/build.h"

#include "base/mpi.h"
#include "base/threads/threads.h"
#include "exchange/network.h"
#include "fft/lines/local.h"
#include "fft/lines/whole/choice.h"
#include "fft/options.h"
#include "fft/query.h"
#include "fft/shape/split_long.h"
#include "fft/sides/given.h"
#include "fft/stages/steps.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double scaling_factor(const ct_fft_shape *shape, const ct_fft_options *options) {
    double elements = 1;
    for (int a = 0; a < shape->axes; a++) {
        elements *= ct_fft_logical(&shape->axis[a]);
    }
    switch (options->scaling) {
    case CT_SCALING_FULL:
        return 1 / elements;
    case CT_SCALING_UNITARY:
        return 1 / sqrt(elements);
    case CT_SCALING_NONE:
        return 1;
    default:
        return options->direction == CT_FORWARD ? 1 : 1 / elements;
    }
}

static ct_ownership side_layout(const ct_fft_plan *plan, unsigned done, const int *grid,
                                const ct_fft_side *side) {
    ct_fft_state state = ct_fft_state_of(&plan->shape, done);
    ct_ownership layout = ct_fft_layout_of(&plan->shape, &state, grid);
    ct_fft_split_order(&plan->shape, done != 0, layout.decomposition.order);
    for (int a = 0; a < plan->shape.axes && !plan->shape.is_split; a++) {
        if (side->order[a] != 0) {
            memcpy(layout.decomposition.order, side->order, sizeof side->order);
        }
    }
    return layout;
}

/* Whether the options leave the exchange to the plan. */
static int is_free(const ct_exchange_options *options) {
    return (options->algorithm == NULL || strcmp(options->algorithm, "auto") == 0) &&
           options->transport == CT_TRANSPORT_AUTO && !options->private_arrays &&
           options->topology == NULL;
}

/* Finds which ranks share nodes, and whether all arrays are shared. Collective. */
static ct_status find_ranks(ct_fft_plan *plan, const ct_fft_options *options) {
    ct_status status = CT_OK;
    if (options->exchange.algorithm != NULL) { /* checked even where nothing is exchanged */
        CT_TRY(ct_exchange_supports(plan->comm, options->exchange.algorithm));
    }
    plan->is_shared = plan->size == 1;
    plan->has_one_thread = plan->threads == 1;
    if (plan->size > 1 && is_free(&options->exchange)) {
        CT_TRY(ct_node_barrier_create(plan->comm, &plan->barrier, &plan->is_shared));
    }
    if (plan->size > 1) { /* threads may differ, as processors of nodes do */
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &plan->has_one_thread, 1, MPI_INT, MPI_MIN, plan->comm));
    }
    CT_TRY(ct_network_leaders(plan->comm, &plan->leader));
    plan->owners = plan->is_shared ? plan->size : 1;
    CT_TRY(ct_fft_given_create(plan, options));
    plan->shape = ct_fft_shape_of(&plan->problem, plan->size);
    if (plan->is_shared && !plan->returns) {
        ct_fft_split_long(&plan->shape, plan->size, options);
    }
    plan->factor = scaling_factor(&plan->shape, options);
cleanup:
    return status;
}

/* Collective. */
static ct_status choose_route(ct_fft_plan *plan, const ct_fft_options *options) {
    ct_status status = ct_fft_route_plan(&plan->shape, plan->size, plan->is_shared, plan->returns,
                                         options, &plan->route);
    CT_TRY(ct_agree(plan->comm, status));
    plan->array = plan->is_given[0] && !plan->is_relaid[0]
                      ? plan->given[0]
                      : side_layout(plan, 0, plan->route.array_grid, &options->array);
    plan->spectrum = plan->is_given[1] && !plan->is_relaid[1]
                         ? plan->given[1]
                         : side_layout(plan, ~0U, plan->route.spectrum_grid, &options->spectrum);
    plan->is_whole = ct_fft_is_whole(plan);
    if (plan->size > 1) {
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &plan->is_whole, 1, MPI_INT, MPI_MIN, plan->comm));
    }
cleanup:
    return status;
}

static ct_status allocate_addresses(ct_fft_plan *plan) {
    const ct_fft_axis *part = &plan->shape.axis[plan->shape.split_axis];
    ct_status status = plan->shape.is_split
                           ? ct_fft_twiddles_create(part[0].length, part[1].length, &plan->twiddles)
                           : CT_OK;
    for (int m = 0; m < CT_FFT_MEMORIES; m++) {
        plan->address[m] = calloc((size_t)plan->owners, sizeof(char *));
        if (plan->address[m] == NULL && status == CT_OK) {
            status = ct_raise(CT_ERROR_MEMORY, "no memory for %d addresses", plan->owners);
        }
    }
    return ct_agree(plan->comm, status);
}

/* Where the slots of all ranks are; without shared memory there are none. Collective. */
static void find_slots(ct_fft_plan *plan) {
    const void *slots[CT_BARRIER_ARRAYS] = {plan->work[CT_FFT_SLOTS - CT_FFT_WORK], NULL};
    const ptrdiff_t bytes[CT_BARRIER_ARRAYS] = {plan->work_bytes[CT_FFT_SLOTS - CT_FFT_WORK], 0};
    if (plan->slot_bytes == 0) {
        return;
    }
    if (ct_node_barrier_publish(&plan->barrier, 0, slots, bytes).is_private) {
        ct_free(&plan->work[CT_FFT_SLOTS - CT_FFT_WORK]);
        plan->work_bytes[CT_FFT_SLOTS - CT_FFT_WORK] = plan->slot_bytes = 0;
    }
    for (int rank = 0; rank < plan->size && plan->slot_bytes > 0; rank++) {
        plan->address[CT_FFT_SLOTS][rank] = ct_node_barrier_address(&plan->barrier, rank, 0);
    }
    ct_node_barrier_wait(&plan->barrier);
}

ct_status ct_fft_build_find_work(ct_fft_plan *plan) {
    const void *work[CT_BARRIER_ARRAYS] = {plan->work[0], plan->work[1]};
    ct_status status = CT_OK;
    if (plan->context->is_supposed) {
        return CT_OK; /* there are none */
    }
    if (plan->size == 1 || !plan->is_shared) {
        for (int i = 0; i < CT_FFT_WORKS; i++) {
            plan->address[CT_FFT_WORK + i][0] = plan->work[i];
        }
        return CT_OK;
    }
    ct_node_barrier_entry word = ct_node_barrier_publish(&plan->barrier, 0, work, plan->work_bytes);
    for (int rank = 0; rank < plan->size && !word.is_private; rank++) {
        for (int i = 0; i < 2; i++) {
            plan->address[CT_FFT_WORK + i][rank] = ct_node_barrier_address(&plan->barrier, rank, i);
        }
    }
    ct_node_barrier_wait(&plan->barrier);
    plan->is_short_of_shared = word.is_private;
    if (word.is_private) {
        CT_FAIL(CT_ERROR_MEMORY,
                "the node has no shared memory left for an FFT of %td bytes a rank",
                plan->work_bytes[0] + plan->work_bytes[1]);
    }
    find_slots(plan);
cleanup:
    return status;
}

/* Sets everything that depends on no choice. Collective. */
static ct_status begin(ct_fft_plan *plan, MPI_Comm comm, const ct_fft_problem *problem,
                       const ct_fft_options *options) {
    ct_status status = CT_OK;
    CT_TRY(ct_context_acquire(comm, &plan->context));
    plan->comm = plan->context->comm;
    plan->rank = plan->context->rank;
    plan->size = plan->context->size;
    plan->problem = *problem;
    plan->options = *options;
    plan->threads = ct_threads_of(options->threads);
    plan->has_topology = options->exchange.topology != NULL;
    if (plan->has_topology) {
        plan->topology = *options->exchange.topology;
    }
    plan->options.wisdom_file = NULL;
    plan->is_reached[CT_FFT_INPUT] = plan->is_reached[CT_FFT_OUTPUT] = 1; /* unless steps tell */
    plan->options.exchange =
        (ct_exchange_options){.planning = options->exchange.planning,
                              .steps_in_flight = options->exchange.steps_in_flight,
                              .precision = options->exchange.precision,
                              .private_arrays = options->exchange.private_arrays};
    plan->fftw = problem->precision == CT_FLOAT ? &ct_fft_float : &ct_fft_double;
    CT_TRY(find_ranks(plan, options));
    CT_TRY(choose_route(plan, options));
    CT_TRY(allocate_addresses(plan));
cleanup:
    return status;
}

ct_status ct_fft_build_begin(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options, int returns, ct_fft_plan **plan) {
    ct_status status = CT_OK;
    ct_fft_plan *created = calloc(1, sizeof *created);
    if (created == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a plan");
    } else {
        created->comm = MPI_COMM_NULL;
        created->returns = returns;
        status = ct_fft_options_check(problem, options);
    }
    status = ct_agree(comm, status);
    if (created == NULL || problem == NULL || status != CT_OK) {
        goto cleanup;
    }
    CT_TRY(begin(created, comm, problem, options));
    *plan = created;
    return CT_OK;
cleanup:
    ct_fft_build_destroy(&created);
    return status;
}

ct_status ct_fft_build_steps(ct_fft_plan *plan, const ct_fft_options *options) {
    ct_exchange_options exchange = options->exchange;
    ct_status status = CT_OK;
    exchange.in_place = 0;
    plan->options.pipeline = options->pipeline;
    CT_TRY(choose_route(plan, options));
    CT_TRY(ct_fft_steps_create(plan, &exchange));
    CT_TRY(ct_fft_build_find_work(plan));
    if (!plan->context->is_supposed) {
        CT_TRY(ct_fft_local_create(plan, options->wisdom_file));
    }
    ct_fft_explain(plan);
cleanup:
    return status;
}

void ct_fft_build_destroy(ct_fft_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_fft_plan *p = *plan;
    ct_fft_local_destroy(p);
    for (int i = 0; i < p->wholes; i++) {
        p->fftw->destroy(p->whole[i].plan);
        p->fftw->destroy(p->whole[i].unaligned_plan);
    }
    free(p->fields);
    for (int i = 0; i < p->steps; i++) {
        for (int k = 0; k < p->step[i].slices; k++) {
            ct_exchange_plan_destroy(&p->step[i].exchange[k]);
        }
        ct_fft_slots_destroy(&p->step[i].slots, p->size);
        ct_fft_view_destroy(&p->step[i].stage.from);
        ct_fft_view_destroy(&p->step[i].stage.into);
    }
    for (int i = 0; i < CT_FFT_WORKS; i++) {
        ct_free(&p->work[i]);
    }
    for (int i = 0; i < CT_BARRIER_ARRAYS; i++) {
        ct_free(&p->stand_in[i]);
    }
    for (int m = 0; m < CT_FFT_MEMORIES; m++) {
        free(p->address[m]);
    }
    ct_fft_twiddles_destroy(&p->twiddles);
    ct_fft_given_destroy(p);
    free(p->score);
    free(p->leader);
    ct_node_barrier_destroy(&p->barrier);
    ct_context_release(&p->context);
    free(p);
    *plan = NULL;
}
