/* Every exchange algorithm against the hand-written one: uneven sizes with empty blocks, blocks out
 * of order with gaps that must stay untouched, all windows, several executions of one plan; offsets
 * past 2^31; every wrong argument. */
#include "expect.h"
#include "oracle.h"

#include "exchange/plan.h"
#include <cornerturn/memory.h>
#include <stdlib.h>

enum { MOST = 16, GAP = 3, SPREAD = 700, SAME_SIZES = 77777 };

static MPI_Comm world;
static int rank, size;

typedef struct blocks {
    ptrdiff_t send_offset[MOST], send_bytes[MOST], receive_offset[MOST], receive_bytes[MOST];
    ptrdiff_t send_end, receive_end;
    ct_layout send, receive;
} blocks;

/* The number of nodes that MPI is made to see, dealing ranks out to them in turn; 0: all on one. */
static int told_nodes(void) {
    const char *text = getenv("CT_TEST_NODES");
    return text != NULL ? (int)strtol(text, NULL, 10) : 0;
}

/* The size of block (from, to): the same number wherever it is asked for. */
static ptrdiff_t block_bytes(int from, int to, int unit, unsigned seed) {
    if (seed == SAME_SIZES) {
        return 24 * (ptrdiff_t)unit;
    }
    unsigned mixed = (unsigned)(from * 7919 + to * 104729) + seed * 2654435761U;
    mixed ^= mixed >> 13;
    return mixed % 4 == 0 ? 0 : (ptrdiff_t)(mixed % SPREAD) * unit;
}

/* Places blocks in an order of their own with gaps between them. */
static ptrdiff_t place(const ptrdiff_t *bytes, ptrdiff_t *offset, int unit, unsigned seed) {
    ptrdiff_t end = (ptrdiff_t)GAP * unit;
    for (int k = 0; k < size; k++) {
        int peer = (int)(((unsigned)k + seed + 5U * (unsigned)rank) % (unsigned)size);
        offset[peer] = end;
        end += bytes[peer] + (ptrdiff_t)GAP * unit;
    }
    return end;
}

static void make_blocks(blocks *b, int unit, unsigned seed) {
    for (int peer = 0; peer < size; peer++) {
        b->send_bytes[peer] = block_bytes(rank, peer, unit, seed);
        b->receive_bytes[peer] = block_bytes(peer, rank, unit, seed);
    }
    b->send_end = place(b->send_bytes, b->send_offset, unit, seed);
    b->receive_end = place(b->receive_bytes, b->receive_offset, unit, seed + 1);
    b->send = (ct_layout){b->send_offset, b->send_bytes};
    b->receive = (ct_layout){b->receive_offset, b->receive_bytes};
}

static void expect_like_oracle(const char *name, ct_planning planning, int window, int unit,
                               unsigned seed) {
    blocks b = {.send_end = 0};
    make_blocks(&b, unit, seed);
    char *from = malloc((size_t)b.send_end);
    char *into = malloc((size_t)b.receive_end);
    char *wanted = malloc((size_t)b.receive_end);
    ct_exchange_options options = {name, planning, window, unit};
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_exchange_plan_create(world, &b.send, &b.receive, &options, &plan), CT_OK);
    for (int run = 0; run < 2; run++) {
        for (ptrdiff_t i = 0; i < b.send_end; i++) {
            from[i] = (char)(i * 31 + (ptrdiff_t)rank * 17 + run);
        }
        memset(into, 0x5a, (size_t)b.receive_end);
        memset(wanted, 0x5a, (size_t)b.receive_end);
        oracle_exchange(world, &b.send, &b.receive, from, wanted);
        EXPECT_INT(ct_exchange_execute(plan, from, into), CT_OK);
        EXPECT_INT(memcmp(into, wanted, (size_t)b.receive_end), 0);
    }
    EXPECT(ct_exchange_reason(plan)[0] != '\0');
    EXPECT(strcmp(ct_exchange_algorithm(plan), ct_exchange_score(plan, 0)->algorithm) == 0);
    if (strcmp(name, "auto") != 0) {
        EXPECT(strncmp(ct_exchange_algorithm(plan), name, strcspn(name, " ")) == 0);
        EXPECT(ct_exchange_score(plan, 1) == NULL);
    } else if (planning == CT_PLAN_MEASURE && ct_exchange_total_bytes(plan) > 0) {
        EXPECT(ct_exchange_score(plan, 0)->measured_s <= ct_exchange_score(plan, 1)->measured_s);
        EXPECT_TEXT(ct_exchange_reason(plan), "measured");
    }
    ct_exchange_plan_destroy(&plan);
    EXPECT(plan == NULL);
    free(from);
    free(into);
    free(wanted);
}

