/* What can be known to be wrong with a job before its work. */
#include "apps/adi/check.h"

#include "apps/adi/checkpoint/inputs.h"
#include "apps/adi/files.h"
#include "apps/adi/idle.h"
#include "apps/adi/march/schedule.h"
#include "apps/adi/output/table.h"
#include "apps/adi/problem/faces.h"
#include "apps/adi/problem/mask.h"
#include "apps/adi/problem/velocity.h"
#include "apps/adi/problem/words.h"
#include "apps/common/lists.h"
#include "apps/common/memory.h"
#include "base/escape.h"
#include "base/fail.h"
#include "io/array/file.h"
#include <cornerturn/agree.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A length that the run is cut into: whether times so near are told apart, and how many it makes of
 * what `most` allows. */
static ct_status check_length(const adi_config *config, const char *key, double length, double most,
                              const char *allowed) {
    const double least = 16 * adi_time_resolution(config);
    const double count = (config->end - config->start) / length;
    if (count > most) {
        return ct_raise(CT_ERROR_CONFIG, "%s: %g, which makes %g; allowed: up to %s", key, length,
                        count, allowed);
    }
    return length > least
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG,
                          "%s: %g, which is lost in times up to %g; allowed: above %.3g", key,
                          length, fmax(fabs(config->start), fabs(config->end)), least);
}

/* Which keys of time and of what is written go together. Local. */
static ct_status check_times(const adi_config *config) {
    const double steps_most = 1e9;
    const double snapshots_most = 1e7;
    const double span = config->end - config->start;
    ct_status status = CT_OK;
    if (!(config->step > 0)) {
        CT_FAIL(CT_ERROR_CONFIG, "time.step: 0; allowed: numbers above 0");
    }
    if (!(span > 0)) {
        CT_FAIL(CT_ERROR_CONFIG, "time.end: %g, and the start is %g; allowed: after it",
                config->end, config->start);
    }
    CT_TRY(check_length(config, "time.step", config->step, steps_most, "1e9 steps"));
    if (config->every_time > 0) {
        CT_TRY(check_length(config, "output.every_time", config->every_time, snapshots_most,
                            "1e7 snapshots"));
    }
    if (config->every_time > 0 && config->every_time < config->step && config->tolerance == 0) {
        CT_FAIL(CT_ERROR_CONFIG,
                "output.every_time: %g, less than time.step, %g; allowed: at least that",
                config->every_time, config->step);
    }
    if (config->every_steps > 0 && config->tolerance > 0) {
        CT_FAIL(CT_ERROR_CONFIG,
                "output.every_steps: %lld, with steps that adapt; allowed: 0, and "
                "output.every_time",
                config->every_steps);
    }
    if (config->every_steps > 0 &&
        span / config->step > snapshots_most * (double)config->every_steps) {
        CT_FAIL(CT_ERROR_CONFIG,
                "output.every_steps: %lld, of %g steps; allowed: up to 1e7 snapshots",
                config->every_steps, span / config->step);
    }
cleanup:
    return status;
}

/* Which keys go together. Local. */
static ct_status check_keys(const adi_config *config, int axes) {
    if (config->scheme == CT_ADI_PEACEMAN_RACHFORD && axes != 2) {
        return ct_raise(CT_ERROR_CONFIG,
                        "time.scheme: peaceman-rachford for %d axes; allowed: for "
                        "2, or auto, douglas-gunn, crank-nicolson, lod, crank-nicolson-cg",
                        axes);
    }
    if (config->edge_stop != CT_ADI_LINEAR && config->scheme != CT_ADI_LOD) {
        return ct_raise(CT_ERROR_CONFIG,
                        "nonlinear.kind: not with this time.scheme; allowed: none, "
                        "or the scheme lod");
    }
    if (config->edge_stop != CT_ADI_LINEAR && config->kind == ADI_STEADY) {
        return ct_raise(CT_ERROR_CONFIG, "nonlinear.kind: not for a steady problem; allowed: none");
    }
    if (config->checkpoint[0] != '\0' && config->kind == ADI_STEADY) {
        return ct_raise(CT_ERROR_CONFIG,
                        "checkpoint.file: not for a steady problem; allowed: empty");
    }
    if (config->edge_stop != CT_ADI_LINEAR && !(config->contrast > 0)) {
        return ct_raise(CT_ERROR_CONFIG, "nonlinear.contrast: 0; allowed: numbers above 0");
    }
    return config->kind == ADI_TRANSIENT ? check_times(config) : CT_OK;
}

/* A steady state whose kappa depends on u is multigrid's. Local. */
static ct_status check_laws(const adi_job *job) {
    const adi_config *config = &job->config;
    return config->kind == ADI_STEADY && config->steady_solver == CT_ADI_STEADY_WACHSPRESS &&
                   job->kappa.is_law
               ? ct_raise(CT_ERROR_CONFIG,
                          "steady.solver: wachspress, and %s is a formula in %s; allowed: "
                          "multigrid, auto",
                          job->kappa.where, job->kappa.changes ? "t" : "u")
               : CT_OK;
}

