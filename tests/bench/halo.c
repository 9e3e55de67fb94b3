/*
 * The ghosts of a cube of doubles beside its distributed axis, which is periodic: ours in arrays of
 * ct_alloc and in others, MPI_Neighbor_alltoallw and MPI_Sendrecv with subarray types, and memcpy
 * of as many bytes as a rank receives, in turn in one run. Prints CSV: one line a round, mean
 * seconds of several in a row from a common start to the last rank's end.
 *
 * usage: mpirun -n P bench_halo CELLS WIDTH AXIS ROUNDS     CELLS and WIDTH: along each axis, in
 *        layers; AXIS: the distributed one, 0 to 2
 */
#include "together.h"

#include <cornerturn/agree.h>
#include <cornerturn/halo.h>
#include <cornerturn/memory.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 2, REPEATS = 20, AXES = 3 };

typedef enum method { SHARED, PRIVATE, NEIGHBORS, SENDRECV, MEMCPY, METHODS } method;

typedef struct bench {
    int rank, size;
    int axis, width;
    ct_decomposition cells;
    ct_halo_plan *plans[2]; /* of shared and of private arrays */
    void *arrays[2];
    MPI_Comm line;
    int neighbor[2];                  /* before and after */
    MPI_Datatype inner[2], ghosts[2]; /* outermost layers, and ghosts, of either side */
    char *copied;                     /* twice what is received */
    size_t received_bytes;
} bench;

static void by_neighbors(const bench *b, char *array) {
    static const int ones[2] = {1, 1};
    static const MPI_Aint zeros[2] = {0, 0};
    (void)MPI_Neighbor_alltoallw(array, ones, zeros, b->inner, array, ones, zeros, b->ghosts,
                                 b->line);
}

static void by_sendrecv(const bench *b, char *array) {
    for (int side = 0; side < 2; side++) {
        (void)MPI_Sendrecv(array, 1, b->inner[side], b->neighbor[side], side, array, 1,
                           b->ghosts[1 - side], b->neighbor[1 - side], side, b->line,
                           MPI_STATUS_IGNORE);
    }
}

static ct_status run_once(const bench *b, method how) {
    switch (how) {
    case SHARED:
    case PRIVATE:
        return ct_halo_execute(b->plans[how], &b->arrays[how], NULL);
    case NEIGHBORS:
        by_neighbors(b, b->arrays[PRIVATE]);
        break;
    case SENDRECV:
        by_sendrecv(b, b->arrays[PRIVATE]);
        break;
    default:
        memcpy(b->copied + b->received_bytes, b->copied, b->received_bytes);
    }
    return CT_OK;
}

/* Collective. */
static ct_status time_some(const bench *b, method how, double *seconds) {
    ct_status status = run_once(b, how);
    const double begin_s = together_begin_s();
    for (int i = 0; i < REPEATS && status == CT_OK; i++) {
        status = run_once(b, how);
    }
    *seconds = together_taken_s(begin_s) / REPEATS;
    return status;
}

/* Types of the layers of this rank's array. */
static void make_types(bench *b) {
    int sizes[AXES], counts[AXES], first[AXES] = {0, 0, 0};
    const int own = (int)ct_block_count(b->cells.extent[b->axis], b->size, b->rank);
    for (int a = 0; a < AXES; a++) {
        sizes[a] = counts[a] = (int)b->cells.extent[a];
    }
    sizes[b->axis] = own + 2 * b->width;
    counts[b->axis] = b->width;
    const int begin[2][2] = {{b->width, own}, {0, own + b->width}};
    for (int side = 0; side < 2; side++) {
        for (int is_ghosts = 0; is_ghosts < 2; is_ghosts++) {
            MPI_Datatype *type = is_ghosts ? &b->ghosts[side] : &b->inner[side];
            first[b->axis] = begin[is_ghosts][side];
            (void)MPI_Type_create_subarray(AXES, sizes, counts, first, MPI_ORDER_C, MPI_DOUBLE,
                                           type);
            (void)MPI_Type_commit(type);
        }
    }
    b->received_bytes =
        2 * sizeof(double) * (size_t)counts[0] * (size_t)counts[1] * (size_t)counts[2];
}

