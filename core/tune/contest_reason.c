/* The reason of a choice, as text. */
#include "tune/contest.h"

#include "base/arithmetic/point.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *ct_time_format(double seconds, char text[CT_TIME_TEXT]) {
    const double scale = seconds < 1e-3 ? 1e6 : seconds < 1 ? 1e3 : 1;
    const char *unit = seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s";
    if (seconds < 0 || isinf(seconds)) {
        (void)snprintf(text, CT_TIME_TEXT, "-");
    } else {
        const locale_t before = ct_point_begin();
        (void)snprintf(text, CT_TIME_TEXT, "%.3g %s", seconds * scale, unit);
        ct_point_end(before);
    }
    return text;
}

static double best_known(double measured_s, double predicted_s) {
    return measured_s >= 0 ? measured_s : predicted_s;
}

double ct_score_time(const ct_score *score) {
    return best_known(score->measured_s, score->predicted_s);
}

static double time_of(const ct_standing *standing) {
    return best_known(standing->measured_s, standing->predicted_s);
}

static void describe_ranked(const ct_contest *contest, const char *about, char *text,
                            size_t capacity) {
    const ct_standing *best = ct_contest_winner(contest);
    const int is_measured = best->measured_s >= 0;
    char time[CT_TIME_TEXT];
    char label[CT_SCORE_LABEL];
    size_t used =
        (size_t)snprintf(text, capacity, "%s %s%s", is_measured ? "measured" : "predicted",
                         ct_time_format(time_of(best), time), about);
    if (contest->ranking.count > 1 && used < capacity) {
        const ct_standing *next = ct_ranking_at(&contest->ranking, 1);
        contest->kind->print(contest->context, next, label);
        used += (size_t)snprintf(text + used, capacity - used, "; next best is %s with %s", label,
                                 ct_time_format(time_of(next), time));
    }
    if (!is_measured && contest->planning != CT_PLAN_ESTIMATE && used < capacity) {
        (void)snprintf(text + used, capacity - used, "; too large to measure");
    }
}

void ct_contest_reason(const ct_contest *contest, const char *about, char *text, size_t capacity) {
    const ct_standing *best = ct_contest_winner(contest);
    char time[CT_TIME_TEXT];
    if (contest->ground == CT_GROUND_ASKED) {
        (void)snprintf(text, capacity, "asked for by name");
    } else if (contest->ground == CT_GROUND_TUNED) {
        (void)snprintf(text, capacity, "tuned: measured %s before%s, says %s",
                       ct_time_format(best->measured_s, time), about, contest->tuning->path);
    } else {
        describe_ranked(contest, about, text, capacity);
    }
    if (contest->note[0] != '\0') {
        size_t used = strlen(text);
        (void)snprintf(text + used, capacity - used, "; %s", contest->note);
    }
}
