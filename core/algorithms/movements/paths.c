/* Disjoint paths: where H bits differ, path t < H corrects them in cyclic order from the t-th on;
 * for each other bit there is one that flips it, corrects those that differ, flips it back. */
#include "algorithms/movements/paths.h"

ct_paths ct_paths_between(const ct_topology *topology, int from, int to, int paths, int packets) {
    ct_paths p = {.paths = from == to ? 0 : paths, .packets = packets, .from = from, .to = to};
    int count = 0;
    for (int differs = 1; differs >= 0; differs--) {
        for (int bit = 0; bit < ct_topology_dimension(topology); bit++) {
            if (((from ^ to) >> bit & 1) == differs) {
                p.bits[count++] = bit;
            }
        }
        p.differing = differs ? count : p.differing;
    }
    return p;
}

static int hops_of(const ct_paths *p, int path) {
    return path < p->differing ? p->differing : p->differing + 2;
}

/* The bit that hop 0, 1, .. of a path flips. */
static int bit_at(const ct_paths *p, int path, int hop) {
    if (path < p->differing) {
        return p->bits[(path + hop) % p->differing];
    }
    return p->bits[hop == 0 || hop > p->differing ? path : hop - 1];
}

int ct_paths_steps(const ct_paths *p) {
    return p->paths == 0 ? 0 : p->packets + hops_of(p, p->paths - 1) - 1;
}

/* One side of a hop. */
typedef struct hop_end {
    int path, hop, peer, sends;
} hop_end;

/* The hops a rank is an end of: one of each path at both ends of the paths, otherwise two or none.
 */
static int ends_of(const ct_paths *p, int rank, hop_end *ends) {
    int count = 0;
    for (int path = 0; path < p->paths; path++) {
        int at = p->from;
        for (int hop = 0; hop < hops_of(p, path); hop++) {
            int next = at ^ 1 << bit_at(p, path, hop);
            if (rank == at || rank == next) {
                ends[count++] = (hop_end){path, hop, rank == at ? next : at, rank == at};
            }
            at = next;
        }
    }
    return count;
}

void ct_paths_generate(const ct_paths *p, ct_schedule *schedule) {
    hop_end ends[CT_AXES_MOST];
    int count = ends_of(p, schedule->rank, ends);
    for (int step = 1; count > 0 && step <= ct_paths_steps(p); step++) {
        for (int i = 0; i < count; i++) {
            int place = step - 1 - ends[i].hop; /* of the packet among those of its path */
            int packet = ends[i].path * p->packets + place;
            if (place < 0 || place >= p->packets) {
                continue;
            }
            if (ends[i].sends) {
                ct_schedule_move(schedule, step, ends[i].peer, CT_NOBODY, ct_cube_flags(schedule));
                ct_schedule_sends(schedule, p->from, packet);
            } else {
                ct_schedule_move(schedule, step, CT_NOBODY, ends[i].peer, ct_cube_flags(schedule));
                ct_schedule_receives(schedule, p->from, packet);
            }
        }
    }
}

ct_pattern ct_paths_pattern(const ct_paths *p) {
    return (ct_pattern){.kind = CT_POINT_TO_POINT,
                        .root = p->from,
                        .target = p->to,
                        .packets = p->paths > 1 ? p->paths * p->packets : p->packets};
}

/* In the first steps, one a packet, the source has a message for every path; then only the target
 * may have more than one: the last of the short paths, and of the long ones two steps later. */
double ct_paths_s(const ct_paths *p, const ct_topology *topology, const ct_machine *machine,
                  double vector_bytes) {
    int short_paths = p->paths < p->differing ? p->paths : p->differing;
    double packet_bytes = vector_bytes / ct_paths_pattern(p).packets;
    double turns = (double)p->packets * ct_cube_turns(machine, p->paths);
    for (int step = p->packets + 1; step <= ct_paths_steps(p); step++) {
        int place = step - 1 - (p->differing - 1); /* of the packet that a short path brings */
        int arriving = (place >= 0 && place < p->packets ? short_paths : 0) +
                       (place >= 2 ? p->paths - short_paths : 0);
        turns += ct_cube_turns(machine, arriving > 0 ? arriving : 1);
    }
    return turns * ct_machine_message_s(machine, topology->size, packet_bytes);
}
