/* Preloaded into tests that have more ranks than cores. Gives the core away when MPICH's progress
 * engine found nothing to do, and sleeps when it finds nothing for long: ranks that only yield take
 * their share of the cores all the same, from the rank that they wait for and from other tests.
 * While MPICH starts and ends, its ranks wait in loops that call nothing: there a timer has each
 * rank sleep now and then, or they would take the cores from those that have something to do. As
 * they work for some of that time, too, rests as long as turns delay every start by a fifth.
 * One rank alone waits for none.
 */
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { YIELDS = 100, SLEEP_NS = 20000, TURN_NS = 250000, REST_NS = 100000 };

typedef void any_function(void);

unsigned ucp_worker_progress(void *worker);
int MPI_Init(int *count, char ***arguments);
int MPI_Finalize(void);

static timer_t timer;

/* The function of this name that this library is in front of. */
static any_function *behind(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    any_function *function = NULL;
    memcpy(&function, &found, sizeof function); /* ISO C has no cast for this */
    return function;
}

unsigned ucp_worker_progress(void *worker) {
    static unsigned (*progress)(void *);
    static int idle; /* calls in a row */
    if (progress == NULL) {
        progress = (unsigned (*)(void *))behind("ucp_worker_progress");
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

/* Next turn only after the rest: a rank is never sent to sleep without having run. */
static void work_for_a_turn(void) {
    (void)timer_settime(timer, 0, &(struct itimerspec){.it_value = {0, TURN_NS}}, NULL);
}

static void rest_for_a_moment(int signal_number) {
    (void)signal_number;
    int before = errno;
    (void)nanosleep(&(struct timespec){0, REST_NS}, NULL);
    work_for_a_turn();
    errno = before;
}

static void take_turns(void) {
    struct sigaction action = {.sa_handler = rest_for_a_moment, .sa_flags = SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMAX};
    event._sigev_un._tid = gettid(); /* not MPICH's other threads */
    (void)sigaction(SIGRTMAX, &action, NULL);
    (void)timer_create(CLOCK_MONOTONIC, &event, &timer);
    work_for_a_turn();
}

/* As the launcher says; without one there is one rank. */
static int are_several(void) {
    const char *size = getenv("PMI_SIZE");
    return size != NULL && strtol(size, NULL, 10) > 1;
}

int MPI_Init(int *count, char ***arguments) {
    const int takes_turns = are_several();
    if (takes_turns) {
        take_turns();
    }
    int code = ((int (*)(int *, char ***))behind("MPI_Init"))(count, arguments);
    if (takes_turns) {
        (void)timer_delete(timer);
    }
    return code;
}

int MPI_Finalize(void) {
    const int takes_turns = are_several();
    if (takes_turns) {
        take_turns();
    }
    int code = ((int (*)(void))behind("MPI_Finalize"))();
    if (takes_turns) {
        (void)timer_delete(timer);
    }
    return code;
}
