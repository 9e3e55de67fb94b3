/* A thousand exchanges (with 4 ranks 100) among ranks that nap at random: by changing algorithms,
 * transports, windows, layouts and arrays, two plans at once. Arrays are written anew the moment an
 * exchange has ended, and ranks compare by themselves, so that nothing but the exchanges holds them
 * together.
 *
 *   exchange_delay [exchanges seed] */
#include "cases.h"
#include "delays.h"
#include "expect.h"
#include "oracle.h"

#include <cornerturn/memory.h>

enum { ROUNDS = 8, PLANS = 2, ARRAYS = 2 };

static int rank, size;

static char content(int origin, ptrdiff_t place, int round) {
    return (char)(place * 31 + (ptrdiff_t)origin * 17 + (ptrdiff_t)round * 7 + (place >> 8));
}

/* A plan with arrays of two kinds: shared and this rank's own. */
typedef struct job {
    exchange_case mine;
    exchange_case senders[CASE_RANKS_MOST]; /* what the others have it as */
    ct_exchange_options options;
    ct_exchange_plan *plan;
    void *from[ARRAYS], *into[ARRAYS];
    int round; /* executions so far */
} job;

/* The arrays of the execution at hand: each rank changes between them in its own rhythm. */
static int arrays_of(const job *j) {
    return (j->round + rank) % 3 % ARRAYS;
}

static void *send_array(const job *j) {
    return j->options.in_place ? j->into[arrays_of(j)] : j->from[arrays_of(j)];
}

/* The same on all ranks. */
static unsigned pick(unsigned *seed, unsigned below) {
    *seed = *seed * 1103515245U + 12345U;
    return *seed / 65536 % below;
}

static void job_begin(job *j, const char *name, unsigned seed) {
    static const ptrdiff_t elements[] = {1, 8, 512, 3, 2048};
    unsigned picked = seed * 2654435761U;
    *j = (job){.round = 0};
    case_kind kind = (case_kind)pick(&picked, CASES);
    ptrdiff_t element = elements[pick(&picked, 5)];
    j->options = (ct_exchange_options){.algorithm = name,
                                       .transport = pick(&picked, 3) > 0 ? CT_TRANSPORT_SHARED
                                                                         : CT_TRANSPORT_MESSAGES,
                                       .in_place = pick(&picked, 3) == 0,
                                       .steps_in_flight = (int)pick(&picked, 4)};
    for (int peer = 0; peer < size; peer++) {
        case_make(&j->senders[peer], kind, peer, size, element, seed);
    }
    case_make(&j->mine, kind, rank, size, element, seed);
    if (j->options.in_place && j->mine.receive_bytes < j->mine.send_bytes) {
        j->mine.receive_bytes = j->mine.send_bytes;
    }
    for (int i = 0; i < ARRAYS; i++) {
        MPI_Comm owners = i == 0 ? MPI_COMM_WORLD : MPI_COMM_SELF;
        EXPECT_INT(ct_alloc(owners, j->mine.send_bytes, &j->from[i]), CT_OK);
        EXPECT_INT(ct_alloc(owners, j->mine.receive_bytes, &j->into[i]), CT_OK);
    }
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &j->mine.send, &j->mine.receive, &j->options,
                                       &j->plan),
               CT_OK);
}

static void job_end(job *j) {
    ct_exchange_plan_destroy(&j->plan);
    for (int i = 0; i < ARRAYS; i++) {
        ct_free(&j->from[i]);
        ct_free(&j->into[i]);
    }
}

static void fill(const job *j) {
    char *from = send_array(j);
    for (ptrdiff_t i = 0; i < j->mine.send_bytes; i++) {
        from[i] = content(rank, i, j->round);
    }
}

