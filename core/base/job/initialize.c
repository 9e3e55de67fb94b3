#include "base/job/initialize.h"

#include "base/job/streams.h"
#include <mpi.h>

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

void ct_initialize(int *count, char ***arguments) {
    sigset_t held;
    ct_hold_streams();
    (void)sigemptyset(&held);
    (void)sigaddset(&held, SIGUSR1);
    (void)pthread_sigmask(SIG_BLOCK, &held, NULL);
    if (access("/sys/class/infiniband", F_OK) != 0) {
        (void)setenv("UCX_RNDV_THRESH", "inf", 0);
    }
    (void)MPI_Init(count, arguments);
}
