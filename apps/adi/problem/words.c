#include "apps/adi/problem/words.h"

#include "base/fail.h"
#include <stdlib.h>
#include <string.h>

/* The first word of diffusion and the first of heat that a config has. */
typedef struct found {
    char diffusion[32], heat[32];
} found;

static void note(char word[32], const char *section, const char *name) {
    if (word[0] == '\0') {
        (void)snprintf(word, 32, "%s.%s", section, name);
    }
}

static bool is_zero(const char *text) {
    char *end = NULL;
    const double number = strtod(text, &end);
    return end != text && *end == '\0' && number == 0;
}

static void look_at_face(const adi_face_config *face, const char *axis, const char *side,
                         found *words) {
    switch (face->kind) {
    case ADI_NEUMANN: /* nothing through it has the same word in both */
        if (is_zero(face->value)) {
            break;
        }
        note(words->diffusion, axis, side);
        break;
    case ADI_ROBIN:
        note(words->diffusion, axis, side);
        break;
    case ADI_FLUX:
    case ADI_CONVECTION:
    case ADI_RADIATION:
        note(words->heat, axis, side);
        break;
    default:
        break;
    }
}

static found look(const adi_config *config, int axes) {
    found words = {"", ""};
    if (config->kappa[0] != '\0') {
        note(words.diffusion, "problem", "kappa");
    }
    if (config->conductivity[0] != '\0') {
        note(words.heat, "problem", "conductivity");
    }
    if (config->capacity[0] != '\0') {
        note(words.heat, "problem", "capacity");
    }
    if (config->mask.wall == ADI_WALL_CONVECTION) {
        note(words.heat, "mask", "wall");
    }
    for (int a = 0; a < axes; a++) {
        const adi_axis_config *axis = &config->axis[a];
        if (axis->kappa[0] != '\0') {
            note(words.diffusion, adi_axis_names[a], "kappa");
        }
        if (axis->conductivity[0] != '\0') {
            note(words.heat, adi_axis_names[a], "conductivity");
        }
        look_at_face(&axis->face[0], adi_axis_names[a], "low", &words);
        look_at_face(&axis->face[1], adi_axis_names[a], "high", &words);
    }
    return words;
}

/* What heat cannot do without. */
static ct_status check_heat(const adi_config *config, int axes) {
    bool has_all = true;
    for (int a = 0; a < axes; a++) {
        has_all = has_all && config->axis[a].conductivity[0] != '\0';
    }
    if (!has_all && config->conductivity[0] == '\0') {
        return ct_raise(CT_ERROR_CONFIG,
                        "problem.conductivity: missing, and the words are those of "
                        "heat; allowed: k in W/(m K), a value from 0");
    }
    if (config->capacity[0] == '\0' && config->kind == ADI_TRANSIENT) {
        return ct_raise(CT_ERROR_CONFIG, "problem.capacity: missing, and the words are those of "
                                         "heat; allowed: rho c in J/(m3 K), a value above 0");
    }
    return CT_OK;
}

/* What a face's kind takes no notice of is not what was meant. */
static ct_status check_face(const adi_face_config *face, const char *axis, const char *side) {
    const bool has_value = face->kind != ADI_INSULATED && face->kind != ADI_PERIODIC;
    const bool is_robin = face->kind == ADI_ROBIN;
    const bool is_radiation = face->kind == ADI_RADIATION;
    const char *key = !has_value && strcmp(face->value, "0") != 0                          ? "value"
                      : !is_robin && face->a != 1                                          ? "a"
                      : !is_robin && face->b != 1                                          ? "b"
                      : !is_radiation && face->kind != ADI_CONVECTION && !is_zero(face->h) ? "h"
                      : !is_radiation && face->emissivity != 1 ? "emissivity"
                                                               : NULL;
    if (key != NULL) {
        return ct_raise(CT_ERROR_CONFIG,
                        "%s.%s_%s: a face that is %s has none; allowed: value with any but "
                        "insulated and periodic, a and b with robin, h with convection and "
                        "radiation, emissivity with radiation",
                        axis, side, key, adi_boundaries[face->kind]);
    }
    return CT_OK;
}

static ct_status check_faces(const adi_config *config, int axes) {
    ct_status status = CT_OK;
    for (int k = 0; k < axes * CT_ADI_SIDES && status == CT_OK; k++) {
        status =
            check_face(&config->axis[k / CT_ADI_SIDES].face[k % CT_ADI_SIDES],
                       adi_axis_names[k / CT_ADI_SIDES], k % CT_ADI_SIDES == 0 ? "low" : "high");
    }
    return status;
}

ct_status adi_words_check(const adi_config *config, int axes, bool *is_heat) {
    const found words = look(config, axes);
    ct_status status = CT_OK;
    *is_heat = words.heat[0] != '\0';
    if (words.heat[0] != '\0' && words.diffusion[0] != '\0') {
        CT_FAIL(CT_ERROR_CONFIG,
                "%s is a word of heat and %s one of diffusion; allowed: conductivity, capacity, "
                "flux, convection, radiation, or kappa, neumann, robin; dirichlet and periodic "
                "with both",
                words.heat, words.diffusion);
    }
    CT_TRY(check_faces(config, axes));
    CT_TRY(*is_heat ? check_heat(config, axes) : CT_OK);
cleanup:
    return status;
}

const char *adi_words_kappa(const adi_config *config, const char **key) {
    *key = config->conductivity[0] != '\0' ? "problem.conductivity" : "problem.kappa";
    return config->conductivity[0] != '\0' ? config->conductivity
           : config->kappa[0] != '\0'      ? config->kappa
                                           : "1";
}

const char *adi_words_kappa_along(const adi_axis_config *axis, const char **key) {
    *key = axis->conductivity[0] != '\0' ? "conductivity" : "kappa";
    return axis->conductivity[0] != '\0' ? axis->conductivity : axis->kappa;
}

ct_adi_face adi_words_face(const adi_face_config *face) {
    static const ct_adi_boundary kinds[ADI_FACES] = {
        [ADI_NEUMANN] = CT_ADI_NEUMANN,    [ADI_DIRICHLET] = CT_ADI_DIRICHLET,
        [ADI_ROBIN] = CT_ADI_ROBIN,        [ADI_PERIODIC] = CT_ADI_PERIODIC,
        [ADI_FLUX] = CT_ADI_FLUX,          [ADI_CONVECTION] = CT_ADI_TRANSFER,
        [ADI_RADIATION] = CT_ADI_TRANSFER, [ADI_TEMPERATURE] = CT_ADI_DIRICHLET,
        [ADI_INSULATED] = CT_ADI_NEUMANN};
    const ct_adi_boundary kind = kinds[face->kind];
    return (ct_adi_face){.kind = kind, .a = kind == CT_ADI_TRANSFER ? 0 : face->a, .b = face->b};
}

double adi_words_radiance(const adi_face_config *face) {
    const double stefan_boltzmann = 5.670374419e-8; /* W/(m2 K4), CODATA 2018 */
    return face->kind == ADI_RADIATION ? stefan_boltzmann * face->emissivity : 0;
}
