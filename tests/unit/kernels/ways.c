/* Which way slots are written, where either takes times that are made up: the faster one in the
 * end, whichever it is; again after the cores have moved; and not the slower one for an
 * interruption. How often the slower one is tried. */
#include "expect.h"

#include "kernels/buffered/ways.h"

#include <string.h>

enum { RING_SLOTS = 4, LONG = 200000 };

/* Seconds a byte of a slot, both halves, of either way. */
typedef struct core_pair {
    double put_s[CT_WAYS], take_s[CT_WAYS];
} core_pair;

static const core_pair near_cores = {{2e-11, 1e-11}, {2e-11, 1e-11}};
static const core_pair far_cores = {{2e-11, 4e-11}, {2e-11, 24e-11}};

typedef struct slot_ring {
    ct_way_choices choices;
    ct_way_times takes;
    uint64_t taken; /* the receiver is as far behind as the ring allows */
    ct_way timed[RING_SLOTS];
} slot_ring;

static void take(slot_ring *l, const core_pair *cores) {
    const uint64_t at = l->taken++ % RING_SLOTS;
    if (l->timed[at] != CT_WAYS) {
        ct_way_times_learn(&l->takes, l->timed[at], cores->take_s[l->timed[at]]);
    }
}

/* Sends a slot, which is interrupted for so long. */
static ct_way send(slot_ring *l, const core_pair *cores, double interrupted_s) {
    const uint64_t slot = l->choices.slots;
    ct_way timed = CT_WAYS;
    if (slot - l->taken == RING_SLOTS) {
        take(l, cores);
    }
    const ct_way way = ct_way_choose(&l->choices, &l->takes, RING_SLOTS, &timed);
    if (timed != CT_WAYS) {
        EXPECT_INT(timed, way);
        ct_way_times_learn(&l->choices.puts, way, cores->put_s[way] + interrupted_s);
    }
    l->timed[slot % RING_SLOTS] = timed;
    return way;
}

/* Sends so many; returns how many of them went through the cache. */
static int count_through(slot_ring *l, const core_pair *cores, int slots) {
    int through = 0;
    for (int i = 0; i < slots; i++) {
        through += send(l, cores, 0) == CT_THROUGH_CACHE;
    }
    return through;
}

static void check_near(void) {
    slot_ring l;
    memset(&l, 0, sizeof l);
    EXPECT_INT(count_through(&l, &near_cores, 64), 0);
    const int through = count_through(&l, &near_cores, LONG);
    EXPECT(through > LONG - LONG / 100 && through < LONG);
}

/* The slower way takes four times as long, for less than a hundredth of the time. */
static void check_far(void) {
    slot_ring l;
    memset(&l, 0, sizeof l);
    const int through = count_through(&l, &far_cores, LONG);
    EXPECT(through > 0 && through < LONG / 400);
}

static void check_moved(void) {
    slot_ring l;
    memset(&l, 0, sizeof l);
    for (int times = 0; times < 3; times++) {
        (void)count_through(&l, &far_cores, 20000);
        EXPECT(count_through(&l, &far_cores, 1000) < 100);
        (void)count_through(&l, &near_cores, 20000);
        EXPECT(count_through(&l, &near_cores, 1000) > 900);
    }
}

/* Every third slot is interrupted for a thousand times as long as it takes. */
static void check_interrupted(void) {
    slot_ring l;
    int through = 0;
    memset(&l, 0, sizeof l);
    for (int i = 0; i < LONG; i++) {
        through += send(&l, &near_cores, i % 3 == 0 ? 4e-8 : 0) == CT_THROUGH_CACHE;
    }
    EXPECT(through > LONG - LONG / 50);
}

/* Nothing is learned of slots that the receiver does not time, as one without an array. */
static void check_unknown(void) {
    ct_way_choices choices;
    ct_way_times none;
    ct_way timed = CT_WAYS;
    int through = 0;
    memset(&choices, 0, sizeof choices);
    memset(&none, 0, sizeof none);
    for (int i = 0; i < LONG; i++) {
        through += ct_way_choose(&choices, &none, RING_SLOTS, &timed) == CT_THROUGH_CACHE;
    }
    EXPECT(through < LONG / 100);
}

int main(void) {
    check_near();
    check_far();
    check_moved();
    check_interrupted();
    check_unknown();
    return expect_status();
}
