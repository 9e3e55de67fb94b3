/*
 * Who exchanges with whom when an array goes from one distribution to another. Local and pure.
 */
#ifndef CT_FFT_SHAPE_GROUPS_H
#define CT_FFT_SHAPE_GROUPS_H

#include "fft/shape/shape.h"

/* The group of each of `size` ranks, told by the lowest rank in it: ranks of one group exchange
 * directly or by way of others of it, and with nobody else. One that has nothing before nor after
 * is alone. Both layouts are of the same extents. False for want of memory. */
int ct_fft_groups(const ct_fft_layout *from, const ct_fft_layout *into, int size, int *group);

#endif
