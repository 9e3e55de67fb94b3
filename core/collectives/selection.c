#include "collectives/selection.h"

/* Calls of one way that follow each other in a trial: the first is not timed, as some ranks come to
 * it late from the other way. One call by turns, what ranks waited for those in the slower way was
 * time of the faster one, which with more ranks than cores lost one trial in five. */
enum { RUN = 5, TIMED = RUN - 1, RUNS = CT_SELECTION_WAYS * CT_SELECTION_ROUNDS / TIMED };

/* The first trial of a process may see what never comes again: with 4 ranks on two cores MPI's own
 * calls of 128 bytes and more took 240 to 380 us in it, 25 later. So it does not hold for long. */
enum { PAUSE_FIRST = 180, PAUSES_GROW = 4, TURNS = RUNS * RUN };

static int way_at(int turn) {
    return turn / RUN % CT_SELECTION_WAYS;
}

int ct_selection_is_on(const ct_selection *trial) {
    return trial->calls >= trial->pause;
}

uint64_t ct_selection_rest(const ct_selection *trial) {
    return ct_selection_is_on(trial) ? 0 : trial->pause - trial->calls;
}

int ct_selection_way(const ct_selection *trial) {
    return ct_selection_is_on(trial) ? way_at(trial->turn) : trial->way;
}

/* Seconds of a call in the faster one of a way's runs. The first may be all warm-up: MPICH's calls
 * of 8 KiB between two ranks took 24 us in it, a page that was touched first each, and then 2 us.
 * Of a run all calls count: with more ranks than cores a rank may find every other call done when
 * it comes, so that medians of calls of 95 us were 1 us, and ours were chosen. */
static double of_faster_run(const double times_s[CT_SELECTION_ROUNDS]) {
    double least_s = 0;
    for (int first = 0; first < CT_SELECTION_ROUNDS; first += TIMED) {
        double sum_s = 0;
        for (int i = 0; i < TIMED; i++) {
            sum_s += times_s[first + i];
        }
        least_s = first == 0 || sum_s / TIMED < least_s ? sum_s / TIMED : least_s;
    }
    return least_s;
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
    const int number = trial->turn % RUN - 1; /* of timed calls in the run */
    if (number >= 0) {
        const int round = trial->turn / RUN / CT_SELECTION_WAYS * TIMED + number;
        trial->seconds[way_at(trial->turn)][round] = call_s;
    }
    if (++trial->turn < TURNS) {
        return 0;
    }
    for (int way = 0; way < CT_SELECTION_WAYS; way++) {
        seconds[way] = of_faster_run(trial->seconds[way]);
    }
    return 1;
}

void ct_selection_settle(ct_selection *trial, const double seconds[CT_SELECTION_WAYS],
                         double gain) {
    trial->way = seconds[1] < gain * seconds[0];
    trial->turn = 0;
    trial->calls = 0;
    trial->pause = trial->pause == 0 ? PAUSE_FIRST : PAUSES_GROW * trial->pause;
}

/* A trial of calls that take as long as they may fails to see what the vote takes (128 KiB, two
 * hosts: ours 0.98 of the speed of MPI's call alone, that one 0.91). */
double ct_selection_gain(int is_added, int library_waits) {
    return is_added ? CT_SELECTION_WORTH : library_waits ? 0.95 : 1;
}
