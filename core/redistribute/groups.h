/*
 * Which ranks exchange with each other in a redistribution. Where both process grids cut an axis
 * alike, these are the rows of the grid, not all ranks. Local, pure.
 */
#ifndef CT_REDISTRIBUTE_GROUPS_H
#define CT_REDISTRIBUTE_GROUPS_H

#include "redistribute/redistribution.h"

/* The group of each of `size` ranks, as the lowest rank in it. Ranks of a group exchange with each
 * other, directly or by way of others in it, and with no other rank, in whatever slices. Between
 * process grids a rank that holds nothing before and after is alone; with boxes on a side all ranks
 * are one group. False when out of memory. */
int ct_redistribution_groups(const ct_redistribution *redistribution, int size, int *group);

#endif
