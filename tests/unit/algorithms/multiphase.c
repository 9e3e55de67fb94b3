/* Standard and multiphase exchange: the papers' numbers from the schedules, every combination of
 * parameters, the direct and the standard exchange as the two ends. */
#include "expect.h"
#include "rows.h"

#include <cornerturn/hull.h>

/* ---- numbers of the papers ---- */

/* Where the time of `few` (few start-ups) meets that of `direct`, both linear in the block; the
 * distance of `few` being less by `nearer_s` a message. */
static double meet_bytes(const char *topology, const char *few, const char *direct,
                         double nearer_s) {
    double few_s = priced_s("ipsc860", topology, few, 0) - nearer_s;
    double few_byte_s = priced_s("ipsc860", topology, few, 1) - nearer_s - few_s;
    double direct_s = priced_s("ipsc860", topology, direct, 0);
    double direct_byte_s = priced_s("ipsc860", topology, direct, 1) - direct_s;
    return (direct_s - few_s) / (few_byte_s - direct_byte_s);
}

/* iPSC/860, Nicol and Bokhari 1994, section 5. They take the distance to be that of the subcube a
 * phase stays in; charging all messages that of the whole cube moves the crossings a little. */
static void expect_published(void) {
    static const char direct[] = "direct --sync phase";
    static const char two_three[] = "multiphase --partition 2,3 --transit shuffled --sync phase";
    static const char three_three[] = "multiphase --partition 3,3 --transit shuffled --sync phase";
    double distance_s = ct_machine_find("ipsc860")->distance_doubling_s;
    double de_s = priced_s("ipsc860", "hypercube:6", direct, 32);
    double se_s =
        priced_s("ipsc860", "hypercube:6", "standard --transit shuffled --sync phase", 32);
    double mce_s = priced_s("ipsc860", "hypercube:6", three_three, 32);
    (void)printf("iPSC/860, d = 6, m = 32: DE %.2f ms, SE %.2f ms, (3,3) %.2f ms\n", de_s * 1e3,
                 se_s * 1e3, mce_s * 1e3);
    EXPECT(de_s > 16.7e-3 && de_s < 17e-3);
    EXPECT(se_s > 15.5e-3 && se_s < 16.5e-3);
    EXPECT(mce_s > 8.4e-3 && mce_s < 8.8e-3);
    EXPECT(de_s / mce_s > 1.8 && se_s / mce_s > 1.8);

    double six = meet_bytes("hypercube:6", three_three, direct, 0);
    double six_near = meet_bytes("hypercube:6", three_three, direct, 14 * 3 * distance_s);
    double five = meet_bytes("hypercube:5", two_three, direct, 0);
    double five_near = meet_bytes("hypercube:5", two_three, direct, (3 * 3 + 7 * 2) * distance_s);
    (void)printf("(3,3) meets (6) at %.1f bytes, %.1f with distances in subcubes\n", six, six_near);
    (void)printf("(2,3) meets (5) at %.1f bytes, %.1f with distances in subcubes\n", five,
                 five_near);
    EXPECT(six > 120 && six < 125);
    EXPECT_INT(six_near, 127);
    EXPECT(five > 90 && five < 105);
    EXPECT_INT(five_near, 100);
}

/* ---- steps and blocks ---- */

/* Steps and blocks of the messages of every partition, from the schedules. */
static void expect_volume(int dimension) {
    const ct_algorithm *multiphase = ct_algorithm_find("multiphase");
    ct_topology cube = topology_of("hypercube", dimension, 0);
    ct_parameters parameters;
    int partitions = 0;
    for (int more = ct_parameters_first(multiphase, &cube, &parameters); more;
         more = ct_parameters_next(multiphase, &cube, &parameters)) {
        const ct_value *partition = &parameters.value[0];
        ct_check_report report = checked(multiphase, &cube, &parameters);
        int step = 0;
        for (int i = 0; i < partition->count; i++) {
            for (int k = 1; k < 1 << partition->item[i] && step < report.steps; k++, step++) {
                EXPECT_INT(report.step[step].messages, cube.size);
                EXPECT_INT(report.step[step].largest, cube.size >> partition->item[i]);
                EXPECT_INT(report.step[step].link_load, 1);
            }
        }
        EXPECT_INT(step, report.steps);
        partitions += parameters.value[1].item[0] + parameters.value[2].item[0] +
                          parameters.value[3].item[0] ==
                      0;
        ct_check_report_clear(&report);
    }
    EXPECT_INT(partitions, 1 << (dimension - 1));
}

static void print_volume(void) {
    ct_topology cube = topology_of("hypercube", 6, 0);
    static const char *const rows[] = {"direct", "multiphase --partition 3,3",
                                       "multiphase --partition 2,2,2",
                                       "multiphase --partition 4,1,1", "standard"};
    (void)printf("d = 6: steps, and blocks a rank sends\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ct_algorithm *algorithm = NULL;
        ct_parameters parameters = parameters_of(rows[i], &cube, &algorithm);
        ct_check_report report = checked(algorithm, &cube, &parameters);
        (void)printf("  %-30s %3d %5td\n", rows[i], report.steps, report.largest_sum);
        ct_check_report_clear(&report);
    }
}

