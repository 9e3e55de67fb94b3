#include "exchange/choice.h"

#include "base/fail.h"

#include <string.h>

static const char *const automatic_name = "auto";
static const char *const library_name = "mpi";

/* Whether a row delivers a movement; a complete exchange delivers every movement. */
static int delivers(const ct_algorithm *row, ct_pattern_kind movement) {
    ct_pattern_kind own = ct_algorithm_delivers(row);
    return own == CT_EXCHANGE || own == movement;
}

/* Whether a row runs on any communicator, whatever its network. */
static int is_general(const ct_algorithm *row) {
    return row->topologies == 0 || (row->topologies & (1U << CT_FLAT | 1U << CT_NODES)) != 0;
}

int ct_row_serves(const ct_algorithm *row, ct_pattern_kind movement, const ct_topology *topology) {
    return delivers(row, movement) &&
           (is_general(row) || (row->topologies & 1U << topology->kind) != 0);
}

const ct_algorithm *ct_movement_row(ct_pattern_kind movement, int index) {
    const ct_algorithm *row = NULL;
    int left = index - 1;
    for (int i = 0; left >= 0 && (row = ct_algorithm_at(i)) != NULL; i++) {
        if (is_general(row) && delivers(row, movement) && left-- == 0) {
            return row;
        }
    }
    return NULL;
}

const char *ct_movement_name(ct_pattern_kind movement, int index) {
    const ct_algorithm *row = ct_movement_row(movement, index);
    if (row != NULL) {
        return row->name;
    }
    if (index == 0) {
        return automatic_name;
    }
    return index == 1 || (index > 1 && ct_movement_row(movement, index - 1) != NULL) ? library_name
                                                                                     : NULL;
}

const char *ct_exchange_name(int index) {
    return ct_movement_name(CT_EXCHANGE, index);
}

const char *ct_exchange_summary(int index) {
    const ct_algorithm *row = ct_movement_row(CT_EXCHANGE, index);
    if (row != NULL) {
        return row->summary;
    }
    if (index == 0) {
        return "the fastest of the others for these sizes, by model or by measurement";
    }
    return ct_exchange_name(index) != NULL ? "the MPI library's own Alltoallv (or Alltoallw)"
                                           : NULL;
}

/* Raises an error that lists the names. */
static ct_status raise_unknown(const char *text, ct_pattern_kind movement) {
    char names[256] = "";
    for (int i = 0; ct_movement_name(movement, i) != NULL; i++) {
        size_t length = strlen(names);
        (void)snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                       ct_movement_name(movement, i));
    }
    return ct_raise(CT_ERROR_CONFIG, "no %s algorithm is called \"%.64s\"; there are: %s",
                    ct_pattern_name(movement), text, names);
}

static const char *const transport_flag = " --transport ";
static const char *const transports[] = {"auto", "messages", "shared"};

/* Cuts "--transport NAME" off the end of a text. */
static ct_status cut_transport(char *text, ct_transport *transport) {
    char *flag = strstr(text, transport_flag);
    *transport = CT_TRANSPORT_AUTO;
    if (flag == NULL) {
        return CT_OK;
    }
    for (int t = CT_TRANSPORT_AUTO; t <= CT_TRANSPORT_SHARED; t++) {
        if (strcmp(flag + strlen(transport_flag), transports[t]) == 0) {
            *transport = (ct_transport)t;
            *flag = '\0';
            return CT_OK;
        }
    }
    return ct_raise(CT_ERROR_CONFIG,
                    "%.64s: --transport comes last; it is auto, messages or shared", text);
}

/* Reads the name of a row and its parameters. */
static ct_status parse_row(const char *text, ct_pattern_kind movement, const ct_topology *topology,
                           ct_choice *choice) {
    size_t name_length = strcspn(text, " ");
    for (int i = 0; i < 2; i++) {
        const char *name = i == 0 ? library_name : automatic_name;
        if (strlen(name) == name_length && strncmp(text, name, name_length) == 0) {
            return ct_raise(CT_ERROR_CONFIG, "%s takes no parameters", name);
        }
    }
    for (int i = 0; (choice->row = ct_algorithm_at(i)) != NULL; i++) {
        const char *name = choice->row->name;
        if (ct_row_serves(choice->row, movement, topology) && strlen(name) == name_length &&
            strncmp(text, name, name_length) == 0) {
            return ct_algorithm_parse(text, topology, &choice->row, &choice->parameters);
        }
    }
    return raise_unknown(text, movement);
}

ct_status ct_choice_parse(const char *text, ct_pattern_kind movement, const ct_topology *topology,
                          int *automatic, ct_choice *choice) {
    char name[CT_EXCHANGE_LABEL] = "";
    ct_status status = CT_OK;
    *choice = (ct_choice){.row = NULL};
    *automatic = text == NULL;
    if (text == NULL) {
        return CT_OK;
    }
    if (strlen(text) >= sizeof name) {
        return raise_unknown(text, movement);
    }
    memcpy(name, text, strlen(text) + 1);
    status = cut_transport(name, &choice->transport);
    *automatic = strcmp(name, automatic_name) == 0;
    if (status == CT_OK && !*automatic && strcmp(name, library_name) != 0) {
        status = parse_row(name, movement, topology, choice);
    }
    return status;
}

void ct_choice_root(ct_choice *choice, int root) {
    for (int i = 0; choice->row != NULL && choice->row->parameters[i] != NULL; i++) {
        if (strcmp(choice->row->parameters[i]->name, "root") == 0) {
            choice->parameters.value[i] = (ct_value){.count = 1, .item = {root}};
        }
    }
}

void ct_choice_format(const ct_choice *choice, const ct_topology *topology,
                      char label[CT_EXCHANGE_LABEL]) {
    char parameters[CT_PARAMETERS_TEXT] = "";
    ct_parameters defaults;
    if (choice->row == NULL) {
        (void)snprintf(label, CT_EXCHANGE_LABEL, "%s", library_name);
        return;
    }
    ct_parameters_default(choice->row, topology, &defaults);
    ct_parameters_format(choice->row, &defaults, label);
    ct_parameters_format(choice->row, &choice->parameters, parameters);
    int is_default = strcmp(label, parameters) == 0;
    int by_messages = choice->transport == CT_TRANSPORT_MESSAGES;
    (void)snprintf(label, CT_EXCHANGE_LABEL, "%s%s%.*s%s%s", choice->row->name,
                   is_default ? "" : " ", CT_PARAMETERS_TEXT, is_default ? "" : parameters,
                   by_messages ? transport_flag : "",
                   by_messages ? transports[CT_TRANSPORT_MESSAGES] : "");
}
