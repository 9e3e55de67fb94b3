/* Signals that ask a run to stop. */
#ifndef CT_APPS_ADI_MARCH_SIGNALS_H
#define CT_APPS_ADI_MARCH_SIGNALS_H

#include <mpi.h>

/* From now on SIGTERM and SIGUSR1 are recorded instead of ending the run. Local. */
void adi_signals_begin(void);

/* The signal that any rank has received; 0: none. Collective. */
int adi_signal_received(MPI_Comm comm);

#endif
