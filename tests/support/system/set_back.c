/* Preloaded into a test: the clock of the day, which somebody sets back all the time. */
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { AHEAD_S = 1000000, BACK_S = 100 };

/* As the system's own. NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int clock_gettime(clockid_t clock, struct timespec *now) {
    static atomic_long times;
    const int outcome = (int)syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_REALTIME) {
        now->tv_sec += AHEAD_S - BACK_S * times++;
    }
    return outcome;
}
