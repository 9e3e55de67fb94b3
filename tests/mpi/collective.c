/* Broadcast, all-gather, gather and scatter by every row that delivers them, against MPI's own: all
 * parameters worth trying, roots, sizes (none, less than packets, long), transports, windows of
 * steps, shared and private arrays, in place, in slices; then the calls with MPI's arguments, and
 * what is wrong on one rank only. */
#include "expect.h"

#include "exchange/plan.h"
#include <cornerturn/collective.h>
#include <cornerturn/memory.h>
#include <stdlib.h>

enum { GUARD_BYTES = 64 };

static MPI_Comm world;
static int rank, size;

static const ct_pattern_kind movements[] = {CT_BROADCAST, CT_ALL_GATHER, CT_GATHER, CT_SCATTER};

/* What a plan is tried with. */
typedef struct trial {
    ct_pattern_kind movement;
    int root;
    ptrdiff_t bytes;
    ct_exchange_options options;
    int in_place, in_slices;
} trial;

typedef struct arrays {
    void *send, *receive;
    char *wanted, *old;
    ptrdiff_t send_bytes, receive_bytes;
} arrays;

/* Bytes of the arrays that this rank has. */
static ptrdiff_t send_bytes(const trial *t) {
    int sends = t->movement == CT_ALL_GATHER || t->movement == CT_GATHER || rank == t->root;
    return sends ? t->bytes * (t->movement == CT_SCATTER ? size : 1) : 0;
}

static ptrdiff_t receive_bytes(const trial *t) {
    int is_apart = t->movement == CT_ALL_GATHER || t->movement == CT_GATHER;
    int receives = t->movement != CT_GATHER || rank == t->root;
    return receives ? t->bytes * (is_apart ? size : 1) : 0;
}

/* MPI's own, of the same arrays. */
static void oracle(const trial *t, void *send, void *receive) {
    int count = (int)t->bytes;
    switch (t->movement) {
    case CT_BROADCAST:
        if (rank == t->root) {
            memcpy(receive, send, (size_t)count);
        }
        MPI_Bcast(receive, count, MPI_BYTE, t->root, world);
        break;
    case CT_ALL_GATHER:
        MPI_Allgather(send, count, MPI_BYTE, receive, count, MPI_BYTE, world);
        break;
    case CT_GATHER:
        MPI_Gather(send, count, MPI_BYTE, receive, count, MPI_BYTE, t->root, world);
        break;
    default:
        MPI_Scatter(send, count, MPI_BYTE, receive, count, MPI_BYTE, t->root, world);
    }
}

/* Where in the receive array the send array is, or the other way round, if it is in place here. */
static void *in_place_send(const trial *t, const arrays *a) {
    ptrdiff_t offset = t->movement == CT_BROADCAST ? 0 : rank * t->bytes;
    int has_both = t->movement == CT_ALL_GATHER || rank == t->root;
    return t->in_place && has_both && t->movement != CT_SCATTER ? (char *)a->receive + offset
                                                                : a->send;
}

static void *in_place_receive(const trial *t, const arrays *a) {
    return t->in_place && rank == t->root && t->movement == CT_SCATTER
               ? (char *)a->send + rank * t->bytes
               : a->receive;
}

static void execute(const trial *t, ct_exchange_plan *plan, const void *send, void *receive) {
    int done = 0;
    if (!t->in_slices) {
        EXPECT_INT(ct_exchange_execute(plan, send, receive), CT_OK);
        return;
    }
    EXPECT_INT(ct_exchange_start(plan, send, receive), CT_OK);
    for (int i = 0; i < 50 && !done; i++) {
        EXPECT_INT(ct_exchange_test(plan, &done), CT_OK);
    }
    EXPECT_INT(ct_exchange_wait(plan), CT_OK);
}

