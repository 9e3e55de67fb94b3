/*
 * A distributed transpose of a matrix by rows into one by rows, beside what it can be compared
 * with, in turn in one run: MPI_Alltoall with local transposes before and a merge of rows after it;
 * the same in place; each rank's part copied by memcpy and past the cache. Prints CSV: one line a
 * round, seconds from a common start to the last rank's end; memory that the ranks together had
 * resident at most beside their arrays, while planning and executing; 0 for what there is not: the
 * library's way where the extents are no multiples of the ranks, and in place where the matrix is
 * not square. "own" is ours on arrays of malloc, which other ranks cannot reach.
 *
 * usage: mpirun -n P bench_transpose ROWS COLUMNS ELEMENT_BYTES ROUNDS [PADDING]
 *        PADDING: elements by which rows are longer in memory (0)
 */
#include "kernels/stream.h"
#include "together.h"

#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <cornerturn/transpose.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 2, TILE = 32 };

/* Ours, on shared arrays and on those of malloc, then what it is compared with. */
typedef enum method { OURS, IN_PLACE, OWN, OWN_IN_PLACE, LIBRARY, MEMCPY, STREAM, METHODS } method;
enum { PLANS = LIBRARY };

typedef struct bench {
    int rank, size;
    ct_distribution from, into;
    ptrdiff_t element_bytes, bytes[2]; /* of input and result, pitched */
    ct_transpose_plan *plans[PLANS];   /* NULL for what there is not */
    void *input, *output;
    void *own[2];            /* an input and an output of malloc */
    char *packed, *received; /* of the library's way, or NULL */
    MPI_Datatype element;
} bench;

/* Tile by tile; `bytes` is a constant wherever this is inlined. */
static inline void transpose_tiles(const char *from, ptrdiff_t rows, ptrdiff_t columns,
                                   ptrdiff_t from_pitch, char *into, size_t bytes) {
    const ptrdiff_t element = (ptrdiff_t)bytes;
    for (ptrdiff_t row = 0; row < rows; row += TILE) {
        const ptrdiff_t row_end = row + TILE < rows ? row + TILE : rows;
        for (ptrdiff_t column = 0; column < columns; column += TILE) {
            const ptrdiff_t column_end = column + TILE < columns ? column + TILE : columns;
            for (ptrdiff_t j = column; j < column_end; j++) {
                for (ptrdiff_t i = row; i < row_end; i++) {
                    memcpy(into + (j * rows + i) * element, from + (i * from_pitch + j) * element,
                           bytes);
                }
            }
        }
    }
}

static void transpose_block(const char *from, ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t pitch,
                            char *into, ptrdiff_t element_bytes) {
    if (element_bytes == 16) {
        transpose_tiles(from, rows, columns, pitch, into, 16);
    } else if (element_bytes == 8) {
        transpose_tiles(from, rows, columns, pitch, into, 8);
    } else if (element_bytes == 4) {
        transpose_tiles(from, rows, columns, pitch, into, 4);
    } else if (element_bytes == 24) {
        transpose_tiles(from, rows, columns, pitch, into, 24);
    } else {
        transpose_tiles(from, rows, columns, pitch, into, (size_t)element_bytes);
    }
}

/* The plain way: blocks transposed one after the other, exchanged, merged row by row. */
static void by_library(bench *b) {
    const ptrdiff_t rows = b->from.extent[0] / b->size;
    const ptrdiff_t columns = b->into.extent[0] / b->size;
    const ptrdiff_t block_bytes = rows * columns * b->element_bytes;
    const ptrdiff_t row_bytes = rows * b->element_bytes;
    const ptrdiff_t from_pitch = b->from.pitch > 0 ? b->from.pitch : b->from.extent[1];
    const ptrdiff_t into_pitch = b->into.pitch > 0 ? b->into.pitch : b->into.extent[1];
    for (int peer = 0; peer < b->size; peer++) {
        transpose_block((const char *)b->input + peer * columns * b->element_bytes, rows, columns,
                        from_pitch, b->packed + peer * block_bytes, b->element_bytes);
    }
    (void)MPI_Alltoall(b->packed, (int)(rows * columns), b->element, b->received,
                       (int)(rows * columns), b->element, MPI_COMM_WORLD);
    for (int peer = 0; peer < b->size; peer++) {
        for (ptrdiff_t j = 0; j < columns; j++) {
            memcpy((char *)b->output + j * into_pitch * b->element_bytes + peer * row_bytes,
                   b->received + peer * block_bytes + j * row_bytes, (size_t)row_bytes);
        }
    }
}

