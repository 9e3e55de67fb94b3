/* Parameters of any algorithm as a user writes them. */
#include "algorithms/parameters.h"
#include "base/fail.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ct_parameters_format(const ct_algorithm *algorithm, const ct_parameters *parameters,
                          char text[CT_PARAMETERS_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        char value[CT_PARAMETERS_TEXT];
        (void)ct_parameter_format(algorithm->parameters[i], &parameters->value[i], value,
                                  sizeof value);
        if (used < CT_PARAMETERS_TEXT) {
            used += (size_t)snprintf(text + used, CT_PARAMETERS_TEXT - used, "%s--%s %s",
                                     i == 0 ? "" : " ", algorithm->parameters[i]->name, value);
        }
    }
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

/* The place of a parameter in the row, -1 where it has none of that name. */
static int place_of(const ct_algorithm *algorithm, const char *name) {
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        if (strcmp(algorithm->parameters[i]->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static ct_status raise_no_parameter(const ct_algorithm *algorithm, const char *name) {
    char known[CT_PARAMETERS_TEXT] = "it has none";
    size_t used = 0;
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        used += (size_t)snprintf(known + used, sizeof known - used, "%s--%s",
                                 i == 0 ? "it has " : ", ", algorithm->parameters[i]->name);
    }
    return ct_raise(CT_ERROR_CONFIG, "%s has no parameter --%s; %s", algorithm->name, name, known);
}

ct_status ct_parameters_set(const ct_algorithm *algorithm, const char *name, const char *text,
                            ct_parameters *parameters) {
    int place = place_of(algorithm, name);
    ct_value value;
    if (place < 0) {
        return raise_no_parameter(algorithm, name);
    }
    const ct_parameter *parameter = algorithm->parameters[place];
    if (!read_value(parameter, text, &value)) {
        return ct_raise(CT_ERROR_CONFIG, "%s --%s %s: expected %s", algorithm->name, name, text,
                        parameter->allowed);
    }
    parameters->value[place] = value;
    return CT_OK;
}

/* The next word of a text, cut to `capacity`; false at the end. */
static int next_word(const char **text, char *word, size_t capacity) {
    *text += strspn(*text, " \t");
    size_t length = strcspn(*text, " \t");
    (void)snprintf(word, capacity, "%.*s", (int)length, *text);
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
    unsigned given = 0; /* bits, by place */
    ct_parameters_default(found, topology, &read);
    while (next_word(&text, word, sizeof word)) {
        if (strncmp(word, "--", 2) != 0 || !next_word(&text, value, sizeof value)) {
            CT_FAIL(CT_ERROR_CONFIG, "%s: expected --parameter VALUE, found \"%s\"", found->name,
                    word);
        }
        CT_TRY(ct_parameters_set(found, word + 2, value, &read));
        const int place = place_of(found, word + 2); /* it has one, for it is set */
        const unsigned own = place < 0 ? 0 : 1u << place;
        if ((given & own) != 0) {
            CT_FAIL(CT_ERROR_CONFIG, "%s %s is given twice", found->name, word);
        }
        given |= own;
    }
    CT_TRY(ct_algorithm_supports(found, topology, &read));
    *algorithm = found;
    *parameters = read;
cleanup:
    return status;
}
