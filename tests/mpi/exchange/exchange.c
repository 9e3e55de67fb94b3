/* Every exchange algorithm against the hand-written one: contiguous, uneven, strided, transposing
 * and in place, by messages and by windows, with all windows of steps, from shared and from private
 * arrays, several executions of one plan; what "auto" takes. */
#include "cases.h"
#include "expect.h"
#include "oracle.h"
#include "told_nodes.h"

#include "exchange/plan.h"
#include <cornerturn/memory.h>

static MPI_Comm world;
static int rank, size;
static const ct_topology *network; /* that plans are given; NULL: none */

/* What an execution is tried with. */
typedef struct trial {
    exchange_case blocks;
    ct_exchange_options options;
    int in_slices; /* start, test .. test, wait */
    void *from, *into;
    char *wanted, *old;
} trial;

static void execute(const trial *t, ct_exchange_plan *plan) {
    const void *from = t->options.in_place ? t->into : t->from;
    int done = 0;
    if (!t->in_slices) {
        EXPECT_INT(ct_exchange_execute(plan, from, t->into), CT_OK);
        return;
    }
    EXPECT_INT(ct_exchange_start(plan, from, t->into), CT_OK);
    for (int i = 0; i < 50 && !done; i++) {
        EXPECT_INT(ct_exchange_test(plan, &done), CT_OK);
    }
    EXPECT_INT(ct_exchange_wait(plan), CT_OK);
}

/* Fills the arrays; `old` is what is sent, wherever it is kept. */
static void fill(const trial *t, int round) {
    const size_t receive_bytes = (size_t)t->blocks.receive_bytes;
    for (ptrdiff_t i = 0; i < t->blocks.send_bytes; i++) {
        t->old[i] = (char)(i * 31 + (ptrdiff_t)rank * 17 + round + (i >> 8));
    }
    memset(t->wanted, 0x5a, receive_bytes);
    memset(t->into, 0x5a, receive_bytes);
    if (t->options.in_place) { /* one array: what it has beyond what is sent stays */
        memcpy(t->into, t->old, (size_t)t->blocks.send_bytes);
        memcpy(t->wanted, t->into, receive_bytes);
    } else {
        memcpy(t->from, t->old, (size_t)t->blocks.send_bytes);
    }
}

static void expect_rounds(const trial *t, ct_exchange_plan *plan) {
    for (int round = 0; round < 3; round++) {
        fill(t, round);
        oracle_exchange(world, &t->blocks.send, &t->blocks.receive, t->old, t->wanted);
        execute(t, plan);
        EXPECT_INT(memcmp(t->into, t->wanted, (size_t)t->blocks.receive_bytes), 0);
        if (!t->options.in_place) {
            EXPECT_INT(memcmp(t->from, t->old, (size_t)t->blocks.send_bytes), 0);
        }
    }
}

static void expect_told(const ct_exchange_plan *plan, const ct_exchange_options *options) {
    EXPECT(ct_exchange_reason(plan)[0] != '\0');
    EXPECT(ct_exchange_plan_bytes(plan) > 0);
    EXPECT(strcmp(ct_exchange_algorithm(plan), ct_exchange_score(plan, 0)->algorithm) == 0);
    if (strcmp(options->algorithm, "auto") != 0) {
        const char *name = options->algorithm;
        EXPECT(strncmp(ct_exchange_algorithm(plan), name, strcspn(name, " ")) == 0);
        EXPECT(ct_exchange_score(plan, 1) == NULL);
    } else if (options->planning >= CT_PLAN_MEASURE && ct_exchange_total_bytes(plan) > 0) {
        EXPECT(ct_exchange_score(plan, 0)->measured_s > 0);
        EXPECT_TEXT(ct_exchange_reason(plan), "measured");
    }
}

