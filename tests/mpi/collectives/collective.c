/* Broadcast, all-gather, gather and scatter by every row that delivers them, against MPI's own: all
 * parameters worth trying, roots, sizes (none, less than packets, long), transports, windows of
 * steps, shared and private arrays, in place, in slices. */
#include "expect.h"
#include "told_nodes.h"

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
                      t->root, (int)t->options.transport, t->options.steps_in_flight,
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
                               .transport = way & 1 ? CT_TRANSPORT_SHARED : CT_TRANSPORT_MESSAGES,
                               .private_arrays = (way & 2) != 0,
                               .steps_in_flight = windows[mixed % 3]},
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
            const ct_algorithm *row = ct_movement_row(movements[m], i);
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
    if (size == 8 && told_nodes() == 0) {
        expect_choice(CT_BROADCAST, 5, 4096, "broadcast --root 5"); /* 3 steps instead of 7 */
        expect_choice(CT_BROADCAST, 5, 1 << 20, "broadcast-pipelined --root 5 --packets");
        expect_choice(CT_ALL_GATHER, 0, 4096, "adea");
        expect_choice(CT_GATHER, 7, 4096, "gather --root 7");
        expect_choice(CT_GATHER, 7, 1 << 20, "direct"); /* nothing is copied twice */
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    expect_choices();
    expect_all_rows();
    MPI_Comm_free(&world);
    MPI_Finalize();
    return expect_status();
}
