/* Planning a halo: what is allowed, what each rank has for each other, and by which exchanges it
 * goes. */
#include <cornerturn/halo.h>

#include "base/arithmetic/hash.h"
#include "base/mpi.h"
#include "base/same.h"
#include "exchange/choice.h"
#include "exchange/network.h"
#include "kernels/buffered/block_copy.h"
#include "node/context.h"
#include "redistribute/decomposed/gather.h"
#include "redistribute/halo/halo_plan.h"
#include <cornerturn/agree.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The layers to fill. */
static void take_widths(const ct_decomposition *d, const ct_halo_options *options,
                        ptrdiff_t width[CT_MAX_AXES][2]) {
    memcpy(width, options->has_width ? options->width : d->ghosts, sizeof d->ghosts);
}

/* What does not fit this call, of a decomposition that has passed its own check. Local. */
static ct_status check(const ct_decomposition *d, int arrays, const ct_halo_array *array,
                       const ct_halo_options *options) {
    if (d->kind == CT_DECOMPOSED_CYCLIC) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "a halo of a block-cyclic decomposition: its blocks lie side by side in "
                        "memory, without ghosts; allowed: blocks, bounds and boxes");
    }
    if (arrays < 1 || array == NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a halo of %d arrays%s; allowed: from 1", arrays,
                        array == NULL ? ", none described" : "");
    }
    for (int i = 0; i < arrays; i++) {
        if (array[i].element_bytes < 1 || array[i].element_bytes > CT_ELEMENT_MOST_BYTES ||
            array[i].fields < 0 || array[i].stride_bytes < 0) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "array %d has %d fields, %td bytes apart, of elements of %td bytes; "
                            "allowed: 1 to %d bytes, no negative number",
                            i, array[i].fields, array[i].stride_bytes, array[i].element_bytes,
                            CT_ELEMENT_MOST_BYTES);
        }
    }
    if (options->apart &&
        (!options->faces_only || !options->has_width || arrays > 1 || array->fields > 1)) {
        return ct_raise(CT_ERROR_ARGUMENT, "layers apart from the array; allowed: of one field, "
                                           "with faces_only and has_width");
    }
    for (int a = 0; a < d->axes; a++) {
        for (int side = 0; side < 2 && options->has_width; side++) {
            const ptrdiff_t most = options->apart ? PTRDIFF_MAX / 8192 : d->ghosts[a][side];
            if (options->width[a][side] < 0 || options->width[a][side] > most) {
                return ct_raise(CT_ERROR_ARGUMENT,
                                "%td layers %s axis %d, which has %td ghosts there; allowed: 0 "
                                "to %td",
                                options->width[a][side], side == 0 ? "before" : "after", a,
                                d->ghosts[a][side], most);
            }
        }
    }
    return CT_OK;
}

/* Fails where arguments differ from rank 0's; decompositions are compared with their ownership.
 * Collective. */
static ct_status check_same(MPI_Comm comm, const ct_decomposition *d, int arrays,
                            const ct_halo_array *array, const ct_halo_options *options) {
    ptrdiff_t width[CT_MAX_AXES][2];
    uint64_t mine = CT_HASH_START;
    int differs = 0;
    ct_status status = CT_OK;
    take_widths(d, options, width);
    mine = ct_hash_number(mine, (uint64_t)arrays);
    for (int i = 0; i < arrays; i++) {
        mine = ct_hash_number(mine, (uint64_t)array[i].element_bytes);
        mine = ct_hash_number(mine, (uint64_t)(array[i].fields > 1 ? array[i].fields : 1));
    }
    mine = ct_hash_number(mine, options->faces_only != 0);
    mine = ct_hash_number(mine, options->apart != 0);
    for (int a = 0; a < d->axes; a++) {
        mine = ct_hash_number(mine, options->periodic[a] != 0);
        mine = ct_hash_number(mine, (uint64_t)width[a][0]);
        mine = ct_hash_number(mine, (uint64_t)width[a][1]);
    }
    CT_TRY(ct_same_compare(comm, &mine, sizeof mine, &differs));
    if (differs) {
        status =
            ct_raise(CT_ERROR_ARGUMENT, "arrays, widths or options of a halo differ between ranks");
    }
    status = ct_agree(comm, status);
cleanup:
    return status;
}

