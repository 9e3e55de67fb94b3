/* Signals that ask for an end. Batch systems send them before they kill. */
#include "apps/adi/march/signals.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t received;

static void remember(int number) {
    received = number;
}

void adi_signals_begin(void) {
    struct sigaction action = {.sa_handler = remember, .sa_flags = SA_RESTART};
    sigset_t held;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGTERM, &action, NULL);
    (void)sigaction(SIGUSR1, &action, NULL);
    (void)sigemptyset(&held);
    (void)sigaddset(&held, SIGUSR1); /* since MPI_Init: one that came meanwhile counts */
    (void)pthread_sigmask(SIG_UNBLOCK, &held, NULL);
}

int adi_signal_received(MPI_Comm comm) {
    const int mine = (int)received;
    int any = 0;
    (void)MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, comm);
    return any;
}
