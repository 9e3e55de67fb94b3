/* Lower bounds of the complete exchange. */
#include <cornerturn/bounds.h>

#include <math.h>
#include <stdint.h>

const char *ct_bound_name(ct_bound bound) {
    static const char *const names[CT_BOUNDS] = {"start-ups", "injection", "bisection", "distances",
                                                 "memory"};
    return bound >= 0 && bound < CT_BOUNDS ? names[bound] : NULL;
}

/* Rounds of a broadcast or reduction among `count` ranks. */
static int rounds(int count, int ports) {
    int needed = 0;
    for (int64_t reached = 1; reached < count; needed++) {
        reached *= ports > 0 ? (int64_t)ports + 1 : count;
    }
    return needed;
}

static double start_ups_s(const ct_machine *machine, int size, int node_ranks) {
    int all = rounds(size, machine->ports);
    int between = rounds((size + node_ranks - 1) / node_ranks, machine->ports);
    double inside_s = machine->local_start_up_s < machine->start_up_s ? machine->local_start_up_s
                                                                      : machine->start_up_s;
    return between * ct_machine_message_s(machine, size, 0) + (all - between) * inside_s;
}

static double injection_s(const ct_machine *machine, int size, int node_ranks, double block_bytes) {
    double inside = node_ranks - 1;
    double between = size - node_ranks;
    double ports = machine->ports > 0 ? machine->ports : size;
    return block_bytes * (between * machine->byte_s + inside * machine->local_byte_s) / ports;
}

/* An axis of `extent`: the ranks form size / extent lines or rings along it. */
typedef struct axis {
    double lines;
    int extent, wraps;
} axis;

static axis axis_of(const ct_topology *topology, int index) {
    int extent = topology->extent[index];
    return (axis){(double)topology->size / extent, extent,
                  topology->kind == CT_TORUS && extent > 2}; /* a ring of two has one link */
}

/* Blocks that cross the middle of the axis one way, per link there. */
static double crossing(const axis *a) {
    int below = a->extent / 2;
    int above = a->extent - below;
    return (double)below * above * a->lines / (a->wraps ? 2 : 1);
}

/* Sum of distances along the axis over all ordered pairs of ranks, per directed link. */
static double distances(const axis *a) {
    double k = a->extent;
    double of_line = a->wraps ? k * floor(k * k / 4) : (k * k * k - k) / 3;
    return a->lines * a->lines * of_line;
}

static double links(const axis *a) {
    return 2 * a->lines * (a->wraps ? a->extent : a->extent - 1);
}

/* The two bounds of links, in blocks per link. */
static void count_links(const ct_topology *topology, double *bisection, double *mean_load) {
    double sum = 0;
    double count = 0;
    *bisection = 0;
    for (int i = 0; i < topology->axes; i++) {
        axis a = axis_of(topology, i);
        double across = crossing(&a);
        *bisection = across > *bisection ? across : *bisection;
        sum += distances(&a);
        count += links(&a);
    }
    *mean_load = count > 0 ? sum / count : 0;
}

/* Blocks per node interface or, on a dragonfly, per link between two groups: the larger. */
static double leaving(const ct_topology *topology) {
    double node_ranks = ct_topology_node_ranks(topology);
    double of_node = node_ranks * (topology->size - node_ranks);
    double group_ranks =
        topology->kind == CT_DRAGONFLY ? node_ranks * topology->extent[1] : topology->size;
    return group_ranks < topology->size ? fmax(of_node, group_ranks * group_ranks) : of_node;
}

ct_bounds ct_bounds_compute(const ct_topology *topology, int node_ranks, const ct_machine *machine,
                            const ct_node_memory *memory, double block_bytes) {
    ct_bounds bounds = {.largest = CT_BOUND_START_UPS};
    double bisection = 0;
    double mean_load = 0;
    int size = topology->size;
    if (size < 2) {
        return bounds;
    }
    switch (topology->kind) {
    case CT_NODES:
    case CT_DRAGONFLY:
        node_ranks = ct_topology_node_ranks(topology);
        bisection = leaving(topology);
        break;
    case CT_HYPERCUBE:
    case CT_MESH:
    case CT_TORUS:
        count_links(topology, &bisection, &mean_load);
        break;
    case CT_FLAT:
    case CT_FAT_TREE:
        break;
    }
    double link_s = machine->link_byte_s * block_bytes;
    bounds.bound_s[CT_BOUND_START_UPS] = start_ups_s(machine, size, node_ranks);
    bounds.bound_s[CT_BOUND_INJECTION] = injection_s(machine, size, node_ranks, block_bytes);
    bounds.bound_s[CT_BOUND_BISECTION] = bisection * link_s;
    bounds.bound_s[CT_BOUND_DISTANCES] = mean_load * link_s;
    double moved_bytes = 2.0 * node_ranks * size * block_bytes; /* of both arrays of a node's
                                                                   ranks */
    if (memory->bytes_per_s > 0 && moved_bytes > memory->cache_bytes) {
        bounds.bound_s[CT_BOUND_MEMORY] = moved_bytes / memory->bytes_per_s;
    }
    for (int i = 0; i < CT_BOUNDS; i++) {
        if (bounds.bound_s[i] > bounds.largest_s) {
            bounds.largest_s = bounds.bound_s[i];
            bounds.largest = (ct_bound)i;
        }
    }
    return bounds;
}