static ct_status run_once(bench *b, method how) {
    const size_t bytes = (size_t)(b->bytes[0] < b->bytes[1] ? b->bytes[0] : b->bytes[1]);
    switch (how) {
    case OURS:
        return ct_transpose_execute(b->plans[how], b->input, b->output);
    case IN_PLACE:
        return ct_transpose_execute(b->plans[how], b->output, b->output);
    case OWN:
        return ct_transpose_execute(b->plans[how], b->own[0], b->own[1]);
    case OWN_IN_PLACE:
        return ct_transpose_execute(b->plans[how], b->own[1], b->own[1]);
    case LIBRARY:
        by_library(b);
        break;
    case MEMCPY:
        memcpy(b->output, b->input, bytes);
        break;
    default:
        ct_stream_copy(b->output, b->input, bytes);
        ct_stream_fence();
    }
    return CT_OK;
}

/* Seconds until the last rank is done, of a run after another of the same: what lies in the caches
 * is its own. Collective. */
static ct_status time_once(bench *b, method how, double *seconds) {
    ct_status status = run_once(b, how);
    const double begin_s = together_begin_s();
    status = status == CT_OK ? run_once(b, how) : status;
    *seconds = together_taken_s(begin_s);
    return status;
}

static ct_status make_plan(const bench *b, int in_place, ct_transpose_plan **plan) {
    const ct_transpose_options options = {.exchange = {.in_place = in_place}};
    return ct_transpose_plan_create(MPI_COMM_WORLD, &b->from, NULL, &b->into, b->element_bytes,
                                    &options, plan);
}

/* A line of this process's state, in bytes. */
static double state_bytes(const char *line) {
    char text[256];
    double found = 0;
    FILE *state = fopen("/proc/self/status", "r");
    while (state != NULL && fgets(text, sizeof text, state) != NULL) {
        if (strncmp(text, line, strlen(line)) == 0) {
            found = 1024 * strtod(text + strlen(line), NULL);
        }
    }
    if (state != NULL) {
        (void)fclose(state);
    }
    return found;
}

/* What all ranks had resident at most, beside what they had before, while a plan was made, executed
 * and destroyed. They have seen each other's arrays before, which counts as theirs. Collective. */