static void expect_round(const trial *t, const arrays *a, ct_exchange_plan *plan, int round) {
    void *send = in_place_send(t, a);
    void *receive = in_place_receive(t, a);
    memset(a->receive, 0x5a, (size_t)(a->receive_bytes + GUARD_BYTES));
    memset(a->wanted, 0x5a, (size_t)(a->receive_bytes + GUARD_BYTES));
    for (ptrdiff_t i = 0; i < a->send_bytes; i++) {
        a->old[i] = (char)(i * 31 + (ptrdiff_t)rank * 17 + round + (i >> 8));
    }
    memcpy(a->send, a->old, (size_t)a->send_bytes);
    if (a->send_bytes > 0) {
        memmove(send, a->old, (size_t)a->send_bytes);
    }
    oracle(t, a->old, a->wanted);
    execute(t, plan, a->send_bytes > 0 ? send : NULL, a->receive_bytes > 0 ? receive : NULL);
    EXPECT_INT(memcmp(receive, a->wanted, (size_t)a->receive_bytes), 0);
    if (receive == a->receive) {
        EXPECT_INT(memcmp(receive, a->wanted, (size_t)(a->receive_bytes + GUARD_BYTES)), 0);
    }
    EXPECT_INT(memcmp(a->send, a->old, (size_t)a->send_bytes), 0);
}

static void expect_like_oracle(const trial *t) {
    arrays a = {.send_bytes = send_bytes(t), .receive_bytes = receive_bytes(t)};
    ct_exchange_plan *plan = NULL;
    MPI_Comm owners = t->options.private_arrays ? MPI_COMM_SELF : world;
    EXPECT_INT(ct_alloc(owners, a.send_bytes + GUARD_BYTES, &a.send), CT_OK);
    EXPECT_INT(ct_alloc(owners, a.receive_bytes + GUARD_BYTES, &a.receive), CT_OK);
    a.wanted = malloc((size_t)(a.receive_bytes + GUARD_BYTES));
    a.old = malloc((size_t)(a.send_bytes + GUARD_BYTES));
    int failed_before = expect_failed;
    EXPECT_INT(ct_collective_plan_create(world, t->movement, t->root, t->bytes, &t->options, &plan),
               CT_OK);
    for (int round = 0; plan != NULL && round < 2; round++) {
        expect_round(t, &a, plan, round);
    }
    if (expect_failed > failed_before) {
        (void)fprintf(stderr,
                      "    rank %d of %d: %s of %td bytes by %s, root %d, transport %d, window %d, "
                      "private %d, in place %d, in slices %d: %s\n",
                      rank, size, ct_pattern_name(t->movement), t->bytes, t->options.algorithm,
                      t->root, (int)t->options.transport, t->options.window,
                      t->options.private_arrays, t->in_place, t->in_slices, ct_error_message());
    }
    ct_exchange_plan_destroy(&plan);
    ct_free(&a.receive);
    ct_free(&a.send);
    free(a.wanted);
    free(a.old);
}

/* A part of the cross of sizes, ways and windows that changes with *number; one trial in `every`.
 */
static void expect_cross(ct_pattern_kind movement, const char *name, unsigned every,
                         unsigned *number) {
    static const ptrdiff_t sizes[] = {24, 3, 9000, 0, 1, 700, 70001};
    static const int windows[] = {0, 1, 2};
    for (unsigned way = 0; way < 8; way++) {
        unsigned mixed = ++*number * 7;
        if (*number % every != 0) {
            continue;
        }
        trial t = {.movement = movement,
                   .root = movement == CT_ALL_GATHER ? 0 : (int)(mixed / 5 % (unsigned)size),
                   .bytes = sizes[*number / every % 7],
                   .options = {.algorithm = name,
                               .transport = way & 1 ? CT_TRANSPORT_WINDOWS : CT_TRANSPORT_MESSAGES,
                               .private_arrays = (way & 2) != 0,
                               .window = windows[mixed % 3]},
                   .in_place = (way & 4) != 0,
                   .in_slices = mixed % 4 == 1};
        expect_like_oracle(&t);
    }
}

static void expect_unsupported(ct_pattern_kind movement, const char *name) {
    ct_exchange_options options = {.algorithm = name};
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_collective_plan_create(world, movement, 0, 8, &options, &plan),
               CT_ERROR_UNSUPPORTED);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), name);
}

