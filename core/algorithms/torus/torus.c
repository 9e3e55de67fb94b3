/*
 * Complete exchange on a torus of 2^a x 2^b ranks without link contention: T1, T2 and T1.x. Phase p
 * settles Gray bit p-1 of both coordinates between mirror images. x trades start-ups for blocks:
 * 2^x times fewer groups of ranks take turns in the late phases, carrying the others' blocks too,
 * and x more steps bring these home.
 *
 *   4x4, partners within every row, or within every column (no turns, no send phase)
 *   step 1  0-1 2-3    step 2  rows 0-1 2-3    step 3  0-3 1-2    step 4  rows 0-3 1-2
 *                                              (0-3 goes over the wrap-around links)
 *
 * Preconditions: both sides are powers of two, at least 2. With m = max(a, b), n = min(a, b): x is
 * 0 .. m-3 and at most n-1 (rule A) or n (B, C); 0 for m < 3. T2 is x = 0, T1 the largest x; where
 * that is larger with B than with A, B is the default.
 * One message a rank and step, along one coordinate; no directed link carries two.
 *
 * Steps: 3 2^(m-x-2) + 3x, one less for x = n (2d on 2^d x 2^d with d < 3). Blocks, the largest
 * message of each step: 3 2^(3d-3) + 5 (2^x - 1) 2^(2d-1) on 2^d x 2^d with rule C, slightly less
 * with B and A. Cost steps (lambda + delta) + blocks m tau; torus_cost.c has it step by step.
 *
 * Source: Suh, Shin, An, Configurable Complete Exchanges in 2D Torus-Connected Networks, sections 3
 * and 4, repaired where torus_steps.c, torus_blocks.c and torus_cost.c say so.
 */
#include "algorithms/torus/torus.h"
#include "base/fail.h"

static int bits_of(int extent) {
    int bits = 0;
    while (2 << bits <= extent) {
        bits++;
    }
    return bits;
}

static ct_torus torus_of(const ct_topology *topology) {
    return (ct_torus){.bits = {bits_of(topology->extent[0]), bits_of(topology->extent[1])}};
}

static int fits(const ct_topology *topology) {
    int right = topology->axes == 2;
    for (int axis = 0; right && axis < 2; axis++) {
        int extent = topology->extent[axis];
        right = extent >= 2 && extent == 1 << bits_of(extent);
    }
    return right;
}

static int most_late(const ct_topology *topology, int rule) {
    ct_torus torus = torus_of(topology);
    int most = ct_torus_least(ct_torus_longer(&torus) - 3,
                              ct_torus_shorter(&torus) - (rule == CT_TORUS_RULE_A));
    return most > 0 ? most : 0;
}

static const char *const rule_names[] = {"A", "B", "C", NULL};

/* A moves the fewest blocks, but on long tori goes up to a smaller x than B: there t1 takes more
 * steps by it, on 64 x 2 ranks 48 for 26. C has no fewer steps than B anywhere, and more blocks. */
static void fall_back_to_fewest_steps(const ct_topology *topology, ct_value *value) {
    int a_lags = most_late(topology, CT_TORUS_RULE_A) < most_late(topology, CT_TORUS_RULE_B);
    *value = (ct_value){.count = 1, .item = {a_lags ? CT_TORUS_RULE_B : CT_TORUS_RULE_A}};
}

static const ct_parameter parameter_rule = {
    .name = "rule",
    .summary = "which blocks are spared the send phase, having not far to go; A where not given, "
               "or B where that allows a larger x",
    .allowed = "A (most), B (fewer) or C (none); all the same for x = 0",
    .choices = rule_names,
    .fallback = fall_back_to_fewest_steps,
};

static int next_late(const ct_topology *topology, ct_value *value) {
    int late = value->count == 0 ? 0 : value->item[0] + 1;
    *value = (ct_value){.count = 1, .item = {late}};
    return late <= most_late(topology, CT_TORUS_RULE_C);
}

/* T1.1: nearly half the steps of T2 for few more blocks. */
static void fall_back_to_one(const ct_topology *topology, ct_value *value) {
    *value =
        (ct_value){.count = 1, .item = {ct_torus_least(1, most_late(topology, CT_TORUS_RULE_B))}};
}

static const ct_parameter parameter_late = {
    .name = "x",
    .summary = "Gray bits left to the send phase: 2^x times fewer turns, larger messages",
    .allowed = "0 .. max(a,b) - 3 on a torus 2^a x 2^b, and at most min(a,b), rule A one less; "
               "only 0 where max(a,b) is below 3",
    .next = next_late,
    .fallback = fall_back_to_one,
};

enum { T1_RULE };            /* places of the parameters of t1, */
enum { T1X_LATE, T1X_RULE }; /* and of t1x */

static ct_torus torus_t1(const ct_topology *topology, const ct_parameters *parameters) {
    ct_torus torus = torus_of(topology);
    torus.rule = ct_parameter_item(parameters, T1_RULE);
    torus.late = most_late(topology, torus.rule);
    return torus;
}

