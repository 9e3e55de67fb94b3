/*
 * Calibration: the constants of a machine, as measured, and what follows from them.
 *
 * Everything here is local, pure and free of MPI; see calibrate.h for measuring.
 */
#ifndef CORNERTURN_CALIBRATION_H
#define CORNERTURN_CALIBRATION_H

#include <cornerturn/curve.h>
#include <cornerturn/machine.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* What a message, or a copy in a window, takes between two ranks that both send and receive, all
 * other ranks doing the same. Curves that this machine has no ranks for have no knots. */
typedef struct ct_calibration {
    ct_curve local_messages; /* between ranks of one node, by MPI messages */
    ct_curve local_windows;  /* the same by shared windows, from arrays of ct_alloc */
    ct_curve local_private;  /* the same from other arrays, staged */
    ct_curve distant;        /* between nodes; no knots with one node */
    ct_curve library;        /* MPI_Alltoall, divided by P - 1 */
    ct_curve permute;        /* gathering strided blocks of that many bytes: seconds a block */
    double barrier_s;
    double memory_bytes_per_s; /* all ranks of a node copying at once, past the cache; read +
                                  written */
    double link_speed; /* how many times as fast as `distant` bytes a link of the network carries
                          those that share it; 0: not measured, which is taken for 1 */
} ct_calibration;

/* What is assumed of a machine that was not calibrated: the development machine of the project. */
const ct_calibration *ct_calibration_default(void);

/* The calibration as a machine of the table, for the pricer and for bounds: its straight lines.
 * `windows`: whether ranks of a node use them. Without messages between nodes those inside stand
 * for all. */
ct_machine ct_calibration_machine(const ct_calibration *calibration, int windows);

CT_PUBLIC_END

#endif