/* Who holds what, and the layers. Collective. */
static ct_status create_geometry(MPI_Comm comm, const ct_decomposition *d,
                                 const ct_halo_options *options, ct_halo_geometry *g) {
    ct_status status = CT_OK;
    CT_TRY(ct_ownership_create(comm, d, 1, &g->ownership));
    CT_MPI(MPI_Comm_size(comm, &g->size));
    g->shape = (ct_halo_shape){.axes = d->axes, .faces_only = options->faces_only};
    memcpy(g->shape.extent, d->extent, sizeof g->shape.extent);
    memcpy(g->shape.periodic, options->periodic, sizeof g->shape.periodic);
    take_widths(d, options, g->shape.width);
cleanup:
    return status;
}

/* Layers apart from their array follow one another, the slabs of one box before those of the next.
 * Local. */
static ct_status place_layers(ct_halo_geometry *g, ct_halo_plan *plan) {
    const ptrdiff_t boxes = ct_ownership_products(&g->ownership, g->ownership.rank);
    const int slabs = 2 * g->shape.axes;
    plan->layer_first = malloc((size_t)boxes * (size_t)slabs * sizeof *plan->layer_first + 1);
    if (plan->layer_first == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the layers of %td boxes", boxes);
    }
    for (ptrdiff_t i = 0; i < boxes; i++) {
        const ct_box part = ct_halo_box(g, g->ownership.rank, i);
        for (int index = 0; index < slabs; index++) {
            const ct_box slab = ct_halo_slab(&g->shape, &part, index);
            plan->layer_first[slabs * i + index] = plan->layer_elements;
            plan->layer_elements += ct_box_elements(&slab);
        }
    }
    g->layer_first = plan->layer_first;
    return CT_OK;
}

/* Whether ranks of a node copy from each other's arrays, as far as the options say. Collective. */
static ct_status find_sharing(MPI_Comm comm, const ct_exchange_options *options, int *shares) {
    ct_topology topology;
    ct_choice asked = {.transport = CT_TRANSPORT_AUTO};
    int automatic = 0;
    int node_ranks = 0;
    int *order = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_network_find(comm, &topology, &node_ranks, &order));
    CT_TRY(ct_agree(comm, ct_choice_parse(options->algorithm, CT_EXCHANGE,
                                          options->topology != NULL ? options->topology : &topology,
                                          &automatic, &asked)));
    const ct_transport transport =
        asked.transport != CT_TRANSPORT_AUTO ? asked.transport : options->transport;
    *shares = transport != CT_TRANSPORT_MESSAGES;
cleanup:
    free(order);
    return status;
}

/* Marks the peers whose blocks go straight from array to array; returns whether all of all ranks
 * do. Several arrays go so inside nodes, one always. */
static int mark_direct(const ct_context *context, int arrays, int shares, char *is_direct) {
    int all = 1;
    for (int peer = 0; peer < context->size; peer++) {
        const int near = context->leader[peer] == context->leader[context->rank];
        is_direct[peer] = (char)(arrays == 1 || peer == context->rank || (shares && near));
        all = all && (arrays == 1 || (shares && context->leader[peer] == context->leader[0]));
    }
    return all || context->size == 1;
}

/* With what a field without a number or a stride means. */
static ct_halo_array complete(const ct_halo_array *given, const ct_decomposition *d, int rank) {
    ct_halo_array array = *given;
    array.fields = given->fields > 1 ? given->fields : 1;
    if (given->stride_bytes == 0) {
        array.stride_bytes = ct_decomposition_elements(d, rank) * given->element_bytes;
    }
    return array;
}

/* The exchanges of all arrays, which are completed. Collective. */
static ct_status create_exchanges(const ct_halo_sides *sides, const ct_halo_array *array,
                                  int all_direct, ct_halo_plan *plan) {
    ct_status status = CT_OK;
    for (; plan->directs < plan->arrays; plan->directs++) {
        ct_halo_direct *direct = &plan->direct[plan->directs];
        direct->array = plan->directs;
        CT_TRY(ct_halo_direct_create(sides, &array[plan->directs], direct));
    }
    if (!all_direct) {
        CT_TRY(ct_halo_packed_create(sides, plan->arrays, array, &plan->packed));
    }
cleanup:
    return status;
}