/* A row of the table; `is_own`: of the movement, so that all its parameters are tried. */
static void expect_row(ct_pattern_kind movement, const ct_algorithm *row,
                       const ct_topology *topology, unsigned *number) {
    int is_own = row->pattern != NULL;
    unsigned every = size <= 2 ? 2 : is_own ? (size > 4 ? 19 : 5) : (size > 4 ? 59 : 29);
    char last[CT_PARAMETERS_TEXT + 64] = "";
    ct_parameters parameters;
    if (ct_algorithm_fits(row, topology) != CT_OK) {
        expect_unsupported(movement, row->name);
        return;
    }
    for (int more = ct_parameters_first(row, topology, &parameters); more;
         more = is_own && ct_parameters_next(row, topology, &parameters)) {
        char given[CT_PARAMETERS_TEXT];
        char text[CT_PARAMETERS_TEXT + 64];
        ct_choice choice = {row, parameters, CT_TRANSPORT_AUTO};
        ct_choice_root(&choice, 0); /* roots are tried by themselves */
        ct_parameters_format(row, &choice.parameters, given);
        (void)snprintf(text, sizeof text, "%s%s%s", row->name, given[0] != '\0' ? " " : "", given);
        if (strcmp(text, last) != 0) {
            expect_cross(movement, text, every, number);
        }
        memcpy(last, text, sizeof last);
    }
}

static void expect_all_rows(void) {
    unsigned number = 0;
    ct_topology topology = ct_topology_flat(size);
    for (int m = 0; m < 4; m++) {
        int own = 0;
        for (int i = 0; ct_collective_name(movements[m], i) != NULL; i++) {
            const ct_algorithm *row = ct_collective_row(movements[m], i);
            if (row != NULL && (row->topologies == 0 || row->topologies & 1U << CT_FLAT)) {
                expect_row(movements[m], row, &topology, &number);
                own += row->pattern != NULL;
            } else if (row == NULL) {
                expect_cross(movements[m], ct_collective_name(movements[m], i), size > 4 ? 7 : 2,
                             &number);
            }
        }
        EXPECT(own > 0);
    }
}

static void expect_choice(ct_pattern_kind movement, int root, ptrdiff_t bytes, const char *wanted) {
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_collective_plan_create(world, movement, root, bytes, NULL, &plan), CT_OK);
    EXPECT(strncmp(ct_exchange_algorithm(plan), wanted, strlen(wanted)) == 0);
    ct_exchange_plan_destroy(&plan);
}

/* "auto" takes the best by the closed forms, the library's own among the candidates. */
static void expect_choices(void) {
    for (int m = 0; m < 4; m++) {
        ct_exchange_plan *plan = NULL;
        int has_library = 0;
        EXPECT_INT(ct_collective_plan_create(world, movements[m], 0, 5000, NULL, &plan), CT_OK);
        for (int i = 0; ct_exchange_score(plan, i) != NULL; i++) {
            has_library |= strcmp(ct_exchange_score(plan, i)->algorithm, "mpi") == 0;
            EXPECT(i == 0 || ct_exchange_score(plan, i - 1)->predicted_s <=
                                 ct_exchange_score(plan, i)->predicted_s * (1 + 1e-9));
        }
        EXPECT(has_library);
        EXPECT(ct_exchange_total_bytes(plan) ==
               5000.0 * (size - 1) * (movements[m] == CT_ALL_GATHER ? size : 1));
        ct_exchange_plan_destroy(&plan);
    }
    if (size == 8 && getenv("CT_TEST_NODES") == NULL) {
        expect_choice(CT_BROADCAST, 5, 4096, "broadcast --root 5"); /* 3 steps instead of 7 */
        expect_choice(CT_BROADCAST, 5, 1 << 20, "broadcast-pipelined --root 5 --packets");
        expect_choice(CT_ALL_GATHER, 0, 4096, "adea");
        expect_choice(CT_GATHER, 7, 4096, "gather --root 7");
        expect_choice(CT_GATHER, 7, 1 << 20, "direct"); /* nothing is copied twice */
    }
}