/* Whether what came is what the senders had. */
static int is_right(const job *j) {
    const char *into = j->into[arrays_of(j)];
    const ptrdiff_t element = j->mine.send.element_bytes;
    for (int peer = 0; peer < size; peer++) {
        const ct_block *sent = &j->senders[peer].send_block[rank];
        const ct_block *block = &j->mine.receive_block[peer];
        for (ptrdiff_t i = 0; i < ct_block_elements(block); i++) {
            ptrdiff_t there = oracle_place(sent, i);
            ptrdiff_t here = oracle_place(block, i);
            for (ptrdiff_t byte = 0; byte < element; byte++) {
                if (into[here + byte] != content(peer, there + byte, j->round)) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

static void begin(job *j) {
    fill(j);
    EXPECT_INT(ct_exchange_start(j->plan, send_array(j), j->into[arrays_of(j)]), CT_OK);
}

/* After an exchange: first the array is spoilt that others must not look at any more. */
static void end(job *j) {
    if (!j->options.in_place) {
        memset(send_array(j), 0x77, (size_t)j->mine.send_bytes);
    }
    EXPECT(is_right(j));
    j->round++;
}

static void execute(job *j) {
    fill(j);
    EXPECT_INT(ct_exchange_execute(j->plan, send_array(j), j->into[arrays_of(j)]), CT_OK);
    end(j);
}

/* Both at once, tested in slices in an order of this rank's own. */
static void interleave(job jobs[PLANS]) {
    int done = 0;
    begin(&jobs[0]);
    begin(&jobs[1]);
    for (unsigned slices = delay_random(40); slices > 0; slices--) {
        EXPECT_INT(ct_exchange_test(jobs[delay_random(PLANS)].plan, &done), CT_OK);
        nap(8);
    }
    for (int k = 0; k < PLANS; k++) {
        EXPECT_INT(ct_exchange_wait(jobs[k].plan), CT_OK);
        end(&jobs[k]);
    }
}

/* Runs two plans in turn and together; returns the number of exchanges. */
static int run_pair(const char *first, const char *second, unsigned seed) {
    job jobs[PLANS];
    int failed_before = expect_failed;
    job_begin(&jobs[0], first, seed);
    job_begin(&jobs[1], second, seed * 5 + 3);
    for (int round = 0; round < ROUNDS; round++) {
        if (round % 2 == 0) {
            interleave(jobs);
        } else {
            execute(&jobs[round / 2 % PLANS]);
        }
    }
    if (expect_failed > failed_before) {
        (void)fprintf(stderr, "    rank %d of %d: %s and %s, seed %u\n", rank, size, first, second,
                      seed);
    }
    job_end(&jobs[0]);
    job_end(&jobs[1]);
    return ROUNDS / 2 * (PLANS + 1);
}

static int some_failed(void) {
    int failed = expect_failed;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return failed > 0;
}

int main(int argc, char **argv) {
    static const char *const texts[] = {"direct",
                                        "bruck",
                                        "direct --sync pairwise",
                                        "standard",
                                        "mixed",
                                        "direct --sync step",
                                        "naive",
                                        "cyclic --sync phase --mode ready",
                                        "bruck --radix 3",
                                        "direct --sync step --mode ready",
                                        "mpi",
                                        "cyclic"};
    const char *names[sizeof texts / sizeof texts[0]];
    unsigned count = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int exchanges = size <= 3 ? 1000 : 100; /* more ranks than cores take their time */
    unsigned seed = 1;
    if (argc > 2) {
        exchanges = (int)strtol(argv[1], NULL, 10);
        seed = (unsigned)strtoul(argv[2], NULL, 10);
    }
    delay_state = 977U * (unsigned)rank + 31U * seed + 5;
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (ct_exchange_supports(MPI_COMM_WORLD, texts[i]) == CT_OK) {
            names[count++] = texts[i];
        }
    }
    for (int done = 0; done < exchanges && !some_failed(); seed++) {
        done += run_pair(names[seed % count], names[(seed * 7 + 2) % count], seed);
    }
    EXPECT(delay_naps > exchanges / 2);
    MPI_Finalize();
    return expect_status();
}
