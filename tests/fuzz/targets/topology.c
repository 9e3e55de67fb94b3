/* Topologies as text: what is read is written so that it reads back, and its links have ends. */
#include "fuzz.h"

#include <stdint.h>

#include <cornerturn/topology.h>

enum { ROUTED_RANKS = 4096 };

static void expect_route(const ct_topology *topology, int from, int to) {
    ct_route route = ct_route_start(topology, from, to);
    const int distance = ct_topology_distance(topology, from, to);
    const ptrdiff_t links = ct_topology_links(topology);
    int passed = 0;
    FUZZ_EXPECT(distance >= 0);
    for (ptrdiff_t link; (link = ct_route_next(&route)) >= 0; passed++) {
        int ends[2] = {-1, -1};
        FUZZ_EXPECT(link < links);
        FUZZ_EXPECT(ct_topology_link_ends(topology, link, &ends[0], &ends[1]));
        FUZZ_EXPECT(ends[0] >= 0 && ends[0] < topology->size);
        FUZZ_EXPECT(ends[1] >= 0 && ends[1] < topology->size);
    }
    FUZZ_EXPECT(passed == distance);
}

static void expect_sound(const ct_topology *topology) {
    int coordinates[CT_AXES_MOST] = {0};
    const int last = topology->size - 1;
    FUZZ_EXPECT(topology->size >= 1);
    FUZZ_EXPECT(topology->axes >= 0 && topology->axes <= CT_AXES_MOST);
    for (int axis = 0; axis < topology->axes; axis++) {
        coordinates[axis] = ct_topology_coordinate(topology, last, axis);
        FUZZ_EXPECT(coordinates[axis] >= 0 && coordinates[axis] < topology->extent[axis]);
    }
    FUZZ_EXPECT(ct_topology_rank(topology, coordinates) == last);
    FUZZ_EXPECT(ct_topology_node(topology, last) >= 0);
    FUZZ_EXPECT(ct_topology_node_ranks(topology) >= 1);
    if (last < ROUTED_RANKS) { /* routes are walked link by link */
        expect_route(topology, 0, last);
        expect_route(topology, last, last / 2);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    char written[CT_TOPOLOGY_TEXT];
    char again[CT_TOPOLOGY_TEXT];
    ct_topology topology;
    ct_topology read;
    ct_status status = ct_topology_parse(text, &topology);
    fuzz_expect_status(status, 1u << CT_ERROR_CONFIG);
    if (status == CT_OK) {
        expect_sound(&topology);
        ct_topology_format(&topology, written);
        if (strlen(written) < CT_TOPOLOGY_TEXT - 1) { /* longer ones are cut */
            FUZZ_EXPECT(ct_topology_parse(written, &read) == CT_OK);
            ct_topology_format(&read, again);
            FUZZ_EXPECT(strcmp(written, again) == 0 && read.size == topology.size);
        }
    }
    free(text);
    return 0;
}
