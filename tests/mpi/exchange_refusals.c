/* Plans that cannot be: every wrong argument is refused with its reason, on all ranks, also when
 * only one rank is wrong; and the communicator serves the next plan. */
#include "cases.h"
#include "expect.h"

#include <cornerturn/collective.h>

#include <limits.h>
#include <stdint.h>

enum { ELEMENT_BYTES = 8 };

static int rank, size;
static exchange_case blocks;

/* Expects a plan of these layouts to be refused on all ranks. */
static void expect_refused(const ct_layout *send, const ct_layout *receive,
                           const ct_exchange_options *options, ct_status wanted,
                           const char *message) {
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, send, receive, options, &plan), wanted);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), message);
    ct_exchange_plan_destroy(&plan);
}

/* The same of options, with layouts that are right. */
static void expect_refused_options(ct_exchange_options options, ct_status wanted,
                                   const char *message) {
    expect_refused(&blocks.send, &blocks.receive, &options, wanted, message);
}

static void expect_served(void) {
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &blocks.send, &blocks.receive, NULL, &plan),
               CT_OK);
    ct_exchange_plan_destroy(&plan);
}

/* Names, parameters and transports that there are not. */
static void expect_names(void) {
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"quickest", "\"quickest\"; there are: auto, direct, "},
        {"", "there are: auto, direct, "},
        {"Direct", "there are: auto, direct, "},
        {"dir", "there are: auto, direct, "},
        {"direct--transport windows", "there are: auto, direct, "},
        {"--transport windows", "there are: auto, direct, "},
        {" direct", "there are: auto, direct, "},
        {"broadcast", "there are: auto, direct, "},
        {"direct --transport window", "--transport comes last"},
        {"direct --transport windowsmessages", "--transport comes last"},
        {"direct --transport windows ", "--transport comes last"},
        {"direct --transport ", "--transport comes last"},
        {"direct --transport windows --sync none", "--transport comes last"},
        {"mpi --transport shared", "--transport comes last"},
        {"auto --transport shared", "--transport comes last"},
        {"direct --transport", "transport"},
        {"direct --transports windows", "transports"},
        {"auto --window 3", "auto takes no parameters"},
        {"mpi --radix 2", "mpi takes no parameters"},
        {"bruck --radix", "radix"},
        {"bruck --radix four", "four"},
        {"bruck --radius 4", "radius"},
    };
    char longest[4000];
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        expect_refused_options((ct_exchange_options){.algorithm = wrong[i].text}, CT_ERROR_CONFIG,
                               wrong[i].message);
        EXPECT_INT(ct_exchange_supports(MPI_COMM_WORLD, wrong[i].text), CT_ERROR_CONFIG);
        EXPECT_TEXT(ct_error_message(), wrong[i].message);
    }
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    expect_refused_options((ct_exchange_options){.algorithm = longest}, CT_ERROR_CONFIG,
                           "there are: auto");
    memcpy(longest, "direct ", strlen("direct "));
    expect_refused_options((ct_exchange_options){.algorithm = longest}, CT_ERROR_CONFIG,
                           "there are: auto");
}

/* Numbers out of range, on all ranks and on one. */
static void expect_options(void) {
    for (int everywhere = 0; everywhere <= 1; everywhere++) {
        int here = everywhere || rank == size - 1;
        expect_refused_options((ct_exchange_options){.window = here ? -1 : 0}, CT_ERROR_ARGUMENT,
                               "window -1");
        expect_refused_options((ct_exchange_options){.planning = (ct_planning)(here ? 77 : 0)},
                               CT_ERROR_ARGUMENT, "planning 77");
        expect_refused_options((ct_exchange_options){.transport = (ct_transport)(here ? 77 : 0)},
                               CT_ERROR_ARGUMENT, "transport 77");
        expect_refused_options((ct_exchange_options){.algorithm = here ? "quickest" : "direct"},
                               CT_ERROR_CONFIG, "quickest");
    }
    if (size > 1) {
        const char *differ = "options differ between ranks";
        expect_refused_options((ct_exchange_options){.window = rank}, CT_ERROR_ARGUMENT, differ);
        expect_refused_options((ct_exchange_options){.in_place = rank == 0}, CT_ERROR_ARGUMENT,
                               differ);
        expect_refused_options((ct_exchange_options){.private_arrays = rank == 0},
                               CT_ERROR_ARGUMENT, differ);
        expect_refused_options((ct_exchange_options){.planning = (ct_planning)(rank == 0)},
                               CT_ERROR_ARGUMENT, differ);
        expect_refused_options((ct_exchange_options){.transport = (ct_transport)(1 + (rank == 0))},
                               CT_ERROR_ARGUMENT, differ);
        expect_refused_options(
            (ct_exchange_options){.algorithm = rank == 0 ? "direct --transport windows" : "direct"},
            CT_ERROR_ARGUMENT, differ);
        expect_refused_options((ct_exchange_options){.algorithm = rank == 0 ? NULL : "direct"},
                               CT_ERROR_ARGUMENT, differ);
        expect_refused_options((ct_exchange_options){.algorithm = rank == 0 ? "naive" : "mpi"},
                               CT_ERROR_ARGUMENT, differ);
    }
}

