/* Exchanges that convert what they move: numbers of either precision, conjugated, scaled and added
 * to what is there, by every kind of algorithm, in private and in shared arrays. Then doubles that
 * travel as floats: their errors, what is saved, and what floats cannot hold. */
#include "exchange/plan.h"
#include "expect.h"

#include <cornerturn/memory.h>

#include <math.h>
#include <stdlib.h>

enum { RANKS_MOST = 8, ROUNDS = 6, ELEMENTS_MOST = 200 };

static int rank, size;
static int node[RANKS_MOST]; /* the lowest rank on that of each */
static unsigned state;       /* the same on all ranks */

static int draw(int limit) {
    state = state * 1664525U + 1013904223U;
    return (int)((state >> 8) % (unsigned)limit);
}

/* Some ranks have nothing for some others. */
static ptrdiff_t elements_of(int from, int to) {
    static const ptrdiff_t counts[] = {3, 65, 0, 129, ELEMENTS_MOST};
    return counts[(from * 3 + to) % 5];
}

/* Small integers, which are exact in floats. */
static double value_of(int from, int to, ptrdiff_t number) {
    return (double)((from * 17 + to * 29 + number * 7) % 91 - 45);
}
static double old_of(ptrdiff_t number) {
    return (double)(number * 11 % 83 - 41);
}

static double read_number(ct_precision precision, const void *array, ptrdiff_t index) {
    return precision == CT_DOUBLE ? ((const double *)array)[index]
                                  : (double)((const float *)array)[index];
}
static void write_number(ct_precision precision, void *array, ptrdiff_t index, double value) {
    if (precision == CT_DOUBLE) {
        ((double *)array)[index] = value;
    } else {
        ((float *)array)[index] = (float)value;
    }
}

/* Blocks of one side: every second element of the array, or columns of two. */
static void lay(ct_block *block, int is_send, ptrdiff_t element_bytes) {
    ptrdiff_t begin = 0;
    for (int peer = 0; peer < size; peer++) {
        const ptrdiff_t elements = is_send ? elements_of(rank, peer) : elements_of(peer, rank);
        const ptrdiff_t stride = (peer % 2 + 1) * element_bytes;
        block[peer] = (ct_block){
            .offset = begin * element_bytes, .axes = 1, .count = {elements}, .stride = {stride}};
        begin += 2 * elements;
    }
}

/* Where an element of a peer's block is, in elements. */
static ptrdiff_t place_of(const ct_block *block, ptrdiff_t element, ptrdiff_t element_bytes) {
    return (block->offset + element * block->stride[0]) / element_bytes;
}

/* The oracle, for complex numbers; real ones are those without a second part. */
static double expected(const ct_conversion *c, const double x[2], const double old[2], int part) {
    const double im = c->conjugates ? -x[1] : x[1];
    return part == 0
               ? c->alpha[0] * x[0] - c->alpha[1] * im + c->beta[0] * old[0] - c->beta[1] * old[1]
               : c->alpha[0] * im + c->alpha[1] * x[0] + c->beta[0] * old[1] + c->beta[1] * old[0];
}

static int count_wrong(const ct_conversion *c, const ct_block *block, const void *array) {
    int wrong = 0;
    for (int peer = 0; peer < size; peer++) {
        for (ptrdiff_t e = 0; e < block[peer].count[0]; e++) {
            const ptrdiff_t place = place_of(&block[peer], e, c->into_bytes);
            double x[2] = {0, 0};
            double old[2] = {0, 0};
            for (int part = 0; part < c->numbers; part++) {
                x[part] = value_of(peer, rank, e * c->numbers + part);
                old[part] = old_of(place * c->numbers + part);
            }
            for (int part = 0; part < c->numbers; part++) {
                wrong += read_number(c->into, array, place * c->numbers + part) !=
                         expected(c, x, old, part);
            }
        }
    }
    return wrong;
}

static void *allocate(ptrdiff_t bytes, int shares) {
    void *array = NULL;
    if (shares) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, &array), CT_OK);
    } else {
        array = malloc((size_t)bytes);
    }
    return array;
}

static void release(void *array, int shares) {
    if (shares) {
        ct_free(&array);
    } else {
        free(array);
    }
}

