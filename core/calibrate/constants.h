/* The constants that plans on a communicator are predicted with, and where they are from. */
#ifndef CT_CALIBRATE_CONSTANTS_H
#define CT_CALIBRATE_CONSTANTS_H

#include <cornerturn/calibration.h>
#include <cornerturn/status.h>
#include <mpi.h>

enum { CT_CONSTANTS_TEXT = 384 };

typedef struct ct_constants {
    ct_calibration calibration;
    char source[CT_CONSTANTS_TEXT]; /* "the tuning file FILE", .. */
} ct_constants;

/* As a contest (contest.h) finds them: of the tuning file (rank 0's; NULL: none), if it has some of
 * this machine, else of the network's probe, else the default ones. Collective. CT_ERROR_MEMORY,
 * CT_ERROR_MPI. */
ct_status ct_constants_find(MPI_Comm comm, const char *tuning_file, ct_constants *constants);

#endif
