/* The network probe: when it measures, that plans go by it, and that it is kept. */
#include "alike.h"
#include "expect.h"
#include "told_nodes.h"

#include "tune/probe.h"
#include "tune/probe_messages.h"

#include <cornerturn/schedule.h>

#include <stdlib.h>
#include <unistd.h>

static int rank, size;

/* Of a plan by estimate. */
static double predicted_s(void) {
    ct_exchange_plan *plan = make_plan(1000, (ct_exchange_options){.planning = CT_PLAN_ESTIMATE});
    const double seconds = ct_exchange_score(plan, 0)->predicted_s;
    ct_exchange_plan_destroy(&plan);
    return seconds;
}

/* Between nodes the network is probed once, and kept for later jobs; not on one, and not where the
 * probe is off. */
static void expect_probe(int nodes) {
    const ct_calibration *first = NULL;
    const ct_calibration *again = NULL;
    ct_calibration kept = {.barrier_s = 0};
    char folder[] = "/tmp/ct_probe_XXXXXX";
    EXPECT_INT(ct_probe(MPI_COMM_WORLD, &first), CT_OK);
    EXPECT(first == NULL); /* CT_PROBE of all tests */
    const double without_s = predicted_s();
    EXPECT(mkdtemp(folder) != NULL && setenv("XDG_CACHE_HOME", folder, 1) == 0);
    EXPECT_INT(unsetenv("CT_PROBE"), 0);
    EXPECT_INT(ct_probe_kept(size, size / nodes, &kept), 0);
    EXPECT_INT(ct_probe(MPI_COMM_WORLD, &first), CT_OK);
    EXPECT_INT(first != NULL, nodes > 1);
    if (first != NULL) {
        kept = *first;
        EXPECT(is_same_everywhere(first, sizeof *first));
        EXPECT(first->distant.knots >= 2 && first->distant.start_up_s >= 0);
        EXPECT(first->distant.seconds[0] > 0 && first->library.knots == 0);
        EXPECT_INT(ct_probe(MPI_COMM_WORLD, &again), CT_OK);
        EXPECT(again != NULL && again->distant.seconds[0] == kept.distant.seconds[0]);
        EXPECT(predicted_s() != without_s); /* plans go by it */
        kept.distant.knots = 0;
        EXPECT_INT(ct_probe_kept(size, size / nodes, &kept), rank == 0);
        EXPECT_INT(kept.distant.knots >= 2, rank == 0);
    }
    EXPECT_INT(setenv("CT_PROBE", "off", 1), 0);
    char file[128];
    (void)snprintf(file, sizeof file, "rm -r %s", folder);
    EXPECT_INT(system(file), 0); /* NOLINT(cert-env33-c): a test's own folder */
}

/* Ranks with the same place on two nodes are partners of each other. */
static void expect_partners(void) {
    static const int leader[] = {0, 1, 0, 1, 0, 5, 5}; /* three nodes of 3, 2 and 2 ranks */
    static const int wanted[] = {1, 0, 3, 2, CT_NOBODY, CT_NOBODY, CT_NOBODY};
    int count[7];
    for (int of = 0; of < 7; of++) {
        EXPECT_INT(ct_probe_partner(leader, 7, of, count), wanted[of]);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_partners();
    expect_probe(told_nodes() > 0 ? told_nodes() : 1);
    MPI_Finalize();
    return expect_status();
}
