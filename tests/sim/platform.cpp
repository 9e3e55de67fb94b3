/*
 * The simulated machine: a network and the constants of a ct_machine, for SMPI.
 *
 * A node is a zone of its own: a host, and a port in either direction that gives each message
 * byte_s a byte (shared by all of them when the machine has one port; several are any number). The
 * network between the ports is made of links that take link_byte_s a byte and are shared fairly
 * (max-min) by the messages that cross them; 0: links never limit. No link has a latency, since
 * SimGrid would weigh shares by it. Start-up, distance and hops are charged to the sender instead,
 * before the bytes.
 * There is one network: rails share it. Half way round a ring of even length SimGrid may take the
 * other direction than topology.h says.
 *
 * Read from the environment, as SimGrid passes nothing on:
 *   CT_SIM_TOPOLOGY   hypercube:6, torus:8x8, mesh:8x8, flat:12, fattree:64, nodes:4x8
 *   CT_SIM_MACHINE    a name of the machine table, or a file
 *   CT_SIM_NETWORK    what the topology's nodes hang on, where it says nothing of it:
 *                     tree:NODES_OF_A_LEAFxLEAVESxUPLINKS or dragonfly:GROUPSxCHASSISxROUTERSxNODES
 *   CT_SIM_SLOW       what is not in order: hosts:EVERY:FACTOR, every so many of them, from the
 * first on, starts messages and moves bytes so many times slower; or links:EVERY:FACTOR Rank r runs
 * on host "node-<r / ranks of a node>".
 */
#include <cornerturn/machine.h>
#include <cornerturn/topology.h>

#include <simgrid/s4u.hpp>
#include <smpi/smpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace sg4 = simgrid::s4u;
using simgrid::kernel::routing::NetPoint;
using Policy = sg4::Link::SharingPolicy;

namespace {

/* SMPI adds this to every message; its time is taken off the start-up. */
const double envelope_bytes = 16;

/* So much that no message ever notices. */
const double unlimited_bytes_per_s = 1e30;

double bytes_per_s(double byte_s) {
    return byte_s > 0 ? 1 / byte_s : unlimited_bytes_per_s;
}

void require(ct_status status) {
    if (status != CT_OK) {
        throw std::invalid_argument(ct_error_message());
    }
}

std::string setting(const char *name) {
    const char *text = std::getenv(name);
    if (text == nullptr || *text == '\0') {
        throw std::invalid_argument(std::string(name) + " is not set");
    }
    return text;
}

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
    int spare = 0;                      /* places that no rank has */
    int made = 0;                       /* nodes that there are so far */

    int ranks_of_node() const {
        return topology.kind == CT_NODES ? topology.extent[0] : 1;
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
        int hops = ct_topology_links(&topology) > 0
                       ? ct_topology_distance(&topology, sender, receiver)
                       : 0;
        double start_up_s = ct_machine_message_s(&machine, topology.size, -envelope_bytes);
        return std::max(0.0, slow.of("hosts", sender) * start_up_s + hops * machine.hop_s);
    }

    static int number_of(const sg4::Host *host) {
        return std::atoi(host->get_cname() + sizeof "node-" - 1);
    }
};

/* A link in one direction. */
const sg4::Link *create_link(sg4::NetZone *zone, const std::string &name, double byte_s,
                             bool shared) {
    return zone->create_link(name, bytes_per_s(byte_s))
        ->set_latency(0)
        ->set_sharing_policy(shared ? Policy::SHARED : Policy::FATPIPE)
        ->seal();
}

Platform platform;

std::pair<NetPoint *, NetPoint *> create_node(sg4::NetZone *network, unsigned long place) {
    const ct_machine &machine = platform.machine;
    int number = platform.node_at(place);
    std::string name =
        number < 0 ? "spare-" + std::to_string(platform.spare++) : "node-" + std::to_string(number);
    platform.made += number >= 0;
    sg4::NetZone *zone = sg4::create_full_zone("zone of " + name)->set_parent(network);
    NetPoint *router = zone->create_router("router of " + name);
    sg4::Host *host = zone->create_host(name, 1e9);
    host->set_core_count(platform.ranks_of_node())->seal();
    bool shared = machine.ports == 1 && platform.ranks_of_node() == 1;
    double byte_s = machine.byte_s * (number < 0 ? 1 : platform.slow.of("hosts", number));
    const sg4::Link *out = create_link(zone, "out of " + name, byte_s, shared);
    const sg4::Link *in = create_link(zone, "into " + name, byte_s, shared);
    const sg4::Link *inside = create_link(zone, "inside " + name, machine.local_byte_s, false);
    zone->add_route(host->get_netpoint(), router, nullptr, nullptr, {sg4::LinkInRoute(out)}, false);
    zone->add_route(router, host->get_netpoint(), nullptr, nullptr, {sg4::LinkInRoute(in)}, false);
    zone->add_route(host->get_netpoint(), host->get_netpoint(), nullptr, nullptr,
                    {sg4::LinkInRoute(inside)}, false);
    zone->seal();
    return {zone->get_netpoint(), router};
}

