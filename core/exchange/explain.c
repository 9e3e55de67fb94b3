/* What a choice rests on, in words and as a table. */
#include "exchange/choice.h"

#include <math.h>
#include <string.h>

enum { TIME_TEXT = 32 };

/* Writes a time in the unit that suits it. */
static const char *format_time(double seconds, char text[TIME_TEXT]) {
    double scale = seconds < 1e-3 ? 1e6 : seconds < 1 ? 1e3 : 1;
    const char *unit = seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s";
    if (seconds < 0 || isinf(seconds)) {
        (void)snprintf(text, TIME_TEXT, "-");
    } else {
        (void)snprintf(text, TIME_TEXT, "%.3g %s", seconds * scale, unit);
    }
    return text;
}

/* What is known best. */
static double time_of(const ct_score *score) {
    return score->measured_s >= 0 ? score->measured_s : score->predicted_s;
}

static void describe_ranked(ct_exchange_plan *plan) {
    const ct_score *best = &plan->scores[0];
    const int is_measured = best->measured_s >= 0;
    char text[TIME_TEXT];
    size_t used =
        (size_t)snprintf(plan->reason, sizeof plan->reason, "%s %s for blocks of %.0f bytes (mean)",
                         is_measured ? "measured" : "predicted", format_time(time_of(best), text),
                         ct_exchange_mean_bytes(plan));
    if (plan->score_count > 1) {
        const ct_score *next = &plan->scores[1];
        used += (size_t)snprintf(plan->reason + used, sizeof plan->reason - used,
                                 "; next best is %s with %s", next->algorithm,
                                 format_time(time_of(next), text));
    }
    if (!is_measured && plan->options.planning != CT_PLAN_ESTIMATE) {
        (void)snprintf(plan->reason + used, sizeof plan->reason - used, "; too large to measure");
    }
}

void ct_exchange_give_reason(ct_exchange_plan *plan, ct_ground ground, const char *tuning_file,
                             const char *note) {
    char text[TIME_TEXT];
    if (ground == CT_GROUND_ASKED) {
        (void)snprintf(plan->reason, sizeof plan->reason, "asked for by name");
    } else if (plan->total_bytes <= 0) {
        (void)snprintf(plan->reason, sizeof plan->reason, "no block leaves its rank");
    } else if (ground == CT_GROUND_TUNED) {
        (void)snprintf(plan->reason, sizeof plan->reason,
                       "tuned: measured %s before, for blocks of about %.0f bytes (mean), says %s",
                       format_time(plan->scores[0].measured_s, text), ct_exchange_mean_bytes(plan),
                       tuning_file);
    } else {
        describe_ranked(plan);
    }
    if (note[0] != '\0') {
        size_t used = strlen(plan->reason);
        (void)snprintf(plan->reason + used, sizeof plan->reason - used, "; %s", note);
    }
}

static void explain_bounds(const ct_exchange_plan *plan, FILE *file) {
    char text[TIME_TEXT];
    const char *separator = "lower bounds: ";
    for (int i = 0; i < CT_BOUNDS; i++) {
        if (plan->bounds.bound_s[i] > 0) {
            (void)fprintf(file, "%s%s %s", separator, ct_bound_name((ct_bound)i),
                          format_time(plan->bounds.bound_s[i], text));
            separator = ", ";
        }
    }
    (void)fprintf(file, "%s", separator[0] == ',' ? "\n" : "");
}

/* "1.23 x", or "-" where there is nothing to compare with. */
static const char *format_ratio(double seconds, double to_s, char text[TIME_TEXT]) {
    if (to_s > 0 && seconds >= 0 && !isinf(seconds)) {
        (void)snprintf(text, TIME_TEXT, "%.2f x", seconds / to_s);
    } else {
        (void)snprintf(text, TIME_TEXT, "-");
    }
    return text;
}

void ct_exchange_explain(const ct_exchange_plan *plan, FILE *file) {
    char network[CT_TOPOLOGY_TEXT];
    char predicted[TIME_TEXT];
    char measured[TIME_TEXT];
    char to_bound[TIME_TEXT];
    char to_best[TIME_TEXT];
    ct_topology_format(&plan->topology, network);
    (void)fprintf(file, "%s on %s, blocks of %.0f bytes (mean)\n", ct_pattern_name(plan->movement),
                  network, ct_exchange_mean_bytes(plan));
    explain_bounds(plan, file);
    (void)fprintf(file, "  %-40s %10s %10s %10s %10s\n", "algorithm", "predicted", "measured",
                  "of bound", "of chosen");
    for (int i = 0; i < plan->score_count; i++) {
        const ct_score *score = &plan->scores[i];
        (void)fprintf(file, "%s %-40s %10s %10s %10s %10s\n", i == 0 ? "*" : " ", score->algorithm,
                      format_time(score->predicted_s, predicted),
                      format_time(score->measured_s, measured),
                      format_ratio(time_of(score), plan->bounds.largest_s, to_bound),
                      format_ratio(time_of(score), time_of(&plan->scores[0]), to_best));
    }
    (void)fprintf(file, "chosen: %s: %s\n", plan->label, plan->reason);
}
