/* Plans used wrongly: arrays that are missing on one rank, one for two or two for one, by every
 * algorithm, transport and way of execution; plans that are under way, that were destroyed, or that
 * never were. All ranks hear of it, and the next execution is right. Compiled without NDEBUG, the
 * plan's own source too. */
#include "cases.h"
#include "expect.h"
#include "oracle.h"

#include <cornerturn/memory.h>

enum { LACKS_SEND = 1, LACKS_RECEIVE = 2 }; /* bits */

typedef enum way { EXECUTE, WAIT, TEST, WAYS } way;

static int rank, size;

static ct_status run(ct_exchange_plan *plan, way how, const void *from, void *into) {
    int done = 0;
    if (how == EXECUTE) {
        return ct_exchange_execute(plan, from, into);
    }
    ct_status status = ct_exchange_start(plan, from, into);
    if (how == WAIT) {
        return status != CT_OK ? status : ct_exchange_wait(plan);
    }
    while (status == CT_OK && !done) {
        status = ct_exchange_test(plan, &done);
    }
    return status;
}

/* A plan and its arrays. */
typedef struct job {
    exchange_case blocks;
    ct_exchange_options options;
    ct_exchange_plan *plan;
    void *from, *into;
    char *wanted;
} job;

static void job_begin(job *j, case_kind kind, ptrdiff_t element, unsigned seed,
                      ct_exchange_options options) {
    *j = (job){.options = options};
    case_make(&j->blocks, kind, rank, size, element, seed);
    if (options.in_place && j->blocks.receive_bytes < j->blocks.send_bytes) {
        j->blocks.receive_bytes = j->blocks.send_bytes;
    }
    MPI_Comm owners = options.private_arrays ? MPI_COMM_SELF : MPI_COMM_WORLD;
    EXPECT_INT(ct_alloc(owners, j->blocks.send_bytes, &j->from), CT_OK);
    EXPECT_INT(ct_alloc(owners, j->blocks.receive_bytes, &j->into), CT_OK);
    j->wanted = malloc((size_t)j->blocks.receive_bytes);
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &j->blocks.send, &j->blocks.receive,
                                       &options, &j->plan),
               CT_OK);
}

static void job_end(job *j) {
    ct_exchange_plan_destroy(&j->plan);
    ct_free(&j->from);
    ct_free(&j->into);
    free(j->wanted);
}

static void fill(const job *j, int round) {
    for (ptrdiff_t i = 0; i < j->blocks.send_bytes; i++) {
        ((char *)j->from)[i] = (char)(i * 31 + (ptrdiff_t)rank * 17 + round + (i >> 8));
    }
    memset(j->into, 0x5a, (size_t)j->blocks.receive_bytes);
    if (j->options.in_place) {
        memcpy(j->into, j->from, (size_t)j->blocks.send_bytes);
    }
    memcpy(j->wanted, j->into, (size_t)j->blocks.receive_bytes);
    oracle_exchange(MPI_COMM_WORLD, &j->blocks.send, &j->blocks.receive, j->from, j->wanted);
}

/* What an execution sends. */
static void *sent(const job *j) {
    return j->options.in_place ? j->into : j->from;
}

static void expect_data(const job *j) {
    EXPECT_INT(memcmp(j->into, j->wanted, (size_t)j->blocks.receive_bytes), 0);
}

static void expect_right(const job *j, way how, int round) {
    fill(j, round);
    EXPECT_INT(run(j->plan, how, sent(j), j->into), CT_OK);
    expect_data(j);
}

static int has_elements(const ct_layout *layout) {
    ptrdiff_t elements = 0;
    for (int peer = 0; peer < size; peer++) {
        elements += ct_block_elements(&layout->block[peer]);
    }
    return elements > 0;
}

/* One rank lacks arrays: all are refused, if it needs one of them. */
static void expect_missing(const job *j, way how, int culprit, int lacks) {
    int here = rank == culprit;
    int lacks_send = here && (lacks & (j->options.in_place ? LACKS_RECEIVE : LACKS_SEND)) != 0;
    int lacks_receive = here && (lacks & LACKS_RECEIVE) != 0;
    int refused = (lacks_send && has_elements(&j->blocks.send)) ||
                  (lacks_receive && has_elements(&j->blocks.receive));
    MPI_Bcast(&refused, 1, MPI_INT, culprit, MPI_COMM_WORLD);
    fill(j, culprit);
    ct_status status =
        run(j->plan, how, lacks_send ? NULL : sent(j), lacks_receive ? NULL : j->into);
    EXPECT_INT(status, refused ? CT_ERROR_ARGUMENT : CT_OK);
    if (refused) {
        EXPECT_TEXT(ct_error_message(), "was given no array");
    }
    int done = 0;
    EXPECT_INT(ct_exchange_test(j->plan, &done), CT_OK); /* nothing is left under way */
    EXPECT(done);
}

/* One rank gives one array where two are wanted, or the other way round: all are refused. */
static void expect_other_arrays(const job *j, way how, int culprit) {
    const void *from = rank != culprit ? sent(j) : j->options.in_place ? j->from : j->into;
    fill(j, culprit);
    EXPECT_INT(run(j->plan, how, from, j->into), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "arrays that overlap (two with in_place)");
}

