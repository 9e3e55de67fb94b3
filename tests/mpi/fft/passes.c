/* How often data pass through memory in redistributions, halos, transforms, batches and filters
 * between decompositions, beside what is promised. */
#include "passes.h"

#include <cornerturn/fft_filter.h>
#include <cornerturn/halo.h>
#include <cornerturn/memory.h>
#include <cornerturn/redistribute.h>

#include "decompositions.h"
#include "expect.h"

#include <math.h>
#include <stdlib.h>

/* Arrays of this rank's parts, shared or private. */
static void *allocate(ptrdiff_t bytes, int is_shared) {
    void *array = NULL;
    EXPECT_INT(ct_alloc(is_shared ? MPI_COMM_WORLD : MPI_COMM_SELF, bytes + 8, &array), CT_OK);
    memset(array, 0, (size_t)bytes + 8);
    return array;
}

enum { ELEMENT_BYTES = 512 }; /* messages this small or smaller go through a node's rings */

/* Bytes copied by one redistribution, or by one of several arrays; *sent: bytes that go to other
 * ranks, of one. */
static double redistributed(const ct_decomposition *from, const int *permutation,
                            const ct_decomposition *into, const ct_exchange_options *exchange,
                            int arrays, double *sent) {
    const ct_redistribute_options options = {.exchange = *exchange};
    const int is_shared = !exchange->private_arrays;
    ct_redistribute_plan *plan = NULL;
    void *inputs[3];
    void *outputs[3];
    for (int i = 0; i < arrays; i++) {
        const ptrdiff_t bytes[2] = {ELEMENT_BYTES * ct_decomposition_elements(from, rank),
                                    ELEMENT_BYTES * ct_decomposition_elements(into, rank)};
        inputs[i] = allocate(bytes[bytes[1] > bytes[0] && exchange->in_place], is_shared);
        outputs[i] = exchange->in_place ? inputs[i] : allocate(bytes[1], is_shared);
    }
    EXPECT_INT(ct_redistribute_plan_create(MPI_COMM_WORLD, from, permutation, into, ELEMENT_BYTES,
                                           &options, &plan),
               CT_OK);
    *sent = ct_redistribute_total_bytes(plan);
    EXPECT_INT(ct_redistribute_execute_many(plan, arrays, (const void *const *)inputs, outputs),
               CT_OK);
    MPI_Barrier(MPI_COMM_WORLD); /* others may still read */
    (void)copied();
    EXPECT_INT(ct_redistribute_execute_many(plan, arrays, (const void *const *)inputs, outputs),
               CT_OK);
    MPI_Barrier(MPI_COMM_WORLD);
    const double bytes = copied();
    ct_redistribute_plan_destroy(&plan);
    for (int i = 0; i < arrays; i++) {
        ct_free(&inputs[i]);
        if (!exchange->in_place) {
            ct_free(&outputs[i]);
        }
    }
    return bytes;
}

/* Any two kinds, at random: inside a node one pass; by messages, or through the node's rings from
 * arrays that are private, what goes to others is packed once and unpacked once, at most; several
 * arrays take no more than one of them. */
static void expect_redistributed(int round) {
    static const ct_exchange_options how[3] = {
        {.algorithm = "direct"},
        {.algorithm = "direct", .transport = CT_TRANSPORT_MESSAGES},
        {.algorithm = "direct", .private_arrays = 1}};
    const int axes = 1 + draw(3);
    static sample from, into;
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    double all = ELEMENT_BYTES;
    double sent = 0;
    for (int a = 0; a < axes; a++) {
        extent[a] = 1 + draw(axes == 1 ? 40 : axes == 2 ? 12 : 6);
        all *= (double)extent[a];
    }
    draw_sample(&from, axes, extent);
    draw_sample(&into, axes, extent);
    for (int i = 0; i < 3; i++) {
        const double bytes = redistributed(&from.d, NULL, &into.d, &how[i], 1, &sent);
        EXPECT(bytes >= all - sent && bytes <= all + sent);
        if (i == 0) {
            EXPECT(bytes == all);
        }
        if (round % 4 == 0) {
            const double several = redistributed(&from.d, NULL, &into.d, &how[i], 3, &sent);
            EXPECT(several <= 3 * (all + sent));
            EXPECT(i != 0 || several == 3 * bytes);
        }
    }
}

