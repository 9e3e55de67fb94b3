/* Parameters of any algorithm by its row: defaults, enumeration, text. */
#include "algorithms/table.h"
#include "base/fail.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int ct_value_equal(const ct_value *a, const ct_value *b) {
    return a->count == b->count &&
           memcmp(a->item, b->item, (size_t)a->count * sizeof *a->item) == 0;
}

size_t ct_value_format(const ct_value *value, char *text, size_t room) {
    size_t used = 0;
    for (int i = 0; i < value->count; i++) {
        used += (size_t)snprintf(used < room ? text + used : NULL, used < room ? room - used : 0,
                                 "%s%d", i == 0 ? "" : ",", value->item[i]);
    }
    return used;
}

static int next_value(const ct_parameter *parameter, const ct_topology *topology, ct_value *value) {
    if (parameter->next != NULL) {
        return parameter->next(topology, value);
    }
    int choice = value->count == 0 ? 0 : value->item[0] + 1;
    *value = (ct_value){.count = 1, .item = {choice}};
    return parameter->choices[choice] != NULL;
}

static int accepts(const ct_parameter *parameter, const ct_topology *topology,
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

void ct_parameters_default(const ct_algorithm *algorithm, const ct_topology *topology,
                           ct_parameters *parameters) {
    memset(parameters, 0, sizeof *parameters);
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        const ct_parameter *parameter = algorithm->parameters[i];
        if (parameter->fallback != NULL) {
            parameter->fallback(topology, &parameters->value[i]);
        } else {
            (void)next_value(parameter, topology, &parameters->value[i]);
        }
    }
}

/* Writes a value as the user would; returns the characters it takes, written or not. */
static size_t format_value(const ct_parameter *parameter, const ct_value *value, char *text,
                           size_t room) {
    if (parameter->choices != NULL) {
        int choices = 0;
        while (parameter->choices[choices] != NULL) {
            choices++;
        }
        int known = value->count == 1 && value->item[0] >= 0 && value->item[0] < choices;
        return (size_t)snprintf(text, room, "%s", known ? parameter->choices[value->item[0]] : "?");
    }
    return ct_value_format(value, text, room);
}

void ct_parameters_format(const ct_algorithm *algorithm, const ct_parameters *parameters,
                          char text[CT_PARAMETERS_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        char value[CT_PARAMETERS_TEXT];
        (void)format_value(algorithm->parameters[i], &parameters->value[i], value, sizeof value);
        if (used < CT_PARAMETERS_TEXT) {
            used += (size_t)snprintf(text + used, CT_PARAMETERS_TEXT - used, "%s--%s %s",
                                     i == 0 ? "" : " ", algorithm->parameters[i]->name, value);
        }
    }
}

ct_status ct_algorithm_supports(const ct_algorithm *algorithm, const ct_topology *topology,
                                const ct_parameters *parameters) {
    ct_status status = CT_OK;
    char where[CT_TOPOLOGY_TEXT];
    ct_topology_format(topology, where);
    CT_TRY(ct_algorithm_fits(algorithm, topology));
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        const ct_parameter *parameter = algorithm->parameters[i];
        if (!accepts(parameter, topology, &parameters->value[i])) {
            char text[128];
            (void)format_value(parameter, &parameters->value[i], text, sizeof text);
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

/* Reads a choice, or integers with commas between them. */
static int read_value(const ct_parameter *parameter, const char *text, ct_value *value) {
    *value = (ct_value){0};
    if (parameter->choices != NULL) {
        for (int i = 0; parameter->choices[i] != NULL; i++) {
            if (strcmp(parameter->choices[i], text) == 0) {
                *value = (ct_value){.count = 1, .item = {i}};
            }
        }
        return value->count > 0;
    }
    while (value->count < CT_VALUE_ITEMS) {
        char *end = NULL;
        errno = 0;
        long item = strtol(text, &end, 10);
        if (end == text || errno != 0 || item < INT_MIN || item > INT_MAX) {
            return 0;
        }
        value->item[value->count++] = (int)item;
        if (*end == '\0') {
            return 1;
        }
        if (*end != ',') {
            return 0;
        }
        text = end + 1;
    }
    return 0;
}

ct_status ct_parameters_set(const ct_algorithm *algorithm, const char *name, const char *text,
                            ct_parameters *parameters) {
    char known[CT_PARAMETERS_TEXT] = "it has none";
    size_t used = 0;
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        const ct_parameter *parameter = algorithm->parameters[i];
        if (strcmp(parameter->name, name) == 0) {
            ct_value value;
            if (!read_value(parameter, text, &value)) {
                return ct_raise(CT_ERROR_CONFIG, "%s --%s %s: expected %s", algorithm->name, name,
                                text, parameter->allowed);
            }
            parameters->value[i] = value;
            return CT_OK;
        }
        used += (size_t)snprintf(known + used, sizeof known - used, "%s--%s",
                                 i == 0 ? "it has " : ", ", parameter->name);
    }
    return ct_raise(CT_ERROR_CONFIG, "%s has no parameter --%s; %s", algorithm->name, name, known);
}

/* The next word of a text, cut to the room; false at the end. */
static int next_word(const char **text, char *word, size_t room) {
    *text += strspn(*text, " \t");
    size_t length = strcspn(*text, " \t");
    (void)snprintf(word, room, "%.*s", (int)length, *text);
    *text += length;
    return length > 0;
}

static ct_status raise_unknown(const char *name) {
    char known[1024] = "";
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        size_t used = strlen(known);
        (void)snprintf(known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ",
                       ct_algorithm_at(i)->name);
    }
    return ct_raise(CT_ERROR_CONFIG, "there is no algorithm \"%s\"; there are %s", name, known);
}

ct_status ct_algorithm_parse(const char *text, const ct_topology *topology,
                             const ct_algorithm **algorithm, ct_parameters *parameters) {
    ct_status status = CT_OK;
    char word[64];
    char value[256];
    (void)next_word(&text, word, sizeof word);
    const ct_algorithm *found = ct_algorithm_find(word);
    if (found == NULL) {
        return raise_unknown(word);
    }
    CT_TRY(ct_algorithm_fits(found, topology));
    ct_parameters read;
    ct_parameters_default(found, topology, &read);
    while (next_word(&text, word, sizeof word)) {
        if (strncmp(word, "--", 2) != 0 || !next_word(&text, value, sizeof value)) {
            CT_FAIL(CT_ERROR_CONFIG, "%s: expected --parameter VALUE, found \"%s\"", found->name,
                    word);
        }
        CT_TRY(ct_parameters_set(found, word + 2, value, &read));
    }
    CT_TRY(ct_algorithm_supports(found, topology, &read));
    *algorithm = found;
    *parameters = read;
cleanup:
    return status;
}