/* Values that are given and that nothing would take. Local. */
static ct_status check_idle(const adi_job *job) {
    const adi_config *config = &job->config;
    const ct_adi_problem *problem = &job->shape.problem;
    for (int a = 0; a < problem->axes; a++) {
        const adi_axis_config *axis = &config->axis[adi_axis_index(problem->axes, a)];
        const char *name = adi_axis_names[adi_axis_index(problem->axes, a)];
        const bool is_own = axis->kappa[0] != '\0';
        if (config->edge_stop != CT_ADI_LINEAR &&
            (adi_job_is_rough(job) || problem->diffusivity[a] != 1)) {
            return ct_raise(CT_ERROR_CONFIG,
                            "%s.kappa: \"%.60s\", and with nonlinear.kind kappa follows from the "
                            "gradient of u alone; allowed: 1, or nonlinear.kind: none",
                            is_own ? name : "problem", is_own ? axis->kappa : config->kappa);
        }
    }
    return CT_OK;
}

/* The name of the snapshots' dataset must not be that of the times, steps or positions. Local. */
static ct_status check_name(const char *dataset) {
    static const char *const taken[] = {"time", "step", "x", "y", "z"};
    bool fits = ct_array_check_name(dataset) == CT_OK && strchr(dataset, '/') == NULL;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        fits = fits && strcmp(dataset, taken[i]) != 0;
    }
    return fits ? CT_OK
                : ct_raise(CT_ERROR_CONFIG,
                           "output.dataset: \"%s\"; allowed: a name such as u, without / and none "
                           "of time, step, x, y, z",
                           ct_escaped(dataset));
}

/* The values of the config, as far as one rank can tell. Local. */
static ct_status read_values(adi_job *job) {
    const adi_config *config = &job->config;
    const int axes = job->shape.problem.axes;
    ct_status status = CT_OK;
    CT_TRY(adi_value_read("problem.initial", config->initial, axes, ADI_OF_SPACE, &job->initial));
    const char *key = NULL;
    const char *kappa = adi_words_kappa(config, &key);
    CT_TRY(adi_value_read(key, kappa, axes, ADI_OF_STATE, &job->kappa));
    if (config->capacity[0] != '\0') {
        CT_TRY(adi_value_read("problem.capacity", config->capacity, axes, ADI_OF_STATE,
                              &job->capacity));
    }
    if (config->mask.cells[0] != '\0') {
        CT_TRY(adi_value_read("mask.cells", config->mask.cells, axes, ADI_OF_SPACE, &job->mask));
    }
    CT_TRY(adi_value_read("problem.sigma", config->sigma, axes, ADI_OF_SPACE, &job->sigma));
    CT_TRY(adi_value_read("problem.source", config->source, axes, ADI_OF_STATE, &job->source));
    job->kappa.is_law = job->kappa.is_law || job->kappa.changes;
    job->capacity.is_law = job->capacity.is_law || job->capacity.changes;
    for (int a = 0; a < axes; a++) {
        CT_TRY(adi_kappa_read(config, axes, a, &job->along[a]));
    }
    CT_TRY(adi_velocity_read(job));
    CT_TRY(adi_faces_read(job));
cleanup:
    return status;
}

/* Their arrays. Collective. */
static ct_status check_arrays(adi_job *job) {
    const ct_adi_problem *problem = &job->shape.problem;
    adi_value *values[ADI_VALUES_MOST];
    const int count = adi_job_values(job, values) - CT_ADI_AXES; /* those of all cells */
    ct_status status = CT_OK;
    for (int i = 0; i < count; i++) {
        values[i]->has_holes = values[i] != &job->mask && job->mask.where[0] != '\0';
        CT_TRY(adi_value_check(job->comm, values[i], problem->axes, problem->extent,
                               problem->precision));
    }
    CT_TRY(adi_velocity_check(job));
    CT_TRY(adi_faces_check(job));
cleanup:
    return status;
}

