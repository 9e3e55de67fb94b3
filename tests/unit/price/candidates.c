/* Candidates: the best parameters and their order against trying everything, parts that add up,
 * parameters that are held, reasons. */
#include "expect.h"

#include <cornerturn/candidates.h>
#include <cornerturn/price.h>

#include <math.h>

static const ct_candidate *find(const ct_candidates *all, const char *name) {
    static const ct_candidate none;
    for (int i = 0; i < all->count; i++) {
        if (strcmp(all->candidates[i].algorithm->name, name) == 0) {
            return &all->candidates[i];
        }
    }
    expect_note(0, __FILE__, __LINE__, "an algorithm of that name in the table");
    return &none;
}

/* The least price over all values of the parameters worth trying, root and target where they are.
 */
static double least_s(const ct_algorithm *algorithm, const ct_topology *topology,
                      const ct_machine *machine, double block_bytes) {
    ct_parameters parameters;
    double least = HUGE_VAL;
    for (int more = ct_parameters_first_choice(algorithm, topology, &parameters); more;
         more = ct_parameters_next_choice(algorithm, topology, &parameters)) {
        ct_price price;
        EXPECT_INT(
            ct_price_algorithm(algorithm, topology, &parameters, machine, block_bytes, &price),
            CT_OK);
        least = price.total_s < least ? price.total_s : least;
    }
    return least;
}

static double sum_of_parts(const ct_breakdown *breakdown) {
    double sum = 0;
    for (int part = 0; part < CT_PARTS; part++) {
        sum += breakdown->part_s[part];
    }
    return sum;
}

/* No part exceeds that of the fastest by more than the one that is named. */
static void expect_excess(const ct_candidate *candidate, const ct_candidate *fastest) {
    const double *part_s = candidate->breakdown.part_s;
    const double *least_s = fastest->breakdown.part_s;
    for (int part = 0; part < CT_PARTS; part++) {
        EXPECT(part_s[part] - least_s[part] <=
               part_s[candidate->excess] - least_s[candidate->excess]);
    }
}

static void expect_ranking(const char *where, ct_pattern_kind kind, const char *machine_name,
                           double block_bytes) {
    ct_topology topology;
    ct_candidates *all = NULL;
    const ct_machine *machine = ct_machine_find(machine_name);
    double before_s = 0;
    EXPECT_INT(ct_topology_parse(where, &topology), CT_OK);
    EXPECT_INT(ct_candidates_create(&topology, kind, machine, block_bytes, NULL, 0, &all), CT_OK);
    for (int i = 0; i < all->count; i++) {
        const ct_candidate *candidate = &all->candidates[i];
        EXPECT_INT(candidate->runs, i < all->runs);
        EXPECT_INT(candidate->reason[0] != '\0', !candidate->runs);
        if (candidate->runs) {
            double total_s = candidate->breakdown.total_s;
            double wanted_s = least_s(candidate->algorithm, &topology, machine, block_bytes);
            EXPECT(total_s >= before_s);
            EXPECT(total_s <= wanted_s * (1 + 1e-9)); /* packets are tuned beyond those tried */
            EXPECT(fabs(sum_of_parts(&candidate->breakdown) - total_s) <= 1e-12 * total_s);
            EXPECT(!candidate->breakdown.by_formula);
            expect_excess(candidate, &all->candidates[0]);
            before_s = total_s;
        }
    }
    ct_candidates_destroy(&all);
    EXPECT(all == NULL);
}

static void expect_settings(void) {
    ct_topology topology;
    ct_candidates *all = NULL;
    const ct_machine *machine = ct_machine_find("ipsc860");
    const ct_setting papers[] = {{"sync", "phase"}, {"transit", "shuffled"}};
    const ct_setting wrong[] = {{"sink", "phase"}};
    const ct_setting unreadable[] = {{"sync", "often"}};
    char text[CT_PARAMETERS_TEXT];
    EXPECT_INT(ct_topology_parse("hypercube:6", &topology), CT_OK);
    EXPECT_INT(ct_candidates_create(&topology, CT_EXCHANGE, machine, 32, papers, 2, &all), CT_OK);
    const ct_candidate *multiphase = find(all, "multiphase");
    ct_parameters_format(multiphase->algorithm, &multiphase->parameters, text);
    EXPECT_TEXT(text, "--partition 3,3 --transit shuffled --sync phase");
    EXPECT(multiphase->breakdown.part_s[CT_PART_PERMUTE] > 0);
    EXPECT(multiphase->breakdown.part_s[CT_PART_BARRIER] > 0);
    EXPECT_INT(find(all, "direct")->excess, CT_PART_START_UP);
    EXPECT_TEXT(find(all, "scott")->reason, "nearest: mesh:8x8");
    EXPECT_TEXT(find(all, "scatter")->reason, "delivers scatter, not exchange");
    ct_candidates_destroy(&all);
    EXPECT_INT(ct_candidates_create(&topology, CT_EXCHANGE, machine, 32, wrong, 1, &all),
               CT_ERROR_CONFIG);
    EXPECT_TEXT(ct_error_message(), "--sink");
    EXPECT_INT(ct_candidates_create(&topology, CT_EXCHANGE, machine, 32, unreadable, 1, &all),
               CT_OK);
    EXPECT_INT(find(all, "direct")->runs, 0);
    EXPECT_TEXT(find(all, "direct")->reason, "none, pairwise");
    EXPECT_INT(find(all, "naive")->runs, 1);
    ct_candidates_destroy(&all);
}

