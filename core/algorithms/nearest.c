/* The sizes, nearest to a given one, on which an algorithm runs. */
#include "algorithms/nearest.h"
#include "base/fail.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Limits, so that a search takes a few milliseconds. */
enum { NAMED_MOST = 4, NAMED_ENOUGH = 2, TRIED_MOST = 1 << 16, AXES_MOST = 3 };

typedef struct search {
    const ct_algorithm *algorithm;
    ct_topology_kind kind;
    int axes, base[AXES_MOST];
    int tried, found;
    char text[NAMED_MOST * (CT_TOPOLOGY_TEXT + 2)];
} search;

static void try_extents(search *s, const int *extent) {
    ct_topology topology;
    char name[CT_TOPOLOGY_TEXT];
    int twos[CT_AXES_MOST];
    int axes = s->axes;
    s->tried++;
    if (s->kind == CT_HYPERCUBE) { /* its one number is the dimension */
        axes = extent[0];
        for (int axis = 0; axis < axes && axis < CT_AXES_MOST; axis++) {
            twos[axis] = 2;
        }
        extent = twos;
    }
    if (s->found == NAMED_MOST || axes > CT_AXES_MOST ||
        ct_topology_create(s->kind, axes, extent, &topology) != CT_OK ||
        (s->algorithm->fits != NULL && !s->algorithm->fits(&topology))) {
        return;
    }
    ct_topology_format(&topology, name);
    size_t used = strlen(s->text);
    (void)snprintf(s->text + used, sizeof s->text - used, "%s%s", s->found == 0 ? "" : ", ", name);
    s->found++;
}

/* Tries every box whose largest difference from the base is exactly `radius`. */
static void try_shell(search *s, int radius, int *extent, int axis, int reached) {
    if (axis == s->axes || axis == AXES_MOST) {
        try_extents(s, extent);
        return;
    }
    int must = !reached && axis == s->axes - 1; /* the last axis that can differ by the radius */
    for (int offset = -radius; offset <= radius; offset += must && radius > 0 ? 2 * radius : 1) {
        extent[axis] = s->base[axis] + offset;
        if (extent[axis] >= (s->kind != CT_HYPERCUBE)) {
            int differs = offset == radius || offset == -radius;
            try_shell(s, radius, extent, axis + 1, reached || differs);
        }
    }
}

/* Tries the powers of two around the base, if nothing is near. */
static void look_at_powers(search *s) {
    enum { SPAN = 5, MOST = SPAN * SPAN * SPAN };
    int choices = 1;
    for (int axis = 0; axis < s->axes; axis++) {
        choices *= SPAN;
    }
    for (int choice = 0; choice < choices && choice < MOST; choice++) {
        int extent[AXES_MOST] = {0};
        int rest = choice;
        for (int axis = 0; axis < s->axes; axis++, rest /= SPAN) {
            int power = s->base[axis] > 0 ? ilogb(s->base[axis]) : 0;
            power += (int[SPAN]){0, 1, -1, 2, -2}[rest % SPAN];
            extent[axis] = power < 0 ? 1 : power < 30 ? 1 << power : 1 << 30;
        }
        try_extents(s, extent);
        if (s->found >= NAMED_ENOUGH) {
            return;
        }
    }
}

/* Searches outwards from the base until enough sizes are found, but not much beyond the first. */
static void look_around(search *s) {
    int extent[AXES_MOST] = {0};
    int furthest = 1 << 30;
    s->tried = 0;
    for (int radius = 0; radius <= furthest && s->tried < TRIED_MOST; radius++) {
        int before = s->found;
        try_shell(s, radius, extent, 0, 0);
        if (s->found >= NAMED_ENOUGH) {
            return;
        }
        if (s->found > before) {
            furthest = radius < 1 << 28 ? 3 * radius + 1 : furthest;
        }
    }
    if (s->found == 0 && s->kind != CT_HYPERCUBE) {
        look_at_powers(s);
    }
}

/* The integer nearest below the `axes`-th root. */
static int root_of(int size, int axes) {
    return (int)(pow(size, 1.0 / axes) + 1e-9);
}

static void look_at_kind(search *s, const ct_topology *topology, ct_topology_kind kind) {
    static const int most_axes[] = {
        [CT_FLAT] = 1,      [CT_FAT_TREE] = 1, [CT_NODES] = 2, [CT_DRAGONFLY] = 3,
        [CT_HYPERCUBE] = 1, [CT_MESH] = 3,     [CT_TORUS] = 3};
    static const int least_axes[] = {
        [CT_FLAT] = 1,      [CT_FAT_TREE] = 1, [CT_NODES] = 2, [CT_DRAGONFLY] = 3,
        [CT_HYPERCUBE] = 1, [CT_MESH] = 1,     [CT_TORUS] = 1};
    s->kind = kind;
    if (kind == topology->kind && kind != CT_HYPERCUBE && topology->axes <= 3) {
        s->axes = topology->axes;
        memcpy(s->base, topology->extent, sizeof s->base);
        look_around(s);
    }
    for (int i = 0; s->found == 0 && i < 3; i++) {
        int axes = (int[]){2, 3, 1}[i]; /* planes first: most that need a shape need a plane */
        if (axes < least_axes[kind] || axes > most_axes[kind]) {
            continue;
        }
        int base = kind == CT_HYPERCUBE ? 0 : root_of(topology->size, axes);
        while (kind == CT_HYPERCUBE && 2 << base <= topology->size) {
            base++;
        }
        s->axes = axes;
        s->base[0] = s->base[1] = s->base[2] = base;
        look_around(s);
    }
}

ct_status ct_nearest_raise(const ct_algorithm *algorithm, const ct_topology *topology) {
    char where[CT_TOPOLOGY_TEXT];
    search s = {.algorithm = algorithm};
    ct_topology_format(topology, where);
    unsigned kinds = algorithm->topologies == 0 ? 1u << topology->kind : algorithm->topologies;
    if ((kinds & 1u << topology->kind) != 0) {
        look_at_kind(&s, topology, topology->kind);
    }
    for (int kind = 0; s.found == 0 && ct_topology_kind_name(kind) != NULL; kind++) {
        if ((kinds & 1u << kind) != 0) {
            look_at_kind(&s, topology, (ct_topology_kind)kind);
        }
    }
    return ct_raise(CT_ERROR_UNSUPPORTED, "%s cannot run on %s: it needs %s; nearest: %s",
                    algorithm->name, where, algorithm->sizes, s.found > 0 ? s.text : "none");
}
