/* Links that messages share, one step at a time and in flight together, against counting by hand.
 */
#include "models.h"

#include "price/alike.h"
#include "price/contention.h"
#include <cornerturn/ensemble.h>

#include <string.h>

/* With steps in flight, one by one or (0) all; start-ups of so many bytes' time, blocks of 1000;
 * links so many times as fast as ports, 0: nobody has measured. */
static double contention_at(const char *algorithm, const char *network, int window,
                            double start_up_bytes, double link_speed) {
    const ct_algorithm *row = NULL;
    ct_parameters parameters;
    ct_calibration calibration = straight();
    ct_model model = model_of(&calibration, network, 1, 1000);
    calibration.distant = line(start_up_bytes * 1e-9, 1e-9);
    calibration.link_speed = link_speed;
    model.steps_in_flight = window;
    EXPECT_INT(ct_algorithm_parse(algorithm, &model.topology, &row, &parameters), CT_OK);
    return ct_contention(&model, row, &parameters, 0);
}

static double contention_with(const char *algorithm, const char *network, int window,
                              double start_up_bytes) {
    return contention_at(algorithm, network, window, start_up_bytes, 0);
}

static double contention_of(const char *algorithm, const char *network, int window) {
    return contention_with(algorithm, network, window, 0);
}

/* Who shares no link pays for none; a shift by h round a ring has h messages on each link, half way
 * round 4 of 8 in either direction. In flight together the directions take turns, and links are
 * free until the messages for them have started. */
static void expect_contention(void) {
    for (int window = 0; window < 2; window++) {
        EXPECT(contention_of("t1", "torus:8x8", window) == 1);
        EXPECT(contention_of("multiphase --partition 2,2", "hypercube:4", window) == 1);
        EXPECT(contention_of("cyclic", "flat:64", window) == 1);
        EXPECT(contention_of("cyclic", "nodes:4x4", window) == 1);
        EXPECT(contention_of("direct", "torus:1", window) == 1);
        EXPECT(is_near(contention_of("cyclic", "torus:32x32", window), 16 * 1024 / 1023.0 / 4));
        EXPECT(contention_of("standard", "hypercube:12", window) == 1);
        EXPECT(contention_of("scott", "mesh:2048", window) == 1); /* a million steps */
    }
    EXPECT(is_near(contention_of("cyclic", "torus:8", 1), (1 + 2 + 3 + 4 + 3 + 2 + 1) / 7.0));
    EXPECT(contention_of("direct", "torus:8x8", 1) > 1.5);
    EXPECT(is_near(contention_of("cyclic", "torus:8", 0), (1 + 2 + 3 + 4) / 7.0));
    EXPECT(is_near(contention_of("cyclic", "torus:8", 2), (3 + 7 + 5 + 1) / 7.0));
    EXPECT(is_near(contention_of("bruck --radix 2", "torus:8", 0), (1 + 2 + 4) / 3.0));
    EXPECT(is_near(contention_of("basis", "torus:8", 0), (1 + 2 + 4) / 3.0));
    EXPECT(is_near(contention_of("basis", "torus:4x4", 1), (1 + 2 + 1 + 2) / 4.0));
    EXPECT(is_near(contention_with("cyclic", "torus:8", 1, 1000), (7 + 16) / 14.0));
    EXPECT(is_near(contention_with("cyclic", "torus:8", 0, 1000), (4 + 4 + 3 + 2 + 1) / 8.0));
    EXPECT(is_near(contention_with("cyclic", "torus:8", 0, 1e6), 1));
}

/* Links that are as fast as ports, half, three times and, so that they never limit, a hundred times
 * as fast. Loads are counted of all ranks, and beyond 2^17 moves taken to be even. */
