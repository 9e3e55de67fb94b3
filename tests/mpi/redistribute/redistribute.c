/* Redistributions between random decompositions of every kind, with ghosts, pitches, orders of axes
 * and permutations, in private and in shared arrays: every element where a serial copy has it,
 * nothing else written; in two arrays and in place. Then what is refused. */
#include "decompositions.h"
#include "expect.h"
#include "many.h"

#include <cornerturn/memory.h>
#include <cornerturn/redistribute.h>

#include <stdint.h>
#include <stdlib.h>

enum { ROUNDS_PLAIN = 80, NOTHING = -7 };

/* Calls for every position of the array: fills (with its number in C order) or counts what differs,
 * and leaves NOTHING. `axis_of` renames the axes of a result. */
static int walk(const ct_decomposition *d, const int *axis_of, const ct_decomposition *named_by,
                int64_t *array, int fills) {
    ptrdiff_t total = 1;
    int wrong = 0;
    for (int a = 0; a < d->axes; a++) {
        total *= named_by->extent[a];
    }
    for (ptrdiff_t number = 0; number < total; number++) {
        ptrdiff_t source[CT_MAX_AXES] = {0};
        ptrdiff_t position[CT_MAX_AXES] = {0};
        ptrdiff_t rest = number;
        for (int a = d->axes - 1; a >= 0; a--) {
            source[a] = rest % named_by->extent[a];
            rest /= named_by->extent[a];
        }
        for (int a = 0; a < d->axes; a++) {
            position[a] = source[axis_of[a]];
        }
        const ptrdiff_t place = place_of(d, position);
        if (place >= 0 && fills) {
            array[place] = number;
        } else if (place >= 0) {
            wrong += array[place] != number;
            array[place] = NOTHING;
        }
    }
    return wrong;
}

static void expect_redistributed(int round) {
    static const int same[CT_MAX_AXES] = {0, 1, 2, 3};
    const int axes = 1 + draw(CT_MAX_AXES);
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    ptrdiff_t renamed[CT_MAX_AXES] = {0};
    int permutation[CT_MAX_AXES] = {0, 1, 2, 3};
    int64_t *arrays[2] = {NULL, NULL};
    static sample from, into;
    for (int a = 0; a < axes; a++) {
        extent[a] = draw(30) == 0 ? 0 : 1 + draw(axes == 1 ? 60 : axes == 2 ? 20 : 7);
    }
    if (draw(2)) {
        draw_order(axes, permutation);
    }
    for (int a = 0; a < axes; a++) {
        renamed[a] = extent[permutation[a]];
    }
    draw_sample(&from, axes, extent);
    draw_sample(&into, axes, renamed);
    const ptrdiff_t elements[2] = {ct_decomposition_elements(&from.d, rank),
                                   ct_decomposition_elements(&into.d, rank)};
    for (int i = 0; i < 2; i++) {
        if (round % 2) {
            EXPECT_INT(ct_alloc(MPI_COMM_WORLD, elements[i] * 8 + 8, (void **)&arrays[i]), CT_OK);
        } else {
            arrays[i] = malloc((size_t)elements[i] * 8 + 8);
        }
        for (ptrdiff_t e = 0; e <= elements[i]; e++) {
            arrays[i][e] = NOTHING;
        }
    }
    const int is_by_messages = round % 4 > 1;
    const ct_redistribute_options by_messages = {
        .exchange = {.algorithm = round % 8 > 3 ? "direct" : "bruck",
                     .transport = CT_TRANSPORT_MESSAGES}};
    ct_redistribute_plan *plan = NULL;
    EXPECT_INT(ct_redistribute_plan_create(MPI_COMM_WORLD, &from.d, permutation, &into.d, 8,
                                           is_by_messages ? &by_messages : NULL, &plan),
               CT_OK);
    (void)walk(&from.d, same, &from.d, arrays[0], 1);
    if (plan != NULL) {
        EXPECT_INT(ct_redistribute_execute(plan, arrays[0], arrays[1]), CT_OK);
        EXPECT_INT(walk(&into.d, permutation, &from.d, arrays[1], 0), 0);
    }
    if (plan != NULL && round % 3 == 0) {
        const ptrdiff_t bytes[2] = {8 * elements[0], 8 * elements[1]};
        expect_many(plan, bytes, is_by_messages);
    }
    ptrdiff_t touched = 0;
    for (ptrdiff_t e = 0; e <= elements[1]; e++) {
        touched += arrays[1][e] != NOTHING;
    }
    EXPECT_INT(touched, 0);
    ct_redistribute_plan_destroy(&plan);
    for (int i = 0; i < 2; i++) {
        if (round % 2) {
            ct_free((void **)&arrays[i]);
        } else {
            free(arrays[i]);
        }
    }
}