static void expect_refusal(const blocks *b, ct_exchange_options options, ct_status wanted,
                           const char *message) {
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_exchange_plan_create(world, &b->send, &b->receive, &options, &plan), wanted);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), message);
}

/* A row of the table with every parameter worth trying; a size that it cannot do is refused. */
static void expect_row(const ct_algorithm *row, const ct_topology *topology) {
    static const int windows[] = {0, 1, 2};
    ct_parameters parameters;
    unsigned seed = 0;
    if (ct_algorithm_fits(row, topology) != CT_OK) {
        blocks b = {.send_end = 0};
        make_blocks(&b, 1, 1);
        expect_refusal(&b, (ct_exchange_options){.algorithm = row->name}, CT_ERROR_UNSUPPORTED,
                       row->name);
        return;
    }
    for (int more = ct_parameters_first(row, topology, &parameters); more;
         more = ct_parameters_next(row, topology, &parameters), seed++) {
        if (size > 5 && seed % 4 != 0) {
            continue; /* more ranks than cores take their time */
        }
        char text[CT_PARAMETERS_TEXT + 64];
        char given[CT_PARAMETERS_TEXT];
        ct_parameters_format(row, &parameters, given);
        (void)snprintf(text, sizeof text, "%s%s%s", row->name, given[0] != '\0' ? " " : "", given);
        expect_like_oracle(text, CT_PLAN_ESTIMATE, windows[seed % 3], 1, seed);
        expect_like_oracle(text, CT_PLAN_ESTIMATE, windows[(seed + 1) % 3], 4, SAME_SIZES);
    }
    EXPECT(seed > 0);
}

static void expect_all_algorithms(void) {
    static const int windows[] = {0, 1, 2, 1000};
    blocks b = {.send_end = 0};
    ct_exchange_plan *plan = NULL;
    make_blocks(&b, 1, 1);
    EXPECT_INT(ct_exchange_plan_create(world, &b.send, &b.receive, NULL, &plan), CT_OK);
    ct_topology topology = plan->topology;
    ct_exchange_plan_destroy(&plan);
    for (int i = 0; ct_exchange_name(i) != NULL; i++) {
        EXPECT(ct_exchange_summary(i) != NULL);
        if (ct_exchange_row(i) != NULL) {
            expect_row(ct_exchange_row(i), &topology);
            continue;
        }
        for (unsigned w = 0; w < 4; w++) {
            expect_like_oracle(ct_exchange_name(i), CT_PLAN_ESTIMATE, windows[w], 1, w);
        }
        expect_like_oracle(ct_exchange_name(i), CT_PLAN_ESTIMATE, 0, 16, 11);
    }
    expect_like_oracle("auto", CT_PLAN_MEASURE, 0, 1, 3);
    EXPECT(ct_exchange_summary(1000) == NULL);
    EXPECT_INT(topology.kind, told_nodes() > 0 ? CT_NODES : CT_FLAT);
    EXPECT(told_nodes() == 0 || topology.extent[1] == told_nodes());
}

