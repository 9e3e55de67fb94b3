/* Distributed transposes: matrices of all shapes, element sizes, grids, algorithms and transports;
 * axes of 3D and 4D arrays in any order; pencils to pencils; rows of a grid; pitched rows;
 * conjugation; there and back. */
#include "exchange/plan.h"

#include "transposes.h"

static const ptrdiff_t shapes[][2] = {{1, 1},   {1, 13}, {13, 1}, {2, 3},   {7, 11},
                                      {16, 16}, {31, 5}, {5, 67}, {64, 48}, {101, 103}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* All shapes with all element sizes, grids, pitches and transports drawn independently. With more
 * ranks than cores a seventh of them, another one for each number of ranks. */
static void expect_shapes(void) {
    for (int number = 0; number < SHAPES * ELEMENTS; number++) {
        if (size > 2 && number % 7 != size % 7) {
            continue;
        }
        trial t = make_trial(2, shapes[number / ELEMENTS], NULL, below(3), below(3),
                             elements[number % ELEMENTS]);
        pad(&t.from, below(2) * 3);
        pad(&t.into, below(2));
        t.options.exchange.transport = below(2) ? CT_TRANSPORT_AUTO : CT_TRANSPORT_MESSAGES;
        t.options.exchange.private_arrays = below(4) == 0;
        expect_transposes(&t);
    }
}

/* Every name that the ranks can have, each way to get the blocks across with one move in flight and
 * with more. Many ranks: the first way and the last. */
static void expect_algorithms(void) {
    enum { WAYS = 4 };
    static const ptrdiff_t extent[2] = {97, 61};
    for (int i = 0; ct_exchange_name(i) != NULL; i++) {
        if (ct_exchange_supports(MPI_COMM_WORLD, ct_exchange_name(i)) != CT_OK) {
            continue;
        }
        for (int way = 0; way < WAYS; way++) {
            if (size > 3 && way != 0 && way != WAYS - 1) {
                continue;
            }
            trial t = make_trial(2, extent, NULL, way % 2, way % 2, 8);
            t.options.exchange.algorithm = ct_exchange_name(i);
            t.options.exchange.transport = way < 2 ? CT_TRANSPORT_SHARED : CT_TRANSPORT_MESSAGES;
            t.options.exchange.steps_in_flight = way;
            expect_transposes(&t);
        }
    }
}

/* All orders of the axes are as likely. */
static void shuffle(int permutation[CT_MAX_AXES], int axes) {
    for (int a = 0; a < axes; a++) {
        int other = below(a + 1);
        permutation[a] = permutation[other];
        permutation[other] = a;
    }
}

/* Arrays of up to 4 axes in any order, over grids of any kind, some in place. */
static void expect_permutations(void) {
    for (int number = 0; number < (size > 2 ? 8 : 48); number++) {
        const int axes = 1 + number % CT_MAX_AXES;
        ptrdiff_t extent[CT_MAX_AXES];
        int permutation[CT_MAX_AXES] = {0};
        for (int a = 0; a < axes; a++) {
            extent[a] = below(12) == 0 ? 0 : 1 + below(11);
        }
        shuffle(permutation, axes);
        trial t = make_trial(axes, extent, permutation, below(3), below(3), elements[below(12)]);
        pad(&t.into, below(3));
        t.options.exchange.in_place = below(4) == 0;
        expect_transposes(&t);
    }
}

/* From pencils along one axis to pencils along another, the axes as they are. */
static void expect_pencils(void) {
    static const ptrdiff_t extent[3] = {12, 7, 10};
    static const int same[3] = {0, 1, 2};
    for (int along = 0; along < 3; along++) {
        trial t = make_trial(3, extent, same, 1, 1, 16);
        for (int a = 0; a < 3; a++) {
            t.from.grid[a] = a == along ? 1 : 0;
            t.into.grid[a] = a == (along + 1) % 3 ? 1 : 0;
        }
        EXPECT_INT(ct_grid_auto(3, extent, size, t.from.grid), CT_OK);
        EXPECT_INT(ct_grid_auto(3, extent, size, t.into.grid), CT_OK);
        expect_transposes(&t);
    }
}

/* Of a plan for `t`: the ranks of the exchange; a missing array is every rank's failure, and the
 * plan goes on. */
static void expect_group(const trial *t, int ranks) {
    ct_transpose_plan *plan = NULL;
    const void *input = rank == size - 1 ? NULL : arrays[0][0];
    EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &t->from, t->permutation, &t->into,
                                        t->element_bytes, &t->options, &plan),
               CT_OK);
    EXPECT_INT(ct_transpose_exchange(plan)->size, ranks);
    EXPECT_INT(ct_transpose_execute(plan, input, arrays[0][1]), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "no array");
    EXPECT_INT(ct_transpose_execute(plan, arrays[0][0], arrays[0][1]), CT_OK);
    ct_transpose_plan_destroy(&plan);
    expect_transposes(t);
}

