/* Contention on a mesh, on links and between barriers; rails; multiphase; what is refused. */
#include "rows.h"

#include "algorithms/exchange/mesh.h"

static ct_topology mesh_of(const char *text) {
    ct_topology topology = {0};
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    return topology;
}

/* What meets between two barriers: their steps made one. A node's own block is no message. */
static void test_node_contention(int n, int contention, int interval) {
    const int extent[] = {n, n};
    ct_topology topology;
    ct_parameters parameters = {0};
    ct_pattern exchange = {.kind = CT_EXCHANGE};
    ct_ensemble *ensemble = NULL;
    ct_check_report report;
    EXPECT_INT(ct_topology_create(CT_MESH, 2, extent, &topology), CT_OK);
    parameters.value[CT_MESH_CONTENTION] = (ct_value){1, {contention}};
    parameters.value[CT_MESH_INTERVAL] = (ct_value){1, {interval}};
    EXPECT_INT(
        ct_ensemble_generate(ct_algorithm_find("bounded"), &topology, &parameters, &ensemble),
        CT_OK);
    for (int rank = 0; rank < topology.size; rank++) {
        ct_schedule *schedule = ensemble->schedules[rank];
        int barriers = 0;
        for (int i = 0; i < schedule->move_count; i++) {
            barriers += (schedule->moves[i].flags & CT_MOVE_FENCE) != 0;
            schedule->moves[i].step = barriers;
        }
    }
    int steps = n * n * (n / 4 / contention);
    ct_promise promise = {.steps = (steps + interval - 1) / interval,
                          .link_load = interval * contention,
                          .ports = interval};
    EXPECT_INT(ct_check(ensemble, &topology, &exchange, &promise, &report), CT_OK);
    EXPECT_INT(report.total.most_sends, interval < n * n ? interval : n * n - 1);
    (void)printf(" (%d, %d)", interval, report.total.link_load);
    ct_check_report_clear(&report);
    ct_ensemble_destroy(&ensemble);
}

static void test_node_contentions(void) {
    for (int n = 4; n <= 16; n += 4) {
        (void)printf("%dx%d, contention between barriers (node, link):", n, n);
        for (int contention = 1; contention < n / 4; contention++) {
            if (n / 4 % contention == 0) {
                test_node_contention(n, contention, 1);
            }
        }
        for (int interval = 1; interval < n * n; interval *= 2) {
            test_node_contention(n, n / 4, interval);
        }
        test_node_contention(n, n / 4, n * n);
        (void)printf("\n");
    }
}

/* Checks an algorithm, with its parameters as a user writes them, for these most of all steps. */
static void expect_report(const char *place, const char *text, int steps, int link_load, int sends,
                          int blocks) {
    ct_topology topology = mesh_of(place);
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters = parameters_of(text, &topology, &algorithm);
    ct_check_report report = checked(algorithm, &topology, &parameters);
    (void)printf("%s on %s: %d steps, a link carries %d, a node sends %d, messages of %td blocks\n",
                 text, place, report.steps, report.total.link_load, report.total.most_sends,
                 report.total.largest);
    EXPECT_INT(report.steps, steps);
    EXPECT_INT(report.total.link_load, link_load);
    EXPECT_INT(report.total.most_sends, sends);
    EXPECT_INT(report.total.largest, blocks);
    ct_check_report_clear(&report);
}

/* Not only at most, and not only in some step. */
static void expect_in_every_step(const char *place, const char *text, int link_load) {
    ct_topology topology = mesh_of(place);
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters = parameters_of(text, &topology, &algorithm);
    ct_check_report report = checked(algorithm, &topology, &parameters);
    int wrong = 0;
    for (int step = 1; step <= report.steps; step++) {
        wrong += report.step[step - 1].link_load != link_load;
    }
    EXPECT_INT(wrong, 0);
    EXPECT(report.steps > 0);
    ct_check_report_clear(&report);
}

static void test_every_step(void) {
    static const char *const places[] = {"mesh:4x4",  "mesh:8x8",   "mesh:12x12", "mesh:8x12",
                                         "mesh:16x8", "mesh:4x4x4", "mesh:8"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        expect_in_every_step(places[i], "scott", 1);
    }
    expect_in_every_step("mesh:8x8", "bounded", 2);
    expect_in_every_step("mesh:8x12", "bounded", 3);
    expect_in_every_step("mesh:16x8", "bounded --contention 2", 2);
    expect_in_every_step("mesh:16x16", "bounded --contention 2", 2);
    expect_in_every_step("mesh:16x16", "bounded", 4);
    expect_in_every_step("mesh:8x8x8", "bounded", 2);
}

static void test_three_axes(void) { /* n^4/4 steps, c shifts at once */
    expect_report("mesh:4x4x4", "scott", 64, 1, 1, 1);
    expect_report("mesh:8x8x8", "scott", 1024, 1, 1, 1);
    expect_report("mesh:8x8x8", "bounded --contention 2", 512, 2, 1, 1);
    expect_report("mesh:8x8x8", "mesh-multiphase --contention 1", 48, 1, 1, 64);
    expect_report("mesh:4x8x12", "scott", 4 * 8 * 12 * 3, 1, 1, 1);
}