/* A wrong plan, everywhere or on the last rank only. */
static void expect_no_plan(ct_pattern_kind movement, int root, ptrdiff_t bytes,
                           const ct_exchange_options *options, ct_status status, const char *text) {
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_collective_plan_create(world, movement, root, bytes, options, &plan), status);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), text);
}

static void expect_bad_plans(void) {
    int me = rank == size - 1;
    ct_exchange_options in_place = {.in_place = 1};
    ct_exchange_options unknown = {.algorithm = "brodcast"};
    ct_exchange_options other = {.algorithm = "adea"};
    expect_no_plan(CT_BROADCAST, me ? -1 : 0, 8, NULL, CT_ERROR_ARGUMENT,
                   "the root of a broadcast");
    expect_no_plan(CT_GATHER, me ? size : 0, 8, NULL, CT_ERROR_ARGUMENT, "the root of a gather");
    expect_no_plan(CT_ALL_GATHER, 1, 8, NULL, CT_ERROR_ARGUMENT, "allowed: 0 to 0");
    expect_no_plan(CT_SCATTER, 0, me ? -8 : 8, NULL, CT_ERROR_ARGUMENT, "a scatter of -8 bytes");
    expect_no_plan(CT_SCATTER, 0, PTRDIFF_MAX, NULL, CT_ERROR_ARGUMENT, "allowed: 0 to");
    expect_no_plan(CT_EXCHANGE, 0, 8, NULL, CT_ERROR_ARGUMENT,
                   "no collective plan is for exchange");
    expect_no_plan(CT_BROADCAST, 0, 8, &in_place, CT_ERROR_ARGUMENT, "in_place");
    expect_no_plan(CT_BROADCAST, 0, 8, &unknown, CT_ERROR_CONFIG,
                   "no broadcast algorithm is called \"brodcast\"; there are: auto");
    expect_no_plan(CT_GATHER, 0, 8, &other, CT_ERROR_CONFIG, "no gather algorithm is called");
    if (size > 1) {
        expect_no_plan(CT_BROADCAST, me ? 1 : 0, 8, NULL, CT_ERROR_ARGUMENT,
                       "movement or root differ between ranks");
        expect_no_plan(me ? CT_GATHER : CT_SCATTER, 0, 8, NULL, CT_ERROR_ARGUMENT,
                       "movement or root differ between ranks");
        expect_no_plan(CT_ALL_GATHER, 0, me ? 16 : 8, NULL, CT_ERROR_ARGUMENT, "expects");
    }
}

/* A missing array is refused on all ranks, and the plan goes on. */
static void expect_refusals(const char *name) {
    char one[8] = "1234567";
    char several[8 * 64] = "";
    ct_exchange_options options = {.algorithm = name};
    for (int m = 0; m < 4; m++) {
        ct_exchange_plan *plan = NULL;
        int is_scatter = movements[m] == CT_SCATTER;
        EXPECT_INT(ct_collective_plan_create(world, movements[m], 0, 8, &options, &plan), CT_OK);
        EXPECT_INT(ct_exchange_execute(plan, rank == 0 ? NULL : one, several), CT_ERROR_ARGUMENT);
        EXPECT_INT(
            ct_exchange_execute(plan, is_scatter ? several : one, is_scatter ? one : several),
            CT_OK);
        ct_exchange_plan_destroy(&plan);
    }
}

static int numbers[3][64 * 300];

static void fill_numbers(int seed) {
    for (int i = 0; i < 64 * 300; i++) {
        numbers[0][i] = i * 7 + rank * 1000 + seed;
        numbers[1][i] = numbers[2][i] = -i - rank;
    }
}

static void expect_same(ct_status status) {
    EXPECT_INT(status, CT_OK);
    EXPECT_INT(memcmp(numbers[1], numbers[2], sizeof numbers[1]), 0);
}

