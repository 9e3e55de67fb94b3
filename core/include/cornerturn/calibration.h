/*
 * Calibration: the measured constants of a machine.
 *
 * Everything here is local, pure and free of MPI; see calibrate.h for measuring.
 */
#ifndef CORNERTURN_CALIBRATION_H
#define CORNERTURN_CALIBRATION_H

#include <cornerturn/curve.h>
#include <cornerturn/machine.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* Time of a message, or of a copy through shared memory, between two ranks that both send and
 * receive while all others do the same. A curve that cannot be measured on these ranks has no
 * knots. */
typedef struct ct_calibration {
    ct_curve local_messages; /* between ranks of one node, by MPI messages */
    ct_curve local_shared;   /* the same through shared memory, from arrays of ct_alloc */
    ct_curve local_private;  /* the same from other arrays */
    ct_curve distant;        /* between nodes; no knots with one node */
    ct_curve library;        /* MPI_Alltoall, divided by P - 1 */
    ct_curve permute;        /* gathering strided blocks of that many bytes: seconds a block */
    double barrier_s;
    double memory_bytes_per_s; /* of a node, all its ranks copying with streaming stores; read +
                                  written */
    double link_speed;         /* bandwidth of a network link relative to that of `distant`; 0: not
                                  measured, used as 1 */
} ct_calibration;

/* Assumed where nothing was calibrated: constants of the project's development machine;
 * static. Local. */
const ct_calibration *ct_calibration_default(void);

/* The fitted straight lines of a calibration as a machine, for the pricer and for bounds.
 * `shared`: whether ranks of a node use shared memory. Without `distant`, the curve inside a node
 * is used for all messages. Local. */
ct_machine ct_calibration_machine(const ct_calibration *calibration, int shared);

CT_PUBLIC_END

#endif