/* Reads "hosts:8:10". */
Slow read_slow(const std::string &text) {
    Slow slow;
    std::istringstream rest(text.substr(std::min(text.size(), sizeof "hosts:" - 1)));
    slow.what = text.substr(0, sizeof "hosts" - 1);
    rest >> slow.every;
    rest.ignore(1, ':');
    rest >> slow.factor;
    if ((slow.what != "hosts" && slow.what != "links") || rest.fail() || !rest.eof() ||
        slow.every < 1 || !(slow.factor > 0)) {
        throw std::invalid_argument("slow \"" + text +
                                    "\": expected hosts:8:10 or links:8:10 (every eighth, 10 times "
                                    "slower)");
    }
    return slow;
}

/* The links of the network, as they were made; a node's own are its host's. */
void slow_links(const sg4::Engine &engine, const Slow &slow) {
    int number = 0;
    for (sg4::Link *link : engine.get_all_links()) {
        const std::string &name = link->get_name();
        bool own = name.rfind("out of ", 0) == 0 || name.rfind("into ", 0) == 0 ||
                   name.rfind("inside ", 0) == 0 || name == "__loopback__";
        if (!own) {
            link->set_bandwidth(link->get_bandwidth() / slow.of("links", number++));
        }
    }
}

void read_platform() {
    const char *slow = std::getenv("CT_SIM_SLOW");
    if (slow != nullptr && *slow != '\0') {
        platform.slow = read_slow(slow);
    }
    std::string machine_name = setting("CT_SIM_MACHINE");
    const ct_machine *named = ct_machine_find(machine_name.c_str());
    require(ct_topology_parse(setting("CT_SIM_TOPOLOGY").c_str(), &platform.topology));
    if (named != nullptr) {
        platform.machine = *named;
    } else {
        require(ct_machine_read(machine_name.c_str(), &platform.machine));
    }
    if (platform.machine.half_duplex != 0) {
        throw std::invalid_argument("machine " + machine_name +
                                    ": directions that take turns are not simulated");
    }
}

/* Torus, hypercube and mesh. An axis of one place is none, but there must be one. */
sg4::NetZone *create_torus(const sg4::ClusterCallbacks &nodes, Policy policy) {
    for (int axis = 0; axis < platform.topology.axes; axis++) {
        int extent = platform.topology.extent[axis];
        platform.extents.push_back(static_cast<unsigned long>(
            platform.topology.kind == CT_MESH ? 2 * extent - 1 : extent));
    }
    std::vector<unsigned long> extents = platform.extents;
    if (extents.empty()) {
        extents.push_back(1);
    }
    return sg4::create_torus_zone("network", nullptr, extents, nodes,
                                  bytes_per_s(platform.machine.link_byte_s), 0, policy);
}

/* Two levels of switches: every leaf switch with as many links upwards as there are top switches.
 */
sg4::NetZone *create_tree(const sg4::ClusterCallbacks &nodes, Policy policy,
                          const std::vector<unsigned> &number) {
    sg4::FatTreeParams tree(2, {number[0], number[1]}, {1, number[2]}, {1, 1});
    return sg4::create_fatTree_zone("network", nullptr, tree, nodes,
                                    bytes_per_s(platform.machine.link_byte_s), 0, policy);
}