/* The calls with MPI's arguments; `type` has `ints` ints. */
static void expect_calls(int count, MPI_Datatype type, int root) {
    int *send = numbers[0];
    int *ours = numbers[1];
    int *wanted = numbers[2];
    int me = rank == root;
    fill_numbers(count);
    MPI_Bcast(wanted, count, type, root, world);
    expect_same(ct_broadcast(ours, count, type, root, world));
    fill_numbers(count + 1);
    MPI_Allgather(send, count, type, wanted, count, type, world);
    expect_same(ct_allgather(send, count, type, ours, count, type, world));
    fill_numbers(count + 2);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, wanted, count, type, world);
    expect_same(ct_allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ours, count, type, world));
    for (int in_place = 0; in_place < 2; in_place++) {
        const void *gathered = in_place && me ? MPI_IN_PLACE : send;
        fill_numbers(count + 3);
        MPI_Gather(gathered, count, type, me ? wanted : NULL, count, type, root, world);
        expect_same(ct_gather(gathered, count, type, me ? ours : NULL, count, type, root, world));
        fill_numbers(count + 4);
        MPI_Scatter(me ? send : NULL, count, type, in_place && me ? MPI_IN_PLACE : wanted, count,
                    type, root, world);
        expect_same(ct_scatter(me ? send : NULL, count, type, in_place && me ? MPI_IN_PLACE : ours,
                               count, type, root, world));
    }
}

static void expect_bad_calls(void) {
    int me = rank == size - 1;
    int *a = numbers[0];
    int *b = numbers[1];
    EXPECT_INT(ct_broadcast(me ? NULL : a, 3, MPI_INT, 0, world), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "ct_broadcast: the receive array is NULL");
    EXPECT_INT(ct_broadcast(a, 3, MPI_INT, me ? size : 0, world), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "the root is");
    EXPECT_INT(ct_broadcast(a, me ? -1 : 3, MPI_INT, 0, world), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_allgather(a, me ? 4 : 3, MPI_INT, b, 3, MPI_INT, world), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "16 bytes are sent, 12 received; allowed: equally many");
    EXPECT_INT(ct_gather(a, 3, me ? MPI_DATATYPE_NULL : MPI_INT, b, 3, MPI_INT, 0, world),
               CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_scatter(a, 3, MPI_INT, me ? NULL : b, 3, MPI_INT, 0, world), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_scatter(MPI_IN_PLACE, 3, MPI_INT, b, 3, MPI_INT, 0, world), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_broadcast(a, 3, MPI_INT, 0, MPI_COMM_NULL), CT_ERROR_ARGUMENT);
    if (size > 1) {
        EXPECT_INT(ct_gather(me ? MPI_IN_PLACE : a, 3, MPI_INT, b, 3, MPI_INT, 0, world),
                   CT_ERROR_ARGUMENT);
        EXPECT_INT(ct_broadcast(a, 3, MPI_INT, me, world), CT_ERROR_ARGUMENT);
        EXPECT_INT(ct_broadcast(a, me ? 4 : 3, MPI_INT, 0, world), CT_ERROR_ARGUMENT);
        EXPECT_INT(me ? ct_broadcast(a, 3, MPI_INT, 0, world)
                      : ct_allgather(a, 3, MPI_INT, b, 3, MPI_INT, world),
                   CT_ERROR_ARGUMENT);
    }
}

int main(int argc, char **argv) {
    MPI_Datatype holes = MPI_DATATYPE_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    expect_bad_plans();
    expect_refusals("mpi");
    expect_refusals("direct");
    expect_choices();
    expect_all_rows();
    MPI_Type_vector(2, 1, 2, MPI_INT, &holes);
    MPI_Type_commit(&holes);
    expect_bad_calls();
    const int apart = size > 2 ? size - 2 : 1;
    for (int root = 0; root < size; root += apart) {
        expect_calls(5, MPI_INT, root);
        expect_calls(270, MPI_INT, root);
        if (size <= 4) {
            expect_calls(0, MPI_INT, root);
            expect_calls(3, holes, root);
        }
    }
    expect_bad_calls();
    MPI_Type_free(&holes);
    MPI_Comm_free(&world);
    MPI_Finalize();
    return expect_status();
}