/* The memory of a plan; where ranks fail here, all do. Collective. */
static ct_status allocate(const ct_context *context, const ct_decomposition *d, int arrays,
                          const ct_halo_array *given, ct_halo_plan *plan, ct_halo_array **array,
                          char **is_direct) {
    ct_status status = CT_OK;
    *array = malloc((size_t)arrays * sizeof **array);
    *is_direct = malloc((size_t)context->size);
    plan->direct = calloc((size_t)arrays, sizeof *plan->direct);
    plan->array = calloc((size_t)arrays, sizeof *plan->array);
    plan->arrays = arrays;
    plan->axes = d->axes;
    if (*array == NULL || *is_direct == NULL || plan->direct == NULL || plan->array == NULL) {
        return ct_agree(context->comm,
                        ct_raise(CT_ERROR_MEMORY, "no memory for %d arrays", arrays));
    }
    for (int i = 0; i < arrays; i++) {
        (*array)[i] = complete(&given[i], d, context->rank);
    }
    return ct_agree(context->comm, status);
}

/* `users` is the caller's communicator. Collective. */
static ct_status build(MPI_Comm users, const ct_context *context, const ct_decomposition *d,
                       int arrays, const ct_halo_array *given, const ct_halo_options *options,
                       ct_halo_plan *plan) {
    ct_exchange_options exchange = options->exchange;
    ct_halo_sides sides = {
        .users = users, .comm = context->comm, .size = context->size, .options = &exchange};
    ct_halo_geometry g = {.layer_first = NULL};
    ct_halo_array *array = NULL;
    char *is_direct = NULL;
    int shares = 0;
    ct_status status = CT_OK;
    exchange.in_place = 0;
    CT_TRY(create_geometry(context->comm, d, options, &g));
    CT_TRY(allocate(context, d, arrays, given, plan, &array, &is_direct));
    if (arrays > 1) {
        CT_TRY(find_sharing(context->comm, &exchange, &shares));
    }
    const int all_direct = mark_direct(context, arrays, shares, is_direct);
    sides.is_direct = is_direct;
    if (options->apart) {
        status = place_layers(&g, plan);
    }
    status = status == CT_OK ? ct_halo_list_create(&g, CT_END_FROM, &sides.send) : status;
    status = status == CT_OK ? ct_halo_list_create(&g, CT_END_INTO, &sides.receive) : status;
    CT_TRY(ct_agree(context->comm, status));
    CT_TRY(create_exchanges(&sides, array, all_direct, plan));
cleanup:
    ct_halo_list_destroy(&sides.send);
    ct_halo_list_destroy(&sides.receive);
    ct_ownership_destroy(&g.ownership);
    free(array);
    free(is_direct);
    return status;
}

ct_status ct_halo_plan_create(MPI_Comm comm, const ct_decomposition *decomposition, int arrays,
                              const ct_halo_array *array, const ct_halo_options *options,
                              ct_halo_plan **plan) {
    static const ct_halo_options defaults = {.faces_only = 0};
    const ct_halo_options *taken = options != NULL ? options : &defaults;
    ct_context *context = NULL;
    ct_halo_plan *created = NULL;
    ct_status status = CT_OK;
    *plan = NULL;
    CT_TRY(ct_comm_check(comm));
    CT_TRY(ct_context_acquire(comm, &context));
    created = calloc(1, sizeof *created);
    if (created == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a plan");
    } else if (decomposition == NULL) {
        status = ct_raise(CT_ERROR_ARGUMENT, "a halo needs a decomposition");
    } else {
        status = ct_decomposition_check(decomposition, context->size);
        status = status == CT_OK ? check(decomposition, arrays, array, taken) : status;
    }
    status = ct_agree(context->comm, status);
    if (status != CT_OK || created == NULL || decomposition == NULL) {
        goto cleanup;
    }
    CT_TRY(check_same(context->comm, decomposition, arrays, array, taken));
    CT_TRY(build(comm, context, decomposition, arrays, array, taken, created));
    *plan = created;
    created = NULL;
cleanup:
    ct_halo_plan_destroy(&created);
    ct_context_release(&context);
    return status;
}

void ct_halo_plan_destroy(ct_halo_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_halo_plan *p = *plan;
    (void)ct_halo_wait(p); /* so that nothing comes into memory that is given back */
    for (int i = 0; p->direct != NULL && i < p->arrays; i++) {
        ct_halo_direct_destroy(&p->direct[i]);
    }
    ct_halo_packed_destroy(&p->packed);
    free(p->direct);
    free(p->layer_first);
    free(p->array);
    free(p);
    *plan = NULL;
}
