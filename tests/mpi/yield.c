/* Preloaded into tests that have more ranks than cores: gives the core away when MPICH's progress
 * engine found nothing to do, and sleeps when it finds nothing for long: ranks that only yield take
 * their share of the cores all the same, from the rank that they wait for and from other tests. */
#include <dlfcn.h>
#include <sched.h>
#include <string.h>
#include <time.h>

enum { YIELDS = 100, SLEEP_NS = 20000 };

unsigned ucp_worker_progress(void *worker);

unsigned ucp_worker_progress(void *worker) {
    static unsigned (*progress)(void *);
    static int idle; /* calls in a row */
    if (progress == NULL) {
        void *found = dlsym(RTLD_NEXT, "ucp_worker_progress");
        memcpy(&progress, &found, sizeof progress); /* ISO C has no cast for this */
    }
    unsigned events = progress(worker);
    if (events > 0) {
        idle = 0;
    } else if (idle < YIELDS) {
        idle++;
        (void)sched_yield();
    } else {
        (void)nanosleep(&(struct timespec){0, SLEEP_NS}, NULL);
    }
    return events;
}
