#include "apps/exchange/schedules/price.h"

#include "apps/exchange/print/table.h"
#include "apps/exchange/print/units.h"
#include "apps/exchange/request/values.h"
#include "base/fail.h"

#include <cornerturn/price.h>
#include <math.h>
#include <string.h>

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

/* The closed form, where there is one, to compare with the price: with its numbers, and in general,
 * which may assume more ports than the machine has. */
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
