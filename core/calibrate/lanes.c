#include "calibrate/lanes.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <string.h>

/* Limit of the bytes of a rank in MPI_Alltoall: more would only need memory. */
static const ptrdiff_t library_most_bytes = (ptrdiff_t)64 << 20;

static const struct {
    size_t curve;
    const char *algorithm; /* NULL: MPI_Alltoall among all ranks */
    int is_distant, is_private;
} ways[CT_LANES] = {
    {offsetof(ct_calibration, local_messages), "direct --transport messages", 0, 0},
    {offsetof(ct_calibration, local_shared), "direct --transport shared", 0, 0},
    {offsetof(ct_calibration, local_private), "direct --transport shared", 0, 1},
    {offsetof(ct_calibration, distant), "direct --transport messages", 1, 0},
    {offsetof(ct_calibration, library), NULL, 0, 1},
};

ct_curve *ct_lane_curve(ct_calibration *calibration, const ct_lane *lane) {
    return (ct_curve *)(void *)((char *)calibration + ways[lane->way].curve);
}

/* Pairs the ranks of a group, each with the next. Collective over it. */
static ct_status pair_up(MPI_Comm group, MPI_Comm *pair) {
    int rank = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_rank(group, &rank));
    CT_MPI(MPI_Comm_split(group, rank / 2, rank, pair));
cleanup:
    return status;
}

static ct_status make_pairs(ct_lanes *lanes) {
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Comm others = MPI_COMM_NULL; /* the ranks with this one's position in their nodes */
    int place = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_split_type(lanes->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    CT_MPI(MPI_Comm_rank(node, &place));
    CT_MPI(MPI_Comm_split(lanes->comm, place, 0, &others));
    CT_TRY(pair_up(node, &lanes->neighbours));
    CT_TRY(pair_up(others, &lanes->across));
cleanup:
    if (node != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&node);
    }
    if (others != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&others);
    }
    return status;
}

/* Allocates an array that a lane sends from or receives into. Collective over the lane. */
static ct_status make_array(const ct_lane *lane, ptrdiff_t bytes, void **array) {
    MPI_Comm owners = ways[lane->way].is_private ? MPI_COMM_SELF : lane->comm;
    ct_status status = ct_alloc(owners, bytes, array);
    if (status == CT_OK) {
        memset(*array, 1, (size_t)bytes); /* pages exist before they are timed */
    }
    return status;
}

/* Adds a lane if some rank has a partner on it. Collective over all ranks. */
static ct_status add_lane(ct_lanes *lanes, int way) {
    ct_lane *lane = &lanes->lane[lanes->count];
    const int is_library = ways[way].algorithm == NULL;
    int size = 1;
    ct_status status = CT_OK;
    *lane = (ct_lane){.way = way};
    lane->comm = is_library             ? lanes->comm
                 : ways[way].is_distant ? lanes->across
                                        : lanes->neighbours;
    CT_MPI(MPI_Comm_size(lane->comm, &size));
    lane->mine = size > 1;
    lane->messages = is_library ? size - 1 : 1;
    CT_MPI(MPI_Allreduce(&lane->mine, &lane->runs, 1, MPI_INT, MPI_MAX, lanes->comm));
    if (!lane->runs) {
        return CT_OK;
    }
    lanes->count++;
    if (lane->mine) {
        ptrdiff_t bytes = lanes->most_bytes * size;
        bytes = is_library && bytes > library_most_bytes ? library_most_bytes : bytes;
        status = make_array(lane, bytes, &lane->send);
        status = status == CT_OK ? make_array(lane, bytes, &lane->receive) : status;
    }
    status = ct_agree(lanes->comm, status);
cleanup:
    return status;
}

ct_status ct_lanes_create(MPI_Comm comm, ptrdiff_t most_bytes, ct_lanes *lanes) {
    ct_status status = CT_OK;
    *lanes =
        (ct_lanes){.neighbours = MPI_COMM_NULL, .across = MPI_COMM_NULL, .most_bytes = most_bytes};
    CT_TRY(ct_context_acquire(comm, &lanes->context));
    lanes->comm = lanes->context->comm;
    CT_TRY(make_pairs(lanes));
    for (int way = 0; way < CT_LANES; way++) {
        CT_TRY(add_lane(lanes, way));
    }
cleanup:
    return status;
}

static void drop_plans(ct_lanes *lanes) {
    for (int i = 0; i < lanes->count; i++) {
        ct_exchange_plan_destroy(&lanes->lane[i].plan);
    }
}

void ct_lanes_destroy(ct_lanes *lanes) {
    MPI_Comm *comms[] = {&lanes->neighbours, &lanes->across};
    drop_plans(lanes);
    for (int i = 0; i < lanes->count; i++) {
        ct_free(&lanes->lane[i].send);
        ct_free(&lanes->lane[i].receive);
    }
    for (int i = 0; i < 2; i++) {
        if (*comms[i] != MPI_COMM_NULL) {
            (void)MPI_Comm_free(comms[i]);
        }
    }
    ct_context_release(&lanes->context);
}

/* Creates the plan of a pair. Collective over it. */
static ct_status make_plan(ct_lane *lane, ptrdiff_t block_bytes) {
    ct_block block[2] = {ct_block_contiguous(0, 0, 1), ct_block_contiguous(0, 0, 1)};
    ct_layout layout = {1, block};
    ct_exchange_options options = {.algorithm = ways[lane->way].algorithm,
                                   .private_arrays = ways[lane->way].is_private};
    int rank = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_rank(lane->comm, &rank));
    block[1 - rank] = ct_block_contiguous(0, block_bytes, 1);
    CT_TRY(ct_exchange_plan_create(lane->comm, &layout, &layout, &options, &lane->plan));
cleanup:
    return status;
}

ct_status ct_lanes_prepare(ct_lanes *lanes, ptrdiff_t block_bytes) {
    ct_status status = CT_OK;
    drop_plans(lanes);
    lanes->block_bytes = block_bytes;
    for (int i = 0; i < lanes->count; i++) {
        ct_lane *lane = &lanes->lane[i];
        if (ways[lane->way].algorithm == NULL) {
            lane->runs = block_bytes * (lane->messages + 1) <= library_most_bytes;
        } else if (lane->mine && status == CT_OK) {
            status = make_plan(lane, block_bytes);
        }
    }
    return ct_agree(lanes->comm, status);
}

ct_status ct_lanes_run(void *context, int index) {
    const ct_lanes *lanes = context;
    const ct_lane *lane = &lanes->lane[index];
    ct_status status = CT_OK;
    if (!lane->runs || !lane->mine) {
        return CT_OK;
    }
    if (ways[lane->way].algorithm != NULL) {
        return ct_exchange_execute(lane->plan, lane->send, lane->receive);
    }
    CT_MPI(MPI_Alltoall(lane->send, (int)lanes->block_bytes, MPI_BYTE, lane->receive,
                        (int)lanes->block_bytes, MPI_BYTE, lane->comm));
cleanup:
    return status;
}
