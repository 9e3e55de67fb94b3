/* Messages that meet on links: who sends to whom, and how many share a link. */
#include "expect.h"

#include "price/crossing.h"

#include <cornerturn/schedule.h>

/* Who is sent to is sent to by that rank, and nobody by two; the fullest link by hand. */
static void expect_crossing(const char *network, int wanted) {
    ct_topology topology;
    int shared = -1;
    EXPECT_INT(ct_topology_parse(network, &topology), CT_OK);
    EXPECT_INT(ct_crossing_count(&topology, &shared), CT_OK);
    EXPECT_INT(shared, wanted);
    for (int rank = 0; shared > 0 && rank < topology.size; rank++) {
        ct_crossing crossing = ct_crossing_of(&topology, rank);
        EXPECT(crossing.to >= CT_NOBODY && crossing.to < topology.size);
        EXPECT(crossing.to == CT_NOBODY || ct_crossing_of(&topology, crossing.to).from == rank);
        EXPECT(crossing.from == CT_NOBODY || ct_crossing_of(&topology, crossing.from).to == rank);
    }
}

int main(void) {
    expect_crossing("flat:12", 0);
    expect_crossing("nodes:4x8", 0);
    expect_crossing("mesh:1", 0);
    expect_crossing("torus:2x2", 0);
    expect_crossing("torus:4x4", 1);
    expect_crossing("torus:8x8", 3);
    expect_crossing("torus:16x4", 7);
    expect_crossing("torus:4x7x5", 3);
    expect_crossing("mesh:2", 1);
    expect_crossing("mesh:3x5", 2);
    expect_crossing("mesh:16x16", 8);
    expect_crossing("hypercube:0", 0);
    expect_crossing("hypercube:1", 0); /* nobody has other bits in reverse */
    expect_crossing("hypercube:3", 1);
    expect_crossing("hypercube:4", 2);
    expect_crossing("hypercube:8", 8);
    expect_crossing("dragonfly:1x4x8", 0);
    expect_crossing("dragonfly:2x4x8", 32);
    expect_crossing("dragonfly:5x2x1", 2);
    EXPECT(ct_crossing_speed(8, 1, 8) == 1);
    EXPECT(ct_crossing_speed(8, 1, 2) == 4);
    EXPECT(ct_crossing_speed(8, 1, 1) == 8);
    EXPECT(ct_crossing_speed(8, 1, 0.5) == 8); /* no link limits anything */
    EXPECT(ct_crossing_speed(2, 1, 20) == 0.1);
    return expect_status();
}
