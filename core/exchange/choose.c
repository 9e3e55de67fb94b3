/* Which algorithm an exchange takes, and the sentence that says why. Every number that a decision
 * rests on is the same on all ranks before it is compared, so that all ranks decide alike. */
#include "exchange/plan.h"

#include "base/mpi.h"

#include <math.h>
#include <string.h>

enum { MEASURED_MOST = 6 };

/* One node, MPICH 4.0.2 through shared memory, 2 ranks: our executor, and the library's own
 * all-to-all, which is taken for the direct exchange. Both lines go through the times measured for
 * 8 bytes and for 8 MiB; between 4 and 64 KiB messages take up to 4 times as long, of both alike.
 */
static const double start_up_s = 0.64e-6;
static const double byte_s = 0.088e-9;
static const double library_start_up_s = 0.74e-6;
static const double library_byte_s = 0.0893e-9;

static ct_machine engine(void) {
    return (ct_machine){.name = "node",
                        .start_up_s = start_up_s,
                        .byte_s = byte_s,
                        .local_start_up_s = start_up_s,
                        .local_byte_s = byte_s,
                        .permute_byte_s = 0.1e-9,
                        .barrier_doubling_s = start_up_s,
                        .pairwise_s = start_up_s,
                        .ports = 1};
}

/* Predictions that differ by less than rounding are the same: the table's order decides. */
static int is_less(double a, double b) {
    return a < b * (1 - 1e-9);
}

/* A choice with what is known of it. */
typedef struct ranked {
    ct_choice choice;
    double predicted_s, measured_s;
} ranked;

/* Of those that go from one rank to another. */
static double mean_block_bytes(const ct_exchange_plan *plan) {
    int has_root = plan->movement != CT_EXCHANGE && plan->movement != CT_ALL_GATHER;
    double blocks = (plan->size - 1.0) * (has_root ? 1 : plan->size);
    return blocks > 0 ? plan->total_bytes / blocks : 0;
}

static double predict(const ct_exchange_plan *plan, const ct_choice *choice) {
    const ct_machine machine = engine();
    double bytes = mean_block_bytes(plan);
    if (choice->row == NULL) {
        return ct_library_s(plan->movement, plan->size, library_start_up_s, library_byte_s * bytes);
    }
    return choice->row->cost != NULL
               ? choice->row->cost(&plan->topology, &choice->parameters, &machine, bytes)
               : HUGE_VAL;
}

/* A row with the parameters that the model likes best. */
static ranked best_of_row(const ct_exchange_plan *plan, const ct_algorithm *row) {
    ranked best = {.choice = {.row = row}, .predicted_s = HUGE_VAL, .measured_s = -1};
    ct_choice choice = {.row = row};
    ct_parameters_default(row, &plan->topology, &best.choice.parameters);
    best.predicted_s = predict(plan, &best.choice);
    if (row->tune != NULL) {
        const ct_machine machine = engine();
        row->tune(&plan->topology, &machine, mean_block_bytes(plan), &best.choice.parameters);
        best.predicted_s = predict(plan, &best.choice);
    }
    for (int more = ct_parameters_first(row, &plan->topology, &choice.parameters); more;
         more = ct_parameters_next(row, &plan->topology, &choice.parameters)) {
        double predicted_s = predict(plan, &choice);
        if (is_less(predicted_s, best.predicted_s)) {
            best.choice = choice;
            best.predicted_s = predicted_s;
        }
    }
    return best;
}

/* The earlier candidates, as bits, whose schedules are this one's on this rank; keeps its schedule.
 * What cannot be generated here is left for ct_prepared_create to complain of. */
static unsigned repeats(const ct_exchange_plan *plan, const ranked *candidates, int index,
                        ct_schedule **schedules) {
    const ct_choice *choice = &candidates[index].choice;
    unsigned same = 0;
    if (choice->row == NULL ||
        ct_algorithm_generate(choice->row, &plan->topology, &choice->parameters, plan->rank,
                              &schedules[index]) != CT_OK) {
        return 0;
    }
    for (int earlier = 0; earlier < index; earlier++) {
        if (schedules[earlier] != NULL && ct_schedule_equal(schedules[earlier], schedules[index])) {
            same |= 1U << earlier;
        }
    }
    return same;
}

/* Drops candidates that are, on every rank, the same exchange as an earlier one (with two ranks all
 * of them are). Collective. */
static ct_status drop_repeats(const ct_exchange_plan *plan, ranked *candidates, int *count) {
    ct_schedule *schedules[CT_CANDIDATES] = {NULL};
    unsigned same[CT_CANDIDATES] = {0};
    int kept = 0;
    ct_status status = CT_OK;
    for (int i = 0; i < *count; i++) {
        same[i] = repeats(plan, candidates, i, schedules);
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, same, *count, MPI_UNSIGNED, MPI_BAND, plan->comm));
    for (int i = 0; i < *count; i++) {
        if (same[i] == 0) {
            candidates[kept++] = candidates[i];
        }
    }
    *count = kept;
cleanup:
    for (int i = 0; i < CT_CANDIDATES; i++) {
        ct_schedule_destroy(&schedules[i]);
    }
    return status;
}

