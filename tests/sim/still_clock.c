/* Preloaded into simulations: SimGrid asks for the processor's time when an MPI call begins and
 * ends, a tenth of all that it does, and is told to take no account of it (simulation.py). */
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The C library's names are not for programs:
 * NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int clock_gettime(clockid_t clock, struct timespec *now) {
    if (clock == CLOCK_THREAD_CPUTIME_ID || clock == CLOCK_PROCESS_CPUTIME_ID) {
        *now = (struct timespec){0, 0};
        return 0;
    }
    return (int)syscall(SYS_clock_gettime, clock, now);
}
