/* exchange check: replays schedules. */
#include "apps/exchange/schedules/check.h"

#include "apps/exchange/print/table.h"
#include "apps/exchange/request/values.h"
#include "apps/exchange/schedules/limits.h"
#include "apps/exchange/schedules/written.h"
#include "base/escape.h"
#include "base/fail.h"

#include <cornerturn/check.h>

static ct_status print_steps(FILE *out, const ct_check_report *report) {
    exchange_table table = {.columns = "rrrrrr"};
    static const char *const heads[] = {"step",  "messages", "blocks", "largest message",
                                        "ports", "link load"};
    for (int i = 0; i < 6; i++) {
        exchange_cell(&table, "%s", heads[i]);
    }
    for (int i = 0; i < report->steps; i++) {
        const ct_step_report *step = &report->step[i];
        exchange_cell(&table, "%d", i + 1);
        exchange_cell(&table, "%td", step->messages);
        exchange_cell(&table, "%td", step->blocks);
        exchange_cell(&table, "%td", step->largest);
        exchange_cell(&table, "%d",
                      step->most_sends > step->most_receives ? step->most_sends
                                                             : step->most_receives);
        exchange_cell(&table, "%d", step->link_load);
    }
    (void)fprintf(out, "\n");
    ct_status status = exchange_table_print(out, &table, "  ");
    exchange_table_free(&table);
    return status;
}

/* How often links carried how many messages. */
static void print_loads(FILE *out, const ct_topology *topology, const ct_check_report *report) {
    if (ct_topology_links(topology) == 0) {
        (void)fprintf(out, "  link load         none: this topology has no links\n");
        return;
    }
    (void)fprintf(out, "  link load         at most %d", report->total.link_load);
    const char *before = " (times a link carried ";
    for (int load = 1; load < CT_LOADS; load++) {
        if (report->links[load] > 0) {
            (void)fprintf(out, "%s%d%s: %td", before, load, load == CT_LOADS - 1 ? " or more" : "",
                          report->links[load]);
            before = ", ";
        }
    }
    (void)fprintf(out, "%s\n", report->total.link_load > 0 ? ")" : "");
}

static void print_report(FILE *out, const ct_topology *topology, const ct_pattern *pattern,
                         const ct_check_report *report) {
    const ct_step_report *total = &report->total;
    (void)fprintf(out, "  delivers          %s, %s\n", ct_pattern_name(pattern->kind),
                  pattern->repeats ? "some blocks more than once" : "every block exactly once");
    (void)fprintf(out, "  deadlock          none, however many steps are in flight\n");
    (void)fprintf(
        out, "  steps             %d%s\n", report->steps,
        report->lockstep ? "" : ", with messages that arrive in later steps than they are sent in");
    (void)fprintf(out, "  messages          %td\n", total->messages);
    (void)fprintf(out, "  blocks moved      %td\n", total->blocks);
    (void)fprintf(out, "  blocks a message  at most %td, over all steps %td\n", total->largest,
                  report->largest_sum);
    (void)fprintf(out, "  blocks a rank     at most %td at once\n", report->most_held);
    (void)fprintf(out,
                  "  ports             at most %d message%s out of a rank and %d into it at once\n",
                  total->most_sends, total->most_sends == 1 ? "" : "s", total->most_receives);
    print_loads(out, topology, report);
}

/* The verdict; limits that are exceeded come after what was counted. */
static ct_status conclude(const exchange_request *request, const ct_topology *topology,
                          const ct_pattern *pattern, const char *what,
                          const ct_check_report *report, FILE *out) {
    char where[CT_TOPOLOGY_TEXT];
    ct_status status = CT_OK;
    ct_topology_format(topology, where);
    (void)fprintf(out, "%s on %s is right\n", what, where);
    print_report(out, topology, pattern, report);
    CT_TRY(request->given[OPTION_EACH_STEP] != NULL ? print_steps(out, report) : CT_OK);
    if (request->given[OPTION_LIMITS] != NULL) {
        (void)fflush(out);
        status = exchange_limits_check(request->given[OPTION_LIMITS], report);
        if (status == CT_ERROR_FILE) {
            CT_FAIL(status, "%s on %s delivers everything, but takes %s", what, where,
                    ct_error_message());
        }
    }
cleanup:
    return status;
}

/* A schedule that somebody wrote: a mistake in it is not one of ours. */
static ct_status check_written(const exchange_request *request, const ct_topology *topology,
                               FILE *out) {
    const char *path = request->given[OPTION_SCHEDULE];
    const ct_pattern pattern = {.kind = CT_EXCHANGE};
    ct_ensemble *ensemble = NULL;
    ct_check_report report = {0};
    char where[CT_TOPOLOGY_TEXT];
    ct_status status = CT_OK;
    CT_TRY(exchange_read_schedule(path, topology, &ensemble));
    ct_topology_format(topology, where);
    status = ct_check(ensemble, topology, &pattern, NULL, &report);
    if (status == CT_ERROR_INTERNAL) {
        CT_FAIL(CT_ERROR_FILE, "%s on %s is wrong: %s (blocks are (origin, destination))",
                ct_escaped(path), where, ct_error_message());
    }
    CT_TRY(status);
    CT_TRY(conclude(request, topology, &pattern, ct_escaped(path), &report, out));
cleanup:
    ct_check_report_clear(&report);
    ct_ensemble_destroy(&ensemble);
    return status;
}