static void expect_like_oracle(const ct_exchange_options *options, case_kind kind,
                               ptrdiff_t element, unsigned seed) {
    trial t = {.options = *options, .in_slices = seed % 3 == 1};
    ct_exchange_plan *plan = NULL;
    case_make(&t.blocks, kind, rank, size, element, seed);
    if (t.options.in_place && t.blocks.receive_bytes < t.blocks.send_bytes) {
        t.blocks.receive_bytes = t.blocks.send_bytes;
    }
    MPI_Comm owners = t.options.private_arrays ? MPI_COMM_SELF : world;
    EXPECT_INT(ct_alloc(owners, t.blocks.send_bytes, &t.from), CT_OK);
    EXPECT_INT(ct_alloc(owners, t.blocks.receive_bytes, &t.into), CT_OK);
    t.wanted = malloc((size_t)t.blocks.receive_bytes);
    t.old = malloc((size_t)t.blocks.send_bytes);
    EXPECT_INT(ct_exchange_plan_create(world, &t.blocks.send, &t.blocks.receive, &t.options, &plan),
               CT_OK);
    int failed_before = expect_failed;
    if (plan != NULL) {
        expect_rounds(&t, plan);
        expect_told(plan, &t.options);
    }
    if (expect_failed > failed_before) {
        (void)fprintf(stderr,
                      "    rank %d of %d: %s, case %d, element %td, seed %u, transport %d, window "
                      "%d, private %d, in place %d, in slices %d\n",
                      rank, size, t.options.algorithm, (int)kind, element, seed,
                      (int)t.options.transport, t.options.steps_in_flight, t.options.private_arrays,
                      t.options.in_place, t.in_slices);
    }
    ct_exchange_plan_destroy(&plan);
    EXPECT(plan == NULL);
    ct_free(&t.from);
    ct_free(&t.into);
    free(t.wanted);
    free(t.old);
}

enum { EVERY_WAY = 8 }; /* of transport, arrays and place */

/* Which part of the cross is tried: all of it up to 3 ranks; beyond, every kind in one way that
 * changes with kind, ranks and `seed`; of a row's later parameters, one kind. */
static int is_tried(unsigned seed, unsigned kind, unsigned way) {
    unsigned mixed = seed * 7 + EVERY_WAY * kind + way;
    if (size <= 3) {
        return seed < 2 || mixed % 5 == 0;
    }
    return way == (5 * seed + 3 * kind + (unsigned)size) % EVERY_WAY &&
           (seed == 0 || kind == seed % CASES);
}

/* The cross of kinds, transports, windows, arrays and places. */
static void expect_cross(const char *name, unsigned seed) {
    static const int windows[] = {0, 1, 2, 1000};
    static const ptrdiff_t elements[] = {8, 1, 16, 3, 4, 2};
    for (unsigned kind = 0; kind < CASES; kind++) {
        for (unsigned way = 0; way < EVERY_WAY; way++) {
            unsigned mixed = seed * 7 + EVERY_WAY * kind + way;
            ct_exchange_options options = {.algorithm = name,
                                           .transport = way & 1 ? CT_TRANSPORT_SHARED
                                                                : CT_TRANSPORT_MESSAGES,
                                           .private_arrays = (way & 2) != 0,
                                           .in_place = (way & 4) != 0,
                                           .steps_in_flight = windows[mixed % 4],
                                           .topology = network};
            if (is_tried(seed, kind, way)) {
                expect_like_oracle(&options, (case_kind)kind, elements[mixed % 6], mixed);
            }
        }
    }
}

static void expect_unsupported(const char *name) {
    exchange_case c;
    ct_exchange_plan *plan = NULL;
    ct_exchange_options options = {.algorithm = name};
    case_make(&c, CASE_UNIFORM, rank, size, 1, 1);
    EXPECT_INT(ct_exchange_plan_create(world, &c.send, &c.receive, &options, &plan),
               CT_ERROR_UNSUPPORTED);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), name);
}

/* A row of the table with every parameter worth trying; a size that it cannot do is refused. */
static void expect_row(const ct_algorithm *row, const ct_topology *topology) {
    ct_parameters parameters;
    unsigned seed = 0;
    if (ct_algorithm_fits(row, topology) != CT_OK) {
        expect_unsupported(row->name);
        return;
    }
    for (int more = ct_parameters_first(row, topology, &parameters); more;
         more = ct_parameters_next(row, topology, &parameters), seed++) {
        char text[CT_PARAMETERS_TEXT + 64];
        char given[CT_PARAMETERS_TEXT];
        ct_parameters_format(row, &parameters, given);
        (void)snprintf(text, sizeof text, "%s%s%s", row->name, given[0] != '\0' ? " " : "", given);
        expect_cross(text, seed);
    }
    EXPECT(seed > 0);
}

