/* The choice between two ways of the same calls: when each has its turn, which is used by given
 * times, and for how long. */
#include "collectives/selection.h"
#include "expect.h"

enum { WAYS = CT_SELECTION_WAYS, TRIAL = 20 };

/* Which way is used after a trial in which calls took so long. */
static int settled(double ours_s, double library_s, int is_added, int library_waits) {
    const double seconds[WAYS] = {ours_s, library_s};
    ct_selection trial = {.way = 0};
    ct_selection_settle(&trial, seconds, ct_selection_gain(is_added, library_waits));
    EXPECT(!ct_selection_is_on(&trial));
    return ct_selection_way(&trial);
}

/* MPI's own call has to be faster; where it waits for a vote, by a twentieth; in a program that
 * would not have the plan the plan has to be, by a tenth. */
static void expect_gains(void) {
    EXPECT_INT(settled(100, 99, 0, 0), 1);
    EXPECT_INT(settled(100, 100, 0, 0), 0);
    EXPECT_INT(settled(100, 94, 0, 1), 1);
    EXPECT_INT(settled(100, 96, 0, 1), 0);
    for (int waits = 0; waits < 2; waits++) {
        EXPECT_INT(settled(100, 109, 1, waits), 1);
        EXPECT_INT(settled(100, 111, 1, waits), 0);
    }
}

/* Calls of one way follow each other, of which the first is not counted, nor is a call that is
 * late once. */
static void expect_trial(void) {
    ct_selection trial = {.way = 0};
    double seconds[WAYS] = {0};
    int turns[WAYS] = {0};
    for (int call = 0; call < TRIAL; call++) {
        const int way = ct_selection_way(&trial);
        const int is_first = turns[way]++ % 5 == 0;
        EXPECT(ct_selection_is_on(&trial));
        EXPECT_INT(way, call / 5 % WAYS);
        EXPECT_INT(ct_selection_count(&trial, is_first || call == 7 ? 1000 : 2 + way, seconds),
                   call == TRIAL - 1);
    }
    EXPECT(seconds[0] == 2 && seconds[1] == 3);
}

/* Every other call of the first way finds all ranks there, and is done at once. */
static void expect_mean(void) {
    ct_selection trial = {.way = 0};
    double seconds[WAYS] = {0};
    for (int call = 0; call < TRIAL; call++) {
        const int way = ct_selection_way(&trial);
        (void)ct_selection_count(&trial, way == 1 ? 20 : call % 2 == 0 ? 1 : 95, seconds);
    }
    EXPECT(seconds[0] == 48 && seconds[1] == 20);
}

/* All calls of a way's first run may be late, as those that touch memory first. */
static void expect_warm_up(void) {
    for (int cold = 0; cold < WAYS; cold++) {
        ct_selection trial = {.way = 0};
        double seconds[WAYS] = {0};
        for (int call = 0; call < TRIAL; call++) {
            const int way = ct_selection_way(&trial);
            (void)ct_selection_count(&trial, way == cold && call < TRIAL / 2 ? 24 : 5 - way,
                                     seconds);
        }
        EXPECT(seconds[0] == 5 && seconds[1] == 4);
    }
}

/* One trial of a library that is slow in its first calls of all; how many of them it has made. */
static int try_cold(ct_selection *trial, int cold_calls, double slow_s, int made) {
    double seconds[WAYS] = {0};
    for (int ended = 0; !ended;) {
        const double library_s = made < cold_calls ? slow_s : slow_s / 16;
        const int way = ct_selection_way(trial);
        made += way == 1;
        ended = ct_selection_count(trial, way == 1 ? library_s : slow_s / 4, seconds);
    }
    ct_selection_settle(trial, seconds, 1);
    return made;
}

/* A library of short calls that has lost is called twice as often in the next trial, until it wins
 * or has been called 630 times; one of long calls is not. */
static void expect_longer_trials(void) {
    ct_selection trial = {.way = 0};
    ct_selection hopeless = {.way = 0};
    ct_selection slow = {.way = 0};
    int made = 0;
    for (int trials = 0; trials < 8; trials++) {
        trial.calls = trial.pause;
        hopeless.calls = hopeless.pause;
        slow.calls = slow.pause;
        EXPECT_INT(try_cold(&hopeless, 10000, 9e-4, 0), trials < 6 ? 10 << trials : 10);
        EXPECT_INT(try_cold(&slow, 10000, 2e-3, 0), 10);
        made = try_cold(&trial, 300, 9e-4, made);
        EXPECT_INT(ct_selection_way(&trial), trials >= 5);
        EXPECT(ct_selection_way(&hopeless) == 0 && ct_selection_way(&slow) == 0);
    }
    EXPECT_INT(made, 630 + 2 * 10);
}

/* Trials recur, each after four times as many calls; those skipped count, but not during one. */
static void expect_pauses(void) {
    const double seconds[WAYS] = {2, 1};
    ct_selection trial = {.way = 0};
    double unused[WAYS] = {0};
    uint64_t rest = 180;
    for (int trials = 0; trials < 3; trials++) {
        ct_selection_skip(&trial, 7);
        ct_selection_settle(&trial, seconds, 1);
        EXPECT(ct_selection_rest(&trial) == rest);
        EXPECT_INT(ct_selection_count(&trial, 0, unused), 0);
        ct_selection_skip(&trial, rest - 2);
        EXPECT(ct_selection_rest(&trial) == 1 && ct_selection_way(&trial) == 1);
        EXPECT_INT(ct_selection_count(&trial, 0, unused), 0);
        EXPECT(ct_selection_is_on(&trial) && ct_selection_way(&trial) == 0);
        rest *= 4;
    }
}

int main(void) {
    expect_gains();
    expect_trial();
    expect_mean();
    expect_warm_up();
    expect_longer_trials();
    expect_pauses();
    return expect_status();
}