/* By messages what lies side by side is sent from where it is and received where it shall be. */
static void expect_no_packs(void) {
    const ptrdiff_t extent[2] = {(ptrdiff_t)8 * size, (ptrdiff_t)8 * size};
    const int rows_grid[2] = {size, 1};
    const int columns_grid[2] = {1, size};
    const int transpose[2] = {1, 0};
    const ct_exchange_options by_messages = {.algorithm = "direct",
                                             .transport = CT_TRANSPORT_MESSAGES};
    const ct_exchange_options in_place = {.in_place = 1};
    const ct_decomposition rows = ct_decompose_blocks(2, extent, rows_grid);
    const ct_decomposition columns = ct_decompose_blocks(2, extent, columns_grid);
    const double all = (double)ELEMENT_BYTES * (double)(extent[0] * extent[1]);
    ptrdiff_t shifted[2][9] = {{0}, {0, extent[1]}};
    double sent = 0;
    for (int i = 1; i <= size; i++) {
        shifted[0][i] = i < size ? (ptrdiff_t)8 * i - 3 : extent[0];
    }
    const ct_decomposition bounds = ct_decompose_bounds(
        2, extent, rows_grid, (const ptrdiff_t *const[]){shifted[0], shifted[1]});
    double bytes = redistributed(&rows, NULL, &bounds, &by_messages, 1, &sent);
    EXPECT(bytes == all - sent);
    bytes = redistributed(&rows, NULL, &columns, &by_messages, 1, &sent);
    EXPECT(bytes == all); /* packed only */
    bytes = redistributed(&rows, transpose, &rows, &in_place, 1, &sent);
    EXPECT(bytes == all); /* swapped */
}

/* Ghosts of a cube: inside a node copied once; layers that lie side by side are sent and received
 * where they are, others packed and unpacked, those of several arrays always. */
static void expect_halos(void) {
    const ptrdiff_t extent[3] = {12, 12, 12};
    for (int i = 0; i < 3 * 4; i++) {
        const int axis = i % 3;
        const int is_private = i / 3 % 2;
        const int arrays = 1 + i / 6;
        const ct_halo_array kinds[2] = {{.element_bytes = 8}, {.element_bytes = 8}};
        const ct_halo_options options = {
            .exchange = {.algorithm = "direct",
                         .private_arrays = is_private,
                         .transport = is_private ? CT_TRANSPORT_MESSAGES : CT_TRANSPORT_AUTO}};
        int grid[3] = {1, 1, 1};
        ct_halo_plan *plan = NULL;
        void *array[2];
        grid[axis] = size;
        ct_decomposition cells = ct_decompose_blocks(3, extent, grid);
        cells.ghosts[axis][0] = cells.ghosts[axis][1] = 1;
        for (int k = 0; k < 2; k++) {
            array[k] = allocate(8 * ct_decomposition_elements(&cells, rank), !is_private);
        }
        EXPECT_INT(ct_halo_plan_create(MPI_COMM_WORLD, &cells, arrays, kinds, &options, &plan),
                   CT_OK);
        (void)copied();
        EXPECT_INT(ct_halo_execute(plan, array, NULL), CT_OK);
        MPI_Barrier(MPI_COMM_WORLD);
        const double ghosts = 8.0 * 12 * 12 * 2 * (size - 1) * arrays;
        const double bytes = copied();
        EXPECT(ct_halo_total_bytes(plan) == ghosts);
        if (is_private) {
            EXPECT(bytes == (axis == 0 && arrays == 1 ? 0 : 2 * ghosts));
        } else {
            EXPECT(bytes == ghosts);
        }
        ct_halo_plan_destroy(&plan);
        ct_free(&array[0]);
        ct_free(&array[1]);
    }
}

enum { FIELDS = 3 };