static void expect_fast_links(void) {
    EXPECT(contention_at("cyclic", "torus:8", 1, 0, 1) == contention_of("cyclic", "torus:8", 1));
    EXPECT(is_near(contention_at("cyclic", "torus:8", 1, 0, 0.5),
                   2 * contention_of("cyclic", "torus:8", 1)));
    EXPECT(is_near(contention_at("cyclic", "torus:8", 1, 0, 3), (6 + 4 / 3.0) / 7));
    EXPECT(contention_at("cyclic", "torus:8", 1, 0, 100) == 1);
    EXPECT(contention_at("cyclic", "torus:8", 0, 0, 100) == 1);
    EXPECT(is_near(contention_at("cyclic", "torus:8", 1, 1000, 2), (4 * 2 + 2 * 2.5 + 3) / 14));
    EXPECT(is_near(contention_at("cyclic", "torus:32x32", 0, 0, 2), 8 * 1024 / 1023.0 / 4));
    EXPECT(contention_at("cyclic", "torus:32x32", 0, 0, 100) == 1);
}

static double shared_s(const char *algorithm, const char *network, int window) {
    const ct_algorithm *row = NULL;
    ct_parameters parameters;
    ct_calibration calibration = straight();
    ct_model model = model_of(&calibration, network, 1, 1000);
    model.steps_in_flight = window;
    EXPECT_INT(ct_algorithm_parse(algorithm, &model.topology, &row, &parameters), CT_OK);
    model.contention = ct_contention(&model, row, &parameters, 0);
    return ct_predict(&model, row, &parameters, 0);
}

/* Rank 0 is idle in some steps. Between barriers it waits for its turn, and no link is shared; on a
 * torus no rank waits for others' turns: of 12 steps it has the start-ups of 8, and bytes take
 * turns on the links. */
static void expect_turns(void) {
    const double barrier_s = 7e-6;
    for (int window = 0; window < 2; window++) {
        EXPECT(is_near(shared_s("scott", "mesh:8x8", window), 128 * (5e-6 + 1e-6 + barrier_s)));
        EXPECT(is_near(shared_s("t2", "torus:8x8", window), 6 * (5e-6 + 32e-6)));
        EXPECT(is_near(shared_s("t2", "torus:16x16", window), 8 * 5e-6 + 12 * 128e-6));
    }
}

/* Groups of two: a link has the messages of both in one step of three. With nodes of two ranks the
 * first step is inside, as a message or, if that was measured, as a copy. */
static void expect_groups(void) {
    ct_calibration calibration = straight();
    ct_model model = model_of(&calibration, "dragonfly:2x1x2", 1, 1000);
    const ct_algorithm *row = ct_algorithm_find("direct");
    ct_parameters parameters;
    EXPECT(is_near(contention_of("cyclic", "dragonfly:2x2x1", 1), 4 / 3.0));
    EXPECT(is_near(contention_of("cyclic", "dragonfly:2x2x1", 0), 4 / 3.0));
    EXPECT(contention_at("cyclic", "dragonfly:2x2x1", 1, 0, 2) == 1);
    EXPECT(contention_of("direct", "dragonfly:1x4x2", 1) == 1);
    EXPECT(is_near(contention_of("direct", "dragonfly:2x1x2", 1), (1.1 + 4) / (1.1 + 2)));
    EXPECT(
        is_near(contention_of("direct", "dragonfly:4x64x2", 0), (1.1 + 128 * 128) / (1.1 + 510)));
    ct_parameters_default(row, &model.topology, &parameters);
    model.steps_in_flight = 1;
    calibration.distant = line(0, 1e-9);
    EXPECT(is_near(ct_contention(&model, row, &parameters, 1), (0.24 + 4) / (0.24 + 2)));
    calibration.local_shared.knots = 0;
    EXPECT(ct_contention(&model, row, &parameters, 1) == 1);
}