/* The network that plans find. */
static ct_topology found_topology(void) {
    exchange_case c;
    ct_exchange_plan *plan = NULL;
    case_make(&c, CASE_UNIFORM, rank, size, 1, 1);
    EXPECT_INT(ct_exchange_plan_create(world, &c.send, &c.receive, NULL, &plan), CT_OK);
    ct_topology topology = plan->topology;
    ct_exchange_plan_destroy(&plan);
    EXPECT_INT(topology.kind, told_nodes() > 0 ? CT_NODES : CT_FLAT);
    EXPECT(told_nodes() == 0 || topology.extent[1] == told_nodes());
    return topology;
}

static void expect_all_algorithms(void) {
    ct_topology topology = found_topology();
    for (int i = 0; ct_exchange_name(i) != NULL; i++) {
        EXPECT(ct_exchange_summary(i) != NULL);
        if (ct_movement_row(CT_EXCHANGE, i) != NULL) {
            expect_row(ct_movement_row(CT_EXCHANGE, i), &topology);
        } else {
            expect_cross(ct_exchange_name(i), 0);
        }
    }
    ct_exchange_options measured = {.algorithm = "auto", .planning = CT_PLAN_MEASURE};
    expect_like_oracle(&measured, CASE_UNEVEN, 1, 3);
    EXPECT(ct_exchange_summary(1000) == NULL);
}

/* Rows that need a particular network run where a plan is given one, and "auto" knows of them. */
static void expect_on(ct_topology_kind kind, int axes, const int *extent) {
    ct_topology given;
    exchange_case c;
    ct_exchange_plan *plan = NULL;
    const ct_algorithm *row = NULL;
    int found = 0;
    EXPECT_INT(ct_topology_create(kind, axes, extent, &given), CT_OK);
    network = &given;
    case_make(&c, CASE_UNIFORM, rank, size, 1, 1);
    ct_exchange_options options = {.topology = network};
    EXPECT_INT(ct_exchange_plan_create(world, &c.send, &c.receive, &options, &plan), CT_OK);
    for (int i = 0; (row = ct_algorithm_at(i)) != NULL; i++) {
        if (row->pattern != NULL || row->topologies == 0 ||
            ct_algorithm_fits(row, &given) != CT_OK) {
            continue;
        }
        expect_row(row, &given);
        for (int k = 0; ct_exchange_score(plan, k) != NULL; k++) {
            const char *name = ct_exchange_score(plan, k)->algorithm;
            found += strncmp(name, row->name, strcspn(name, " ")) == 0;
        }
    }
    EXPECT(found > 0 || kind != CT_TORUS);
    ct_exchange_plan_destroy(&plan);
    network = NULL;
}

/* What "auto" takes for blocks of one size, by the model. */
static void expect_choice(ptrdiff_t each_bytes, const char *wanted) {
    ct_block block[CASE_RANKS_MOST];
    ct_layout layout = {1, block};
    ct_exchange_plan *plan = NULL;
    for (int peer = 0; peer < size; peer++) {
        block[peer] = ct_block_contiguous(peer * each_bytes, each_bytes, 1);
    }
    EXPECT_INT(ct_exchange_plan_create(world, &layout, &layout, NULL, &plan), CT_OK);
    EXPECT(strcmp(ct_exchange_algorithm(plan), wanted) == 0);
    EXPECT_TEXT(ct_exchange_reason(plan), "predicted");
    ct_exchange_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    world = told_world(argc > 1);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    expect_all_algorithms();
    if (size == 8) {
        expect_choice(8, "standard"); /* 3 steps instead of 7 */
        expect_choice(1 << 20, "direct");
        expect_on(CT_TORUS, 2, (int[]){4, 2});
        expect_on(CT_MESH, 2, (int[]){4, 2});
    }
    MPI_Comm_free(&world);
    MPI_Finalize();
    return expect_status();
}