/* All that one rank can lack, each time followed by an execution that is right. */
static void expect_all_missing(case_kind kind, ptrdiff_t element, unsigned seed,
                               ct_exchange_options options) {
    job j;
    int failed_before = expect_failed;
    job_begin(&j, kind, element, seed, options);
    expect_right(&j, EXECUTE, 0);
    for (int lacks = LACKS_SEND; lacks <= (LACKS_SEND | LACKS_RECEIVE); lacks++) {
        unsigned mixed = seed + (unsigned)lacks;
        way how = (way)(mixed % WAYS);
        expect_missing(&j, how, (int)(mixed / WAYS % (unsigned)size), lacks);
        expect_right(&j, how, lacks);
    }
    if (kind == CASE_UNIFORM) { /* in which every rank has blocks */
        expect_other_arrays(&j, (way)(seed % WAYS), (int)(seed % (unsigned)size));
        expect_right(&j, (way)(seed % WAYS), 3);
    }
    job_end(&j);
    if (expect_failed > failed_before) {
        (void)fprintf(stderr,
                      "    rank %d of %d: %s, case %d, element %td, seed %u, transport %d, window "
                      "%d, private %d, in place %d\n",
                      rank, size, options.algorithm, (int)kind, element, seed,
                      (int)options.transport, options.steps_in_flight, options.private_arrays,
                      options.in_place);
    }
}

/* Blocks that fit into a slot of a channel, and that take many; some empty ones. Among several
 * ranks a third of it all, another with every `turn`. */
static void expect_missing_by(const char *name, unsigned turn) {
    static const struct {
        case_kind kind;
        ptrdiff_t element;
    } cases[] = {{CASE_UNIFORM, 8}, {CASE_UNIFORM, 4096}, {CASE_UNEVEN, 1}, {CASE_UNEVEN, 512}};
    unsigned seed = 0;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        for (unsigned how = 0; how < 8; how++, seed++) {
            ct_exchange_options options = {.algorithm = name,
                                           .transport = how & 1 ? CT_TRANSPORT_SHARED
                                                                : CT_TRANSPORT_MESSAGES,
                                           .private_arrays = (how & 2) != 0,
                                           .in_place = (how & 4) != 0,
                                           .steps_in_flight = (int)((seed + turn) / 2 % 3)};
            if (size == 1 || (seed + turn) % 3 == 0) {
                expect_all_missing(cases[c].kind, cases[c].element, 5 * seed + (unsigned)c,
                                   options);
            }
        }
    }
}

/* A plan under way is not begun again; what is under way goes on. */
static void expect_under_way(const char *name) {
    job j;
    job_begin(&j, CASE_UNIFORM, 512, 1, (ct_exchange_options){.algorithm = name});
    fill(&j, 1);
    EXPECT_INT(ct_exchange_start(j.plan, j.from, j.into), CT_OK);
    EXPECT_INT(ct_exchange_start(j.plan, j.from, j.into), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "under way");
    EXPECT_INT(ct_exchange_execute(j.plan, j.from, j.into), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_exchange_execute(j.plan, NULL, NULL), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_exchange_wait(j.plan), CT_OK);
    expect_data(&j);
    EXPECT_INT(ct_exchange_wait(j.plan), CT_OK);
    expect_right(&j, EXECUTE, 2);
    job_end(&j);
}

/* A plan destroyed under way first ends what it does: nothing comes into freed memory. */
static void expect_destroyed_under_way(const char *name) {
    job j;
    job_begin(&j, CASE_UNIFORM, 4096, 1, (ct_exchange_options){.algorithm = name});
    fill(&j, 1);
    EXPECT_INT(ct_exchange_start(j.plan, j.from, j.into), CT_OK);
    ct_exchange_plan_destroy(&j.plan);
    EXPECT(j.plan == NULL);
    expect_data(&j);
    job_end(&j);
}

static void expect_no_plan(ct_exchange_plan *plan, void *array) {
    int done = 0;
    EXPECT_INT(ct_exchange_execute(plan, array, array), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "does not exist");
    EXPECT_INT(ct_exchange_start(plan, array, array), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_exchange_test(plan, &done), CT_ERROR_ARGUMENT);
    EXPECT(done);
    EXPECT_INT(ct_exchange_wait(plan), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "does not exist");
}

static void expect_destroyed(void) {
    job j;
    job_begin(&j, CASE_UNIFORM, 8, 1, (ct_exchange_options){.algorithm = NULL});
    ct_exchange_plan *gone = j.plan;
    ct_exchange_plan_destroy(&j.plan);
    EXPECT(j.plan == NULL);
    expect_no_plan(gone, j.into);
    ct_exchange_plan_destroy(&gone); /* once more */
    expect_no_plan(NULL, j.into);
    ct_exchange_plan_destroy(NULL);
    job_end(&j);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; ct_exchange_name(i) != NULL; i++) {
        const char *name = ct_exchange_name(i);
        if (ct_exchange_supports(MPI_COMM_WORLD, name) == CT_OK) {
            expect_missing_by(name, (unsigned)i);
            expect_under_way(name);
            expect_destroyed_under_way(name);
        }
    }
    expect_destroyed();
    MPI_Finalize();
    return expect_status();
}
