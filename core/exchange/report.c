/* Queries of a plan, and the explanation of its choice. */
#include "base/arithmetic/point.h"
#include "exchange/choose/choose.h"
#include "tune/contest.h"

#include <math.h>

const char *ct_exchange_algorithm(const ct_exchange_plan *plan) {
    return plan->label;
}

const char *ct_exchange_reason(const ct_exchange_plan *plan) {
    return plan->reason;
}

const ct_score *ct_exchange_score(const ct_exchange_plan *plan, int index) {
    return index >= 0 && index < plan->score_count ? &plan->scores[index] : NULL;
}

double ct_exchange_total_bytes(const ct_exchange_plan *plan) {
    return plan->total_bytes;
}

static void explain_bounds(const ct_exchange_plan *plan, FILE *file) {
    char text[CT_TIME_TEXT];
    const char *separator = "lower bounds: ";
    for (int i = 0; i < CT_BOUNDS; i++) {
        if (plan->bounds.bound_s[i] > 0) {
            (void)fprintf(file, "%s%s %s", separator, ct_bound_name((ct_bound)i),
                          ct_time_format(plan->bounds.bound_s[i], text));
            separator = ", ";
        }
    }
    (void)fprintf(file, "%s", separator[0] == ',' ? "\n" : "");
}

/* "1.23 x", or "-" without a reference. */
static const char *format_ratio(double seconds, double to_s, char text[CT_TIME_TEXT]) {
    if (to_s > 0 && seconds >= 0 && !isinf(seconds)) {
        const locale_t before = ct_point_begin();
        (void)snprintf(text, CT_TIME_TEXT, "%.2f x", seconds / to_s);
        ct_point_end(before);
    } else {
        (void)snprintf(text, CT_TIME_TEXT, "-");
    }
    return text;
}

void ct_exchange_explain(const ct_exchange_plan *plan, FILE *file) {
    char network[CT_TOPOLOGY_TEXT];
    char predicted[CT_TIME_TEXT];
    char measured[CT_TIME_TEXT];
    char to_bound[CT_TIME_TEXT];
    char to_best[CT_TIME_TEXT];
    ct_topology_format(&plan->topology, network);
    (void)fprintf(file, "%s on %s, blocks of %.0f bytes (mean)\n", ct_pattern_name(plan->movement),
                  network, ct_exchange_mean_bytes(plan));
    explain_bounds(plan, file);
    (void)fprintf(file, "  %-40s %10s %10s %10s %10s\n", "algorithm", "predicted", "measured",
                  "of bound", "of chosen");
    for (int i = 0; i < plan->score_count; i++) {
        const ct_score *score = &plan->scores[i];
        (void)fprintf(file, "%s %-40s %10s %10s %10s %10s\n", i == 0 ? "*" : " ", score->algorithm,
                      ct_time_format(score->predicted_s, predicted),
                      ct_time_format(score->measured_s, measured),
                      format_ratio(ct_score_time(score), plan->bounds.largest_s, to_bound),
                      format_ratio(ct_score_time(score), ct_score_time(&plan->scores[0]), to_best));
    }
    (void)fprintf(file, "chosen: %s: %s\n", plan->label, plan->reason);
}
