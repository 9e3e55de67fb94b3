#include "apps/adi/problem/mask.h"

#include "apps/adi/problem/words.h"
#include "base/mpi.h"
#include <cornerturn/adi_mask.h>
#include <cornerturn/agree.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

ct_status adi_mask_check(const adi_config *config) {
    const bool has_value = config->mask.wall != ADI_WALL_INSULATED;
    const bool has_h = config->mask.wall == ADI_WALL_CONVECTION;
    if (config->mask.cells[0] == '\0' &&
        (has_value || config->mask.value != 0 || config->mask.h != 0)) {
        return ct_raise(CT_ERROR_CONFIG,
                        "mask.cells: missing, and the mask has other keys; allowed: "
                        "a value that is not 0 in cells to mask");
    }
    if ((!has_value && config->mask.value != 0) || (!has_h && config->mask.h != 0)) {
        return ct_raise(CT_ERROR_CONFIG,
                        "mask.%s: this mask.wall has none; allowed: value with dirichlet, "
                        "temperature and convection, h with convection",
                        !has_value && config->mask.value != 0 ? "value" : "h");
    }
    if (config->mask.cells[0] == '\0') {
        return CT_OK;
    }
    if (config->mean != CT_ADI_HARMONIC || config->edge_stop != CT_ADI_LINEAR) {
        return ct_raise(
            CT_ERROR_CONFIG, "mask.cells: not with %s; allowed: empty, or %s",
            config->edge_stop != CT_ADI_LINEAR ? "nonlinear.kind" : "problem.mean: arithmetic",
            config->edge_stop != CT_ADI_LINEAR ? "nonlinear.kind: none" : "problem.mean: harmonic");
    }
    if (config->kind == ADI_STEADY && config->steady_solver == CT_ADI_STEADY_WACHSPRESS) {
        return ct_raise(CT_ERROR_CONFIG, "steady.solver: wachspress, and there is a mask; allowed: "
                                         "multigrid, auto");
    }
    return CT_OK;
}

ct_status adi_mask_set(adi_job *job) {
    const adi_config *config = &job->config;
    const ct_adi_boundary kind = config->mask.wall == ADI_WALL_INSULATED    ? CT_ADI_NEUMANN
                                 : config->mask.wall == ADI_WALL_CONVECTION ? CT_ADI_TRANSFER
                                                                            : CT_ADI_DIRICHLET;
    const ct_adi_face walls = {.kind = kind, .a = config->mask.h, .value = config->mask.value};
    const ct_box box = ct_adi_state_box(job->plan);
    adi_value *mask = &job->mask;
    ct_status status = CT_OK;
    if (mask->where[0] == '\0') {
        return CT_OK;
    }
    CT_TRY(adi_value_load(job->comm, mask, &box, job->shape.problem.precision));
    status = ct_adi_set_mask(job->plan, &mask->quantity, &walls);
    status = status == CT_ERROR_ARGUMENT
                 ? ct_raise(CT_ERROR_CONFIG, "%s: %s", mask->where, ct_error_message())
                 : status;
cleanup:
    adi_value_drop(mask);
    return status;
}

ct_status adi_mask_hide(const adi_job *job, void **copy) {
    const bool is_float = job->shape.problem.precision == CT_FLOAT;
    const ct_box box = ct_adi_state_box(job->plan);
    const ptrdiff_t cells = ct_box_elements(&box);
    const size_t bytes = (size_t)cells * (is_float ? sizeof(float) : sizeof(double));
    ct_status status = CT_OK;
    *copy = NULL;
    if (job->mask.where[0] == '\0') {
        return CT_OK;
    }
    *copy = malloc(bytes + 1);
    status = *copy != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a masked snapshot");
    status = ct_agree(job->comm, status);
    if (status != CT_OK || *copy == NULL) {
        goto cleanup;
    }
    if (bytes > 0) {
        memcpy(*copy, ct_adi_state(job->plan), bytes);
    }
    for (ptrdiff_t i = 0; i < cells; i++) {
        if (ct_adi_is_masked(job->plan, i) && is_float) {
            ((float *)*copy)[i] = NAN;
        } else if (ct_adi_is_masked(job->plan, i)) {
            ((double *)*copy)[i] = NAN;
        }
    }
cleanup:
    return status;
}

ct_status adi_mask_report(const adi_job *job) {
    const ct_box box = ct_adi_state_box(job->plan);
    double here = 0;
    double cells = 0;
    ct_status status = CT_OK;
    if (job->mask.where[0] == '\0') {
        return CT_OK;
    }
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        here += ct_adi_is_masked(job->plan, i);
    }
    CT_MPI(MPI_Reduce(&here, &cells, 1, MPI_DOUBLE, MPI_SUM, 0, job->comm));
    if (job->report != NULL) {
        ct_report_map(job->report, "mask");
        ct_report_number(job->report, "cells", cells);
        ct_report_end(job->report);
    }
cleanup:
    return status;
}