/* Whether `a` comes before `b`: measured before unmeasured, then the faster. */
static int comes_before(const ranked *a, const ranked *b) {
    if ((a->measured_s >= 0) != (b->measured_s >= 0)) {
        return a->measured_s >= 0;
    }
    return a->measured_s >= 0 ? a->measured_s < b->measured_s
                              : is_less(a->predicted_s, b->predicted_s);
}

/* Sorts; equals keep the order of the table. */
static void sort(ranked *candidates, int count) {
    for (int i = 1; i < count; i++) {
        ranked moved = candidates[i];
        int place = i;
        for (; place > 0 && comes_before(&moved, &candidates[place - 1]); place--) {
            candidates[place] = candidates[place - 1];
        }
        candidates[place] = moved;
    }
}

/* All that runs on these ranks, by the model. Returns their number. */
static int list_candidates(const ct_exchange_plan *plan, ranked *candidates) {
    int count = 1;
    candidates[0] = (ranked){.measured_s = -1};
    candidates[0].predicted_s = predict(plan, &candidates[0].choice);
    const ct_algorithm *row = NULL;
    for (int i = 0; count < CT_CANDIDATES && (row = ct_algorithm_at(i)) != NULL; i++) {
        if (ct_row_serves(row, plan->movement, &plan->topology) &&
            ct_algorithm_fits(row, &plan->topology) == CT_OK) {
            candidates[count] = best_of_row(plan, row);
            ct_choice_root(&candidates[count++].choice, plan->root);
        }
    }
    sort(candidates, count);
    return count;
}

/* Measures the best few, the library always among them. Collective. */
static ct_status measure(ct_exchange_plan *plan, ranked *candidates, int count) {
    ct_choice choices[MEASURED_MOST];
    int place[MEASURED_MOST];
    double seconds[MEASURED_MOST];
    int taken = 0;
    int possible = 0;
    int library_taken = 0;
    for (int i = 0; i < count && taken < MEASURED_MOST; i++) {
        int is_library = candidates[i].choice.row == NULL;
        if (is_library || taken < MEASURED_MOST - 1 || library_taken) {
            library_taken = library_taken || is_library;
            choices[taken] = candidates[i].choice;
            place[taken++] = i;
        }
    }
    ct_status status = ct_exchange_measure(plan, choices, taken, seconds, &possible);
    for (int i = 0; status == CT_OK && possible && i < taken; i++) {
        candidates[place[i]].measured_s = seconds[i];
    }
    sort(candidates, count);
    return status;
}

/* Writes a time in the unit that suits it. */
static const char *time_text(const ct_score *candidate, char text[32]) {
    double seconds = candidate->measured_s >= 0 ? candidate->measured_s : candidate->predicted_s;
    double scale = seconds < 1e-3 ? 1e6 : seconds < 1 ? 1e3 : 1;
    const char *unit = seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s";
    (void)snprintf(text, 32, "%.3g %s", seconds * scale, unit);
    return text;
}

static void explain(ct_exchange_plan *plan, int asked) {
    const ct_score *best = &plan->candidates[0];
    const ct_score *next = &plan->candidates[1];
    char mine[32];
    char others[32];
    if (asked) {
        (void)snprintf(plan->reason, sizeof plan->reason, "asked for by name");
        return;
    }
    if (plan->total_bytes <= 0) {
        (void)snprintf(plan->reason, sizeof plan->reason, "no block leaves its rank");
        return;
    }
    int too_large = plan->options.planning >= CT_PLAN_MEASURE && best->measured_s < 0;
    (void)snprintf(plan->reason, sizeof plan->reason,
                   "%s %s for blocks of %.0f bytes (mean); next best is %s with %s%s",
                   best->measured_s >= 0 ? "measured" : "predicted", time_text(best, mine),
                   mean_block_bytes(plan), next->algorithm, time_text(next, others),
                   too_large ? "; too large to measure" : "");
}

ct_status ct_exchange_choose(ct_exchange_plan *plan, const ct_choice *asked) {
    ranked candidates[CT_CANDIDATES];
    int count = 1;
    ct_status status = CT_OK;
    if (asked != NULL) {
        candidates[0] = (ranked){*asked, predict(plan, asked), -1};
    } else {
        count = list_candidates(plan, candidates);
        CT_TRY(drop_repeats(plan, candidates, &count));
        if (plan->options.planning >= CT_PLAN_MEASURE && plan->total_bytes > 0) {
            CT_TRY(measure(plan, candidates, count));
        }
    }
    for (int i = 0; i < count; i++) {
        ct_score *told = &plan->candidates[i];
        ct_choice_format(&candidates[i].choice, &plan->topology, told->algorithm);
        told->predicted_s = candidates[i].predicted_s;
        told->measured_s = candidates[i].measured_s;
    }
    plan->candidate_count = count;
    memcpy(plan->label, plan->candidates[0].algorithm, sizeof plan->label);
    explain(plan, asked != NULL);
    CT_TRY(ct_prepared_create(plan, &candidates[0].choice, &plan->prepared));
cleanup:
    return status;
}
