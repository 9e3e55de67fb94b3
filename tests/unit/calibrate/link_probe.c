/* Messages that meet on links: who sends to whom, and how many share a link. */
#include "expect.h"

#include "calibrate/link_probe.h"

#include <cornerturn/schedule.h>

/* Who is sent to is sent to by that rank, and nobody by two; the fullest link by hand. */
static void expect_probe(const char *network, int wanted) {
    ct_topology topology;
    int shared = -1;
    EXPECT_INT(ct_topology_parse(network, &topology), CT_OK);
    EXPECT_INT(ct_link_probe_count(&topology, &shared), CT_OK);
    EXPECT_INT(shared, wanted);
    for (int rank = 0; shared > 0 && rank < topology.size; rank++) {
        ct_link_probe probe = ct_link_probe_of(&topology, rank);
        EXPECT(probe.to >= CT_NOBODY && probe.to < topology.size);
        EXPECT(probe.to == CT_NOBODY || ct_link_probe_of(&topology, probe.to).from == rank);
        EXPECT(probe.from == CT_NOBODY || ct_link_probe_of(&topology, probe.from).to == rank);
    }
}

int main(void) {
    expect_probe("flat:12", 0);
    expect_probe("nodes:4x8", 0);
    expect_probe("mesh:1", 0);
    expect_probe("torus:2x2", 0);
    expect_probe("torus:4x4", 1);
    expect_probe("torus:8x8", 3);
    expect_probe("torus:16x4", 7);
    expect_probe("torus:4x7x5", 3);
    expect_probe("mesh:2", 1);
    expect_probe("mesh:3x5", 2);
    expect_probe("mesh:16x16", 8);
    expect_probe("hypercube:0", 0);
    expect_probe("hypercube:1", 0); /* nobody has other bits in reverse */
    expect_probe("hypercube:3", 1);
    expect_probe("hypercube:4", 2);
    expect_probe("hypercube:8", 8);
    expect_probe("dragonfly:1x4x8", 0);
    expect_probe("dragonfly:2x4x8", 32);
    expect_probe("dragonfly:5x2x1", 2);
    EXPECT(ct_link_probe_speed(8, 1, 8) == 1);
    EXPECT(ct_link_probe_speed(8, 1, 2) == 4);
    EXPECT(ct_link_probe_speed(8, 1, 1) == 8);
    EXPECT(ct_link_probe_speed(8, 1, 0.5) == 8); /* no link limits anything */
    EXPECT(ct_link_probe_speed(2, 1, 20) == 0.1);
    return expect_status();
}
