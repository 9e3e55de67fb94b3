/* The hull: equal to brute force over all partitions up to dimension 20 on every machine, the
 * published faces, the number of candidates, the split point, mixed radix. */
#include "expect.h"

#include <cornerturn/hull.h>

#include <float.h>
#include <math.h>

/* ---- brute force: every partition, falling parts ---- */

typedef struct least {
    const ct_machine *machine;
    int dimension;
    int points;
    double bytes[64], best_s[64];
    int best_part[64]; /* largest part of the best */
} least;

static void try_partitions(least *l, ct_value *value, int rest, int most) {
    if (rest == 0) {
        ct_face face = ct_partition_face(l->machine, l->dimension, value);
        for (int i = 0; i < l->points; i++) {
            double s = face.start_s + face.byte_s * l->bytes[i];
            if (s < l->best_s[i] * (1 - 1e-13)) {
                l->best_s[i] = s;
                l->best_part[i] = value->item[0];
            }
        }
        return;
    }
    for (int part = rest < most ? rest : most; part > 0; part--) {
        value->item[value->count++] = part;
        try_partitions(l, value, rest - part, part);
        value->count--;
    }
}

/* Sizes between, at, before and beyond the break points of a hull. */
static void choose_points(least *l, const ct_hull *hull) {
    double last = hull->faces[hull->count - 1].from_bytes;
    l->points = 0;
    l->bytes[l->points++] = 0;
    for (int i = 1; i < hull->count && l->points < 60; i++) {
        double from = hull->faces[i].from_bytes;
        l->bytes[l->points++] = from;
        l->bytes[l->points++] = (from + hull->faces[i - 1].from_bytes) / 2;
    }
    l->bytes[l->points++] = 2 * last + 1;
    l->bytes[l->points++] = 1e6 * last + 1e6;
    for (int i = 0; i < l->points; i++) {
        l->best_s[i] = DBL_MAX;
    }
}

static void expect_split(const least *l, int i) {
    if (l->bytes[i] <= 0 || l->dimension < 2) {
        return;
    }
    ct_split split = ct_hull_split(l->machine, l->dimension, l->bytes[i]);
    if (split.exists) {
        EXPECT(l->best_part[i] == l->dimension || l->best_part[i] <= ceil(split.s - 1e-6));
        EXPECT(l->best_part[i] >= (int)split.s / 2);
        EXPECT(split.s >= 2 && split.s <= l->dimension);
    } else if (split.ratio < split.lower * (1 - 1e-9)) {
        EXPECT_INT(l->best_part[i], l->dimension);
    } else if (split.ratio > split.upper * (1 + 1e-9)) {
        EXPECT(l->best_part[i] == 1 || l->best_part[i] == l->dimension);
    }
}

static void expect_best(const ct_machine *machine, int dimension) {
    least l = {.machine = machine, .dimension = dimension};
    ct_value value = {0};
    ct_hull *hull = NULL;
    EXPECT_INT(ct_hull_create(machine, dimension, &hull), CT_OK);
    choose_points(&l, hull);
    try_partitions(&l, &value, dimension, dimension);
    for (int i = 0; i < l.points; i++) {
        const ct_face *face = ct_hull_find(hull, l.bytes[i]);
        double found_s = face->start_s + face->byte_s * l.bytes[i];
        EXPECT(fabs(found_s - l.best_s[i]) <= 1e-12 * l.best_s[i]);
        expect_split(&l, i);
    }
    for (int i = 1; i < hull->count; i++) { /* break points rise, and are where faces meet */
        const ct_face *before = &hull->faces[i - 1];
        const ct_face *face = &hull->faces[i];
        double at = face->from_bytes;
        EXPECT(at > before->from_bytes);
        EXPECT(fabs(before->start_s + before->byte_s * at - face->start_s - face->byte_s * at) <=
               1e-12 * face->start_s + 1e-12 * face->byte_s * at);
        EXPECT(ct_hull_find(hull, at) == face);
        EXPECT(ct_hull_find(hull, at * (1 - 1e-9)) == before);
    }
    ct_hull_destroy(&hull);
}

static void expect_candidates(void) {
    int parts[CT_VALUE_ITEMS];
    for (int dimension = 1; dimension <= 30; dimension++) {
        int count = ct_hull_candidates(dimension, parts);
        int root = (int)sqrt(dimension);
        EXPECT(count <= 3 * root + 2);
        for (int n = 1; n <= dimension; n++) { /* first and last of every run, and no other */
            int first = n == 1 || dimension / (n - 1) != dimension / n;
            int last = dimension / (n + 1) != dimension / n;
            int found = 0;
            for (int i = 0; i < count; i++) {
                found += parts[i] == n;
            }
            EXPECT_INT(found, first || last);
        }
    }
}

/* The faces, as "222 33 6", and the last break point. */
static double expect_faces(const char *machine, int dimension, const char *faces) {
    char text[256] = "";
    ct_hull *hull = NULL;
    EXPECT_INT(ct_hull_create(ct_machine_find(machine), dimension, &hull), CT_OK);
    for (int i = 0; i < hull->count; i++) {
        for (int k = 0; k < hull->faces[i].phases.count; k++) {
            size_t used = strlen(text);
            (void)snprintf(text + used, sizeof text - used, "%s%d", i > 0 && k == 0 ? " " : "",
                           hull->faces[i].phases.item[k]);
        }
    }
    double last = hull->faces[hull->count - 1].from_bytes;
    (void)printf("%s, dimension %d: %s, the last from %.1f bytes on\n", machine, dimension, text,
                 last);
    EXPECT(strcmp(text, faces) == 0);
    ct_hull_destroy(&hull);
    return last;
}