static ct_conversion draw_conversion(void) {
    ct_conversion c =
        ct_conversion_numbers(1 + draw(2), (ct_precision)draw(2), (ct_precision)draw(2));
    c.conjugates = c.numbers == 2 && draw(2);
    c.alpha[0] = draw(4) - 2;
    c.alpha[1] = c.numbers == 2 ? draw(3) - 1 : 0;
    c.beta[0] = draw(2) ? draw(4) - 2 : 0;
    c.beta[1] = c.numbers == 2 && draw(2) ? draw(3) - 1 : 0;
    return c;
}

static void expect_converted(const char *algorithm, int shares) {
    ct_block from[RANKS_MOST], into[RANKS_MOST];
    const ct_conversion c = draw_conversion();
    const ptrdiff_t most = (ptrdiff_t)2 * ELEMENTS_MOST * size * c.numbers;
    void *send = allocate(most * 8, shares);
    void *receive = allocate(most * 8, shares);
    ct_exchange_plan *plan = NULL;
    lay(from, 1, c.from_bytes);
    lay(into, 0, c.into_bytes);
    for (int peer = 0; peer < size; peer++) {
        for (ptrdiff_t i = 0; i < from[peer].count[0] * c.numbers; i++) {
            const ptrdiff_t place = place_of(&from[peer], i / c.numbers, c.from_bytes);
            write_number(c.from, send, place * c.numbers + i % c.numbers, value_of(rank, peer, i));
        }
    }
    const ct_blocks sent = {.element_bytes = c.from_bytes, .count = size, .list = from};
    const ct_blocks received = {.element_bytes = c.into_bytes, .count = size, .list = into};
    const ct_exchange_options options = {.algorithm = algorithm};
    EXPECT_INT(ct_movement_plan_create(MPI_COMM_WORLD, CT_EXCHANGE, 0, &sent, &received, &c,
                                       &options, &plan),
               CT_OK);
    for (int times = 0; plan != NULL && times < 2; times++) {
        for (ptrdiff_t i = 0; i < most; i++) {
            write_number(c.into, receive, i, old_of(i));
        }
        EXPECT_INT(ct_exchange_execute(plan, send, receive), CT_OK);
        EXPECT_INT(count_wrong(&c, into, receive), 0);
    }
    ct_exchange_plan_destroy(&plan);
    release(send, shares);
    release(receive, shares);
}

/* The MPI library converts nothing: what it can be followed by, and what it cannot. */
static void expect_library(void) {
    const ct_blocks blocks = ct_blocks_uniform(size, 5, 80, 16);
    ct_conversion c = ct_conversion_numbers(2, CT_DOUBLE, CT_DOUBLE);
    const ct_exchange_options options = {.algorithm = "mpi"};
    ct_exchange_options rounded = {.algorithm = "mpi", .precision = CT_MESSAGES_FLOAT};
    ct_exchange_plan *plan = NULL;
    double send[RANKS_MOST * 10], receive[RANKS_MOST * 10];
    for (int i = 0; i < size * 10; i++) {
        send[i] = value_of(rank, i / 10, i % 10);
    }
    c.conjugates = 1;
    c.alpha[0] = 3;
    EXPECT_INT(ct_movement_plan_create(MPI_COMM_WORLD, CT_EXCHANGE, 0, &blocks, &blocks, &c,
                                       &options, &plan),
               CT_OK);
    EXPECT_INT(ct_exchange_start(plan, send, receive), CT_OK);
    EXPECT_INT(ct_exchange_wait(plan), CT_OK);
    for (int i = 0; i < size * 10; i++) {
        EXPECT(receive[i] == (i % 2 ? -3 : 3) * value_of(i / 10, rank, i % 10));
    }
    ct_exchange_plan_destroy(&plan);
    c.beta[0] = 1;
    EXPECT_INT(ct_movement_plan_create(MPI_COMM_WORLD, CT_EXCHANGE, 0, &blocks, &blocks, &c,
                                       &options, &plan),
               CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), "allowed: any other algorithm");
    EXPECT_INT(ct_movement_plan_create(MPI_COMM_WORLD, CT_EXCHANGE, 0, &blocks, &blocks, NULL,
                                       &rounded, &plan),
               CT_ERROR_UNSUPPORTED);
    const ct_blocks bytes = ct_blocks_uniform(size, 5, 80, 12);
    rounded.algorithm = NULL;
    EXPECT_INT(ct_movement_plan_create(MPI_COMM_WORLD, CT_EXCHANGE, 0, &bytes, &bytes, NULL,
                                       &rounded, &plan),
               CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "elements of 12 bytes cannot be rounded");
}

