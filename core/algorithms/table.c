/* The table of algorithms, and the calls that go by its rows. */
#include "algorithms/table.h"

#include "algorithms/nearest.h"
#include "algorithms/parameters.h"
#include "base/fail.h"

#include <string.h>

static const ct_algorithm *const table[] = {
#define CT_ROW(name) &ct_row_##name,
#include "algorithms/rows.h"
#undef CT_ROW
};

enum { ROWS = sizeof table / sizeof table[0] };

const ct_algorithm *ct_algorithm_at(int index) {
    return index >= 0 && index < ROWS ? table[index] : NULL;
}

const ct_algorithm *ct_algorithm_find(const char *name) {
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        if (strcmp(table[i]->name, name) == 0) {
            return table[i];
        }
    }
    return NULL;
}

int ct_algorithm_can_run(const ct_algorithm *algorithm, const ct_topology *topology) {
    int right_kind =
        algorithm->topologies == 0 || (algorithm->topologies & 1u << topology->kind) != 0;
    return right_kind && (algorithm->fits == NULL || algorithm->fits(topology));
}

ct_status ct_algorithm_fits(const ct_algorithm *algorithm, const ct_topology *topology) {
    return ct_algorithm_can_run(algorithm, topology) ? CT_OK
                                                     : ct_nearest_raise(algorithm, topology);
}

ct_status ct_algorithm_supports(const ct_algorithm *algorithm, const ct_topology *topology,
                                const ct_parameters *parameters) {
    ct_status status = CT_OK;
    char where[CT_TOPOLOGY_TEXT];
    ct_topology_format(topology, where);
    CT_TRY(ct_algorithm_fits(algorithm, topology));
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        const ct_parameter *parameter = algorithm->parameters[i];
        if (!ct_parameter_accepts(parameter, topology, &parameters->value[i])) {
            char text[128];
            (void)ct_parameter_format(parameter, &parameters->value[i], text, sizeof text);
            CT_FAIL(CT_ERROR_UNSUPPORTED, "%s --%s %s on %s: expected %s", algorithm->name,
                    parameter->name, text, where, parameter->allowed);
        }
    }
    if (algorithm->combines != NULL) {
        CT_TRY(algorithm->combines(topology, parameters));
    }
cleanup:
    return status;
}

ct_status ct_parameters_or_default(const ct_algorithm *algorithm, const ct_topology *topology,
                                   const ct_parameters *given, ct_parameters *parameters) {
    ct_status status = CT_OK;
    if (given != NULL) {
        *parameters = *given;
    } else {
        CT_TRY(ct_algorithm_fits(algorithm, topology));
        ct_parameters_default(algorithm, topology, parameters);
    }
    CT_TRY(ct_algorithm_supports(algorithm, topology, parameters));
cleanup:
    return status;
}

ct_pattern_kind ct_algorithm_delivers(const ct_algorithm *algorithm) {
    ct_topology alone = ct_topology_flat(1);
    ct_parameters parameters;
    if (algorithm->pattern == NULL) {
        return CT_EXCHANGE;
    }
    ct_parameters_default(algorithm, &alone, &parameters);
    return algorithm->pattern(&alone, &parameters).kind;
}

ct_pattern ct_algorithm_pattern(const ct_algorithm *algorithm, const ct_topology *topology,
                                const ct_parameters *parameters) {
    return algorithm->pattern == NULL ? (ct_pattern){.kind = CT_EXCHANGE}
                                      : algorithm->pattern(topology, parameters);
}

ct_promise ct_algorithm_promise(const ct_algorithm *algorithm, const ct_topology *topology,
                                const ct_parameters *parameters) {
    return algorithm->promise == NULL ? (ct_promise){0} : algorithm->promise(topology, parameters);
}

/* Initial capacity: the moves of a direct exchange, up to a limit. */
static int expected_moves(const ct_topology *topology) {
    return topology->size < 64 ? topology->size : 64;
}

ct_status ct_algorithm_generate(const ct_algorithm *algorithm, const ct_topology *topology,
                                const ct_parameters *parameters, int rank, ct_schedule **schedule) {
    ct_schedule *generated = NULL;
    ct_parameters taken;
    ct_status status = CT_OK;
    if (algorithm == NULL || topology == NULL || schedule == NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a schedule needs an algorithm, a topology and a place");
    }
    CT_TRY(ct_parameters_or_default(algorithm, topology, parameters, &taken));
    CT_TRY(ct_schedule_create(topology->size, rank, expected_moves(topology), &generated));
    ct_pattern pattern = ct_algorithm_pattern(algorithm, topology, &taken);
    generated->seconds = ct_pattern_seconds(&pattern, topology->size);
    algorithm->generate(topology, &taken, generated);
    CT_TRY(ct_schedule_finish(generated));
    *schedule = generated;
    return CT_OK;
cleanup:
    ct_schedule_destroy(&generated);
    return status;
}
