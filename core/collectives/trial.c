#include "collectives/trial.h"

#include <stdlib.h>
#include <string.h>

enum { PAUSE_FIRST = 900, PAUSES_GROW = 4, TURNS = CT_TRIAL_WAYS * (CT_TRIAL_ROUNDS + 1) };

int ct_trial_is_on(const ct_trial *trial) {
    return trial->calls >= trial->pause;
}

int ct_trial_way(const ct_trial *trial) {
    return ct_trial_is_on(trial) ? trial->turn % CT_TRIAL_WAYS : trial->way;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double times_s[CT_TRIAL_ROUNDS]) {
    double sorted[CT_TRIAL_ROUNDS];
    memcpy(sorted, times_s, sizeof sorted);
    qsort(sorted, CT_TRIAL_ROUNDS, sizeof *sorted, compare);
    return sorted[CT_TRIAL_ROUNDS / 2];
}

int ct_trial_count(ct_trial *trial, double call_s, double seconds[CT_TRIAL_WAYS]) {
    if (!ct_trial_is_on(trial)) {
        trial->calls++;
        return 0;
    }
    const int round = trial->turn / CT_TRIAL_WAYS - 1;
    if (round >= 0) {
        trial->seconds[trial->turn % CT_TRIAL_WAYS][round] = call_s;
    }
    if (++trial->turn < TURNS) {
        return 0;
    }
    for (int way = 0; way < CT_TRIAL_WAYS; way++) {
        seconds[way] = median(trial->seconds[way]);
    }
    return 1;
}

void ct_trial_settle(ct_trial *trial, const double seconds[CT_TRIAL_WAYS]) {
    trial->way = seconds[1] < seconds[0];
    trial->turn = 0;
    trial->calls = 0;
    trial->pause = trial->pause == 0 ? PAUSE_FIRST : PAUSES_GROW * trial->pause;
}