/* The rank that is as far from `rank` as `ahead` is from 0, or differs in the same bits. */
static int ahead_of(const ct_algorithm *row, const ct_topology *topology, int rank, int ahead) {
    int at[CT_AXES_MOST];
    for (int axis = 0; axis < topology->axes; axis++) {
        at[axis] = (ct_topology_coordinate(topology, rank, axis) +
                    ct_topology_coordinate(topology, ahead, axis)) %
                   topology->extent[axis];
    }
    if (row->is_paired) {
        return rank ^ ahead;
    }
    return row->is_displaced ? ct_topology_rank(topology, at) : (rank + ahead) % topology->size;
}

/* Returns how many other ranks do as rank 0 does; those have its rounds. */
static int expect_same_rounds(const ct_algorithm *row, const ct_topology *topology,
                              const ct_parameters *parameters) {
    enum { MOVES_MOST = 4096 };
    static int wanted[MOVES_MOST], found[MOVES_MOST];
    ct_ensemble *ensemble = NULL;
    const int is_paired = row->is_paired && (topology->size & (topology->size - 1)) == 0;
    const int all = row->is_cyclic || row->is_displaced || is_paired;
    int alike = 0;
    EXPECT_INT(ct_ensemble_generate(row, topology, parameters, &ensemble), CT_OK);
    const ct_schedule *first = ensemble->schedules[0];
    EXPECT(first->move_count <= MOVES_MOST && ct_schedule_rounds(first, wanted) == CT_OK);
    for (int rank = 1; rank < topology->size; rank++) {
        const ct_schedule *schedule = ensemble->schedules[rank];
        EXPECT(!all || ct_moves_alike(schedule, first));
        for (int i = 0; all && i < first->move_count; i++) {
            EXPECT(schedule->moves[i].send_to ==
                       ahead_of(row, topology, rank, first->moves[i].send_to) &&
                   ct_schedule_sent(schedule, &schedule->moves[i]) ==
                       ct_schedule_sent(first, &first->moves[i]));
        }
        if (ct_moves_alike(schedule, first)) {
            EXPECT_INT(ct_schedule_rounds(schedule, found), CT_OK);
            EXPECT(memcmp(found, wanted, (size_t)first->move_count * sizeof *found) == 0);
            alike++;
        }
    }
    ct_ensemble_destroy(&ensemble);
    return alike;
}

/* Ranks that are taken to be like rank 0 take the time that their own schedules do. */
static void expect_same_contention(const ct_algorithm *row, const char *where,
                                   const ct_parameters *parameters) {
    ct_calibration calibration = straight();
    const ct_model model = model_of(&calibration, where, 0, 64);
    ct_algorithm own = *row;
    own.is_cyclic = own.is_displaced = own.is_paired = 0;
    EXPECT(ct_contention(&model, row, parameters, 0) == ct_contention(&model, &own, parameters, 0));
}

static void expect_alike(void) {
    static const char *const networks[] = {"torus:8x8", "torus:6x5",       "hypercube:6",
                                           "mesh:8x8",  "dragonfly:2x4x3", "dragonfly:2x4x4",
                                           "nodes:4x8"};
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        ct_topology topology;
        int rows = 0;
        EXPECT_INT(ct_topology_parse(networks[i], &topology), CT_OK);
        for (int r = 0; ct_algorithm_at(r) != NULL; r++) {
            const ct_algorithm *row = ct_algorithm_at(r);
            ct_parameters parameters;
            int alike = 0;
            int more = ct_algorithm_can_run(row, &topology) && row->pattern == NULL &&
                       ct_parameters_first_choice(row, &topology, &parameters);
            for (int tried = 0; more && tried < 24; tried++) {
                alike += expect_same_rounds(row, &topology, &parameters);
                expect_same_contention(row, networks[i], &parameters);
                more = ct_parameters_next_choice(row, &topology, &parameters);
            }
            rows += alike > 0;
        }
        EXPECT(rows >= 5);
    }
}

int main(void) {
    expect_alike();
    expect_groups();
    expect_contention();
    expect_fast_links();
    expect_turns();
    return expect_status();
}
