/*
 * A closed form with numbers. It is a sum of the machine's constants with coefficients: evaluated
 * with all constants but one set to 0, it gives that one's coefficient.
 *
 * Where messages of unequal size share few ports, their order depends on the constants, and such
 * coefficients do not add up. Then they are the partial derivatives of the sum.
 */
#include <cornerturn/price.h>

#include "base/arithmetic/point.h"
#include "base/fail.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TERMS = 8, LAMBDA = 0, DELTA = 1 };

static const struct {
    const char *symbols;
    size_t constant; /* offset in ct_machine */
    int bytes;       /* multiplied by the bytes of a block */
} terms[TERMS] = {
    [LAMBDA] = {"lambda", offsetof(ct_machine, start_up_s), 0},
    [DELTA] = {"delta", offsetof(ct_machine, distance_s), 0},
    {"m tau", offsetof(ct_machine, byte_s), 1},
    {"lambda'", offsetof(ct_machine, local_start_up_s), 0},
    {"m tau'", offsetof(ct_machine, local_byte_s), 1},
    {"m rho", offsetof(ct_machine, permute_byte_s), 1},
    {"E", offsetof(ct_machine, pairwise_s), 0},
    {"Q", offsetof(ct_machine, barrier_s), 0},
};

/* A closed form and its arguments. */
typedef struct closed_form {
    const ct_algorithm *algorithm;
    const ct_topology *topology;
    const ct_parameters *parameters;
    ct_machine machine; /* distance and barrier of this number of ranks, without doublings */
    double block_bytes;
} closed_form;

static double *constant_of(ct_machine *machine, int term) {
    return (double *)(void *)((char *)machine + terms[term].constant);
}

static double cost_s(const closed_form *form, const ct_machine *machine, double block_bytes) {
    return form->algorithm->cost(form->topology, form->parameters, machine, block_bytes);
}

/* Coefficient of a constant with all others 0. */
static double count_alone(const closed_form *form, int term) {
    ct_machine unit = form->machine;
    for (int other = 0; other < TERMS; other++) {
        *constant_of(&unit, other) = other == term;
    }
    return cost_s(form, &unit, 1);
}

/* Partial derivative of the sum, rounded to an integer. */
static double count_growth(const closed_form *form, int term) {
    static const double change = 0x1p-16;
    ct_machine more = form->machine;
    ct_machine less = form->machine;
    double constant = *constant_of(&more, term);
    double times = terms[term].bytes ? form->block_bytes : 1;
    if (constant * times == 0) {
        return 0;
    }
    *constant_of(&more, term) *= 1 + change;
    *constant_of(&less, term) *= 1 - change;
    return round((cost_s(form, &more, form->block_bytes) - cost_s(form, &less, form->block_bytes)) /
                 (2 * change * constant * times));
}

/* Whether the sum equals constants times counts. */
static int add_up(const closed_form *form, const double *counts) {
    ct_machine machine = form->machine;
    double wanted_s = cost_s(form, &machine, form->block_bytes);
    double sum_s = 0;
    for (int term = 0; term < TERMS; term++) {
        sum_s += counts[term] * *constant_of(&machine, term) *
                 (terms[term].bytes ? form->block_bytes : 1);
    }
    return fabs(sum_s - wanted_s) <= 1e-12 * wanted_s;
}

/* "4", "9/2", or a decimal fraction without a small denominator. */
static void format_count(double count, char text[64]) {
    enum { DENOMINATOR_MOST = 1 << 26 };
    double before[2] = {1, 0}; /* convergents of the continued fraction */
    double last[2] = {floor(count), 1};
    double rest = count - floor(count);
    while (fabs(last[0] / last[1] - count) > 1e-14 * count && rest > 0 &&
           last[1] < DENOMINATOR_MOST) {
        double whole = floor(1 / rest);
        double next[2] = {whole * last[0] + before[0], whole * last[1] + before[1]};
        rest = 1 / rest - whole;
        memcpy(before, last, sizeof before);
        memcpy(last, next, sizeof last);
    }
    if (fabs(last[0] / last[1] - count) > 1e-14 * count) {
        const locale_t locale = ct_point_begin();
        (void)snprintf(text, 64, "%.17g", count);
        ct_point_end(locale);
    } else if (last[1] > 1) {
        (void)snprintf(text, 64, "%.0f/%.0f", last[0], last[1]);
    } else {
        (void)snprintf(text, 64, "%.0f", last[0]);
    }
}

static void append(char text[CT_FORMULA_TEXT], double count, const char *symbols) {
    char number[64];
    size_t used = strlen(text);
    if (count > 0) {
        format_count(count, number);
        (void)snprintf(text + used, CT_FORMULA_TEXT - used, "%s%s%s%s", used > 0 ? " + " : "",
                       strcmp(number, "1") == 0 ? "" : number, strcmp(number, "1") == 0 ? "" : " ",
                       symbols);
    }
}

ct_status ct_formula_format(const ct_algorithm *algorithm, const ct_topology *topology,
                            const ct_parameters *parameters, const ct_machine *machine,
                            double block_bytes, char text[CT_FORMULA_TEXT]) {
    closed_form form = {algorithm, topology, parameters, *machine, block_bytes};
    double counts[TERMS];
    text[0] = '\0';
    if (algorithm->cost == NULL) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "%s has no closed form", algorithm->name);
    }
    form.machine.distance_s = ct_machine_distance_s(machine, topology->size);
    form.machine.barrier_s = ct_machine_barrier_s(machine, topology->size);
    form.machine.distance_doubling_s = form.machine.barrier_doubling_s = 0;
    for (int term = 0; term < TERMS; term++) {
        counts[term] = count_alone(&form, term);
    }
    for (int term = 0, alone = add_up(&form, counts); term < TERMS && !alone; term++) {
        counts[term] = count_growth(&form, term);
    }
    if (!add_up(&form, counts)) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "%s: unequal messages take turns at %d ports",
                        algorithm->name, machine->ports);
    }
    if (counts[LAMBDA] == counts[DELTA]) {
        append(text, counts[LAMBDA], "(lambda + delta)");
    }
    for (int term = counts[LAMBDA] == counts[DELTA] ? DELTA + 1 : LAMBDA; term < TERMS; term++) {
        append(text, counts[term], terms[term].symbols);
    }
    if (*text == '\0') {
        (void)snprintf(text, CT_FORMULA_TEXT, "0");
    }
    return CT_OK;
}
