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
 *   CT_SIM_TOPOLOGY   hypercube:6, torus:8x8, mesh:8x8, flat:12, fattree:64, nodes:4x8,
 *                     dragonfly:2x4x8
 *   CT_SIM_MACHINE    a name of the machine table, or a file
 *   CT_SIM_NETWORK    what the topology's nodes hang on, where it says nothing of it:
 *                     tree:NODES_OF_A_LEAFxLEAVESxUPLINKS or
 *                     dragonfly:GROUPSxCHASSISxROUTERSxNODES; for a dragonfly the latter only,
 *                     without it each of its nodes has a router of its own
 *   CT_SIM_SLOW       what is not in order: hosts:EVERY:FACTOR, every so many of them, from the
 *                     first on, starts messages and moves bytes so many times slower; or
 *                     links:EVERY:FACTOR
 *
 * Rank r runs on host "node-<r / ranks of a node>".
 */
#include "platform.hpp"

#include <smpi/smpi.h>

#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace sg4 = simgrid::s4u;
using simulated::platform;
using simulated::Slow;

simulated::Platform simulated::platform;

namespace {

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

} // namespace

extern "C" __attribute__((visibility("default"))) void load_platform(const sg4::Engine &engine);

extern "C" void load_platform(const sg4::Engine &engine) {
    try {
        read_platform();
        simulated::create_network();
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
