/* Preloaded into tests with Open MPI, what yield.c is with MPICH. Open MPI yields when its progress
 * engine found nothing to do (OMPI_MCA_mpi_yield_when_idle), and never sleeps: the ranks that wait
 * take their share of the cores all the same, and on a busy machine a test of 3 ranks took minutes.
 */
#include <dlfcn.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { YIELDS = 100, SLEEP_NS = 20000 };

typedef void any_function(void);

void opal_progress(void);

static _Thread_local int depth; /* of calls of the progress engine */
static _Thread_local int found; /* something to do */
static _Thread_local int idle;  /* calls in a row */

void opal_progress(void) {
    static any_function *progress;
    if (progress == NULL) {
        void *next = dlsym(RTLD_NEXT, "opal_progress");
        memcpy(&progress, &next, sizeof progress); /* ISO C has no cast for this */
    }
    found = 1;
    depth++;
    progress();
    depth--;
    if (found) {
        idle = 0;
    }
}

/* The engine's, or another's, who yields as ever. */
int sched_yield(void) {
    if (depth == 0 || idle < YIELDS) {
        idle += depth > 0;
        found = 0;
        return (int)syscall(SYS_sched_yield);
    }
    found = 0;
    (void)nanosleep(&(struct timespec){0, SLEEP_NS}, NULL);
    return 0;
}