/* Arrays of the state's size that a plan holds at least. */
static int count_arrays(const adi_job *job) {
    const adi_config *config = &job->config;
    const bool has_kappa = adi_job_is_rough(job) || config->edge_stop != CT_ADI_LINEAR;
    const bool has_sigma = job->sigma.quantity.kind != CT_ADI_NUMBER;
    const bool by_gradients = config->kind == ADI_STEADY
                                  ? config->steady_solver == CT_ADI_STEADY_MULTIGRID ||
                                        (config->steady_solver == CT_ADI_STEADY_AUTO &&
                                         (has_kappa || has_sigma || job->source.is_law))
                                  : adi_job_scheme(job) == CT_ADI_CRANK_NICOLSON_CG;
    const bool has_rounds = config->kind == ADI_STEADY && (job->kappa.is_law || job->source.is_law);
    int arrays = 2;     /* the state, and what sweeps work on */
    if (by_gradients) { /* matrices and vectors of all levels, about 360 bytes a cell */
        arrays += config->precision == ADI_SINGLE ? 90 : 45;
    }
    if (by_gradients && (job->kappa.is_law || job->capacity.is_law)) { /* a matrix of its own */
        arrays += config->precision == ADI_SINGLE ? 24 : 12;
    }
    if (has_rounds) { /* states and changes of the last ones */
        arrays += config->precision == ADI_SINGLE ? 28 : 14;
    }
    if (adi_velocity_is_on(job)) { /* of doubles: at faces, and three of u */
        arrays += (3 + job->shape.problem.axes) * (config->precision == ADI_SINGLE ? 2 : 1);
    }
    arrays += config->scheme == CT_ADI_CRANK_NICOLSON;
    arrays += config->kind == ADI_TRANSIENT && config->tolerance > 0 ? 2 : 0; /* to go back */
    arrays += config->edge_stop != CT_ADI_LINEAR && config->smoothing > 0 ? 2 : 0;
    arrays += job->source.quantity.kind == CT_ADI_FIELD;
    arrays += job->kappa.is_law || job->source.is_law || job->capacity.is_law;
    arrays += job->source.is_law ? 3 : 0; /* f, its slope, and sigma with that */
    arrays += has_kappa + has_sigma + (job->capacity.quantity.kind != CT_ADI_NUMBER);
    for (int a = 0; a < job->shape.problem.axes; a++) {
        arrays += job->along[a].quantity.kind != CT_ADI_NUMBER;
    }
    if (has_kappa || has_sigma) { /* along each axis kappa at faces, and pivots */
        arrays += 2 * job->shape.problem.axes;
    }
    return arrays;
}

/* An array that is read while there are all others: a value, which the plan copies, with what
 * reading takes, or an earlier run's state or snapshots. */
static double reading_need(adi_job *job, double bytes) {
    adi_value *values[ADI_VALUES_MOST];
    double most = job->restart != NULL ? bytes : 0;
    for (int i = adi_job_values(job, values) - 1; i >= 0; i--) {
        most = fmax(most, values[i]->file[0] != '\0' ? bytes + values[i]->reading_bytes : 0);
    }
    return most;
}

double adi_job_need_bytes(adi_job *job) {
    const ct_adi_problem *problem = &job->shape.problem;
    double bytes = (problem->precision == CT_FLOAT ? 4 : 8) / (double)job->size;
    for (int a = 0; a < problem->axes; a++) {
        bytes *= (double)problem->extent[a];
    }
    return count_arrays(job) * bytes +
           fmax(reading_need(job, bytes), ct_array_writing_bytes(&job->layout, bytes));
}

/* Collective. */
static ct_status check_memory(adi_job *job) {
    const int is_float = job->shape.problem.precision == CT_FLOAT;
    return job_check_memory(job->comm, adi_job_need_bytes(job), "the state and its systems",
                            is_float ? "" : ", problem.precision: float");
}

/* Chunks are of a snapshot. */
static ct_status check_storage(adi_job *job) {
    const ct_adi_problem *p = &job->shape.problem;
    return ct_storage_read(&job->config.storage, p->axes, p->extent,
                           p->precision == CT_FLOAT ? sizeof(float) : sizeof(double), &job->layout);
}

ct_status adi_job_check(adi_job *job) {
    ct_status status = CT_OK;
    CT_TRY(job_exchange_check(&adi_program, &job->config.exchange, job->comm));
    CT_TRY(adi_shape_make(job->comm, &job->config, &job->shape));
    CT_TRY(job_exchange_check_precision(&job->config.exchange,
                                        job->shape.problem.precision == CT_DOUBLE,
                                        "the floats of problem.precision"));
    CT_TRY(check_keys(&job->config, job->shape.problem.axes));
    CT_TRY(adi_mask_check(&job->config));
    CT_TRY(check_name(job->config.dataset));
    if (strcmp(job->config.grid, "auto") != 0) {
        CT_TRY(job_read_grid("distribution.grid", job->config.grid, "auto", job->shape.problem.axes,
                             job->size, job->grid));
    }
    CT_TRY(ct_agree(job->comm, read_values(job)));
    CT_TRY(check_laws(job));
    CT_TRY(check_idle(job));
    CT_TRY(adi_refuse_idle(job));
    CT_TRY(ct_agree(job->comm, check_storage(job)));
    CT_TRY(ct_agree(job->comm, adi_probes_read(job)));
    CT_TRY(check_arrays(job));
    if (job->config.checkpoint[0] != '\0') {
        CT_TRY(adi_inputs_checksum(job));
    }
    CT_TRY(adi_files_check(job));
    CT_TRY(adi_schedule_make(job));
    CT_TRY(check_memory(job));
cleanup:
    return status;
}