/* Root and target are what is asked for: nothing is gained by moving them together. */
static void expect_ends(ct_pattern_kind kind, const ct_setting *settings, int count, int root,
                        int target) {
    ct_topology topology;
    ct_candidates *all = NULL;
    EXPECT_INT(ct_topology_parse("hypercube:4", &topology), CT_OK);
    EXPECT_INT(ct_candidates_create(&topology, kind, ct_machine_find("fattree"), 1024, settings,
                                    count, &all),
               CT_OK);
    EXPECT(all->runs > 0);
    for (int i = 0; i < all->runs; i++) {
        const ct_candidate *candidate = &all->candidates[i];
        ct_pattern pattern =
            ct_algorithm_pattern(candidate->algorithm, &topology, &candidate->parameters);
        EXPECT_INT(pattern.kind, kind);
        EXPECT_INT(pattern.root, root);
        EXPECT_INT(pattern.target, target);
        EXPECT(candidate->breakdown.total_s > 0);
    }
    ct_candidates_destroy(&all);
}

static void expect_all_ends(void) {
    const ct_setting settings[] = {{"root", "9"}, {"target", "6"}};
    expect_ends(CT_POINT_TO_POINT, NULL, 0, 0, 15);
    expect_ends(CT_POINT_TO_POINT, settings, 1, 9, 15);
    expect_ends(CT_POINT_TO_POINT, settings, 2, 9, 6);
    for (int kind = CT_BROADCAST; kind <= CT_GATHER; kind++) {
        expect_ends((ct_pattern_kind)kind, NULL, 0, 0, 0);
        expect_ends((ct_pattern_kind)kind, settings, 1, 9, 0);
    }
    ct_topology topology = ct_topology_flat(8);
    ct_candidates *all = NULL;
    EXPECT_INT(ct_candidates_create(&topology, CT_EXCHANGE, ct_machine_find("fattree"), 8, settings,
                                    1, &all),
               CT_ERROR_CONFIG);
    EXPECT_TEXT(ct_error_message(), "no algorithm that delivers exchange has a parameter --root");
}

/* Beyond what can be replayed: the closed forms, with the best equal factors. */
static void expect_formulas(void) {
    ct_topology topology;
    ct_candidates *all = NULL;
    char text[CT_PARAMETERS_TEXT];
    EXPECT_INT(ct_topology_parse("hypercube:24", &topology), CT_OK);
    EXPECT_INT(ct_candidates_create(&topology, CT_EXCHANGE, ct_machine_find("fattree"), 256, NULL,
                                    0, &all),
               CT_OK);
    const ct_candidate *multiphase = find(all, "multiphase");
    EXPECT(multiphase->breakdown.by_formula);
    ct_parameters_format(multiphase->algorithm, &multiphase->parameters, text);
    EXPECT_TEXT(text, "--partition 12,12");
    const ct_candidate *mixed = find(all, "mixed");
    ct_parameters_format(mixed->algorithm, &mixed->parameters, text);
    EXPECT_TEXT(text, "--factors 4096,4096");
    EXPECT(fabs(sum_of_parts(&mixed->breakdown) - mixed->breakdown.total_s) <=
           1e-12 * mixed->breakdown.total_s);
    ct_candidates_destroy(&all);
}

int main(void) {
    expect_ranking("hypercube:4", CT_EXCHANGE, "ipsc860", 32);
    expect_ranking("hypercube:4", CT_ALL_GATHER, "fattree", 65536);
    expect_ranking("hypercube:3", CT_BROADCAST, "ipsc860", 100000);
    expect_ranking("torus:4x4", CT_EXCHANGE, "torus5000", 1024);
    expect_ranking("mesh:4x8", CT_EXCHANGE, "paragon", 16384);
    expect_ranking("nodes:3x4", CT_EXCHANGE, "dragonfly", 1024);
    expect_ranking("nodes:2x8", CT_EXCHANGE, "dragonfly", 64);
    expect_ranking("dragonfly:2x2x4", CT_EXCHANGE, "dragonfly", 4096);
    expect_ranking("nodes:4x4", CT_BROADCAST, "dragonfly", 100000);
    expect_ranking("nodes:2x8", CT_POINT_TO_POINT, "dragonfly", 100000);
    expect_ranking("flat:12", CT_EXCHANGE, "fattree", 0);
    expect_ranking("flat:1", CT_EXCHANGE, "fattree", 8);
    expect_settings();
    expect_formulas();
    expect_all_ends();
    return expect_status();
}
