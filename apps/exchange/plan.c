/* exchange plan and price: how long schedules take on a machine. */
#include "apps/exchange/exchange.h"
#include "apps/exchange/foreseen.h"

#include "base/fail.h"

#include <cornerturn/price.h>
#include <math.h>
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
        const char *name = all->candidates[i].algorithm->name;
        const char *reason = all->candidates[i].reason;
        size_t named = strncmp(reason, name, strlen(name)) == 0 ? strlen(name) : 0;
        exchange_cell(&table, "%s", name);
        exchange_cell(&table, "%s", reason + named + strspn(reason + named, " "));
    }
    if (table.count > 0) {
        (void)fprintf(out, "\nOut:\n");
    }
    ct_status status = exchange_table_print(out, &table, "  ");
    exchange_table_free(&table);
    return status;
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
        return exchange_print_foreseen(request, &topology, kind, block_bytes, out);
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

/* What a closed form leaves out of the price. Few forms know of messages that take turns at a port.
 */
static const char *left_out(double formula_s, const ct_breakdown *price, bool lacks_ports) {
    double unshared_s = price->total_s - price->part_s[CT_PART_LINKS];
    if (fabs(formula_s - price->total_s) <= 1e-12 * price->total_s) {
        return "the same";
    }
    if (fabs(formula_s - unshared_s) <= 1e-9 * unshared_s || !lacks_ports) {
        return "without the sharing of links";
    }
    return price->part_s[CT_PART_LINKS] > 0 ? "without the sharing of links and turns at ports"
                                            : "without turns at ports";
}

/* The closed form beside the price, where there is one: as it was computed, and the row's, which
 * may suppose more ports than the machine has. */
static void print_formula(FILE *out, const ct_algorithm *algorithm, const ct_topology *topology,
                          const ct_parameters *parameters, const ct_machine *machine,
                          double block_bytes, const ct_breakdown *price) {
    enum { INDENT = 16 };
    char text[EXCHANGE_NUMBER];
    char counted[CT_FORMULA_TEXT];
    char general[2 * CT_FORMULA_TEXT];
    if (algorithm->cost == NULL) {
        (void)fprintf(out, "  closed form   none\n");
        return;
    }
    double formula_s = algorithm->cost(topology, parameters, machine, block_bytes);
    int ports = ct_algorithm_promise(algorithm, topology, parameters).ports;
    bool lacks_ports = machine->ports > 0 && machine->ports < ports;
    (void)fprintf(out, "  closed form   %s, %s\n", exchange_seconds(formula_s, text),
                  left_out(formula_s, price, lacks_ports));
    ct_status status =
        ct_formula_format(algorithm, topology, parameters, machine, block_bytes, counted);
    (void)fprintf(out, "    counted     ");
    exchange_wrap(out, INDENT, INDENT, status == CT_OK ? counted : ct_error_message());
    (void)snprintf(general, sizeof general, "%s", algorithm->formula);
    if (lacks_ports) {
        size_t used = strlen(general);
        (void)snprintf(general + used, sizeof general - used, "; %s has %d port%s", machine->name,
                       machine->ports, machine->ports == 1 ? "" : "s");
    }
    (void)fprintf(out, "    in general  ");
    exchange_wrap(out, INDENT, INDENT, general);
}

ct_status exchange_price(const exchange_request *request, FILE *out) {
    ct_topology topology;
    ct_machine machine;
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters;
    ct_breakdown breakdown;
    double block_bytes = 0;
    ct_status status = CT_OK;
    char where[CT_TOPOLOGY_TEXT];
    char what[EXCHANGE_TEXT];
    char text[EXCHANGE_NUMBER];
    CT_TRY(exchange_topology(request, &topology));
    CT_TRY(exchange_algorithm(request, &topology, &algorithm, &parameters));
    CT_TRY(exchange_machine(request, &machine));
    CT_TRY(exchange_bytes(request, OPTION_BLOCK, &block_bytes));
    CT_TRY(
        ct_breakdown_compute(algorithm, &topology, &parameters, &machine, block_bytes, &breakdown));
    ct_topology_format(&topology, where);
    exchange_describe(algorithm, &parameters, what);
    (void)fprintf(out, "%s on %s: %d rank%s, blocks of %.0f bytes, machine %s\n", what, where,
                  topology.size, topology.size == 1 ? "" : "s", block_bytes, machine.name);
    (void)fprintf(out, "  time          %s%s\n", exchange_seconds(breakdown.total_s, text),
                  breakdown.by_formula ? " (closed form: too many ranks to replay)" : "");
    for (int part = 0; part < CT_PARTS; part++) {
        double part_s = breakdown.part_s[part];
        (void)fprintf(out, "    %-12s %10s  %5.1f %%\n", ct_part_name((ct_part)part),
                      exchange_seconds(part_s, text),
                      breakdown.total_s > 0 ? 100 * part_s / breakdown.total_s : 0);
    }
    print_formula(out, algorithm, &topology, &parameters, &machine, block_bytes, &breakdown);
cleanup:
    return status;
}
