/* The machine that is simulated: what platform.cpp reads and network.cpp builds. */
#ifndef CT_SIM_PLATFORM_HPP
#define CT_SIM_PLATFORM_HPP

#include <cornerturn/machine.h>
#include <cornerturn/topology.h>

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace simulated {

namespace sg4 = simgrid::s4u;

/* SMPI adds this to every message; its time is taken off the start-up. */
const double envelope_bytes = 16;

/* Every so many hosts or links, so many times slower. */
struct Slow {
    std::string what;
    int every = 1;
    double factor = 1;

    double of(const char *kind, int number) const {
        return what == kind && number % every == 0 ? factor : 1;
    }
};

struct Platform {
    ct_topology topology;
    ct_machine machine;
    Slow slow;
    std::vector<unsigned long> extents; /* of the torus that nodes are places of, if any */
    double way_byte_s = 0; /* what a byte takes at least on the links between any two nodes */
    int spare = 0;         /* places that no rank has */
    int made = 0;          /* nodes that there are so far */

    int ranks_of_node() const {
        return ct_topology_node_ranks(&topology);
    }

    int nodes() const {
        return topology.size / ranks_of_node();
    }

    /* The node at a place of the network; -1: none. A mesh is a corner of a torus so large that
     * routes inside the corner never go round it. */
    int node_at(unsigned long place) const {
        int coordinates[CT_AXES_MOST] = {0};
        for (std::size_t axis = 0; axis < extents.size(); axis++) {
            coordinates[axis] = static_cast<int>(place % extents[axis]);
            place /= extents[axis];
            if (coordinates[axis] >= topology.extent[axis]) {
                return -1;
            }
        }
        if (!extents.empty()) {
            return ct_topology_rank(&topology, coordinates);
        }
        return static_cast<int>(place) < nodes() ? static_cast<int>(place) : -1;
    }

    /* What the sender is kept busy before the bytes go. Empty messages are those of pairwise moves,
     * whose start-up is a constant of its own. */
    double before_bytes_s(std::size_t bytes, const sg4::Host *from, const sg4::Host *to) const {
        if (bytes == 0) {
            return machine.pairwise_s;
        }
        if (from == to) {
            return std::max(0.0, machine.local_start_up_s - envelope_bytes * machine.local_byte_s);
        }
        int sender = number_of(from);
        int receiver = number_of(to);
        int hops =
            ct_topology_distance(&topology, sender * ranks_of_node(), receiver * ranks_of_node());
        double start_up_s = ct_machine_message_s(&machine, topology.size, -envelope_bytes);
        return std::max(0.0, slow.of("hosts", sender) * start_up_s + hops * machine.hop_s);
    }

    static int number_of(const sg4::Host *host) {
        return std::atoi(host->get_cname() + sizeof "node-" - 1);
    }
};

extern Platform platform;

/* Nodes, and the network of the environment between them. Throws std::invalid_argument. */
void create_network();

} // namespace simulated

#endif
