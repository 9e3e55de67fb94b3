#include "collectives/selection.h"

/* Calls of one way that follow each other in a trial, a run: the first is not timed, as some ranks
 * come to it late from the other way. One call by turns, what ranks waited for those in the slower
 * way was time of the faster one, which with more ranks than cores lost one trial in five.
 *
 * A library that is not called stays cold: of 4 ranks on two cores MPICH's first 100 calls of 128
 * bytes took 100 to 480 us, the next 300 some 60, and those after 15, when all pages of its queues
 * had been touched. So while it has lost every trial, the runs of the next are twice as long, for
 * the first six trials: 630 calls of the library's by then. Of long calls that is a small part. */
enum { RUN = 5, RUNS = CT_SELECTION_WAYS * CT_SELECTION_RUNS, COLD_TRIALS = 6 };
static const double COLD_CALL_S = 1e-3;

/* The first trial of a process may see what never comes again, so it does not hold for long. */
enum { PAUSE_FIRST = 180, PAUSES_GROW = 4 };

/* Calls of a run of the current trial. */
static int run_of(const ct_selection *trial) {
    return trial->losses < COLD_TRIALS ? RUN << trial->losses : RUN;
}

static int way_at(const ct_selection *trial) {
    return trial->turn / run_of(trial) % CT_SELECTION_WAYS;
}

int ct_selection_is_on(const ct_selection *trial) {
    return trial->calls >= trial->pause;
}

uint64_t ct_selection_rest(const ct_selection *trial) {
    return ct_selection_is_on(trial) ? 0 : trial->pause - trial->calls;
}

int ct_selection_way(const ct_selection *trial) {
    return ct_selection_is_on(trial) ? way_at(trial) : trial->way;
}

/* Seconds of a call in the faster one of a way's runs. The first may be all warm-up: MPICH's calls
 * of 8 KiB between two ranks took 24 us in it, a page that was touched first each, and then 2 us.
 * Of a run all calls count: with more ranks than cores a rank may find every other call done when
 * it comes, so that medians of calls of 95 us were 1 us, and ours were chosen. */
static double of_faster_run(const ct_selection *trial, int way) {
    const double *run_s = trial->run_s[way];
    const double least_s = run_s[0] < run_s[1] ? run_s[0] : run_s[1];
    return least_s / (run_of(trial) - 1);
}

void ct_selection_skip(ct_selection *trial, uint64_t calls) {
    if (!ct_selection_is_on(trial)) {
        trial->calls += calls;
    }
}

int ct_selection_count(ct_selection *trial, double call_s, double seconds[CT_SELECTION_WAYS]) {
    if (!ct_selection_is_on(trial)) {
        trial->calls++;
        return 0;
    }
    const int run = trial->turn / run_of(trial);
    double *run_s = &trial->run_s[way_at(trial)][run / CT_SELECTION_WAYS];
    *run_s = trial->turn % run_of(trial) == 0 ? 0 : *run_s + call_s;
    if (++trial->turn < RUNS * run_of(trial)) {
        return 0;
    }
    for (int way = 0; way < CT_SELECTION_WAYS; way++) {
        seconds[way] = of_faster_run(trial, way);
    }
    return 1;
}

void ct_selection_settle(ct_selection *trial, const double seconds[CT_SELECTION_WAYS],
                         double gain) {
    trial->way = seconds[1] < gain * seconds[0];
    if (trial->losses < COLD_TRIALS) {
        const int may_be_cold = trial->way == 0 && seconds[1] < COLD_CALL_S;
        trial->losses = may_be_cold ? trial->losses + 1 : COLD_TRIALS;
    }
    trial->turn = 0;
    trial->calls = 0;
    trial->pause = trial->pause == 0 ? PAUSE_FIRST : PAUSES_GROW * trial->pause;
}

/* A trial of calls that take as long as they may fails to see what the vote takes (128 KiB, two
 * hosts: ours 0.98 of the speed of MPI's call alone, that one 0.91). */
double ct_selection_gain(int is_added, int library_waits) {
    return is_added ? CT_SELECTION_WORTH : library_waits ? 0.95 : 1;
}
