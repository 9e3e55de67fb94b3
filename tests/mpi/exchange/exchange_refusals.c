/* Options, networks and communicators that no plan can have. */
#include "expect.h"
#include "refused.h"

#include <cornerturn/collective.h>

/* The same of options, with layouts that are right. */
static void expect_refused_options(ct_exchange_options options, ct_status wanted,
                                   const char *message) {
    expect_refused(&blocks.send, &blocks.receive, &options, wanted, message);
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
        {"direct--transport shared", "there are: auto, direct, "},
        {"--transport shared", "there are: auto, direct, "},
        {" direct", "there are: auto, direct, "},
        {"broadcast", "there are: auto, direct, "},
        {"direct --transport window", "--transport comes last"},
        {"direct --transport sharedmessages", "--transport comes last"},
        {"direct --transport shared ", "--transport comes last"},
        {"direct --transport ", "--transport comes last"},
        {"direct --transport shared --sync none", "--transport comes last"},
        {"mpi --transport windows", "--transport comes last"},
        {"auto --transport windows", "--transport comes last"},
        {"direct --transport", "transport"},
        {"direct --transports shared", "transports"},
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
        expect_refused_options((ct_exchange_options){.steps_in_flight = here ? -1 : 0},
                               CT_ERROR_ARGUMENT, "steps_in_flight -1");
        expect_refused_options((ct_exchange_options){.planning = (ct_planning)(here ? 77 : 0)},
                               CT_ERROR_ARGUMENT, "planning 77");
        expect_refused_options((ct_exchange_options){.transport = (ct_transport)(here ? 77 : 0)},
                               CT_ERROR_ARGUMENT, "transport 77");
        expect_refused_options((ct_exchange_options){.algorithm = here ? "quickest" : "direct"},
                               CT_ERROR_CONFIG, "quickest");
    }
    if (size > 1) {
        const char *differ = "options differ between ranks";
        expect_refused_options((ct_exchange_options){.steps_in_flight = rank}, CT_ERROR_ARGUMENT,
                               differ);
        expect_refused_options((ct_exchange_options){.in_place = rank == 0}, CT_ERROR_ARGUMENT,
                               differ);
        expect_refused_options((ct_exchange_options){.private_arrays = rank == 0},
                               CT_ERROR_ARGUMENT, differ);
        expect_refused_options((ct_exchange_options){.planning = (ct_planning)(rank == 0)},
                               CT_ERROR_ARGUMENT, differ);
        expect_refused_options((ct_exchange_options){.transport = (ct_transport)(1 + (rank == 0))},
                               CT_ERROR_ARGUMENT, differ);
        expect_refused_options(
            (ct_exchange_options){.algorithm = rank == 0 ? "direct --transport shared" : "direct"},
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
    refused_begin(&argc, &argv);
    expect_names();
    expect_served();
    expect_options();
    expect_served();
    expect_networks();
    expect_served();
    expect_communicators();
    MPI_Finalize();
    return expect_status();
}
