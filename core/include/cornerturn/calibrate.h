/*
 * Calibration: the constants of this machine, measured.
 */
#ifndef CORNERTURN_CALIBRATE_H
#define CORNERTURN_CALIBRATE_H

#include <cornerturn/machine.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CT_CURVE_KNOTS = 24 };

/* Seconds against bytes: points with log-spaced sizes, between which a message's time is
 * interpolated and past which it goes on in a straight line; and the straight line start_up_s +
 * bytes * byte_s that is closest to all of them (robust, relative), with its error: the median of
 * |measured / fitted - 1|. */
typedef struct ct_curve {
    int knots; /* 0: not measured */
    double bytes[CT_CURVE_KNOTS], seconds[CT_CURVE_KNOTS];
    double start_up_s, byte_s, error;
} ct_curve;

/* What a message, or a copy in a window, takes between two ranks that both send and receive. */
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
} ct_calibration;

/* Measures in under 10 s. Collective; all ranks get the same. */
ct_status ct_calibrate(MPI_Comm comm, ct_calibration *calibration);

/* What is assumed of a machine that was not calibrated: the development machine of the project. */
const ct_calibration *ct_calibration_default(void);

/* Seconds of `bytes` on a curve. Local. */
double ct_curve_at(const ct_curve *curve, double bytes);

/* The calibration as a machine of the table, for the pricer: its straight lines. `windows`: whether
 * ranks of a node use them. Local. */
ct_machine ct_calibration_machine(const ct_calibration *calibration, int windows);

#ifdef __cplusplus
}
#endif

#endif