static ct_status measure_memory(bench *b, int in_place, double *bytes) {
    ct_status status = CT_OK;
    double before = 0;
    for (int round = 0; round < 2 && status == CT_OK; round++) {
        ct_transpose_plan *plan = NULL;
        FILE *peak = fopen("/proc/self/clear_refs", "w");
        if (peak != NULL) {
            (void)fputs("5", peak); /* the peak begins anew */
            (void)fclose(peak);
        }
        before = state_bytes("VmRSS:");
        status = make_plan(b, in_place, &plan);
        if (status == CT_OK) {
            status = ct_transpose_execute(plan, in_place ? b->output : b->input, b->output);
        }
        ct_transpose_plan_destroy(&plan);
    }
    *bytes = state_bytes("VmHWM:") - before;
    (void)MPI_Allreduce(MPI_IN_PLACE, bytes, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return status;
}

/* Arrays, plans, and buffers of the library's way. Collective. */
static ct_status prepare(bench *b) {
    ct_status status = ct_alloc(MPI_COMM_WORLD, b->bytes[0], &b->input);
    status = status == CT_OK ? ct_alloc(MPI_COMM_WORLD, b->bytes[1], &b->output) : status;
    if (status != CT_OK) {
        return status;
    }
    memset(b->input, 1, (size_t)b->bytes[0]);
    memset(b->output, 1, (size_t)b->bytes[1]);
    for (int i = 0; i < 2; i++) {
        b->own[i] = malloc((size_t)b->bytes[i] + 1);
        if (b->own[i] == NULL) {
            return CT_ERROR_MEMORY;
        }
        memset(b->own[i], 1, (size_t)b->bytes[i]);
    }
    return CT_OK;
}

static ct_status prepare_library(bench *b) {
    const ptrdiff_t rows = b->from.extent[0];
    const ptrdiff_t columns = b->into.extent[0];
    const size_t bytes = (size_t)(rows / b->size * columns * b->element_bytes);
    if (rows % b->size != 0 || columns % b->size != 0) {
        return CT_OK;
    }
    void *buffers[2] = {NULL, NULL};
    ct_status status = ct_alloc(MPI_COMM_SELF, (ptrdiff_t)bytes, &buffers[0]);
    status = status == CT_OK ? ct_alloc(MPI_COMM_SELF, (ptrdiff_t)bytes, &buffers[1]) : status;
    b->packed = buffers[0];
    b->received = buffers[1];
    if (status == CT_OK) {
        memset(b->packed, 0, bytes);
        memset(b->received, 0, bytes);
        (void)MPI_Type_contiguous((int)b->element_bytes, MPI_BYTE, &b->element);
        (void)MPI_Type_commit(&b->element);
    }
    return status;
}

static ct_status run(bench *b, int rounds) {
    const int is_square = b->from.extent[0] == b->from.extent[1];
    double memory_bytes[2] = {0, 0};
    ct_status status = ct_agree(MPI_COMM_WORLD, prepare(b));
    for (int in_place = 0; in_place <= is_square && status == CT_OK; in_place++) {
        status = measure_memory(b, in_place, &memory_bytes[in_place]);
        status = status == CT_OK ? make_plan(b, in_place, &b->plans[OURS + in_place]) : status;
        status = status == CT_OK ? make_plan(b, in_place, &b->plans[OWN + in_place]) : status;
    }
    status = ct_agree(MPI_COMM_WORLD, status == CT_OK ? prepare_library(b) : status);
    if (status == CT_OK && b->rank == 0) {
        (void)printf("rows,columns,element_bytes,ranks,padding,exchange,ours_s,in_place_s,"
                     "own_s,own_in_place_s,library_s,memcpy_s,stream_s,memory_bytes,in_place_"
                     "memory_bytes\n");
    }
    for (int round = -WARM_UP; round < rounds && status == CT_OK; round++) {
        double seconds[METHODS] = {0};
        for (int how = 0; how < METHODS && status == CT_OK; how++) {
            const int is_there = how < PLANS ? b->plans[how] != NULL : how != LIBRARY || b->packed;
            status = is_there ? time_once(b, (method)how, &seconds[how]) : CT_OK;
        }
        if (status == CT_OK && round >= 0 && b->rank == 0) {
            (void)printf("%td,%td,%td,%d,%td,%s,%.7f,%.7f,%.7f,%.7f,%.7f,%.7f,%.7f,%.0f,%.0f\n",
                         b->from.extent[0], b->from.extent[1], b->element_bytes, b->size,
                         b->from.pitch > 0 ? b->from.pitch - b->from.extent[1] : 0,
                         ct_exchange_algorithm(ct_transpose_exchange(b->plans[0])), seconds[OURS],
                         seconds[IN_PLACE], seconds[OWN], seconds[OWN_IN_PLACE], seconds[LIBRARY],
                         seconds[MEMCPY], seconds[STREAM], memory_bytes[0], memory_bytes[1]);
        }
    }
    return status;
}

static void release(bench *b) {
    void *buffers[2] = {b->packed, b->received};
    for (int how = 0; how < PLANS; how++) {
        ct_transpose_plan_destroy(&b->plans[how]);
    }
    free(b->own[0]);
    free(b->own[1]);
    ct_free(&buffers[0]);
    ct_free(&buffers[1]);
    ct_free(&b->input);
    ct_free(&b->output);
    if (b->element != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&b->element);
    }
}

int main(int argc, char **argv) {
    long long numbers[5] = {0, 0, 0, 0, 0};
    bench b = {.element = MPI_DATATYPE_NULL};
    for (int i = 1; i < argc && i <= 5; i++) {
        numbers[i - 1] = strtoll(argv[i], NULL, 10);
    }
    const long long element_bytes = numbers[2];
    if (argc < 5 || argc > 6 || numbers[0] < 1 || numbers[1] < 1 || numbers[3] < 1 ||
        numbers[4] < 0 || element_bytes < 1) {
        (void)fprintf(stderr,
                      "usage: bench_transpose ROWS COLUMNS ELEMENT_BYTES ROUNDS [PADDING]\n");
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &b.size);
    b.from = (ct_distribution){2, {numbers[0], numbers[1]}, {b.size, 1}, 0};
    b.into = (ct_distribution){2, {numbers[1], numbers[0]}, {b.size, 1}, 0};
    b.from.pitch = numbers[4] > 0 ? numbers[1] + numbers[4] : 0;
    b.into.pitch = numbers[4] > 0 ? numbers[0] + numbers[4] : 0;
    b.element_bytes = element_bytes;
    b.bytes[0] = ct_distribution_elements(&b.from, b.rank) * b.element_bytes;
    b.bytes[1] = ct_distribution_elements(&b.into, b.rank) * b.element_bytes;
    ct_status status = run(&b, (int)numbers[3]);
    if (status != CT_OK && b.rank == 0) {
        (void)fprintf(stderr, "bench_transpose: %s\n", ct_error_message());
    }
    release(&b);
    MPI_Finalize();
    return status != CT_OK;
}
