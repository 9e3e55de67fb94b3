/* Breakdown of the time of an algorithm into its parts. */
#include <cornerturn/candidates.h>
#include <cornerturn/price.h>

#include "base/fail.h"

const char *ct_part_name(ct_part part) {
    static const char *const names[] = {
        [CT_PART_START_UP] = "start-up",  [CT_PART_BYTES] = "bytes",
        [CT_PART_PERMUTE] = "permuting",  [CT_PART_BARRIER] = "barriers",
        [CT_PART_LINKS] = "shared links",
    };
    return names[part];
}

/* The machine with all constants after `part` set to 0. */
static ct_machine machine_up_to(const ct_machine *machine, ct_part part) {
    ct_machine partly = *machine;
    if (part < CT_PART_BYTES) {
        partly.byte_s = partly.local_byte_s = 0;
    }
    if (part < CT_PART_PERMUTE) {
        partly.permute_byte_s = 0;
    }
    if (part < CT_PART_BARRIER) {
        partly.barrier_s = partly.barrier_doubling_s = 0;
    }
    if (part < CT_PART_LINKS) {
        partly.link_byte_s = 0;
    }
    return partly;
}

ct_status ct_breakdown_compute(const ct_algorithm *algorithm, const ct_topology *topology,
                               const ct_parameters *parameters, const ct_machine *machine,
                               double block_bytes, ct_breakdown *breakdown) {
    ct_status status = CT_OK;
    ct_ensemble *ensemble = NULL;
    ct_parameters taken;
    ct_breakdown computed = {.by_formula = topology->size > CT_PRICED_MOST};
    CT_TRY(ct_parameters_or_default(algorithm, topology, parameters, &taken));
    if (computed.by_formula && algorithm->cost == NULL) {
        CT_FAIL(CT_ERROR_UNSUPPORTED,
                "%s has no closed form, and schedules are priced up to %d ranks", algorithm->name,
                CT_PRICED_MOST);
    }
    if (!computed.by_formula) {
        CT_TRY(ct_ensemble_generate(algorithm, topology, &taken, &ensemble));
    }
    ct_pattern pattern = ct_algorithm_pattern(algorithm, topology, &taken);
    for (int part = 0; part < CT_PARTS; part++) {
        ct_machine partly = machine_up_to(machine, (ct_part)part);
        ct_price price = {0};
        if (computed.by_formula) {
            price.total_s = algorithm->cost(topology, &taken, &partly, block_bytes);
        } else {
            CT_TRY(ct_price_ensemble(ensemble, topology, &pattern, &partly, block_bytes, &price));
        }
        computed.part_s[part] = price.total_s - computed.total_s;
        computed.total_s = price.total_s;
    }
    *breakdown = computed;
cleanup:
    ct_ensemble_destroy(&ensemble);
    return status;
}
