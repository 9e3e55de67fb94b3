/*
 * Halos: the ghost layers around each rank's part of an array get the values that other ranks (or,
 * across a periodic side, the same rank) have there. The array is described by a ct_decomposition,
 * as for a redistribution: balanced blocks, blocks between bounds, or boxes.
 *
 * Layers may be thicker than parts: they then come from ranks further away. Along a periodic axis
 * positions repeat without end, so that layers may be thicker than the array, too. Ghosts beyond a
 * side that is not periodic are not written. Ranks without positions get nothing.
 *
 * Inside a node, each layer is copied straight from the neighbour's array where that is memory of
 * ct_alloc; between nodes a neighbour is sent one message, of all fields.
 *
 *     const ptrdiff_t extent[3] = {256, 256, 256};
 *     const int grid[3] = {2, 2, 1};
 *     ct_decomposition cells = ct_decompose_blocks(3, extent, grid);
 *     for (int a = 0; a < 3; a++) {
 *         cells.ghosts[a][0] = cells.ghosts[a][1] = 1;
 *     }
 *     const ct_halo_array kind = {.element_bytes = sizeof(double)};
 *     const ct_halo_options options = {.periodic = {1, 1, 1}};
 *     ct_halo_plan *plan = NULL;
 *     void *u = NULL;
 *     ct_alloc(comm, ct_decomposition_elements(&cells, rank) * 8, &u);
 *     ct_halo_plan_create(comm, &cells, 1, &kind, &options, &plan);
 *     ct_halo_start(plan, &u, NULL);
 *     .. what needs no ghosts ..
 *     ct_halo_wait(plan);
 *     .. the rest ..
 *     ct_halo_plan_destroy(&plan);
 */
#ifndef CORNERTURN_HALO_H
#define CORNERTURN_HALO_H

#include <cornerturn/decomposition.h>
#include <cornerturn/exchange.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* An array, of one field or more. Components that lie side by side in each element are one field of
 * larger elements. */
typedef struct ct_halo_array {
    ptrdiff_t element_bytes; /* 1 to 4096 */
    int fields;              /* of the same decomposition in this array; 0: one */
    ptrdiff_t stride_bytes;  /* from the beginning of one field to that of the next; 0: they follow
                                one another. May differ between ranks */
} ct_halo_array;

typedef struct ct_halo_options {
    int periodic[CT_MAX_AXES]; /* 1: the axis' ends are neighbours */
    int faces_only;            /* 1: without edges and corners: only ghosts that lie beyond the part
                                  along one axis, as stencils along axes need them */
    int has_width;             /* 1: as many layers as `width` says are filled; 0: all ghosts */
    ptrdiff_t width[CT_MAX_AXES][2]; /* before and after the part along each axis; at most its
                                        ghosts */
    int apart; /* 1: layers go to memory of their own, dense, so the array needs no ghosts. With
                  faces_only and has_width, of one field */
    ct_exchange_options exchange; /* but in_place */
} ct_halo_options;

typedef struct ct_halo_plan ct_halo_plan;

/* Plans the halo of `arrays` arrays of one decomposition. Collective; arguments are copied; options
 * NULL: all defaults. Arguments are the same on all ranks, which is checked, but for boxes,
 * offsets, pitches and stride_bytes, and with has_width ghosts. All ranks fail together:
 * CT_ERROR_ARGUMENT, for a block-cyclic decomposition among others (its blocks lie side by side in
 * memory, without ghosts between them), and as ct_exchange_plan_create. */
ct_status ct_halo_plan_create(MPI_Comm comm, const ct_decomposition *decomposition, int arrays,
                              const ct_halo_array *array, const ct_halo_options *options,
                              ct_halo_plan **plan);

/* Fills the ghosts of arrays[0], arrays[1], .., which are the caller's, and writes nothing else;
 * `layers` is NULL. With `apart` it fills layers[0] instead. Collective.
 * CT_ERROR_ARGUMENT where an array is missing: on this rank and on those it has values for (on all,
 * where the MPI library or an algorithm that forwards blocks runs the exchange); the plan can be
 * executed again. CT_ERROR_ARGUMENT, on this rank alone, for a plan that is under way. */
ct_status ct_halo_execute(ct_halo_plan *plan, void *const *arrays, void *const *layers);

/* The same in slices: start, then test until *done or wait, on every rank. Meanwhile ghosts may
 * not be used, and positions that other ranks need (those nearer than a width to a side of the
 * part) may be read only; all others are the caller's. What others need of this rank moves only
 * inside these calls. Plans that are under way at the same time are waited for in the same order
 * everywhere. start and wait are collective. */
ct_status ct_halo_start(ct_halo_plan *plan, void *const *arrays, void *const *layers);
ct_status ct_halo_test(ct_halo_plan *plan, int *done);
ct_status ct_halo_wait(ct_halo_plan *plan);

/* Collective. Ends what is under way first. Sets *plan to NULL. */
void ct_halo_plan_destroy(ct_halo_plan **plan);

/* With `apart`: elements of this rank's layers, and the first one of the layer beyond `side` (0:
 * before, 1: after) of box number `box` (of a grid: 0). A layer is as the part, but `width` thick
 * along its axis. Local. */
ptrdiff_t ct_halo_layer_elements(const ct_halo_plan *plan);
ptrdiff_t ct_halo_layer_first(const ct_halo_plan *plan, ptrdiff_t box, int axis, int side);

/* The exchanges inside: one, or of several arrays one each inside nodes and one between nodes; NULL
 * past the last. Local; owned by the plan. */
const ct_exchange_plan *ct_halo_exchange(const ct_halo_plan *plan, int index);

/* Bytes that all ranks together send to others in one execution. Local. */
double ct_halo_total_bytes(const ct_halo_plan *plan);

/* Bytes of memory the plan holds on this rank. Local. */
double ct_halo_plan_bytes(const ct_halo_plan *plan);

CT_PUBLIC_END

#endif