/* Collective. */
static ct_status prepare(bench *b) {
    static const int periodic[1] = {1};
    const ct_halo_array kind = {.element_bytes = sizeof(double)};
    const ptrdiff_t bytes =
        ct_decomposition_elements(&b->cells, b->rank) * (ptrdiff_t)sizeof(double);
    ct_status status = CT_OK;
    (void)MPI_Cart_create(MPI_COMM_WORLD, 1, &b->size, periodic, 0, &b->line);
    (void)MPI_Cart_shift(b->line, 0, 1, &b->neighbor[0], &b->neighbor[1]);
    make_types(b);
    for (int i = 0; i < 2 && status == CT_OK; i++) {
        ct_halo_options options = {.exchange = {.private_arrays = i == PRIVATE}};
        options.periodic[b->axis] = 1;
        status = ct_alloc(i == PRIVATE ? MPI_COMM_SELF : MPI_COMM_WORLD, bytes, &b->arrays[i]);
        if (status == CT_OK) {
            memset(b->arrays[i], 1, (size_t)bytes);
            status =
                ct_halo_plan_create(MPI_COMM_WORLD, &b->cells, 1, &kind, &options, &b->plans[i]);
        }
    }
    b->copied = calloc(2, b->received_bytes);
    return b->copied != NULL ? status : CT_ERROR_MEMORY;
}

static ct_status run(bench *b, int rounds) {
    ct_status status = ct_agree(MPI_COMM_WORLD, prepare(b));
    if (status == CT_OK && b->rank == 0) {
        (void)printf("cells,width,axis,ranks,received_bytes,shared_s,private_s,neighbors_s,"
                     "sendrecv_s,memcpy_s\n");
    }
    for (int round = -WARM_UP; round < rounds && status == CT_OK; round++) {
        double seconds[METHODS] = {0};
        for (int how = 0; how < METHODS && status == CT_OK; how++) {
            status = time_some(b, (method)how, &seconds[how]);
        }
        if (status == CT_OK && round >= 0 && b->rank == 0) {
            (void)printf("%td,%d,%d,%d,%zu,%.8f,%.8f,%.8f,%.8f,%.8f\n", b->cells.extent[0],
                         b->width, b->axis, b->size, b->received_bytes, seconds[SHARED],
                         seconds[PRIVATE], seconds[NEIGHBORS], seconds[SENDRECV], seconds[MEMCPY]);
        }
    }
    return status;
}

static void release(bench *b) {
    for (int i = 0; i < 2; i++) {
        ct_halo_plan_destroy(&b->plans[i]);
        ct_free(&b->arrays[i]);
        (void)MPI_Type_free(&b->inner[i]);
        (void)MPI_Type_free(&b->ghosts[i]);
    }
    free(b->copied);
    (void)MPI_Comm_free(&b->line);
}

int main(int argc, char **argv) {
    long numbers[4] = {0, 0, -1, 0};
    bench b = {.copied = NULL};
    for (int i = 1; i < argc && i <= 4; i++) {
        numbers[i - 1] = strtol(argv[i], NULL, 10);
    }
    if (argc != 5 || numbers[0] < 1 || numbers[0] > 10000 || numbers[1] < 1 || numbers[1] > 100 ||
        numbers[2] < 0 || numbers[2] >= AXES || numbers[3] < 1) {
        (void)fprintf(stderr, "usage: bench_halo CELLS WIDTH AXIS ROUNDS\n");
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &b.size);
    b.width = (int)numbers[1];
    b.axis = (int)numbers[2];
    int grid[AXES] = {1, 1, 1};
    grid[b.axis] = b.size;
    const ptrdiff_t extent[AXES] = {numbers[0], numbers[0], numbers[0]};
    b.cells = ct_decompose_blocks(AXES, extent, grid);
    b.cells.ghosts[b.axis][0] = b.cells.ghosts[b.axis][1] = b.width;
    const ct_status status = run(&b, (int)numbers[3]);
    if (status != CT_OK && b.rank == 0) {
        (void)fprintf(stderr, "bench_halo: %s\n", ct_error_message());
    }
    release(&b);
    MPI_Finalize();
    return status != CT_OK;
}