/* What "auto" takes for blocks of one size, by the model. */
static void expect_choice(ptrdiff_t each_bytes, const char *wanted) {
    ptrdiff_t offset[MOST] = {0};
    ptrdiff_t bytes[MOST] = {0};
    ct_layout layout = {offset, bytes};
    ct_exchange_plan *plan = NULL;
    for (int peer = 0; peer < size; peer++) {
        offset[peer] = peer * each_bytes;
        bytes[peer] = each_bytes;
    }
    EXPECT_INT(ct_exchange_plan_create(world, &layout, &layout, NULL, &plan), CT_OK);
    EXPECT(strcmp(ct_exchange_algorithm(plan), wanted) == 0);
    EXPECT_TEXT(ct_exchange_reason(plan), "predicted");
    ct_exchange_plan_destroy(&plan);
}

/* A few bytes far out in an array that is address space only: ints cannot count the way there. */
static void expect_far_offsets(const char *name) {
    const ptrdiff_t far_out = ((ptrdiff_t)1 << 31) + 4096;
    ptrdiff_t offset[MOST] = {0};
    ptrdiff_t bytes[MOST] = {0};
    void *from = NULL;
    void *into = NULL;
    for (int peer = 0; peer < size; peer++) {
        offset[peer] = far_out + 8 * (ptrdiff_t)peer;
        bytes[peer] = 8;
    }
    EXPECT_INT(ct_alloc(world, far_out + 4096, &from), CT_OK);
    EXPECT_INT(ct_alloc(world, far_out + 4096, &into), CT_OK);
    for (int peer = 0; peer < size; peer++) {
        double token = 100.0 * rank + peer;
        memcpy((char *)from + offset[peer], &token, sizeof token);
    }
    ct_layout layout = {offset, bytes};
    ct_exchange_options options = {.algorithm = name};
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_exchange_plan_create(world, &layout, &layout, &options, &plan), CT_OK);
    EXPECT_INT(ct_exchange_execute(plan, from, into), CT_OK);
    for (int peer = 0; peer < size; peer++) {
        double token = 0;
        memcpy(&token, (char *)into + offset[peer], sizeof token);
        EXPECT(token == 100.0 * peer + rank);
    }
    ct_exchange_plan_destroy(&plan);
    ct_free(&from);
    ct_free(&into);
}

static void expect_refusals(void) {
    blocks b = {.send_end = 0};
    make_blocks(&b, 4, 1);
    expect_refusal(&b, (ct_exchange_options){.algorithm = "quickest"}, CT_ERROR_CONFIG,
                   "\"quickest\"; there are: auto, direct, ");
    expect_refusal(&b, (ct_exchange_options){.window = -1}, CT_ERROR_ARGUMENT, "window -1");
    expect_refusal(&b, (ct_exchange_options){.element_bytes = 2531}, CT_ERROR_ARGUMENT,
                   "multiples of 2531 bytes");
    if (size > 1) {
        expect_refusal(&b, (ct_exchange_options){.window = rank}, CT_ERROR_ARGUMENT,
                       "options differ between ranks");
        ptrdiff_t kept = b.receive_bytes[0];
        b.receive_bytes[0] += rank == size - 1 ? 4 : 0;
        expect_refusal(&b, (ct_exchange_options){.window = 0}, CT_ERROR_ARGUMENT, "which expects");
        b.receive_bytes[0] = kept;
    }
    b.send_bytes[0] = -4;
    expect_refusal(&b, (ct_exchange_options){.window = 0}, CT_ERROR_ARGUMENT, "negative");
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int nodes = told_nodes();
    MPI_Comm_split(MPI_COMM_WORLD, 0, nodes > 0 ? rank % nodes : 0, &world);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    expect_all_algorithms();
    if (size == 8) {
        expect_choice(8, "standard"); /* 3 steps instead of 7 */
        expect_choice(1 << 20, "direct");
    }
    expect_far_offsets("direct");
    expect_far_offsets("bruck");
    expect_far_offsets("mpi");
    expect_refusals();
    MPI_Comm_free(&world);
    MPI_Finalize();
    return expect_status();
}