/* Where both grids cut an axis alike ranks exchange in the rows of the grid, whatever the extents;
 * where they share boundaries by chance, or not at all, all ranks do. */
static void expect_rows(void) {
    static const int orders[2][3] = {{0, 1, 2}, {0, 2, 1}};
    static const ptrdiff_t extents[3][3] = {{8, 24, 48}, {9, 29, 31}, {11, 33, 40}};
    const int row = size / 2;
    for (int way = 0; way < 6 && size % 2 == 0; way++) {
        const int *order = orders[way % 2];
        trial t = make_trial(3, extents[way / 2], order, 0, 0, 8);
        const int from[3] = {2, row, 1};
        const int into[3] = {2, way % 2 == 0 ? 1 : row, way % 2 == 0 ? row : 1};
        memcpy(t.from.grid, from, sizeof from);
        memcpy(t.into.grid, into, sizeof into);
        t.options.exchange.transport = way < 3 ? CT_TRANSPORT_AUTO : CT_TRANSPORT_MESSAGES;
        expect_group(&t, row);
        t.into.grid[0] = 1;
        t.into.grid[2] = size;
        t.into.grid[1] = 1;
        expect_group(&t, size);
    }
}

static void expect_conjugates(void) {
    static const ptrdiff_t extent[2] = {37, 29};
    for (int way = 0; way < 6; way++) {
        trial t = make_trial(2, extent, NULL, way % 3, way % 2, way % 2 == 0 ? 16 : 8);
        pad(&t.into, way % 3);
        t.options.conjugate = 1;
        t.options.sign_byte = way < 3 ? 0 : t.element_bytes / 2;
        expect_transposes(&t);
    }
}

/* Bytes a plan takes for a matrix of doubles on this rank. */
static double plan_bytes(const ptrdiff_t extent[2]) {
    trial t = make_trial(2, extent, NULL, 0, 0, 8);
    ct_transpose_plan *plan = NULL;
    t.options.exchange.algorithm = "direct";
    EXPECT_INT(
        ct_transpose_plan_create(MPI_COMM_WORLD, &t.from, NULL, &t.into, 8, &t.options, &plan),
        CT_OK);
    const double bytes = ct_transpose_plan_bytes(plan);
    ct_transpose_plan_destroy(&plan);
    return bytes;
}

/* Between ranks of a node, with shared arrays, elements go straight to their places: what a plan
 * takes is no matter of the array's size. */
static void expect_no_staging(void) {
    static const ptrdiff_t small[2] = {350, 325};
    static const ptrdiff_t large[2] = {1400, 1300};
    MPI_Comm node = MPI_COMM_NULL;
    int node_size = 0;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &node_size);
    MPI_Comm_free(&node);
    if (node_size == size) {
        const double part_bytes = 8.0 * 1400 * 1300 / size;
        EXPECT(plan_bytes(large) - plan_bytes(small) < 0.1 * part_bytes);
    }
}

/* There and back again is where one was, at random shapes. */
static void expect_identity(int rounds) {
    for (int round = 0; round < rounds; round++) {
        const ptrdiff_t extent[2] = {1 + below(90), 1 + below(90)};
        trial there = make_trial(2, extent, NULL, below(3), below(3), elements[below(ELEMENTS)]);
        trial back = there;
        back.from = there.into;
        back.into = there.from;
        const ptrdiff_t bytes = ct_distribution_elements(&there.from, rank) * there.element_bytes;
        ct_transpose_plan *plans[2] = {NULL, NULL};
        void *first = arrays[0][0];
        void *second = arrays[0][1];
        EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &there.from, NULL, &there.into,
                                            there.element_bytes, NULL, &plans[0]),
                   CT_OK);
        EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &back.from, NULL, &back.into,
                                            there.element_bytes, NULL, &plans[1]),
                   CT_OK);
        unsigned char *wanted = malloc((size_t)bytes + 1);
        write_input(&there, first);
        write_input(&there, wanted);
        EXPECT_INT(ct_transpose_execute(plans[0], first, second), CT_OK);
        memset(first, 0, (size_t)bytes);
        EXPECT_INT(ct_transpose_execute(plans[1], second, first), CT_OK);
        EXPECT_INT(memcmp(first, wanted, (size_t)bytes), 0);
        free(wanted);
        ct_transpose_plan_destroy(&plans[0]);
        ct_transpose_plan_destroy(&plans[1]);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    arrays_begin();
    expect_shapes();
    expect_algorithms();
    expect_permutations();
    expect_pencils();
    expect_rows();
    expect_conjugates();
    expect_no_staging();
    expect_identity(size > 2 ? 5 : 100);
    arrays_end();
    MPI_Finalize();
    return expect_status();
}