sg4::NetZone *create_dragonfly(const sg4::ClusterCallbacks &nodes, Policy policy,
                               const std::vector<unsigned> &number) {
    if (number[0] > number[2]) {
        throw std::invalid_argument("a dragonfly has no more groups than routers in a chassis");
    }
    sg4::DragonflyParams dragonfly({number[0], 1}, {number[1], 1}, {number[2], 1}, number[3]);
    return sg4::create_dragonfly_zone("network", nullptr, dragonfly, nodes,
                                      bytes_per_s(platform.machine.link_byte_s), 0, policy);
}

/* Every node on one switch that never limits; nodes of several ranks by an interface that does. */
sg4::NetZone *create_switch() {
    sg4::NetZone *network = sg4::create_star_zone("network");
    double interface_byte_s = platform.topology.kind == CT_NODES ? platform.machine.link_byte_s : 0;
    for (int node = 0; node < platform.nodes(); node++) {
        auto [zone, router] = create_node(network, static_cast<unsigned long>(node));
        std::string name = std::to_string(node);
        const sg4::Link *up = create_link(network, "up from " + name, interface_byte_s, true);
        const sg4::Link *down = create_link(network, "down to " + name, interface_byte_s, true);
        network->add_route(zone, nullptr, router, nullptr, {sg4::LinkInRoute(up)}, false);
        network->add_route(nullptr, zone, nullptr, router, {sg4::LinkInRoute(down)}, false);
    }
    return network;
}

/* Reads "KIND:1x2x3" of `count` numbers; false when it is of another kind. */
bool read_network(const std::string &text, const std::string &kind, std::size_t count,
                  std::vector<unsigned> *numbers) {
    if (text.compare(0, kind.size(), kind) != 0) {
        return false;
    }
    std::istringstream rest(text.substr(kind.size()));
    numbers->clear();
    for (unsigned number = 0; rest >> number && number > 0;) {
        numbers->push_back(number);
        rest.ignore(1, 'x');
    }
    if (numbers->size() != count || !rest.eof()) {
        throw std::invalid_argument("network \"" + text + "\": expected " + std::to_string(count) +
                                    " numbers, such as " + kind + "4x4x4" +
                                    (count > 3 ? "x4" : ""));
    }
    return true;
}

void create_network() {
    Policy policy = platform.machine.link_byte_s > 0 ? Policy::SPLITDUPLEX : Policy::FATPIPE;
    sg4::ClusterCallbacks nodes([](sg4::NetZone *network, const std::vector<unsigned long> &,
                                   unsigned long place) { return create_node(network, place); });
    const char *given = std::getenv("CT_SIM_NETWORK");
    std::string network = given != nullptr ? given : "";
    std::vector<unsigned> numbers;
    bool is_network = platform.topology.kind >= CT_HYPERCUBE;
    if (is_network && !network.empty()) {
        throw std::invalid_argument("network \"" + network + "\": the topology is one already");
    }
    if (is_network) {
        create_torus(nodes, policy)->seal();
    } else if (network.empty()) {
        create_switch()->seal();
    } else if (read_network(network, "tree:", 3, &numbers)) {
        create_tree(nodes, policy, numbers)->seal();
    } else if (read_network(network, "dragonfly:", 4, &numbers)) {
        create_dragonfly(nodes, policy, numbers)->seal();
    } else {
        throw std::invalid_argument("network \"" + network +
                                    "\": expected tree:8x4x8 (nodes of a "
                                    "leaf, leaves, uplinks) or dragonfly:4x2x4x2 (groups, chassis, "
                                    "routers, nodes)");
    }
}

} // namespace

extern "C" __attribute__((visibility("default"))) void load_platform(const sg4::Engine &engine);

extern "C" void load_platform(const sg4::Engine &engine) {
    try {
        read_platform();
        create_network();
        slow_links(engine, platform.slow);
        if (platform.made < platform.nodes()) {
            throw std::invalid_argument("the network has room for " +
                                        std::to_string(platform.made) + " of " +
                                        std::to_string(platform.nodes()) + " nodes");
        }
    } catch (const std::invalid_argument &problem) {
        std::fprintf(stderr, "simulated machine: %s\n", problem.what());
        std::exit(EXIT_FAILURE);
    }
    auto before_bytes_s = [](std::size_t bytes, const sg4::Host *from, const sg4::Host *to) {
        return platform.before_bytes_s(bytes, from, to);
    };
    smpi_register_op_cost_callback(SmpiOperation::ISEND, before_bytes_s);
    smpi_register_op_cost_callback(SmpiOperation::SEND, before_bytes_s);
}