/* ---- every combination ---- */

/* The table's own walk varies synchronisation, mode and blocks on one partition only. */
static void expect_all_combinations(int dimension) {
    const ct_algorithm *multiphase = ct_algorithm_find("multiphase");
    ct_topology cube = topology_of("hypercube", dimension, 0);
    ct_parameters parameters;
    for (int more = ct_parameters_first(multiphase, &cube, &parameters); more;
         more = ct_parameters_next(multiphase, &cube, &parameters)) {
        static const int choices[][3] = {/* blocks, sync, mode */
                                         {0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 2, 1},
                                         {0, 3, 0}, {0, 3, 1}, {1, 0, 0}, {1, 1, 0},
                                         {1, 2, 0}, {1, 2, 1}, {1, 3, 0}, {1, 3, 1}};
        for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
            ct_parameters varied = parameters;
            for (int k = 0; k < 3; k++) {
                varied.value[k + 1].item[0] = choices[i][k];
            }
            ct_check_report report = checked(multiphase, &cube, &varied);
            ct_check_report_clear(&report);
            expect_price_is_cost(multiphase, &cube, &varied);
        }
    }
}

/* The hull prices partitions without schedules; with the papers' synchronisation and shuffles the
 * schedules take as long. */
static void expect_hull_agrees(int dimension) {
    const ct_algorithm *multiphase = ct_algorithm_find("multiphase");
    ct_topology cube = topology_of("hypercube", dimension, 0);
    ct_parameters parameters;
    for (int more = ct_parameters_first(multiphase, &cube, &parameters); more;
         more = ct_parameters_next(multiphase, &cube, &parameters)) {
        ct_parameters papers = parameters;
        EXPECT_INT(ct_parameters_set(multiphase, "transit", "shuffled", &papers), CT_OK);
        EXPECT_INT(ct_parameters_set(multiphase, "sync", "phase", &papers), CT_OK);
        for (int i = 0; ct_machine_at(i) != NULL; i++) {
            const ct_machine *machine = ct_machine_at(i);
            ct_face face = ct_partition_face(machine, dimension, &papers.value[0]);
            double cost_s = multiphase->cost(&cube, &papers, machine, 100);
            EXPECT(fabs(face.start_s + 100 * face.byte_s - cost_s) <= 1e-12 * cost_s);
        }
    }
}

/* ---- the ends ---- */

