#include "algorithms/parameters.h"

#include <stdio.h>
#include <string.h>

int ct_value_equal(const ct_value *a, const ct_value *b) {
    return a->count == b->count &&
           memcmp(a->item, b->item, (size_t)a->count * sizeof *a->item) == 0;
}

static int next_value(const ct_parameter *parameter, const ct_topology *topology, ct_value *value) {
    if (parameter->next != NULL) {
        return parameter->next(topology, value);
    }
    int choice = value->count == 0 ? 0 : value->item[0] + 1;
    *value = (ct_value){.count = 1, .item = {choice}};
    return parameter->choices[choice] != NULL;
}

int ct_parameter_accepts(const ct_parameter *parameter, const ct_topology *topology,
                         const ct_value *value) {
    if (value->count < 1 || value->count > (parameter->list ? CT_VALUE_ITEMS : 1)) {
        return 0;
    }
    if (parameter->accepts != NULL) {
        return parameter->accepts(topology, value);
    }
    ct_value tried = {0};
    while (next_value(parameter, topology, &tried)) {
        if (ct_value_equal(&tried, value)) {
            return 1;
        }
    }
    return 0;
}

static ct_value default_of(const ct_parameter *parameter, const ct_topology *topology) {
    ct_value value;
    memset(&value, 0, sizeof value); /* parameters are compared as bytes */
    if (parameter->fallback != NULL) {
        parameter->fallback(topology, &value);
    } else {
        (void)next_value(parameter, topology, &value);
    }
    return value;
}

void ct_parameters_default(const ct_algorithm *algorithm, const ct_topology *topology,
                           ct_parameters *parameters) {
    memset(parameters, 0, sizeof *parameters);
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        parameters->value[i] = default_of(algorithm->parameters[i], topology);
    }
}

/* Whether the row combines these values, each of which is allowed, and finds that worth trying. */
static int worth(const ct_algorithm *algorithm, const ct_topology *topology,
                 const ct_parameters *parameters) {
    return (algorithm->combines == NULL || algorithm->combines(topology, parameters) == CT_OK) &&
           (algorithm->worth == NULL || algorithm->worth(topology, parameters));
}

/* Counts up like an odometer, the last parameter fastest. */
static int count_up(const ct_algorithm *algorithm, const ct_topology *topology,
                    ct_parameters *parameters) {
    int last = 0;
    while (algorithm->parameters[last] != NULL) {
        last++;
    }
    for (int i = last - 1; i >= 0; i--) {
        if (next_value(algorithm->parameters[i], topology, &parameters->value[i])) {
            return 1;
        }
        parameters->value[i].count = 0;
        (void)next_value(algorithm->parameters[i], topology, &parameters->value[i]);
    }
    return 0;
}

int ct_parameters_first(const ct_algorithm *algorithm, const ct_topology *topology,
                        ct_parameters *parameters) {
    memset(parameters, 0, sizeof *parameters);
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        if (!next_value(algorithm->parameters[i], topology, &parameters->value[i])) {
            return 0;
        }
    }
    return worth(algorithm, topology, parameters) ||
           ct_parameters_next(algorithm, topology, parameters);
}

int ct_parameters_next(const ct_algorithm *algorithm, const ct_topology *topology,
                       ct_parameters *parameters) {
    while (count_up(algorithm, topology, parameters)) {
        if (worth(algorithm, topology, parameters)) {
            return 1;
        }
    }
    return 0;
}

/* Whether all that belongs to the problem is as where the user says nothing. */
static int has_default_problem(const ct_algorithm *algorithm, const ct_topology *topology,
                               const ct_parameters *parameters) {
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        const ct_parameter *parameter = algorithm->parameters[i];
        if (parameter->is_problem) {
            ct_value usual = default_of(parameter, topology);
            if (!ct_value_equal(&parameters->value[i], &usual)) {
                return 0;
            }
        }
    }
    return 1;
}

int ct_parameters_first_choice(const ct_algorithm *algorithm, const ct_topology *topology,
                               ct_parameters *parameters) {
    return ct_parameters_first(algorithm, topology, parameters) &&
           (has_default_problem(algorithm, topology, parameters) ||
            ct_parameters_next_choice(algorithm, topology, parameters));
}

int ct_parameters_next_choice(const ct_algorithm *algorithm, const ct_topology *topology,
                              ct_parameters *parameters) {
    while (ct_parameters_next(algorithm, topology, parameters)) {
        if (has_default_problem(algorithm, topology, parameters)) {
            return 1;
        }
    }
    return 0;
}

size_t ct_value_format(const ct_value *value, char *text, size_t capacity) {
    size_t used = 0;
    for (int i = 0; i < value->count; i++) {
        used += (size_t)snprintf(used < capacity ? text + used : NULL,
                                 used < capacity ? capacity - used : 0, "%s%d", i == 0 ? "" : ",",
                                 value->item[i]);
    }
    return used;
}

size_t ct_parameter_format(const ct_parameter *parameter, const ct_value *value, char *text,
                           size_t capacity) {
    if (parameter->choices != NULL) {
        int choices = 0;
        while (parameter->choices[choices] != NULL) {
            choices++;
        }
        int known = value->count == 1 && value->item[0] >= 0 && value->item[0] < choices;
        return (size_t)snprintf(text, capacity, "%s",
                                known ? parameter->choices[value->item[0]] : "?");
    }
    return ct_value_format(value, text, capacity);
}