/* In one array: pairs of ranks swap where both sides are equal, with bounds and ghosts too; other
 * sides lie in it one over the other. */
static void expect_in_place(int round) {
    static const int same[CT_MAX_AXES] = {0, 1, 2, 3};
    const int axes = 2 + draw(CT_MAX_AXES - 1);
    const int first = draw(axes - 1);
    const int second = first + 1 + draw(axes - 1 - first);
    const int is_swap = draw(3) > 0;
    int permutation[CT_MAX_AXES] = {0, 1, 2, 3};
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    int64_t *array = NULL;
    static sample from, into;
    for (int a = 0; a < axes; a++) {
        extent[a] = 1 + draw(axes == 2 ? 20 : 7);
    }
    extent[second] = extent[first];
    permutation[first] = second;
    permutation[second] = first;
    draw_sample(&from, axes, extent);
    draw_sample(&into, axes, extent);
    if (is_swap) {
        into.d = from.d;
    }
    const ptrdiff_t elements[2] = {ct_decomposition_elements(&from.d, rank),
                                   ct_decomposition_elements(&into.d, rank)};
    const ptrdiff_t most = elements[0] > elements[1] ? elements[0] : elements[1];
    EXPECT_INT(ct_alloc(round % 2 ? MPI_COMM_WORLD : MPI_COMM_SELF, most * 8 + 8, (void **)&array),
               CT_OK);
    for (ptrdiff_t e = 0; e <= most; e++) {
        array[e] = NOTHING;
    }
    const ct_redistribute_options options = {
        .exchange = {.in_place = 1,
                     .private_arrays = round % 2 == 0,
                     .transport = round % 4 > 1 ? CT_TRANSPORT_MESSAGES : CT_TRANSPORT_AUTO}};
    ct_redistribute_plan *plan = NULL;
    EXPECT_INT(ct_redistribute_plan_create(MPI_COMM_WORLD, &from.d, permutation, &into.d, 8,
                                           &options, &plan),
               CT_OK);
    (void)walk(&from.d, same, &from.d, array, 1);
    if (plan != NULL) {
        EXPECT_INT(ct_redistribute_execute(plan, array, array), CT_OK);
        EXPECT_INT(walk(&into.d, permutation, &from.d, array, 0), 0);
        if (is_swap &&
            (from.d.kind == CT_DECOMPOSED_BLOCKS || from.d.kind == CT_DECOMPOSED_BOUNDS)) {
            EXPECT(ct_redistribute_exchange(plan) == NULL);
        }
    }
    (void)walk(&from.d, same, &from.d, array, 0); /* what the result has not covered */
    for (ptrdiff_t e = 0; e <= most; e++) {
        EXPECT(array[e] == NOTHING);
    }
    ct_redistribute_plan_destroy(&plan);
    ct_free((void **)&array);
}

