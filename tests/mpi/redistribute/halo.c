/* Halos of random decompositions, widths, periodic sides, fields and arrays, at odd addresses, in
 * private and in shared memory, at once and in slices: all bytes as a serial copy has them, ghosts
 * that were not asked for untouched. */
#include "expect.h"
#include "halos.h"

#include <cornerturn/memory.h>

#include <stdlib.h>

enum { ROUNDS_PLAIN = 60, NOTHING = 0xEE };

static void draw_task(task *t, int round) {
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    static const ptrdiff_t sizes[] = {8, 1, 4, 12, 24};
    memset(t, 0, sizeof *t);
    const int axes = 1 + draw(CT_MAX_AXES);
    for (int a = 0; a < axes; a++) {
        extent[a] = draw(30) == 0 ? 0 : 1 + draw(axes == 1 ? 30 : axes == 2 ? 12 : 6);
    }
    do {
        draw_sample(&t->s, axes, extent);
    } while (t->s.d.kind == CT_DECOMPOSED_CYCLIC);
    t->options.faces_only = draw(2);
    t->options.has_width = draw(2);
    for (int a = 0; a < axes; a++) {
        t->options.periodic[a] = draw(2);
        for (int side = 0; side < 2; side++) {
            t->s.d.ghosts[a][side] = draw(axes > 2 ? 3 : 5);
            t->options.width[a][side] = draw((int)t->s.d.ghosts[a][side] + 1);
        }
        if (t->s.d.pitch[a] > 0) {
            t->s.d.pitch[a] = extent[a] + t->s.d.ghosts[a][0] + t->s.d.ghosts[a][1] + draw(3);
        }
    }
    if (t->s.d.kind == CT_DECOMPOSED_BOXES) {
        draw_offsets(&t->s, draw(2));
    }
    t->options.apart = t->options.faces_only && t->options.has_width && draw(2);
    t->arrays = t->options.apart ? 1 : 1 + draw(ARRAYS_MOST);
    for (int i = 0; i < t->arrays; i++) {
        t->array[i].element_bytes = sizes[draw(5)];
        t->array[i].fields = t->options.apart ? 0 : draw(3);
        t->array[i].stride_bytes = draw(2) ? 0 : stride_of(t, i) + draw(9);
    }
    t->options.exchange.transport = draw(3) == 0 ? CT_TRANSPORT_MESSAGES : CT_TRANSPORT_AUTO;
    t->options.exchange.algorithm = draw(6) == 0 ? "mpi" : draw(6) == 0 ? "bruck" : NULL;
    t->shared = round % 2;
    t->slices = draw(3);
    t->lead = draw(2) ? 0 : draw(8);
}

static void run(const task *t, ct_halo_plan *plan, void *const *arrays, void *const *layers) {
    int done = 0;
    if (t->slices == 0) {
        EXPECT_INT(ct_halo_execute(plan, arrays, layers), CT_OK);
        return;
    }
    EXPECT_INT(ct_halo_start(plan, arrays, layers), CT_OK);
    EXPECT_INT(ct_halo_start(plan, arrays, layers), CT_ERROR_ARGUMENT); /* it is under way */
    while (t->slices == 2 && !done) {
        EXPECT_INT(ct_halo_test(plan, &done), CT_OK);
    }
    EXPECT_INT(ct_halo_wait(plan), CT_OK);
    EXPECT_INT(ct_halo_wait(plan), CT_OK);
}

static char *allocate(const task *t, ptrdiff_t bytes) {
    void *memory = NULL;
    if (t->shared) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, &memory), CT_OK);
    } else {
        memory = malloc((size_t)bytes);
    }
    memset(memory, NOTHING, (size_t)bytes);
    return memory;
}

static void release(const task *t, char *memory) {
    void *freed = memory;
    if (t->shared) {
        ct_free(&freed);
    } else {
        free(memory);
    }
}

static void write_array(const task *t, const part *parts, int count, int array, int ghosts,
                        char *memory) {
    for (int i = 0; i < count; i++) {
        for (int f = 0; f == 0 || f < t->array[array].fields; f++) {
            write_part(t, &parts[i], array, f, ghosts, memory + t->lead + f * stride_of(t, array));
        }
    }
}

static void expect_filled(int round) {
    static task t;
    part parts[BOXES_MOST];
    char *memory[ARRAYS_MOST + 1] = {NULL};
    char *wanted[ARRAYS_MOST + 1] = {NULL};
    ptrdiff_t bytes[ARRAYS_MOST + 1] = {0};
    void *arrays[ARRAYS_MOST] = {NULL};
    ct_halo_plan *plan = NULL;
    draw_task(&t, round);
    const int count = list_parts(&t.s.d, parts);
    EXPECT_INT(ct_halo_plan_create(MPI_COMM_WORLD, &t.s.d, t.arrays, t.array, &t.options, &plan),
               CT_OK);
    if (plan == NULL) {
        return;
    }
    const int layers = t.options.apart ? t.arrays : ARRAYS_MOST + 1;
    for (int i = 0; i < t.arrays + t.options.apart; i++) {
        bytes[i] = t.lead + (i == layers ? ct_halo_layer_elements(plan) * t.array[0].element_bytes
                                         : bytes_of(&t, i));
        memory[i] = allocate(&t, bytes[i]);
        wanted[i] = malloc((size_t)bytes[i] + 1);
        memset(wanted[i], NOTHING, (size_t)bytes[i]);
    }
    for (int i = 0; i < t.arrays; i++) {
        arrays[i] = memory[i] + t.lead;
        write_array(&t, parts, count, i, 0, memory[i]);
        write_array(&t, parts, count, i, 1, wanted[i]);
    }
    ptrdiff_t begin = 0;
    for (int i = 0; i < count && t.options.apart; i++) {
        EXPECT_INT(ct_halo_layer_first(plan, i, 0, 0), begin);
        begin = write_layers(&t, &parts[i], begin, wanted[layers] + t.lead);
    }
    EXPECT_INT(ct_halo_layer_elements(plan), begin);
    void *apart = t.options.apart ? memory[layers] + t.lead : NULL;
    for (int again = 0; again < 2; again++) {
        run(&t, plan, arrays, t.options.apart ? &apart : NULL);
    }
    for (int i = 0; i < t.arrays + t.options.apart; i++) {
        EXPECT_INT(memcmp(memory[i], wanted[i], (size_t)bytes[i]), 0);
        free(wanted[i]);
    }
    ct_halo_plan_destroy(&plan);
    EXPECT(plan == NULL);
    for (int i = 0; i < t.arrays + t.options.apart; i++) {
        release(&t, memory[i]);
    }
}

/* Between private arrays, layers of single elements are not left to the data types of MPI. */
static void expect_thin_layers(void) {
    const ptrdiff_t extent[3] = {256, 256, 256};
    const int grid[3] = {1, 1, size};
    const ct_halo_array kind = {.element_bytes = 8};
    const ct_halo_options options = {.exchange.private_arrays = 1};
    ct_decomposition cells = ct_decompose_blocks(3, extent, grid);
    ct_halo_plan *plan = NULL;
    cells.ghosts[2][0] = cells.ghosts[2][1] = 1;
    EXPECT_INT(ct_halo_plan_create(MPI_COMM_WORLD, &cells, 1, &kind, &options, &plan), CT_OK);
    if (size == 2) {
        EXPECT_TEXT(ct_exchange_algorithm(ct_halo_exchange(plan, 0)), "direct");
    }
    ct_halo_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS_PLAIN;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_rounds(expect_filled, 1103U, 0, rounds);
    expect_thin_layers();
    MPI_Finalize();
    return expect_status();
}
