/*
 * Building blocks of exchanges on a mesh: n groups of messages along a line of n nodes, each in n/4
 * parts of 4 nodes that use every link at most once. The 4 nodes are a pair (i, j) of the lower
 * half and its image (m+i, m+j) in the upper half, m = n/2.
 *
 *   n = 4, to whom 0 1 2 3 send      n = 8, m = 4, the parts of the matchings
 *   group 0   3 0 1 2                groups 0 1   0 3 | 4 7    and   1 2 | 5 6
 *   group 1   1 2 3 0                groups 2 3   1 3 | 5 7    and   2 0 | 6 4
 *   group 2   2 - 0 -                groups 4 5   2 3 | 6 7    and   0 1 | 4 5
 *   group 3   - 3 - 1                groups 6 7   0 3 | 4 7    and   1 2 | 5 6
 *
 * n is a multiple of 4. The lower half has m-1 perfect matchings (round robin). Edge (i, j) of each
 * gives the cycle i -> m+j -> m+i -> j -> i, then the same with i and j swapped; of the first
 * matching once more i <-> m+i alone, then j <-> m+j alone. A part crosses the middle of the line
 * once in each direction, so n n/4 parts are as few as the n^2/4 messages each way allow.
 * Source: derived for this library after Bokhari, Nicol (mesh paper), sections 4 and 5, which give
 * the numbers of steps but not the construction.
 */
#include "algorithms/exchange/mesh.h"
#include "base/fail.h"

#include <limits.h>
#include <stdint.h>

/* An edge of a matching of the lower half, and its number there. */
typedef struct edge {
    int first, second, number;
} edge;

/* The edge of node `at` in one of the half-1 matchings of the complete graph on `half` nodes. */
static edge edge_of(int half, int matching, int at) {
    int round = half - 1;
    if (at == matching || at == round) {
        return (edge){matching, round, 0};
    }
    int ahead = (at - matching + round) % round;
    int number = ahead < half / 2 ? ahead : round - ahead;
    return (edge){(matching + number) % round, (matching - number + round) % round, number};
}

ct_line_place ct_line_group(int length, int group, int at) {
    int half = length / 2;
    int alone = group >= length - 2; /* two cycles of two instead of one of four */
    edge e = edge_of(half, alone ? 0 : group / 2, at % half);
    int i = group % 2 == 0 ? e.first : e.second;
    int j = group % 2 == 0 ? e.second : e.first;
    int cycle[] = {i, half + j, half + i, j};
    int upper = at >= half;
    if (at % half == j && alone) {
        return (ct_line_place){e.number, at, at};
    }
    int place = at % half == i ? 2 * upper : 3 - 2 * upper;
    return (ct_line_place){e.number, cycle[(place + (alone ? 2 : 1)) % 4],
                           cycle[(place + (alone ? 2 : 3)) % 4]};
}

int ct_mesh_parts(const ct_topology *topology) {
    int longest = 0;
    for (int axis = 0; axis < topology->axes; axis++) {
        longest = topology->extent[axis] > longest ? topology->extent[axis] : longest;
    }
    return longest / 4;
}

int ct_mesh_fits(const ct_topology *topology) {
    for (int axis = 0; axis < topology->axes; axis++) {
        if (topology->extent[axis] % 4 != 0) {
            return 0;
        }
    }
    return topology->axes >= 1 && topology->axes <= CT_MESH_AXES &&
           (int64_t)topology->size * ct_mesh_parts(topology) < INT_MAX;
}

static int next_contention(const ct_topology *topology, ct_value *value) {
    int parts = ct_mesh_parts(topology);
    int before = value->count == 0 ? 0 : value->item[0];
    if (before >= parts) {
        return 0;
    }
    *value = (ct_value){.count = 1, .item = {ct_divisor_from(parts, before + 1)}};
    return 1;
}

static void fall_back_to_parts(const ct_topology *topology, ct_value *value) {
    *value = (ct_value){.count = 1, .item = {ct_mesh_parts(topology)}};
}

const ct_parameter ct_mesh_contention = {
    .name = "contention",
    .summary = "messages that may share a link",
    .allowed = "a divisor of n/4, n being the longest side of the mesh",
    .next = next_contention,
    .fallback = fall_back_to_parts,
};

/* The intervals of the paper's plots, more coarsely, up to one barrier in all; then none. */
static int next_interval(const ct_topology *topology, ct_value *value) {
    int before = value->count == 0 ? 0 : value->item[0];
    int first = value->count == 0;
    int interval = first ? 1 : before < topology->size ? 4 * before : 0;
    *value = (ct_value){.count = 1, .item = {interval}};
    return first || before > 0;
}

static int accepts_interval(const ct_topology *topology, const ct_value *value) {
    (void)topology;
    return value->item[0] >= 0;
}

const ct_parameter ct_mesh_interval = {
    .name = "interval",
    .summary = "steps from one barrier to the next: that many messages of a rank may meet",
    .allowed = "1 or more, 0 for no barrier; other than 1 with --contention n/4 only",
    .next = next_interval,
    .accepts = accepts_interval,
};

/* Less contention would give the same messages in the same order with other barriers.
 */
ct_status ct_mesh_combines(const ct_topology *topology, const ct_parameters *parameters) {
    int parts = ct_mesh_parts(topology);
    int interval = ct_parameter_item(parameters, CT_MESH_INTERVAL);
    if (interval != 1 && ct_parameter_item(parameters, CT_MESH_CONTENTION) != parts) {
        return ct_raise(CT_ERROR_UNSUPPORTED,
                        "--interval %d needs --contention %d: fewer barriers come after full steps",
                        interval, parts);
    }
    return CT_OK;
}

int ct_mesh_barriers(int steps, int interval) {
    return interval == 0 ? 0 : (steps - 1) / interval + 1;
}

ct_mesh_pace ct_mesh_start(int interval) {
    return (ct_mesh_pace){.interval = interval, .next = interval == 0 ? INT64_MAX : 1, .opens = 1};
}

/* Appends a move, or only the barrier if there are no peers. */
static void enter(ct_schedule *schedule, ct_mesh_pace *pace, int step, int to, int from) {
    unsigned flags = pace->opens ? CT_MOVE_PHASE : 0;
    if (pace->next == step) {
        flags |= CT_MOVE_FENCE;
        pace->next += pace->interval;
    }
    pace->opens = 0;
    ct_schedule_move(schedule, step, to, from, flags);
}

void ct_mesh_pass(ct_schedule *schedule, ct_mesh_pace *pace, int step) {
    while (pace->next < step) {
        enter(schedule, pace, (int)pace->next, CT_NOBODY, CT_NOBODY);
    }
}

void ct_mesh_move(ct_schedule *schedule, ct_mesh_pace *pace, int step, int to, int from) {
    ct_mesh_pass(schedule, pace, step);
    enter(schedule, pace, step, to, from);
}
