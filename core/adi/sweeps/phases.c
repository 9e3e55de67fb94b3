#include "adi/sweeps/phases.h"

static const struct {
    ct_trace_kind kind;
    const char *name;
} works[CT_ADI_WORKS] = {
    [CT_ADI_HALO] = {CT_TRACE_EXCHANGE, "layers of neighbours"},
    [CT_ADI_FIRST_PASS] = {CT_TRACE_TRANSFORM, "operator and elimination"},
    [CT_ADI_REDUCE] = {CT_TRACE_EXCHANGE, "joining lines"},
    [CT_ADI_TRANSPOSE] = {CT_TRACE_TRANSFORM, "transposes and their sweeps"},
    [CT_ADI_LAST_PASS] = {CT_TRACE_TRANSFORM, "substitution and update"},
    [CT_ADI_COEFFICIENTS] = {CT_TRACE_TRANSFORM, "coefficients and factorisations"},
    [CT_ADI_ADVECTION] = {CT_TRACE_TRANSFORM, "advection"}};

const char *ct_adi_work_name(ct_adi_work work) {
    return works[work].name;
}

ct_phase ct_adi_phase_begin(ct_adi_work work) {
    return ct_phase_begin(works[work].kind, works[work].name);
}

void ct_adi_phase_end(ct_adi_plan *plan, ct_adi_work work, const ct_phase *phase) {
    plan->seconds[work] += ct_phase_end(phase);
}
