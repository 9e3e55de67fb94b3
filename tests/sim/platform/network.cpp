/* The network of a simulated machine, and the nodes that hang on it. */
#include "platform.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

using simgrid::kernel::routing::NetPoint;

namespace simulated {

using Policy = sg4::Link::SharingPolicy;

namespace {

/* So much that no message ever notices. */
const double unlimited_bytes_per_s = 1e30;

double bytes_per_s(double byte_s) {
    return byte_s > 0 ? 1 / byte_s : unlimited_bytes_per_s;
}

/* A link in one direction. */
const sg4::Link *create_link(sg4::NetZone *zone, const std::string &name, double byte_s,
                             bool shared) {
    return zone->create_link(name, bytes_per_s(byte_s))
        ->set_latency(0)
        ->set_sharing_policy(shared ? Policy::SHARED : Policy::FATPIPE)
        ->seal();
}

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
    /* Links belong to the network: SimGrid looks for the name of a new one in all zones inside. */
    const sg4::Link *inside = create_link(network, "inside " + name, machine.local_byte_s, false);
    /* A port that only bounds each message by itself, no lower than links do, changes nothing; and
     * SimGrid walks all messages of such a port whenever the share of one is known. */
    if (shared || byte_s > platform.way_byte_s) {
        const sg4::Link *out = create_link(network, "out of " + name, byte_s, shared);
        const sg4::Link *in = create_link(network, "into " + name, byte_s, shared);
        zone->add_route(host->get_netpoint(), router, nullptr, nullptr, {sg4::LinkInRoute(out)},
                        false);
        zone->add_route(router, host->get_netpoint(), nullptr, nullptr, {sg4::LinkInRoute(in)},
                        false);
    }
    zone->add_route(host->get_netpoint(), host->get_netpoint(), nullptr, nullptr,
                    {sg4::LinkInRoute(inside)}, false);
    zone->seal();
    return {zone->get_netpoint(), router};
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
    const int *extent = platform.topology.extent;
    if (platform.topology.kind == CT_DRAGONFLY &&
        (number[0] != static_cast<unsigned>(extent[2]) ||
         number[1] * number[2] * number[3] != static_cast<unsigned>(extent[1]))) {
        throw std::invalid_argument("the topology's groups are not those of the dragonfly");
    }
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

} // namespace

void create_network() {
    Policy policy = platform.machine.link_byte_s > 0 ? Policy::SPLITDUPLEX : Policy::FATPIPE;
    sg4::ClusterCallbacks nodes([](sg4::NetZone *network, const std::vector<unsigned long> &,
                                   unsigned long place) { return create_node(network, place); });
    const char *given = std::getenv("CT_SIM_NETWORK");
    std::string network = given != nullptr ? given : "";
    std::vector<unsigned> numbers;
    const std::string dragonfly = "dragonfly:";
    bool is_network = platform.topology.kind >= CT_HYPERCUBE;
    bool is_dragonfly = platform.topology.kind == CT_DRAGONFLY;
    if (is_dragonfly && network.empty()) {
        network = dragonfly + std::to_string(platform.topology.extent[2]) + "x1x" +
                  std::to_string(platform.topology.extent[1]) + "x1";
    }
    if ((is_network && !network.empty()) ||
        (is_dragonfly && network.compare(0, dragonfly.size(), dragonfly) != 0)) {
        throw std::invalid_argument("network \"" + network + "\": the topology is one already");
    }
    if (is_network || !network.empty() || platform.topology.kind == CT_NODES) {
        platform.way_byte_s =
            platform.machine.link_byte_s * std::min(1.0, platform.slow.of("links", 0));
    }
    if (is_network) {
        create_torus(nodes, policy)->seal();
    } else if (network.empty()) {
        create_switch()->seal();
    } else if (read_network(network, "tree:", 3, &numbers)) {
        create_tree(nodes, policy, numbers)->seal();
    } else if (read_network(network, dragonfly, 4, &numbers)) {
        create_dragonfly(nodes, policy, numbers)->seal();
    } else {
        throw std::invalid_argument("network \"" + network +
                                    "\": expected tree:8x4x8 (nodes of a "
                                    "leaf, leaves, uplinks) or dragonfly:4x2x4x2 (groups, chassis, "
                                    "routers, nodes)");
    }
}

} // namespace simulated