static void expect_refused(const ct_decomposition *from, const int *permutation,
                           const ct_decomposition *into, const char *message) {
    ct_redistribute_plan *plan = NULL;
    EXPECT_INT(ct_redistribute_plan_create(MPI_COMM_WORLD, from, permutation, into, 8, NULL, &plan),
               CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT(plan == NULL);
    ct_redistribute_plan_destroy(&plan);
}

static void expect_arrays_refused(void) {
    const ptrdiff_t extent[2] = {8, 6};
    const int rows[2] = {size, 1};
    const int columns[2] = {1, size};
    const ct_decomposition from = ct_decompose_blocks(2, extent, rows);
    const ct_decomposition into = ct_decompose_blocks(2, extent, columns);
    double memory[2][48];
    ct_redistribute_plan *plan = NULL;
    EXPECT_INT(ct_redistribute_plan_create(MPI_COMM_WORLD, &from, NULL, &into, 8, NULL, &plan),
               CT_OK);
    expect_many_refused(plan, rank == size - 1, sizeof memory[1],
                        (void *const[]){memory[0], memory[1]});
    ct_redistribute_plan_destroy(&plan);
}

static void expect_refusals(void) {
    const ptrdiff_t extent[2] = {8, 6};
    const int grid[2] = {1, 1};
    const ptrdiff_t width[2] = {2, 2};
    const int twice[2] = {0, 0};
    const ct_decomposition good = ct_decompose_blocks(2, extent, grid);
    ct_decomposition bad = good;
    expect_refused(NULL, NULL, &good, "needs two decompositions");
    expect_refused(&good, twice, &good, "allowed: each of 0 to 1 once");
    bad.extent[1] = 7;
    expect_refused(&good, NULL, &bad, "axis 1 of the result has 7 positions");
    bad = good;
    bad.grid[0] = size + 1;
    expect_refused(&good, NULL, &bad, "allowed: at most");
    bad = good;
    bad.pitch[1] = 5;
    expect_refused(&bad, NULL, &good, "a pitch of 5 along axis 1");
    bad = good;
    bad.ghosts[0][1] = -1;
    expect_refused(&bad, NULL, &good, "allowed: from 0");
    bad = good;
    bad.order[0] = 1;
    bad.order[1] = 1;
    expect_refused(&bad, NULL, &good, "order of axes; allowed: once");
    bad = ct_decompose_cyclic(2, extent, grid, width);
    bad.width[0] = 0;
    expect_refused(&bad, NULL, &good, "blocks of 0 positions along axis 0");
    const ptrdiff_t falling[2] = {0, 7};
    const ptrdiff_t right[2] = {0, 6};
    bad = ct_decompose_bounds(2, extent, grid, (const ptrdiff_t *const[]){falling, right});
    expect_refused(&bad, NULL, &good, "bound 1 of axis 0 is 7");
    if (size > 1) {
        bad = good;
        bad.order[0] = rank == 0;
        bad.order[1] = rank != 0;
        expect_refused(&bad, NULL, &good, "differ between ranks");
    }
    /* Rank 0 has the upper half; the last one the lower, but for its first row, or one row more. */
    for (int more = -1; more <= 1; more += 2) {
        ct_box boxes[2] = {{2, {0, 0}, {4, 6}}, {2, {4 - more, 0}, {4 + more, 6}}};
        const int first = rank == 0 ? 0 : 1;
        const int count = (rank == 0) + (rank == size - 1);
        bad = ct_decompose_boxes(2, extent, count, boxes + first);
        expect_refused(&bad, NULL, &good,
                       more < 0 ? "position (4, 0) is in no rank's box"
                                : "position (3, 0) is in a box of rank 0");
    }
    /* Halves one behind the other, with a row of ghosts that reaches into the second. */
    ct_box halves[2] = {{2, {0, 0}, {4, 6}}, {2, {4, 0}, {4, 6}}};
    const ptrdiff_t offsets[2] = {30, 0};
    bad = ct_decompose_boxes(2, extent, rank == 0 ? 2 : 0, halves);
    bad.offset = offsets;
    bad.ghosts[0][1] = 2;
    expect_refused(&bad, NULL, &good, "box 1 has elements 0 to 35 of this rank's memory, box 0");
    const ct_box outside = {2, {4, 3}, {5, 3}};
    bad = ct_decompose_boxes(2, extent, 1, &outside);
    expect_refused(&bad, NULL, &good, "box 0 is not inside the array");
}

static void expect_round(int round) {
    expect_redistributed(round);
    expect_in_place(round);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS_PLAIN;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_rounds(expect_round, 977U, 0, rounds);
    expect_refusals();
    if (size == 1 || size == 2 || size == 4) { /* each rank has rows */
        expect_arrays_refused();
    }
    MPI_Finalize();
    return expect_status();
}
