#include "calibrate/constants.h"

#include "base/mpi.h"
#include "tune/probe.h"
#include "tune/tuning.h"

#include <stdio.h>

ct_status ct_constants_find(MPI_Comm comm, const char *tuning_file, ct_constants *constants) {
    const ct_calibration *probed = NULL;
    ct_tuning *tuning = NULL;
    ct_status status = CT_OK;
    int has_file = tuning_file != NULL;
    CT_MPI(MPI_Bcast(&has_file, 1, MPI_INT, 0, comm));
    CT_TRY(
        ct_tuning_look_up(comm, has_file && tuning_file != NULL ? tuning_file : "", NULL, &tuning));
    if (!tuning->has_calibration) {
        CT_TRY(ct_probe(comm, &probed));
    }
    constants->calibration = tuning->has_calibration ? tuning->calibration
                             : probed != NULL        ? *probed
                                                     : *ct_calibration_default();
    if (tuning->has_calibration) {
        (void)snprintf(constants->source, sizeof constants->source, "the tuning file %s",
                       tuning->path);
    } else {
        (void)snprintf(constants->source, sizeof constants->source, "%s%s%s",
                       probed != NULL ? "a probe of the network by an earlier job"
                                      : "built-in constants of another machine",
                       has_file ? ", for there are none of this one in " : "",
                       has_file ? tuning->path : "");
    }
cleanup:
    ct_tuning_destroy(&tuning);
    return status;
}
