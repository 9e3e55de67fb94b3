/* Exchange by a basis: right and priced on meshes and tori of several axes, what comes just before
 * is never forwarded, ways against a search of all sums, and what tuning finds. */
#include "expect.h"
#include "rows.h"

#include "algorithms/exchange/basis/search.h"
#include "algorithms/exchange/basis/ways.h"
#include "schedule/displace.h"

#include <stdlib.h>

static void expect_right(const char *row, const char *network) {
    const ct_algorithm *basis;
    ct_topology topology;
    EXPECT_INT(ct_topology_parse(network, &topology), CT_OK);
    const ct_parameters parameters = parameters_of(row, &topology, &basis);
    ct_check_report report = checked(basis, &topology, &parameters);
    ct_check_report_clear(&report);
    expect_price_is_cost(basis, &topology, &parameters);
}

static void expect_displaced(void) {
    ct_topology topology;
    EXPECT_INT(ct_topology_parse("mesh:5x3x2", &topology), CT_OK);
    EXPECT_INT(ct_displaced(&topology, 4, 3), 2);       /* x: 4 + 3 - 5 */
    EXPECT_INT(ct_displaced(&topology, 29, 29), 3 + 5); /* (4,2,1) twice: (3,1,0) */
    EXPECT_INT(ct_displaced_back(&topology, 0, 1), 4);  /* x: 0 - 1 + 5 */
    EXPECT_INT(ct_displaced_back(&topology, 0, 5 + 15), 10 + 15);
    for (int rank = 0; rank < topology.size; rank++) {
        for (int by = 0; by < topology.size; by++) {
            EXPECT_INT(ct_displaced_back(&topology, ct_displaced(&topology, rank, by), by), rank);
        }
    }
}

/* The fewest vectors from number `first` on whose sum is the displacement, or more than `most`. */
static int fewest(const ct_basis *basis, int first, int displacement, int most) {
    int least = displacement == 0 ? 0 : most + 1;
    for (int i = first; i < basis->count && displacement != 0 && most > 0; i++) {
        const int left = ct_displaced_back(basis->topology, displacement, basis->vector[i]);
        const int with = 1 + fewest(basis, i + basis->lag, left, most - 1);
        least = with < least ? with : least;
    }
    return least;
}

/* Every displacement's way is a sum of vectors as far apart as the lag says, one vector where one
 * does, and there is none only where no sum is. */
static void expect_ways(const char *network, const int *vectors, int count, int lag) {
    ct_topology topology;
    ct_basis basis;
    int blocks[CT_BASIS_MOST];
    int needs[CT_BASIS_MOST];
    int sent = 0;
    int missing = 0;
    EXPECT_INT(ct_topology_parse(network, &topology), CT_OK);
    EXPECT_INT(ct_basis_create(&topology, lag, &basis), CT_OK);
    basis.count = count;
    memcpy(basis.vector, vectors, (size_t)count * sizeof *vectors);
    ct_basis_find(&basis);
    EXPECT(ct_basis_last(&basis, count, 0) < 0);
    for (int displacement = 1; displacement < topology.size; displacement++) {
        const int least = fewest(&basis, 0, displacement, count);
        int left = displacement;
        int taken = 0;
        int before = count + lag;
        for (int i = ct_basis_last(&basis, count, left); i >= 0;
             i = ct_basis_last(&basis, ct_basis_before(&basis, i), left)) {
            EXPECT(i <= before - lag);
            EXPECT_INT(ct_basis_rest(&basis, i, left),
                       ct_displaced_back(&topology, left, vectors[i]));
            left = ct_basis_rest(&basis, i, left);
            before = i;
            taken++;
        }
        EXPECT((left == 0) == (least <= count));
        EXPECT(left != 0 || (taken >= least && (least > 1 || taken == least)));
        missing += left != 0;
        sent += taken;
    }
    EXPECT_INT(ct_basis_missing(&basis), missing);
    ct_basis_count(&basis, blocks, needs);
    for (int i = 0; i < count; i++) {
        sent -= blocks[i];
        EXPECT(needs[i] < 0 || needs[i] <= i - lag);
    }
    EXPECT_INT(sent, 0);
    ct_basis_destroy(&basis);
}