/* The published examples. On the iPSC/860 the paper reads 140 bytes off its plot for d = 6, and
 * "about 100" for d = 5. */
static void expect_published(void) {
    (void)expect_faces("theory", 4, "1111 22 4");
    (void)expect_faces("theory", 6, "111111 222 33 6");
    (void)expect_faces("theory", 7, "1111111 2221 322 43 7");
    EXPECT(fabs(expect_faces("ipsc860", 6, "222 33 6") - 122.4) < 0.1);
    EXPECT(fabs(expect_faces("ipsc860", 5, "32 5") - 94.8) < 0.1);
    const ct_machine *ipsc = ct_machine_find("ipsc860");
    ct_face direct = ct_partition_face(ipsc, 6, &(ct_value){1, {6}});
    ct_face halves = ct_partition_face(ipsc, 6, &(ct_value){2, {3, 3}});
    ct_face standard = ct_partition_face(ipsc, 6, &(ct_value){6, {1, 1, 1, 1, 1, 1}});
    double direct_s = direct.start_s + 32 * direct.byte_s;
    double halves_s = halves.start_s + 32 * halves.byte_s;
    double standard_s = standard.start_s + 32 * standard.byte_s;
    (void)printf("d = 6, 32 bytes on the iPSC/860: direct %.2f ms, standard %.2f ms, 3,3 %.2f ms\n",
                 direct_s * 1e3, standard_s * 1e3, halves_s * 1e3);
    EXPECT(fabs(direct_s - 16.8e-3) < 0.1e-3);
    EXPECT(fabs(standard_s - 16e-3) < 1e-3);
    EXPECT(halves_s > 8.4e-3 && halves_s < 8.8e-3);
}

/* Without barriers, between 2 floor(sqrt d) - 1 and 3 floor(sqrt d) faces. */
static void expect_face_count(void) {
    for (int dimension = 1; dimension <= 30; dimension++) {
        int root = (int)sqrt(dimension);
        ct_hull *hull = NULL;
        EXPECT_INT(ct_hull_create(ct_machine_find("theory"), dimension, &hull), CT_OK);
        EXPECT(hull->count >= 2 * root - 1 && hull->count <= 3 * root);
        ct_hull_destroy(&hull);
    }
}

/* For 2^d ranks mixed radix finds the partitions' hull; for others nothing beats it. */
static void expect_factors(void) {
    const ct_machine *machine = ct_machine_find("ipsc860");
    ct_hull *hull = NULL;
    for (int dimension = 0; dimension <= 12; dimension++) {
        ct_hull *partitions = NULL;
        EXPECT_INT(ct_hull_create(machine, dimension, &partitions), CT_OK);
        EXPECT_INT(ct_hull_create_factors(machine, 1 << dimension, &hull), CT_OK);
        EXPECT_INT(hull->count, partitions->count);
        for (int i = 0; i < hull->count && i < partitions->count; i++) {
            EXPECT_INT(hull->faces[i].phases.count, partitions->faces[i].phases.count);
            EXPECT(hull->faces[i].from_bytes == partitions->faces[i].from_bytes);
        }
        ct_hull_destroy(&hull);
        ct_hull_destroy(&partitions);
    }
    for (int size = 1; size <= 200; size++) {
        EXPECT_INT(ct_hull_create_factors(machine, size, &hull), CT_OK);
        for (int i = 0; i < hull->count; i++) {
            int product = 1;
            for (int k = 0; k < hull->faces[i].phases.count; k++) {
                product *= hull->faces[i].phases.item[k];
            }
            EXPECT_INT(product, size);
        }
        for (int a = 2; a < size; a++) { /* any two phases */
            ct_face two = ct_factors_face(machine, size, &(ct_value){2, {a, size / a}});
            const ct_face *best = ct_hull_find(hull, 50);
            EXPECT(size % a != 0 || best->start_s + 50 * best->byte_s <=
                                        (two.start_s + 50 * two.byte_s) * (1 + 1e-12));
        }
        ct_hull_destroy(&hull);
    }
    EXPECT_INT(ct_hull_create_factors(machine, 0, &hull), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_hull_create(machine, 31, &hull), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "0 .. 30 are possible");
}

/* At the ratios of Lemma 1 the split point is the whole dimension, or 2. */
static void expect_bounds(void) {
    ct_machine machine = *ct_machine_find("theory");
    ct_split at = ct_hull_split(&machine, 8, 100);
    machine.start_up_s = at.lower * 100 * machine.byte_s * (1 + 1e-9) - machine.distance_s;
    EXPECT(fabs(ct_hull_split(&machine, 8, 100).s - 8) < 1e-6);
    machine.start_up_s = at.upper * 100 * machine.byte_s * (1 - 1e-9) - machine.distance_s;
    EXPECT(fabs(ct_hull_split(&machine, 8, 100).s - 2) < 1e-6);
    machine.start_up_s *= 2;
    EXPECT(!ct_hull_split(&machine, 8, 100).exists);
}

int main(void) {
    expect_candidates();
    expect_published();
    expect_face_count();
    expect_factors();
    expect_bounds();
    for (int i = 0; ct_machine_at(i) != NULL; i++) {
        for (int dimension = 0; dimension <= 20; dimension++) {
            expect_best(ct_machine_at(i), dimension);
        }
    }
    return expect_status();
}
