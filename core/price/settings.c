#include "price/settings.h"

#include "base/fail.h"

#include <string.h>

static int has_parameter(const ct_algorithm *row, const char *name) {
    for (int i = 0; row->parameters[i] != NULL; i++) {
        if (strcmp(row->parameters[i]->name, name) == 0) {
            return 1;
        }
    }
    return 0;
}

ct_status ct_settings_apply(const ct_setting *settings, int count, const ct_algorithm *row,
                            const ct_topology *topology, ct_parameters *parameters) {
    ct_status status = CT_OK;
    for (int i = 0; i < count; i++) {
        if (has_parameter(row, settings[i].name)) {
            CT_TRY(ct_parameters_set(row, settings[i].name, settings[i].text, parameters));
        }
    }
    CT_TRY(ct_algorithm_supports(row, topology, parameters));
cleanup:
    return status;
}

ct_status ct_settings_check(const ct_setting *settings, int count, ct_pattern_kind kind) {
    for (int i = 0; i < count; i++) {
        int known = 0;
        int serves = 0;
        for (int place = 0; ct_algorithm_at(place) != NULL; place++) {
            const ct_algorithm *row = ct_algorithm_at(place);
            const int has = has_parameter(row, settings[i].name);
            known |= has;
            serves |= has && ct_algorithm_delivers(row) == kind;
        }
        if (!serves) {
            return ct_raise(CT_ERROR_CONFIG, "no algorithm%s%s has a parameter --%s",
                            known ? " that delivers " : "", known ? ct_pattern_name(kind) : "",
                            settings[i].name);
        }
    }
    return CT_OK;
}