static void expect_ends(void) {
    ct_topology cube = topology_of("hypercube", 6, 0);
    static const char *const same[][2] = {
        {"multiphase --partition 6", "direct"},
        {"multiphase --partition 6 --transit shuffled --sync step", "direct --sync step"},
        {"multiphase --partition 1,1,1,1,1,1", "standard"},
        {"multiphase --partition 1,1,1,1,1,1 --transit shuffled --sync phase",
         "standard --transit shuffled --sync phase"},
        {"multiphase --partition 3,1,2", "mixed --factors 8,2,4"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        EXPECT(same_schedules(&cube, same[i][0], same[i][1]));
    }
    EXPECT(!same_schedules(&cube, "multiphase --partition 3,3", "multiphase --partition 2,4"));
    EXPECT(!same_schedules(&cube, "standard", "standard --transit shuffled"));
}

/* Receives are posted and the barrier entered where a phase begins, blocks put in order at its end.
 */
static void expect_flags(void) {
    static const unsigned wanted[] = {CT_MOVE_PHASE | CT_MOVE_FENCE | CT_MOVE_READY, CT_MOVE_READY,
                                      CT_MOVE_READY | CT_MOVE_SHUFFLE,
                                      CT_MOVE_PHASE | CT_MOVE_FENCE | CT_MOVE_READY |
                                          CT_MOVE_SHUFFLE};
    const ct_algorithm *algorithm = NULL;
    ct_schedule *schedule = NULL;
    ct_topology cube = topology_of("hypercube", 3, 0);
    ct_parameters parameters =
        parameters_of("multiphase --partition 2,1 --transit shuffled --sync phase --mode ready",
                      &cube, &algorithm);
    EXPECT_INT(ct_algorithm_generate(algorithm, &cube, &parameters, 5, &schedule), CT_OK);
    EXPECT_INT(schedule->move_count, 4);
    for (int i = 0; i < schedule->move_count && i < 4; i++) {
        EXPECT_INT(schedule->moves[i].flags, wanted[i]);
    }
    ct_schedule_destroy(&schedule);
}

static void expect_small(void) {
    ct_schedule *schedule = NULL;
    ct_topology huge = topology_of("hypercube", 30, 0);
    ct_topology wide = topology_of("hypercube", 12, 0);
    EXPECT_INT(
        ct_algorithm_generate(ct_algorithm_find("standard"), &huge, NULL, (1 << 30) - 1, &schedule),
        CT_OK);
    EXPECT_INT(schedule->move_count, 30);
    for (int i = 0; i < schedule->move_count; i++) {
        EXPECT_INT(ct_schedule_sent(schedule, &schedule->moves[i]), 1 << 29);
    }
    EXPECT(ct_schedule_bytes(schedule) < 8192);
    ct_schedule_destroy(&schedule);
    EXPECT_INT(ct_algorithm_generate(ct_algorithm_find("multiphase"), &wide, NULL, 1234, &schedule),
               CT_OK);
    EXPECT_INT(schedule->move_count, 126);
    EXPECT(ct_schedule_bytes(schedule) < 16384);
    ct_schedule_destroy(&schedule);
}

/* The round of every move; `rounds` has 0 behind the last. */
static void expect_rounds(const char *text, int rank, const int *rounds) {
    ct_topology topology;
    ct_schedule *schedule = NULL;
    const ct_algorithm *row = NULL;
    ct_parameters parameters;
    int found[64] = {0};
    EXPECT_INT(ct_topology_parse("hypercube:3", &topology), CT_OK);
    EXPECT_INT(ct_algorithm_parse(text, &topology, &row, &parameters), CT_OK);
    EXPECT_INT(ct_algorithm_generate(row, &topology, &parameters, rank, &schedule), CT_OK);
    EXPECT_INT(ct_schedule_rounds(schedule, found), CT_OK);
    for (int i = 0; i <= schedule->move_count; i++) {
        EXPECT_INT(found[i], rounds[i]);
    }
    ct_schedule_destroy(&schedule);
}

/* Blocks that have come to be passed on, or a barrier, begin another round. */
static void expect_all_rounds(void) {
    for (int rank = 0; rank < 8; rank += 5) {
        expect_rounds("direct", rank, (int[]){1, 1, 1, 1, 1, 1, 1, 0});
        expect_rounds("standard", rank, (int[]){1, 2, 3, 0});
        expect_rounds("multiphase --partition 2,1", rank, (int[]){1, 1, 1, 2, 0});
        expect_rounds("multiphase --partition 1,2", rank, (int[]){1, 2, 2, 2, 0});
        expect_rounds("direct --sync step", rank, (int[]){1, 2, 3, 4, 5, 6, 7, 0});
        expect_rounds("bruck --radix 4", rank, (int[]){1, 1, 1, 2, 0});
    }
}

/* Between nodes and groups the partners that are farthest by rank come first in each phase. */
static void expect_far_first(const char *network, const char *row, const int *partners) {
    ct_topology topology;
    ct_schedule *schedule = NULL;
    const ct_algorithm *algorithm;
    EXPECT_INT(ct_topology_parse(network, &topology), CT_OK);
    const ct_parameters parameters = parameters_of(row, &topology, &algorithm);
    EXPECT_INT(ct_algorithm_generate(algorithm, &topology, &parameters, 0, &schedule), CT_OK);
    for (int i = 0; i < schedule->move_count; i++) {
        EXPECT_INT(schedule->moves[i].send_to, partners[i]);
    }
    ct_schedule_destroy(&schedule);
}

static void expect_refused(void) {
    expect_error("hypercube:6", "multiphase --partition 3,4", "sum to the dimension");
    expect_error("hypercube:6", "multiphase --partition 6,0", "sum to the dimension");
    expect_error("hypercube:6", "multiphase --partition 3;3", "sum to the dimension");
    expect_error("hypercube:6", "multiphase --mode ready", "needs --sync phase or step");
    expect_error("hypercube:6", "standard --mode ready --sync pairwise", "needs --sync phase");
    expect_error("hypercube:6", "standard --transit sorted", "strided");
    expect_error("hypercube:6", "standard --partition 3,3", "it has --transit, --sync, --mode");
    expect_error("flat:12", "standard", "nearest: flat:");
    expect_error("mesh:3x4", "multiphase", "2^d ranks");
}

int main(void) {
    expect_published();
    print_volume();
    for (int dimension = 1; dimension <= 6; dimension++) {
        expect_volume(dimension);
    }
    for (int dimension = 0; dimension <= 5; dimension++) {
        expect_all_combinations(dimension);
    }
    expect_hull_agrees(5);
    expect_ends();
    expect_flags();
    expect_small();
    expect_all_rounds();
    expect_far_first("hypercube:4", "multiphase --partition 2,2", (int[]){4, 8, 12, 1, 2, 3});
    expect_far_first("nodes:4x4", "multiphase --partition 2,2", (int[]){12, 8, 4, 3, 2, 1});
    expect_far_first("dragonfly:2x2x3", "mixed --factors 4,3", (int[]){9, 6, 3, 2, 1});
    expect_refused();
    return expect_status();
}