/* Passes of an execution of a transform, of FIELDS at once where is_batch. */
static double transformed(const ct_fft_problem *problem, const ct_fft_options *options,
                          int is_batch) {
    const int fields = is_batch ? FIELDS : 1;
    ct_fft_plan *plan = NULL;
    void *inputs[FIELDS];
    void *outputs[FIELDS];
    double elements = 1;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, options, &plan), CT_OK);
    for (int i = 0; i < fields; i++) {
        inputs[i] = allocate(ct_fft_input_bytes(plan), 1);
        outputs[i] = options->in_place ? inputs[i] : allocate(ct_fft_output_bytes(plan), 1);
    }
    for (int run = 0; run < 2; run++) { /* the first plans what is planned once */
        MPI_Barrier(MPI_COMM_WORLD);
        moved_bytes = 0;
        EXPECT_INT(is_batch
                       ? ct_fft_execute_many(plan, FIELDS, (const void *const *)inputs, outputs)
                       : ct_fft_execute(plan, inputs[0], outputs[0]),
                   CT_OK);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int a = 0; a < problem->axes; a++) {
        elements *= (double)problem->extent[a];
    }
    for (int i = 0; i < fields; i++) {
        ct_free(&inputs[i]);
        if (!options->in_place) {
            ct_free(&outputs[i]);
        }
    }
    ct_fft_plan_destroy(&plan);
    return copied() / (16 * elements * fields);
}

static void nothing(void *context, const ct_fft_tile *tile) {
    (void)context;
    (void)tile;
}

static double filtered(const ct_fft_problem *problem, const ct_fft_options *options) {
    ct_fft_filter_plan *plan = NULL;
    double elements = 1;
    EXPECT_INT(ct_fft_filter_plan_create(MPI_COMM_WORLD, problem, options, &plan), CT_OK);
    void *input = allocate(ct_fft_filter_bytes(plan), 1);
    void *output = options->in_place ? input : allocate(ct_fft_filter_bytes(plan), 1);
    MPI_Barrier(MPI_COMM_WORLD);
    moved_bytes = 0;
    EXPECT_INT(ct_fft_filter_execute(plan, input, output, nothing, NULL), CT_OK);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int a = 0; a < problem->axes; a++) {
        elements *= (double)problem->extent[a];
    }
    ct_fft_filter_plan_destroy(&plan);
    ct_free(&input);
    if (!options->in_place) {
        ct_free(&output);
    }
    return copied() / (16 * elements);
}

/* On one node a transform of three axes is two stages, a filter three, whatever the sides; with
 * exchanges, one of the two packs once, one packs and unpacks, and a filter's other two pack once.
 * Ghosts cost nothing, what is dealt out a pass more or so at either end of exchanges. */
static void expect_transforms(int by_messages) {
    enum { SLABS, GHOSTS, COLUMNS, CYCLIC, SIDES };
    const ptrdiff_t extent[3] = {24, 40, 24};
    const int slabs[3] = {size, 1, 1};
    const int columns[3] = {1, size, 1};
    const ptrdiff_t width[3] = {24, 8, 24};
    const ct_fft_problem problem = ct_fft_complex(3, extent);
    ct_decomposition side[SIDES];
    double plain = 0;
    side[SLABS] = side[GHOSTS] = ct_decompose_blocks(3, extent, slabs);
    side[COLUMNS] = ct_decompose_blocks(3, extent, columns);
    side[CYCLIC] = ct_decompose_cyclic(3, extent, columns, width);
    for (int a = 0; a < 3; a++) {
        side[GHOSTS].ghosts[a][0] = side[GHOSTS].ghosts[a][1] = 2;
    }
    for (int i = 0; i < 2 * SIDES; i++) {
        const int kind = i / 2;
        const double exchanges = by_messages ? 2 + 2.5 * (kind == CYCLIC) : 0;
        const ct_fft_options options = {
            .array.decomposition = &side[kind],
            .spectrum.decomposition = &side[kind],
            .in_place = i % 2,
            .pipeline = 1,
            .exchange = {.algorithm = by_messages ? "direct" : NULL,
                         .transport = by_messages ? CT_TRANSPORT_MESSAGES : CT_TRANSPORT_AUTO}};
        const double one = transformed(&problem, &options, 0);
        const double filter = filtered(&problem, &options);
        EXPECT(fabs(transformed(&problem, &options, 1) - one) < 1e-12);
        if (size == 1) {
            EXPECT(one == 1 && filter == 1);
        } else if (exchanges == 0) {
            EXPECT(one == 2 && filter == 3);
        } else {
            EXPECT(one <= 2 + exchanges && filter <= 3 + exchanges);
        }
        plain = i == 0 ? one : plain;
        EXPECT(kind != GHOSTS || one == plain);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ct_simulated_work = count_packed;
    expect_rounds(expect_redistributed, 389U, 0, 20);
    expect_no_packs();
    expect_halos();
    expect_transforms(0);
    expect_transforms(1);
    MPI_Finalize();
    return expect_status();
}