/* Networks of another size, on all ranks or one; a network on one rank only, and not the same. */
static void expect_networks(void) {
    int extent[2] = {size, 2};
    ct_topology right = ct_topology_flat(size);
    ct_topology larger = ct_topology_flat(size + 1);
    ct_topology torus;
    EXPECT_INT(ct_topology_create(CT_TORUS, 2, extent, &torus), CT_OK);
    expect_refused_options((ct_exchange_options){.topology = &larger}, CT_ERROR_ARGUMENT,
                           "a network of ");
    expect_refused_options((ct_exchange_options){.topology = &torus}, CT_ERROR_ARGUMENT,
                           "a network of ");
    expect_refused_options((ct_exchange_options){.topology = rank == 0 ? &larger : &right},
                           CT_ERROR_ARGUMENT, "a network of ");
    expect_refused_options((ct_exchange_options){.algorithm = "t1", .topology = &right},
                           CT_ERROR_CONFIG, "\"t1\"; there are: ");
    if (size > 1) {
        EXPECT_INT(ct_topology_create(CT_MESH, 1, extent, &torus), CT_OK);
        expect_refused_options((ct_exchange_options){.topology = rank == 0 ? &right : NULL},
                               CT_ERROR_ARGUMENT, "options differ between ranks");
        expect_refused_options((ct_exchange_options){.topology = rank == 0 ? &right : &torus},
                               CT_ERROR_ARGUMENT, "options differ between ranks");
    }
}

/* Layouts with one wrong block, on the last rank or on all. */
static void expect_blocks(void) {
    const ptrdiff_t most = PTRDIFF_MAX;
    const ptrdiff_t far_out = (ptrdiff_t)1 << 48;
    static const char *beyond = "cannot be addressed";
    const struct {
        ct_block block;
        const char *message;
    } wrong[] = {
        {{0, 1, {-4}, {ELEMENT_BYTES}}, "negative count -4 along axis 0"},
        {{0, 2, {2, -1}, {16, ELEMENT_BYTES}}, "negative count -1 along axis 1"},
        {{0, 2, {0, -1}, {16, ELEMENT_BYTES}}, "negative count -1 along axis 1"},
        {{-1, 1, {4}, {ELEMENT_BYTES}}, "offset -1"},
        {{PTRDIFF_MIN, 1, {0}, {ELEMENT_BYTES}}, "allowed: 0 to 4 axes, offsets from 0"},
        {{0, -1, {0}, {0}}, "-1 axes"},
        {{0, CT_BLOCK_AXES + 1, {1, 1, 1, 1}, {8, 8, 8, 8}}, "5 axes"},
        {{0, INT_MAX, {1, 1, 1, 1}, {8, 8, 8, 8}}, "axes"},
        {{0, 1, {2}, {ELEMENT_BYTES - 1}}, "stride of 7 bytes along axis 0"},
        {{0, 1, {2}, {0}}, "stride of 0 bytes along axis 0"},
        {{0, 2, {2, 2}, {-16, 8}}, "stride of -16 bytes along axis 0"},
        {{most, 1, {1}, {ELEMENT_BYTES}}, beyond},
        {{far_out, 1, {1}, {ELEMENT_BYTES}}, beyond},
        {{0, 1, {most}, {ELEMENT_BYTES}}, beyond},
        {{0, 1, {far_out / ELEMENT_BYTES + 1}, {ELEMENT_BYTES}}, beyond},
        {{0, 1, {2}, {most}}, beyond},
        {{0, 1, {2}, {far_out}}, beyond},
        {{0, 2, {most, most}, {ELEMENT_BYTES, ELEMENT_BYTES}}, beyond},
        {{0, 2, {1 << 30, 1 << 30}, {ELEMENT_BYTES, ELEMENT_BYTES}}, beyond},
        {{0, 4, {most, most, most, most}, {most, most, most, most}}, beyond},
        /* What an axis of one element has for a stride does not make up for another. */
        {{0, 2, {1, 2}, {-most, most / 2}}, beyond},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        for (int side = 0; side < 4; side++) { /* bits: of what is received; on all ranks */
            ct_block *block = side & 1 ? blocks.receive_block : blocks.send_block;
            ct_block kept = block[0];
            block[0] = (side & 2) != 0 || rank == size - 1 ? wrong[i].block : kept;
            expect_refused(&blocks.send, &blocks.receive, NULL, CT_ERROR_ARGUMENT,
                           wrong[i].message);
            EXPECT_TEXT(ct_error_message(), side & 1 ? "receive block 0" : "send block 0");
            block[0] = kept;
        }
    }
}