/* Vectors that were found before are not looked at again: what is found is the same. */
static void expect_found_again(void) {
    static const int changes[][5] = {{1, 2, 4, 8, 5}, {1, 2, 4, 7, 5}, {1, 3, 4, 7, 5}};
    ct_topology topology = topology_of("mesh", 4, 4);
    ct_basis again;
    EXPECT_INT(ct_basis_create(&topology, 1, &again), CT_OK);
    for (int i = 0; i < 9; i++) {
        ct_basis once;
        EXPECT_INT(ct_basis_create(&topology, 1, &once), CT_OK);
        once.count = again.count = 5 - i % 2;
        memcpy(once.vector, changes[i % 3], sizeof changes[0]);
        memcpy(again.vector, changes[i % 3], sizeof changes[0]);
        ct_basis_find(&once);
        ct_basis_find(&again);
        for (int displacement = 1; displacement < topology.size; displacement++) {
            const int last = ct_basis_last(&once, once.count, displacement);
            EXPECT_INT(ct_basis_last(&again, once.count, displacement), last);
            EXPECT(last < 0 || ct_basis_rest(&again, last, displacement) ==
                                   ct_basis_rest(&once, last, displacement));
        }
        ct_basis_destroy(&once);
    }
    ct_basis_destroy(&again);
}

/* Of the paragon, whose best is between rows and columns and direct exchange: fewer messages than
 * rows and columns, none of which fills a link. Where links are no limit vectors are
 * longer on average. */
static void expect_tuned(const char *network, double bytes, int most) {
    ct_machine machine = *ct_machine_find("paragon");
    ct_topology topology;
    int width[2] = {0, 0};
    int count[2] = {0, 0};
    EXPECT_INT(ct_topology_parse(network, &topology), CT_OK);
    for (int links = 0; links < 2; links++) {
        ct_value vectors = {.count = 0};
        char row[CT_PARAMETERS_TEXT] = "basis --lag 2 --vectors ";
        machine.link_byte_s = links ? ct_machine_find("paragon")->link_byte_s : 0;
        EXPECT(ct_basis_search(&topology, &machine, bytes, &vectors));
        count[links] = vectors.count;
        EXPECT(vectors.count <= most);
        for (int i = 0; i < vectors.count; i++) {
            width[links] += ct_basis_width(&topology, vectors.item[i]);
        }
        (void)ct_value_format(&vectors, row + strlen(row), sizeof row - strlen(row));
        expect_right(row, network);
    }
    (void)printf(
        "basis on %s, %g bytes: %d vectors of %d links in all, %d of %d where links limit\n",
        network, bytes, count[0], width[0], count[1], width[1]);
    EXPECT(width[1] * count[0] < width[0] * count[1]);
}

static void expect_not_searched(void) {
    const ct_machine *machine = ct_machine_find("paragon");
    ct_value vectors = {.count = 1, .item = {1}};
    ct_topology topology = topology_of("mesh", 16, 16);
    EXPECT(!ct_basis_search(&topology, machine, 8, &vectors));
    EXPECT(!ct_basis_search(&topology, machine, 65536, &vectors));
    EXPECT(!ct_basis_search(&topology, &(ct_machine){.byte_s = 1, .ports = 1}, 512, &vectors));
    topology = topology_of("torus", 16, 16);
    EXPECT(!ct_basis_search(&topology, machine, 512, &vectors));
    topology = topology_of("mesh", 64, 64);
    EXPECT(!ct_basis_search(&topology, machine, 64, &vectors));
    EXPECT(vectors.count == 1 && vectors.item[0] == 1);
}

int main(void) {
    static const char *const networks[] = {"mesh:4x4",      "torus:4x4",  "mesh:5x3",  "torus:7",
                                           "torus:2x3x4",   "mesh:1x6x2", "mesh:2",    "mesh:9x2",
                                           "torus:2x2x2x2", "mesh:16x16", "torus:13x6"};
    static const int powers[] = {1, 2, 4, 8, 15};
    static const int scattered[] = {3, 17, 1, 22, 3, 9, 40, 31, 5, 12, 27};
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        expect_right("basis", networks[i]);
    }
    expect_right("basis --vectors 1,4,2,8,1,7,4,13,1 --lag 2", "mesh:4x4");
    expect_right("basis --vectors 4,1,2,3,5,6,7 --lag 7", "torus:2x4");
    expect_displaced();
    for (int lag = 1; lag <= 3; lag++) {
        expect_ways("mesh:4x4", powers, 5, lag);
        expect_ways("torus:6x7", scattered, 11, lag);
        expect_ways("mesh:3x5x4", scattered, 11, lag);
    }
    expect_found_again();
    expect_tuned("mesh:16x16", 512, 28);
    expect_tuned("mesh:8x16", 512, 27);
    expect_not_searched();
    expect_error("mesh:4x4", "basis --vectors 1,2,4", "8 of 16 ranks are no sum of them");
    expect_error("mesh:4x4", "basis --vectors 1,2,4,8 --lag 2", "are no sum of them");
    expect_error("mesh:4x4", "basis --vectors 16", "ranks but 0");
    expect_error("mesh:4x4", "basis --vectors 0", "ranks but 0");
    expect_error("mesh:4x4", "basis --lag 32", "1 to 31");
    expect_error("flat:16", "basis", "mesh or torus");
    return expect_status();
}