static void test_multiphase(void) { /* n^2/4 steps a phase, n with contention n/4 */
    expect_report("mesh:8x8", "mesh-multiphase --contention 1", 32, 1, 1, 8);
    expect_report("mesh:8x8", "mesh-multiphase", 16, 2, 1, 8);
    expect_report("mesh:16x16", "mesh-multiphase --contention 2", 64, 2, 1, 16);
    expect_report("mesh:16x16", "mesh-multiphase", 32, 4, 1, 16);
    expect_report("mesh:8x12", "mesh-multiphase", 8 + 12, 3, 1, 12);
    expect_report("mesh:8x12", "mesh-multiphase --contention 1", 16 + 36, 1, 1, 12);
}

/* Half the steps on two networks; on one, twice the messages share a link. */
static void test_rails(void) {
    expect_report("mesh:8x8", "rails --contention 1", 64, 1, 1, 1);
    expect_report("mesh:8x8", "rails", 32, 2, 2, 1);
    expect_report("mesh:8x8", "rails --contention 1 --rails 3", 43, 1, 2, 1);
    expect_report("mesh:12x12", "rails --contention 1", 216, 1, 1, 1);
    ct_topology topology = mesh_of("mesh:8x8");
    for (int rails = 1; rails <= 2; rails++) {
        ct_machine machine = {
            .start_up_s = 8, .byte_s = 1, .barrier_s = 4, .link_byte_s = 1, .rails = rails};
        ct_price price;
        EXPECT_INT(
            ct_price_algorithm(ct_algorithm_find("rails"), &topology, NULL, &machine, 16, &price),
            CT_OK);
        EXPECT(price.total_s == 32 * (8 + 4 + 16 * (rails == 1 ? 4 : 2)));
    }
}

/* The bounds of the paper's Figure 13: messages of the schedule, or all of Scott's in series. */
static void test_paragon(void) {
    const double message_s = 231e-6 + 0.022e-6 * 15232;
    const double barrier_s = 274e-6 * 3 - 134e-6;
    const struct {
        const char *text;
        int steps, barriers;
    } bars[] = {{"scott", 128, 128},
                {"bounded --contention 2", 64, 64},
                {"bounded --interval 2", 64, 32},
                {"bounded --interval 16", 64, 4},
                {"bounded --interval 0", 64, 0}};
    ct_topology topology = mesh_of("mesh:8x8");
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++) {
        const ct_algorithm *algorithm = NULL;
        ct_parameters p = parameters_of(bars[i].text, &topology, &algorithm);
        double lower_s = algorithm->cost(&topology, &p, ct_machine_find("paragon"), 15232);
        double wanted_s = bars[i].steps * message_s + bars[i].barriers * barrier_s;
        (void)printf("8x8 Paragon, 15232 bytes, %s: between %.1f and %.1f ms\n", bars[i].text,
                     1e3 * lower_s, 1e3 * (lower_s + (128 - bars[i].steps) * message_s));
        EXPECT(fabs(lower_s - wanted_s) <= 1e-12 * wanted_s);
    }
}

static void test_refusals(void) {
    expect_error("mesh:10x10", "scott", "nearest: mesh:8x8, ");
    expect_error("mesh:4x6", "bounded", "nearest: mesh:4x4, ");
    expect_error("mesh:6x6x6", "mesh-multiphase", "mesh:4x4x4");
    expect_error("mesh:4x4x4x4", "scott", "multiples of 4");
    expect_error("mesh:1x1", "rails", "nearest: mesh:4x4");
    expect_error("mesh:2048x2048", "bounded", "fewer than 2^31 steps");
    expect_error("torus:8x8", "scott", "nearest: mesh:8x8");
    expect_error("flat:64", "bounded", "nearest: mesh:8x8");
    expect_error("mesh:16x16", "bounded --contention 3", "expected a divisor of n/4");
    expect_error("mesh:16x16", "bounded --contention 8", "expected a divisor of n/4");
    expect_error("mesh:16x16", "mesh-multiphase --contention 0", "expected a divisor of n/4");
    expect_error("mesh:16x16", "bounded --contention 2 --interval 4", "needs --contention 4");
    expect_error("mesh:16x16", "bounded --interval -1", "expected 1 or more");
    expect_error("mesh:16x16", "bounded --interval 2,3", "expected 1 or more");
    expect_error("mesh:8x8", "rails --rails 1", "expected 2 .. 64");
    expect_error("mesh:8x8", "rails --rails 2,3", "expected 2 .. 64");
}

int main(void) {
    test_every_step();
    test_node_contentions();
    test_three_axes();
    test_multiphase();
    test_rails();
    test_paragon();
    test_refusals();
    return expect_status();
}