static ct_status check_one(const exchange_request *request, const ct_topology *topology,
                           FILE *out) {
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters;
    ct_check_report report = {0};
    char what[EXCHANGE_TEXT];
    char where[CT_TOPOLOGY_TEXT];
    ct_status status = CT_OK;
    CT_TRY(exchange_algorithm(request, topology, &algorithm, &parameters));
    CT_TRY(exchange_affordable(algorithm, topology, &parameters));
    exchange_describe(algorithm, &parameters, what);
    ct_topology_format(topology, where);
    if (ct_check_algorithm(algorithm, topology, &parameters, &report) != CT_OK) {
        CT_FAIL(CT_ERROR_INTERNAL, "%s on %s is wrong: %s", what, where, ct_error_message());
    }
    ct_pattern pattern = ct_algorithm_pattern(algorithm, topology, &parameters);
    CT_TRY(conclude(request, topology, &pattern, what, &report, out));
cleanup:
    ct_check_report_clear(&report);
    return status;
}

typedef struct tally {
    int right, wrong;
} tally;

/* Checks an algorithm with every value of its parameters, a line each. */
static ct_status check_variants(const ct_algorithm *algorithm, const ct_topology *topology,
                                exchange_table *table, tally *count) {
    ct_parameters parameters;
    if (!ct_algorithm_can_run(algorithm, topology)) {
        return CT_OK;
    }
    for (int more = ct_parameters_first(algorithm, topology, &parameters); more;
         more = ct_parameters_next(algorithm, topology, &parameters)) {
        ct_check_report report = {0};
        char what[EXCHANGE_TEXT];
        ct_status status = exchange_affordable(algorithm, topology, &parameters);
        if (status != CT_OK) {
            return status;
        }
        exchange_describe(algorithm, &parameters, what);
        exchange_cell(table, "%s", what);
        if (ct_check_algorithm(algorithm, topology, &parameters, &report) == CT_OK) {
            exchange_cell(table, "%d", report.steps);
            exchange_cell(table, "%td", report.total.messages);
            exchange_cell(table, "%td", report.largest_sum);
            exchange_cell(table, "%d", report.total.link_load);
            exchange_cell(table, "right");
            count->right++;
        } else {
            exchange_cell(table, "-");
            exchange_cell(table, "-");
            exchange_cell(table, "-");
            exchange_cell(table, "-");
            exchange_cell(table, "WRONG: %s", ct_error_message());
            count->wrong++;
        }
        ct_check_report_clear(&report);
    }
    return CT_OK;
}

static ct_status check_all(const ct_topology *topology, FILE *out) {
    static const char *const heads[] = {"algorithm",      "steps",     "messages",
                                        "sum of largest", "link load", "verdict"};
    exchange_table table = {.columns = "lrrrrl"};
    tally count = {0, 0};
    char where[CT_TOPOLOGY_TEXT];
    ct_status status = CT_OK;
    for (int i = 0; i < 6; i++) {
        exchange_cell(&table, "%s", heads[i]);
    }
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        CT_TRY(check_variants(ct_algorithm_at(i), topology, &table, &count));
    }
    ct_topology_format(topology, where);
    CT_TRY(exchange_table_print(out, &table, ""));
    (void)fprintf(out, "\n%d schedules on %s: %d right, %d wrong\n", count.right + count.wrong,
                  where, count.right, count.wrong);
    if (count.wrong > 0) {
        (void)fflush(out);
        CT_FAIL(CT_ERROR_INTERNAL, "%d of %d schedules on %s are wrong", count.wrong,
                count.right + count.wrong, where);
    }
cleanup:
    exchange_table_free(&table);
    return status;
}

ct_status exchange_check(const exchange_request *request, FILE *out) {
    ct_topology topology;
    ct_status status = exchange_topology(request, &topology);
    if (status != CT_OK) {
        return status;
    }
    if (request->given[OPTION_SCHEDULE] != NULL) {
        return request->given[OPTION_ALGORITHM] == NULL && request->setting_count == 0
                   ? check_written(request, &topology, out)
                   : ct_raise(CT_ERROR_CONFIG, "--schedule and --algorithm: one of the two");
    }
    if (request->given[OPTION_ALGORITHM] != NULL) {
        return check_one(request, &topology, out);
    }
    if (request->setting_count > 0 || request->given[OPTION_EACH_STEP] != NULL ||
        request->given[OPTION_LIMITS] != NULL) {
        return ct_raise(CT_ERROR_CONFIG,
                        "--algorithm is missing: parameters, --each-step and --limits belong to "
                        "one algorithm");
    }
    return check_all(&topology, out);
}
