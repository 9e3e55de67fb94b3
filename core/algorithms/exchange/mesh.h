/* Shared by the algorithms for meshes: line groups, parameters, and barriers every few steps. */
#ifndef CT_ALGORITHMS_EXCHANGE_MESH_H
#define CT_ALGORITHMS_EXCHANGE_MESH_H

#include "algorithms/table.h"

#include <stdint.h>

/* One node of a line in one line group: the part it belongs to, the node it sends to and the one
 * that sends to it; itself where the group leaves it out. */
typedef struct ct_line_place {
    int part; /* 0 .. length/4 - 1 */
    int to, from;
} ct_line_place;

/* Node `at` of a line of `length` (a multiple of 4) nodes in group 0 .. length-1. A group is a
 * permutation of the line made of length/4 parts; a part permutes 4 nodes and puts at most one
 * message on every directed link; no two parts share a node. Over all groups every pair of nodes,
 * equal ones included, occurs once. O(1). */
ct_line_place ct_line_group(int length, int group, int at);

/* Parts of the longest line: the contention at which all ranks are busy in every step. */
int ct_mesh_parts(const ct_topology *topology);

enum { CT_MESH_AXES = 3 };
#define CT_MESH_SIZES                                                                              \
    "a mesh n1, n1 x n2 or n1 x n2 x n3 of multiples of 4, with fewer than 2^31 steps"

/* Whether a topology is of these sizes. */
int ct_mesh_fits(const ct_topology *topology);

/* The first parameters of the rows: --contention c divides n/4 (the default) of the longest side n;
 * --interval g is the number of steps between barriers, 0 for none. */
enum { CT_MESH_CONTENTION, CT_MESH_INTERVAL };
extern const ct_parameter ct_mesh_contention, ct_mesh_interval;

/* Intervals above 1 require full contention. */
ct_status ct_mesh_combines(const ct_topology *topology, const ct_parameters *parameters);

/* Barriers entered by `steps` steps. */
int ct_mesh_barriers(int steps, int interval);

/* A rank's progress in the barriers: one before step 1 and then every `interval` steps. */
typedef struct ct_mesh_pace {
    int interval;
    int64_t next; /* step of the next barrier to enter */
    int opens;    /* the next move is the first of its phase */
} ct_mesh_pace;

ct_mesh_pace ct_mesh_start(int interval);

/* Enters the outstanding barriers before `step`, idle. */
void ct_mesh_pass(ct_schedule *schedule, ct_mesh_pace *pace, int step);

/* The same, then appends a move in `step` with its flags. */
void ct_mesh_move(ct_schedule *schedule, ct_mesh_pace *pace, int step, int to, int from);

#endif
