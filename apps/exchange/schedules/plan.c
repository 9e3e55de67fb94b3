#include "apps/exchange/schedules/plan.h"

#include "apps/exchange/print/table.h"
#include "apps/exchange/print/units.h"
#include "apps/exchange/request/options.h"
#include "apps/exchange/request/values.h"
#include "apps/exchange/schedules/predictions.h"
#include "base/fail.h"

#include <cornerturn/price.h>
#include <string.h>

/* Seconds in the unit of the table; nothing for nothing. */
static void cell_seconds(exchange_table *table, double seconds, exchange_unit unit) {
    if (seconds == 0) {
        exchange_cell(table, "-");
    } else if (seconds < 5e-4 * unit.s) {
        exchange_cell(table, "< 0.001");
    } else {
        exchange_cell(table, "%.3f", seconds / unit.s);
    }
}

static void cell_verdict(exchange_table *table, const ct_candidate *candidate,
                         const ct_breakdown *first) {
    const ct_breakdown *own = &candidate->breakdown;
    if (own == first) {
        exchange_cell(table, "the fastest");
    } else if (own->total_s <= first->total_s * (1 + 1e-9)) {
        exchange_cell(table, "as fast");
    } else {
        exchange_cell(table, "%.*f times as long: %s", own->total_s < 1.1 * first->total_s ? 3 : 2,
                      own->total_s / first->total_s, ct_part_name(candidate->excess));
    }
}

static ct_status print_ranking(FILE *out, const ct_candidates *all) {
    exchange_table table = {.columns = "rllrrrrrrl"};
    const ct_breakdown *first = &all->candidates[0].breakdown;
    exchange_unit unit = exchange_unit_for(first->total_s);
    exchange_cell(&table, "#");
    exchange_cell(&table, "algorithm");
    exchange_cell(&table, "best parameters");
    exchange_cell(&table, "time [%s]", unit.name);
    for (int part = 0; part < CT_PARTS; part++) {
        exchange_cell(&table, "%s", ct_part_name((ct_part)part));
    }
    exchange_cell(&table, "verdict");
    for (int i = 0; i < all->runs; i++) {
        const ct_candidate *candidate = &all->candidates[i];
        char parameters[CT_PARAMETERS_TEXT];
        ct_parameters_format(candidate->algorithm, &candidate->parameters, parameters);
        exchange_cell(&table, "%d", i + 1);
        exchange_cell(&table, "%s", candidate->algorithm->name);
        exchange_cell(&table, "%s", parameters);
        exchange_cell(&table, "%.3f", candidate->breakdown.total_s / unit.s);
        for (int part = 0; part < CT_PARTS; part++) {
            cell_seconds(&table, candidate->breakdown.part_s[part], unit);
        }
        cell_verdict(&table, candidate, first);
    }
    ct_status status = exchange_table_print(out, &table, "  ");
    exchange_table_free(&table);
    return status;
}

static ct_status print_others(FILE *out, const ct_candidates *all) {
    exchange_table table = {.columns = "ll"};
    for (int i = all->runs; i < all->count; i++) {
        exchange_out_add(&table, all->candidates[i].algorithm->name, all->candidates[i].reason);
    }
    return exchange_out_print(out, &table);
}

/* One end of a movement, a rank that the user has to name: with any other it is another problem. */
static ct_status check_end(const exchange_request *request, const char *name, const char *pattern,
                           int size) {
    for (int i = 0; i < request->setting_count; i++) {
        if (strcmp(request->settings[i].name, name) == 0) {
            return exchange_rank(name, request->settings[i].text, size);
        }
    }
    return ct_raise(CT_ERROR_CONFIG,
                    "--%s is missing: --pattern %s needs it; expected a rank, 0 .. %d", name,
                    pattern, size - 1);
}

static ct_status check_ends(const exchange_request *request, ct_pattern_kind kind, int size) {
    ct_status status = CT_OK;
    if (kind != CT_EXCHANGE && kind != CT_ALL_GATHER) {
        status = check_end(request, "root", ct_pattern_name(kind), size);
    }
    if (status == CT_OK && kind == CT_POINT_TO_POINT) {
        status = check_end(request, "target", ct_pattern_name(kind), size);
    }
    return status;
}

/* "from rank 0 to rank 15", where the pattern has ends: they are part of the question. */
static void print_ends(FILE *out, const ct_candidate *candidate, const ct_topology *topology) {
    ct_pattern pattern =
        ct_algorithm_pattern(candidate->algorithm, topology, &candidate->parameters);
    switch (pattern.kind) {
    case CT_BROADCAST:
    case CT_SCATTER:
        (void)fprintf(out, ", from rank %d", pattern.root);
        break;
    case CT_GATHER:
        (void)fprintf(out, ", to rank %d", pattern.root);
        break;
    case CT_POINT_TO_POINT:
        (void)fprintf(out, ", from rank %d to rank %d", pattern.root, pattern.target);
        break;
    default:
        break;
    }
}

/* What a machine of the table does not have. */
static ct_status check_machine_alone(const exchange_request *request) {
    static const exchange_option others[] = {OPTION_NODE_RANKS, OPTION_TRANSPORT, OPTION_ARRAYS,
                                             OPTION_TUNING};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (request->given[others[i]] != NULL) {
            return ct_raise(CT_ERROR_CONFIG, "%s goes without --machine, which knows nothing of it",
                            exchange_options[others[i]].name);
        }
    }
    return CT_OK;
}

ct_status exchange_plan(const exchange_request *request, FILE *out) {
    ct_topology topology;
    ct_machine machine;
    ct_pattern_kind kind = CT_EXCHANGE;
    double block_bytes = 0;
    ct_candidates *all = NULL;
    ct_status status = CT_OK;
    char where[CT_TOPOLOGY_TEXT];
    CT_TRY(exchange_topology(request, &topology));
    CT_TRY(exchange_bytes(request, OPTION_BLOCK, &block_bytes));
    CT_TRY(exchange_pattern(request, &kind));
    CT_TRY(check_ends(request, kind, topology.size));
    if (request->given[OPTION_MACHINE] == NULL) {
        return exchange_print_predictions(request, &topology, kind, block_bytes, out);
    }
    CT_TRY(check_machine_alone(request));
    CT_TRY(exchange_machine(request, &machine));
    CT_TRY(ct_candidates_create(&topology, kind, &machine, block_bytes, request->settings,
                                request->setting_count, &all));
    ct_topology_format(&topology, where);
    (void)fprintf(out, "%s on %s: %d rank%s, blocks of %.0f bytes, machine %s",
                  ct_pattern_name(kind), where, topology.size, topology.size == 1 ? "" : "s",
                  block_bytes, machine.name);
    if (all->runs > 0) {
        print_ends(out, &all->candidates[0], &topology);
    }
    (void)fprintf(out, "\n\n");
    if (all->runs > 0) {
        CT_TRY(print_ranking(out, all));
        if (all->candidates[0].breakdown.by_formula) {
            (void)fprintf(
                out,
                "\nBy closed forms, which know of no shared links: schedules are replayed "
                "up to %d ranks.\n",
                CT_PRICED_MOST);
        }
    } else {
        (void)fprintf(out, "  no algorithm can do it\n");
    }
    CT_TRY(print_others(out, all));
cleanup:
    ct_candidates_destroy(&all);
    return status;
}