/* A block of no elements is right whatever its strides and its other axes are. */
static void expect_empty_blocks(void) {
    const ptrdiff_t most = PTRDIFF_MAX;
    const ct_block empty[] = {
        {0, 1, {0}, {0}},
        {0, 2, {3, 0}, {0, ELEMENT_BYTES}},
        {most, 2, {0, 3}, {-1, -1}},
        {0, 4, {most, most, most, 0}, {most, most, 0, 0}},
    };
    ct_block block[CASE_RANKS_MOST];
    ct_layout layout = {ELEMENT_BYTES, block};
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        for (int in_place = 0; in_place <= 1; in_place++) {
            ct_exchange_options options = {.in_place = in_place};
            for (int peer = 0; peer < size; peer++) {
                block[peer] = empty[i];
            }
            EXPECT_INT(ct_exchange(MPI_COMM_WORLD, &layout, NULL, &layout, NULL, &options), CT_OK);
        }
    }
}

static void expect_elements(void) {
    static const ptrdiff_t wrong[] = {0, -1, PTRDIFF_MIN, 4097, PTRDIFF_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ct_layout send = {wrong[i], blocks.send_block};
        ct_layout receive = {wrong[i], blocks.receive_block};
        expect_refused(&send, &receive, NULL, CT_ERROR_ARGUMENT, "allowed: 1 to 4096, alike");
        receive.element_bytes = ELEMENT_BYTES;
        expect_refused(rank == 0 ? &send : &blocks.send, &receive, NULL, CT_ERROR_ARGUMENT,
                       "allowed: 1 to 4096, alike");
    }
    if (size > 1) {
        ct_layout send = {ELEMENT_BYTES - (rank == 0), blocks.send_block};
        ct_layout receive = {ELEMENT_BYTES - (rank == 0), blocks.receive_block};
        expect_refused(&send, &receive, NULL, CT_ERROR_ARGUMENT, "differ between ranks");
    }
}

static void expect_layouts(void) {
    const ct_layout none = {ELEMENT_BYTES, NULL};
    const char *message = "an exchange needs a send and a receive layout";
    for (int everywhere = 0; everywhere <= 1; everywhere++) {
        int here = everywhere || rank == 0;
        expect_refused(here ? NULL : &blocks.send, &blocks.receive, NULL, CT_ERROR_ARGUMENT,
                       message);
        expect_refused(&blocks.send, here ? NULL : &blocks.receive, NULL, CT_ERROR_ARGUMENT,
                       message);
        expect_refused(here ? &none : &blocks.send, &blocks.receive, NULL, CT_ERROR_ARGUMENT,
                       message);
        expect_refused(&blocks.send, here ? &none : &blocks.receive, NULL, CT_ERROR_ARGUMENT,
                       message);
    }
    for (int peer = 0; peer<size; peer += size> 1 ? size - 1 : 1) { /* what does not meet */
        for (int in_place = 0; in_place <= 1; in_place++) {
            ct_exchange_options options = {.in_place = in_place};
            ct_block kept = blocks.receive_block[peer];
            blocks.receive_block[peer].count[0] += rank == size - 1 ? 1 : 0;
            expect_refused(&blocks.send, &blocks.receive, &options, CT_ERROR_ARGUMENT,
                           "which expects 25");
            blocks.receive_block[peer] = kept;
        }
    }
}

/* No communicator, or one of two groups, whose ranks do not talk among themselves; whatever `plan`
 * was before. */
static void expect_communicators(void) {
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm wrong[2] = {MPI_COMM_NULL, MPI_COMM_NULL};
    if (size > 1) {
        MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 0, &wrong[1]);
    }
    for (int i = 0; i < 2; i++) {
        const char *message = wrong[i] == MPI_COMM_NULL ? "MPI_COMM_NULL" : "intercommunicator";
        ct_exchange_plan *plan = (ct_exchange_plan *)(void *)&blocks;
        EXPECT_INT(ct_exchange_plan_create(wrong[i], &blocks.send, &blocks.receive, NULL, &plan),
                   CT_ERROR_ARGUMENT);
        EXPECT(plan == NULL);
        EXPECT_TEXT(ct_error_message(), message);
        plan = (ct_exchange_plan *)(void *)&blocks;
        EXPECT_INT(ct_collective_plan_create(wrong[i], CT_BROADCAST, 0, 8, NULL, &plan),
                   CT_ERROR_ARGUMENT);
        EXPECT(plan == NULL);
        EXPECT_TEXT(ct_error_message(), message);
    }
    if (size > 1) {
        MPI_Comm_free(&wrong[1]);
        MPI_Comm_free(&half);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    case_make(&blocks, CASE_UNIFORM, rank, size, ELEMENT_BYTES, 1);
    expect_names();
    expect_served();
    expect_options();
    expect_served();
    expect_networks();
    expect_served();
    expect_blocks();
    expect_empty_blocks();
    expect_served();
    expect_elements();
    expect_served();
    expect_layouts();
    expect_served();
    expect_communicators();
    MPI_Finalize();
    return expect_status();
}
