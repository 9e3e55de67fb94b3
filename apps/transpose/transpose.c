/* transpose: gives an HDF5 array another order of axes, on any number of ranks. */
#include "apps/transpose/check.h"
#include "apps/transpose/panel.h"
#include "apps/transpose/report.h"
#include "base/fail.h"
#include "base/job/finalize.h"
#include "base/job/initialize.h"
#include "files/signals.h"
#include "io/array/file.h"
#include "io/array/info.h"
#include "io/array/write.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Input and result of the largest panel, their pages there before any clock runs. */
static ct_status allocate(transpose_job *job) {
    ct_status status = CT_OK;
    ptrdiff_t bytes[2];
    transpose_array_bytes(&job->shape, job->rank, bytes);
    CT_TRY(ct_alloc(job->comm, bytes[1], &job->output));
    memset(job->output, 0, (size_t)bytes[1]);
    if (!job->shape.swaps) {
        CT_TRY(ct_alloc(job->comm, bytes[0], &job->input));
        memset(job->input, 0, (size_t)bytes[0]);
    }
cleanup:
    return status;
}

/* Each panel is written by itself. */
static ct_status set_parts(transpose_job *job) {
    const ct_slices *panels = &job->shape.panels;
    ct_status status = CT_OK;
    ct_box *boxes = calloc((size_t)panels->count + 1, sizeof *boxes);
    CT_TRY(ct_agree(job->comm,
                    boxes != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for panels")));
    for (ptrdiff_t i = 0; i < panels->count; i++) {
        ct_box panel;
        (void)ct_slices_at(panels, i, &panel);
        boxes[i] = transpose_output_box(&job->shape, &panel, job->rank);
    }
    boxes[0].axes = job->shape.axes;
    status = ct_array_set_parts(job->file, panels->count > 0 ? (int)panels->count : 1, boxes);
cleanup:
    free(boxes);
    return status;
}

/* Makes the output file with its dataset, so that a disk too small is found before the work. */
static ct_status create_output(transpose_job *job) {
    const transpose_config *config = &job->config;
    const transpose_shape *shape = &job->shape;
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    ct_box box = {.axes = shape->axes};
    ct_status status = CT_OK;
    for (int a = 0; a < shape->axes; a++) {
        extent[a] = shape->extent[shape->permutation[a]];
    }
    if (config->output[0] == '\0') {
        goto cleanup;
    }
    CT_TRY(ct_array_create(job->comm, config->output, config->overwrite, &job->file));
    if (shape->panels.count > 0) {
        ct_box panel; /* the second one tells how far they are apart */
        (void)ct_slices_at(&shape->panels, shape->panels.count > 1, &panel);
        box = transpose_output_box(shape, &panel, job->rank);
    }
    CT_TRY(ct_array_set_layout(job->file, &job->layout, &box));
    CT_TRY(job->layout.per_node ? set_parts(job) : CT_OK);
    if (config->input[0] != '\0') {
        CT_TRY(ct_array_add_like(job->file, config->output_dataset, shape->axes, extent,
                                 config->input, config->input_dataset));
    } else {
        CT_TRY(ct_array_add_numbers(job->file, config->output_dataset, shape->axes, extent,
                                    ct_array_numbers[config->number]));
    }
cleanup:
    return status;
}

static ct_status work(transpose_job *job) {
    const ct_slices *panels = &job->shape.panels;
    const double bytes = transpose_array_size_bytes(job);
    ct_status status = CT_OK;
    if (panels->count > 1) {
        ct_progress_begin(job->progress, "panels", bytes);
    }
    for (ptrdiff_t index = 0; index < panels->count; index++) {
        ct_box panel;
        (void)ct_slices_at(panels, index, &panel);
        CT_TRY(transpose_job_panel(job, &panel));
        if (panels->count > 1) {
            ct_progress_update(job->progress, bytes * (double)(index + 1) / (double)panels->count);
        }
    }
    if (panels->count > 1) {
        (void)ct_progress_end(job->progress);
    }
cleanup:
    return status;
}

/* Sums what rounding has saved and lost. What became infinite by it is an error. */
static ct_status find_losses(transpose_job *job) {
    ct_status status = CT_OK;
    for (int i = 0; i < TRANSPOSE_PLANS; i++) {
        ct_exchange_losses of_plan = {.saved_bytes = 0};
        if (job->plans[i] != NULL) {
            CT_TRY(ct_transpose_rounding(job->plans[i], &of_plan));
            job_add_losses(&job->losses, &of_plan);
        }
    }
    if (job->losses.overflows > 0) {
        CT_FAIL(CT_ERROR_CONFIG,
                "exchange.precision: %s, but %.0f numbers are too large for floats; allowed: up to "
                "3.4e38, or exact",
                job_exchange_precisions[job->config.exchange.precision], job->losses.overflows);
    }
cleanup:
    return status;
}

/* What went in must have come out, or nothing gets its name. */
static ct_status verify(transpose_job *job) {
    uint64_t sums[2] = {0, 0};
    ct_status status = CT_OK;
    (void)MPI_Allreduce(job->checksum, sums, 2, MPI_UINT64_T, MPI_SUM, job->comm);
    if (job->config.checksum && sums[0] != sums[1]) {
        CT_FAIL(CT_ERROR_INTERNAL, "the result does not have the input's elements in their places: "
                                   "the checksums differ");
    }
cleanup:
    return status;
}

static ct_status finish_output(transpose_job *job) {
    const transpose_config *config = &job->config;
    ct_status status = CT_OK;
    if (job->file == NULL) {
        goto cleanup;
    }
    CT_TRY(transpose_job_attributes(job));
    CT_TRY(ct_array_commit(&job->file));
    if (job->rank == 0 && job->xdmf_file != NULL) {
        status = ct_xdmf_write(job->xdmf_file, config->output, config->output_dataset, NULL);
    } else if (job->rank == 0 && config->overwrite) {
        status = ct_xdmf_remove(config->output);
    }
    status = ct_agree_on_first(job->comm, status);
cleanup:
    return status;
}

/* What is planned for the first panel, for --explain and --forecast. */
static ct_status explain(transpose_job *job) {
    ct_status status = CT_OK;
    ct_box panel;
    if (job->shape.panels.count == 0) {
        goto cleanup;
    }
    (void)ct_slices_at(&job->shape.panels, 0, &panel);
    CT_TRY(transpose_job_plan(job, &panel));
    if (!job->options.explain || job->options.quiet || job->rank != 0) {
        goto cleanup;
    }
    if (ct_transpose_exchange(job->plan) != NULL) {
        ct_explain_exchange(stdout, ct_transpose_exchange(job->plan));
    } else {
        (void)printf("exchange: none; pairs of ranks swap tiles in place\n");
    }
cleanup:
    return status;
}

/* With --forecast: what the first panel's plan tells of a run. */
static ct_status forecast(transpose_job *job) {
    const ct_exchange_plan *exchange = job->plan != NULL ? ct_transpose_exchange(job->plan) : NULL;
    const ct_score *score = exchange != NULL ? ct_exchange_score(exchange, 0) : NULL;
    ptrdiff_t bytes[2];
    ct_box panel;
    ct_distribution side[2];
    char text[2][JOB_COUNTS_BYTES];
    char parts[2 * JOB_COUNTS_BYTES + 32];
    ct_constants constants;
    ct_status status = CT_OK;
    const char *tuning = job->config.exchange.tuning;
    CT_TRY(ct_constants_find(job->comm, tuning[0] != '\0' ? tuning : NULL, &constants));
    (void)ct_slices_at(&job->shape.panels, 0, &panel);
    transpose_distribute(&job->shape, &panel, &side[0], &side[1]);
    transpose_array_bytes(&job->shape, job->rank, bytes);
    for (int i = 0; i < 2; i++) {
        ptrdiff_t grid[CT_MAX_AXES] = {0};
        for (int a = 0; a < job->shape.axes; a++) {
            grid[a] = side[i].grid[a];
        }
        (void)job_write_counts(job->shape.axes, grid, "x", text[i]);
    }
    (void)snprintf(parts, sizeof parts, "%s, of the result %s", text[0], text[1]);
    const job_found found = {.array_bytes = (double)bytes[0] + (double)bytes[1],
                             .plan_bytes = job->plan_bytes,
                             .arrays = "input and result",
                             .parts = parts,
                             .seconds = score != NULL ? score->predicted_s : HUGE_VAL,
                             .about = job->shape.panels.count > 1 ? "the exchange of a panel"
                                                                  : "the exchange",
                             .exchange = exchange};
    job_forecast_print(&job->forecast, &constants, &found);
cleanup:
    return status;
}

static ct_status run(transpose_job *job, int argc, char **argv) {
    ct_status status = CT_OK;
    CT_TRY(transpose_job_load(job, argc, argv));
    if (job->options.leave) {
        goto cleanup;
    }
    CT_TRY(job_forecast_begin(&job->options, &job->comm, &job->size, &job->forecast));
    CT_TRY(transpose_job_check(job));
    if (job->options.explain || job->forecast.is_on) {
        CT_TRY(explain(job));
    }
    if (job->options.check) {
        CT_TRY(job->forecast.is_on ? forecast(job) : CT_OK);
        transpose_job_print_checked(job);
        goto cleanup;
    }
    ct_laps_end(&job->laps, "check");
    CT_TRY(job_trace_begin(job->comm, &job->options, &job->laps));
    CT_TRY(ct_report_open(job->comm, job->report_file, &job->report));
    CT_TRY(create_output(job));
    ct_laps_end(&job->laps, "create");
    CT_TRY(allocate(job));
    ct_laps_end(&job->laps, "memory");
    CT_TRY(work(job));
    CT_TRY(find_losses(job));
    CT_TRY(verify(job));
    ct_laps_end(&job->laps, "between");
    CT_TRY(finish_output(job));
    ct_laps_end(&job->laps, transpose_phases[TRANSPOSE_WRITE]);
    CT_TRY(job_trace_end(&job->options, &job->laps, &job->trace));
    CT_TRY(transpose_job_write_report(job));
    transpose_job_say_done(job);
cleanup:
    return status;
}

int main(int argc, char **argv) {
    transpose_job job = {.comm = MPI_COMM_WORLD};
    ct_laps_begin(&job.laps);
    ct_initialize(&argc, &argv);
    (void)MPI_Comm_rank(job.comm, &job.rank);
    (void)MPI_Comm_size(job.comm, &job.size);
    ct_signals_begin("transpose", job.rank == 0);
    ct_laps_end(&job.laps, "start");
    int exit_status = ct_exit_status(&transpose_program, run(&job, argc, argv));
    transpose_job_free(&job);
    ct_finalize("transpose");
    return ct_end(exit_status);
}
