#include "kernels/buffered/ways.h"

#include "trace/clock.h"

/* The first slots are slow as their pages are new, and plans that are executed once need no trial.
 * A trial has two rings of slots each way: before, the receiver's cache has lines of the other way.
 * The next one begins after so many times as many, and the later the slower the other way was, as
 * far as a measurement is to be believed. */
enum { FIRST_TRIAL = 64, TRIAL_RINGS = 2, TRIAL_PART = 128, RATIO_MOST = 8 };

/* A trial ends early if the other way takes so many times as long. */
static const double hopeless = 2;

static double time_of_half(const ct_way_times *times, ct_way way) {
    return atomic_load_explicit(&times->byte_s[way], memory_order_relaxed);
}

void ct_way_times_learn(ct_way_times *times, ct_way way, double byte_s) {
    const double known_s = time_of_half(times, way);
    const double most_s = byte_s < 2 * known_s ? byte_s : 2 * known_s;
    const double learned_s =
        known_s == 0 || byte_s <= known_s ? byte_s : 0.75 * known_s + 0.25 * most_s;
    atomic_store_explicit(&times->byte_s[way], learned_s, memory_order_relaxed);
}

/* Of both halves; 0 while one of them is not known. */
static double time_of(const ct_way_choices *choices, const ct_way_times *takes, ct_way way) {
    const double put_s = time_of_half(&choices->puts, way);
    const double take_s = time_of_half(takes, way);
    return put_s > 0 && take_s > 0 ? put_s + take_s : 0;
}

/* Ends a trial at this slot. */
static void decide(ct_way_choices *choices, uint64_t slot, uint64_t trial_slots, ct_way tried,
                   double best_s, double tried_s) {
    const double longer_s = tried_s > best_s ? tried_s : best_s;
    const double ratio = best_s > 0 && tried_s > 0 ? longer_s * longer_s / best_s / tried_s : 1;
    if (tried_s > 0 && tried_s < best_s) {
        choices->best = tried;
    }
    choices->trial = slot + (uint64_t)(TRIAL_PART * (ratio < RATIO_MOST ? ratio : RATIO_MOST) *
                                       (double)trial_slots);
}

ct_way ct_way_choose(ct_way_choices *choices, const ct_way_times *takes, uint64_t ring_slots,
                     ct_way *timed) {
    const uint64_t slot = choices->slots++;
    const uint64_t trial_slots = TRIAL_RINGS * ring_slots;
    if (choices->trial == 0) {
        choices->trial = FIRST_TRIAL;
    }
    if (slot < choices->trial) {
        *timed = slot + trial_slots >= choices->trial ? choices->best : CT_WAYS;
        return choices->best;
    }
    const ct_way tried = choices->best == CT_PAST_CACHE ? CT_THROUGH_CACHE : CT_PAST_CACHE;
    const double best_s = time_of(choices, takes, choices->best);
    const double tried_s = time_of(choices, takes, tried);
    const uint64_t of_trial = slot - choices->trial;
    if (of_trial < trial_slots && !(of_trial > ring_slots && tried_s > hopeless * best_s)) {
        *timed = tried;
        return tried;
    }
    decide(choices, slot, trial_slots, tried, best_s, tried_s);
    *timed = CT_WAYS;
    return choices->best;
}

ct_way_timing ct_way_begin(ct_way_times *times, ct_way way) {
    return (ct_way_timing){times, way, way != CT_WAYS ? ct_clock_s() : 0};
}

void ct_way_end(const ct_way_timing *timing, ptrdiff_t bytes) {
    if (timing->way != CT_WAYS) {
        ct_way_times_learn(timing->times, timing->way,
                           (ct_clock_s() - timing->start_s) / (double)bytes);
    }
}
