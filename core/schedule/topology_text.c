/* Topologies as text: "mesh:4x12". */
#include <cornerturn/topology.h>

#include "base/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int least_axes, most_axes; /* numbers after the colon */
    const char *form;
} kinds[] = {
    [CT_FLAT] = {"flat", 1, 1, "flat:P"},
    [CT_FAT_TREE] = {"fattree", 1, 1, "fattree:P"},
    [CT_NODES] = {"nodes", 2, 2, "nodes:NODESxRANKS_OF_A_NODE"},
    [CT_DRAGONFLY] = {"dragonfly", 3, 3, "dragonfly:GROUPSxNODES_OF_A_GROUPxRANKS_OF_A_NODE"},
    [CT_HYPERCUBE] = {"hypercube", 1, 1, "hypercube:DIMENSION"},
    [CT_MESH] = {"mesh", 1, CT_AXES_MOST, "mesh:NXxNY (or one number, or more)"},
    [CT_TORUS] = {"torus", 1, CT_AXES_MOST, "torus:NXxNY (or one number, or more)"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

const char *ct_topology_kind_name(int kind) {
    return kind >= 0 && kind < KINDS ? kinds[kind].name : NULL;
}

/* Reads "4x12" into numbers; their count, or -1 when the text has another form. */
static int read_numbers(const char *text, int *numbers) {
    for (int count = 0; count < CT_AXES_MOST;) {
        if (*text < '0' || *text > '9') {
            return -1;
        }
        char *end = NULL;
        long number = strtol(text, &end, 10);
        numbers[count++] = number > (1L << 30) ? (1 << 30) + 1 : (int)number;
        if (*end == '\0') {
            return count;
        }
        if (*end != 'x') {
            return -1;
        }
        text = end + 1;
    }
    return -1;
}

static int kind_of(const char *text, const char **numbers) {
    const char *colon = strchr(text, ':');
    for (int kind = 0; colon != NULL && kind < KINDS; kind++) {
        size_t length = strlen(kinds[kind].name);
        if ((size_t)(colon - text) == length && strncmp(text, kinds[kind].name, length) == 0) {
            *numbers = colon + 1;
            return kind;
        }
    }
    return -1;
}

ct_status ct_topology_parse(const char *text, ct_topology *topology) {
    const char *tail = NULL;
    int kind = text == NULL ? -1 : kind_of(text, &tail);
    if (kind < 0) {
        return ct_raise(CT_ERROR_CONFIG,
                        "topology \"%s\": expected flat:12, fattree:64, nodes:4x8, "
                        "dragonfly:2x4x8, hypercube:6, mesh:4x12 or torus:16x16",
                        text == NULL ? "" : text);
    }
    int numbers[CT_AXES_MOST] = {0};
    int count = read_numbers(tail, numbers);
    if (count < kinds[kind].least_axes || count > kinds[kind].most_axes) {
        return ct_raise(CT_ERROR_CONFIG, "topology \"%s\": expected %s", text, kinds[kind].form);
    }
    if (kind == CT_HYPERCUBE) {
        if (numbers[0] > CT_AXES_MOST) {
            return ct_raise(CT_ERROR_CONFIG, "topology \"%s\": a dimension is 0 .. %d", text,
                            CT_AXES_MOST);
        }
        count = numbers[0];
        for (int axis = 0; axis < count; axis++) {
            numbers[axis] = 2;
        }
    } else if (kind == CT_NODES || kind == CT_DRAGONFLY) { /* written in reverse order */
        int largest = numbers[0];
        numbers[0] = numbers[count - 1];
        numbers[count - 1] = largest;
    }
    if (ct_topology_create((ct_topology_kind)kind, count, numbers, topology) != CT_OK) {
        return ct_raise(CT_ERROR_CONFIG, "topology \"%s\": %s", text, ct_error_message());
    }
    return CT_OK;
}

void ct_topology_format(const ct_topology *topology, char text[CT_TOPOLOGY_TEXT]) {
    const int *extent = topology->extent;
    const char *name = kinds[topology->kind].name;
    if (topology->kind == CT_HYPERCUBE) {
        (void)snprintf(text, CT_TOPOLOGY_TEXT, "%s:%d", name, topology->axes);
    } else if (topology->kind == CT_NODES) {
        (void)snprintf(text, CT_TOPOLOGY_TEXT, "%s:%dx%d", name, extent[1], extent[0]);
    } else if (topology->kind == CT_DRAGONFLY) {
        (void)snprintf(text, CT_TOPOLOGY_TEXT, "%s:%dx%dx%d", name, extent[2], extent[1],
                       extent[0]);
    } else {
        size_t used = 0;
        for (int axis = 0; axis < topology->axes && used < CT_TOPOLOGY_TEXT; axis++) {
            used += (size_t)snprintf(text + used, CT_TOPOLOGY_TEXT - used, "%s%c%d",
                                     axis == 0 ? name : "", axis == 0 ? ':' : 'x', extent[axis]);
        }
    }
}