/* Of every block the first number is too large for floats, the second too small. */
static double rounded_value(int from, int to, ptrdiff_t number) {
    return number == 0 ? 1e300 : number == 1 ? 1e-300 : 1 / (value_of(from, to, number) + 50.25);
}

static int is_rounded(ct_message_precision precision, int peer) {
    return peer != rank &&
           (precision == CT_MESSAGES_FLOAT ||
            (precision == CT_MESSAGES_FLOAT_BETWEEN_NODES && node[peer] != node[rank]));
}

static void expect_rounded(const char *algorithm, ct_message_precision precision) {
    ct_block from[RANKS_MOST], into[RANKS_MOST];
    const ptrdiff_t most = (ptrdiff_t)2 * ELEMENTS_MOST * size;
    double *send = calloc((size_t)most, sizeof *send);
    double *receive = calloc((size_t)most, sizeof *receive);
    double worst = 0;
    double counts[2] = {0, 0}; /* rounded blocks, bytes saved */
    ct_exchange_plan *plan = NULL;
    ct_exchange_losses losses = {.saved_bytes = -1};
    lay(from, 1, 8);
    lay(into, 0, 8);
    for (int peer = 0; peer < size; peer++) {
        const ptrdiff_t count = from[peer].count[0];
        for (ptrdiff_t e = 0; e < count; e++) {
            send[place_of(&from[peer], e, 8)] = rounded_value(rank, peer, e);
        }
        const ptrdiff_t floats = (count + 1) / 2; /* as many doubles as hold them */
        counts[0] += is_rounded(precision, peer) && count > 0;
        counts[1] += is_rounded(precision, peer) ? 8 * (double)(count - floats) : 0;
    }
    MPI_Allreduce(MPI_IN_PLACE, counts, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    const ct_layout sent = {8, from};
    const ct_layout received = {8, into};
    const ct_exchange_options options = {
        .algorithm = algorithm, .transport = CT_TRANSPORT_MESSAGES, .precision = precision};
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &sent, &received, &options, &plan), CT_OK);
    EXPECT_INT(ct_exchange_execute(plan, send, receive), CT_OK);
    for (int peer = 0; peer < size; peer++) {
        for (ptrdiff_t e = 0; e < into[peer].count[0]; e++) {
            const double found = receive[place_of(&into[peer], e, 8)];
            const double x = rounded_value(peer, rank, e);
            if (!is_rounded(precision, peer)) {
                EXPECT(found == x);
            } else if (e < 2) {
                EXPECT(e == 0 ? isinf(found) : found == 0);
            } else {
                worst = fmax(worst, fabs(found - x) / x);
            }
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    EXPECT_INT(ct_exchange_rounding(plan, &losses), CT_OK);
    EXPECT(losses.worst == worst && worst <= ldexp(1, -24));
    EXPECT((worst > 0) == (counts[0] > 0));
    EXPECT(losses.overflows == counts[0] && losses.underflows == counts[0]);
    EXPECT(losses.saved_bytes == counts[1]);
    ct_exchange_plan_destroy(&plan);
    free(send);
    free(receive);
}

static void find_nodes(void) {
    MPI_Comm here = MPI_COMM_NULL;
    int lowest = rank;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &here);
    MPI_Allreduce(&rank, &lowest, 1, MPI_INT, MPI_MIN, here);
    MPI_Allgather(&lowest, 1, MPI_INT, node, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Comm_free(&here);
}

int main(int argc, char **argv) {
    static const char *const algorithms[] = {"auto", "direct", "direct --transport messages",
                                             "bruck --radix 2", "node-aware"};
    enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    find_nodes();
    for (int a = 0; a < ALGORITHMS; a++) {
        if (ct_exchange_supports(MPI_COMM_WORLD, algorithms[a]) != CT_OK) {
            continue; /* few ranks, or one node */
        }
        for (int round = 0; round < ROUNDS; round++) {
            state = (unsigned)(round * 977 + a);
            expect_converted(algorithms[a], round % 2);
        }
        for (int precision = 0; a > 0 && precision <= CT_MESSAGES_FLOAT; precision++) {
            expect_rounded(a == 2 ? "direct" : algorithms[a], (ct_message_precision)precision);
        }
    }
    expect_library();
    MPI_Finalize();
    return expect_status();
}