static ct_torus torus_t2(const ct_topology *topology, const ct_parameters *parameters) {
    (void)parameters;
    return torus_of(topology);
}

static ct_torus torus_t1x(const ct_topology *topology, const ct_parameters *parameters) {
    ct_torus torus = torus_of(topology);
    torus.rule = ct_parameter_item(parameters, T1X_RULE);
    torus.late = ct_parameter_item(parameters, T1X_LATE);
    return torus;
}

static ct_status combines_t1x(const ct_topology *topology, const ct_parameters *parameters) {
    int late = ct_parameter_item(parameters, T1X_LATE);
    int rule = ct_parameter_item(parameters, T1X_RULE);
    int most = most_late(topology, rule);
    if (late > most) {
        return ct_raise(CT_ERROR_UNSUPPORTED,
                        "t1x --x %d --rule %s on %d x %d ranks: this rule goes up to --x %d, rules "
                        "B and C to %d",
                        late, rule_names[rule], topology->extent[0], topology->extent[1], most,
                        most_late(topology, CT_TORUS_RULE_C));
    }
    return CT_OK;
}

/* Without a send phase the rules are equal. */
static int worth(const ct_torus *torus) {
    return torus->late > 0 || torus->rule == CT_TORUS_RULE_A;
}

/* The functions of a row, by the torus that its parameters stand for. */
#define CT_TORUS_ROW(name)                                                                         \
    static ct_promise promise_##name(const ct_topology *topology,                                  \
                                     const ct_parameters *parameters) {                            \
        ct_torus torus = torus_##name(topology, parameters);                                       \
        return (ct_promise){                                                                       \
            .steps = ct_torus_steps(&torus), .link_load = 1, .ports = 1, .lockstep = 1};           \
    }                                                                                              \
    static double cost_##name(const ct_topology *topology, const ct_parameters *parameters,        \
                              const ct_machine *machine, double block_bytes) {                     \
        ct_torus torus = torus_##name(topology, parameters);                                       \
        return ct_torus_cost_s(&torus, machine, block_bytes);                                      \
    }                                                                                              \
    static int worth_##name(const ct_topology *topology, const ct_parameters *parameters) {        \
        ct_torus torus = torus_##name(topology, parameters);                                       \
        return worth(&torus);                                                                      \
    }                                                                                              \
    static void generate_##name(const ct_topology *topology, const ct_parameters *parameters,      \
                                ct_schedule *schedule) {                                           \
        ct_torus torus = torus_##name(topology, parameters);                                       \
        ct_torus_generate(&torus, schedule);                                                       \
    }

CT_TORUS_ROW(t1)
CT_TORUS_ROW(t2)
CT_TORUS_ROW(t1x)

const ct_algorithm ct_row_t1 = {
    .name = "t1",
    .summary = "torus exchange with the fewest steps, linear in log P",
    .sizes = "a torus 2^a x 2^b, both sides at least 2",
    .source = "Suh, Shin, An, section 3.1",
    .formula = "(3d-3)(lambda + delta) + (3 2^(3d-3) + 5 (2^(d-3) - 1) 2^(2d-1)) m tau, on 2^d x "
               "2^d with d > 3 and rule C; A and B move slightly fewer blocks",
    .topologies = 1U << CT_TORUS,
    .fits = fits,
    .parameters = {&parameter_rule},
    .worth = worth_t1,
    .promise = promise_t1,
    .cost = cost_t1,
    .generate = generate_t1,
};

const ct_algorithm ct_row_t2 = {
    .name = "t2",
    .summary = "torus exchange with the fewest blocks moved",
    .sizes = "a torus 2^a x 2^b, both sides at least 2",
    .source = "Suh, Shin, An, section 3.2",
    .formula = "3 2^(d-2) (lambda + delta) + 3 2^(3d-3) m tau, on 2^d x 2^d with d > 2",
    .topologies = 1U << CT_TORUS,
    .fits = fits,
    .worth = worth_t2,
    .promise = promise_t2,
    .cost = cost_t2,
    .generate = generate_t2,
};

const ct_algorithm ct_row_t1x = {
    .name = "t1x",
    .summary = "torus exchange between t2 (x = 0) and t1 (x = d-3): fewer steps, more blocks",
    .sizes = "a torus 2^a x 2^b, both sides at least 2",
    .source = "Suh, Shin, An, section 4, corrected",
    .formula = "(3 2^(d-x-2) + 3x)(lambda + delta) + (3 2^(3d-3) + 5 (2^x - 1) 2^(2d-1)) m tau, on "
               "2^d x 2^d with d > 2 and rule C; A and B move slightly fewer blocks",
    .topologies = 1U << CT_TORUS,
    .fits = fits,
    .parameters = {&parameter_late, &parameter_rule},
    .combines = combines_t1x,
    .worth = worth_t1x,
    .promise = promise_t1x,
    .cost = cost_t1x,
    .generate = generate_t1x,
};
