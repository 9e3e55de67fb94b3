/* The plans of a run. */
#include "apps/fft/plan.h"

#include "apps/common/lists.h"
#include "apps/fft/check.h"
#include "apps/fft/messages.h"
#include "apps/fft/transform.h"
#include "base/fail.h"
#include "base/mpi.h"
#include "base/pages.h"
#include "fft/query.h"
#include "io/run/available.h"
#include "poisson/plan.h"
#include <string.h>

/* The file of FFTW's wisdom; NULL when it is not wanted, or when nothing may be written. */
static const char *wisdom_file(fft_job *job) {
    if (!job->config.wisdom || job->options.check) {
        return NULL;
    }
    if (job->wisdom_file == NULL && ct_fft_wisdom_path(&job->wisdom_file) != CT_OK &&
        job->rank == 0) {
        (void)fprintf(stderr, "fft: warning: %s\n", ct_error_message());
    }
    return job->wisdom_file;
}

/* A job that exchanges needs two arrays more; with some memory to spare it has fewer than these. */
enum { ARRAYS_MOST = 10 };

/* Chooses between arrays that ranks of a node share, which need no exchange, and arrays of each
 * rank's own, where only those come in huge pages and there is memory enough: of a gigabyte the
 * exchange takes a tenth of a second, and small pages half of one, as each array is written for the
 * first time here. */
static ct_status choose_sharers(fft_job *job) {
    const double mine_bytes = fft_job_array_bytes(job) / job->size;
    int alone = job->size > 1 && mine_bytes >= CT_HUGE_FROM_BYTES && ct_pages_are_huge(0) &&
                !ct_pages_are_huge(1) &&
                ARRAYS_MOST * fft_job_array_bytes(job) <= ct_available_on_node().bytes;
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &alone, 1, MPI_INT, MPI_LAND, job->comm));
    job->sharers = alone ? MPI_COMM_SELF : job->comm;
cleanup:
    return status;
}

/* What they name is in the text. */
static ct_exchange_options exchange_options(const fft_job *job, char text[JOB_EXCHANGE_BYTES]) {
    ct_exchange_options options =
        job_exchange_options(&job->config.exchange, job->options.check, text);
    options.private_arrays = job->sharers == MPI_COMM_SELF;
    return options;
}

static ct_status make_plan(fft_job *job, const ct_fft_problem *problem, ct_fft_options *options,
                           ct_fft_plan **plan) {
    const fft_config *config = &job->config;
    char text[JOB_EXCHANGE_BYTES];
    ct_status status = CT_OK;
    options->rigour = job->options.check ? CT_ESTIMATE : (ct_rigour)config->rigour;
    options->transposed = 1; /* in a file it is in natural order all the same */
    options->pipeline = (int)config->pipeline;
    options->wisdom_file = wisdom_file(job);
    options->exchange = exchange_options(job, text);
    CT_TRY(ct_fft_plan_create(job->comm, problem, options, plan));
    if (ct_fft_warning(*plan) != NULL) {
        (void)fprintf(stderr, "fft: warning: %s\n", ct_fft_warning(*plan));
    }
cleanup:
    return status;
}

/* Whether the plan's spectrum is in the box of job->plan's on all ranks. Collective. */
static ct_status compare_spectra(const fft_job *job, const ct_fft_plan *plan,
                                 ct_direction direction, int *are_alike) {
    const int is_back = direction != (ct_direction)job->config.direction;
    const ct_box a = ct_fft_output_box(job->plan);
    const ct_box b = is_back ? ct_fft_input_box(plan) : ct_fft_output_box(plan);
    ct_status status = CT_OK;
    *are_alike = memcmp(a.first, b.first, (size_t)a.axes * sizeof *a.first) == 0 &&
                 memcmp(a.count, b.count, (size_t)a.axes * sizeof *a.count) == 0;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, are_alike, 1, MPI_INT, MPI_LAND, job->comm));
cleanup:
    return status;
}

/* A plan whose spectrum is cut as that of job->plan; its array too, where they are alike. A single
 * axis is cut in multiples of a divisor unless it is padded: of a convolution with as many points
 * as it is padded to, one plan would do that and another not. Collective. */
static ct_status make_fitting_plan(fft_job *job, const ct_fft_problem *problem,
                                   ct_direction direction, ct_fft_plan **plan) {
    ct_fft_options options = {.direction = direction, .destroys_input = 1};
    const ct_box box = ct_fft_output_box(job->plan);
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    int are_alike = 1;
    ct_status status = CT_OK;
    ct_fft_grids(job->plan, options.array.grid, options.spectrum.grid);
    if (memcmp(problem->extent, job->shape.problem.extent, sizeof problem->extent) != 0) {
        memset(options.array.grid, 0, sizeof options.array.grid);
    }
    CT_TRY(make_plan(job, problem, &options, plan));
    CT_TRY(compare_spectra(job, *plan, direction, &are_alike));
    if (!are_alike) {
        (void)ct_fft_extents(problem, 1, extent);
        const ct_decomposition spectrum =
            ct_decompose_boxes(problem->axes, extent, ct_box_elements(&box) > 0, &box);
        options.spectrum = (ct_fft_side){.decomposition = &spectrum};
        ct_fft_plan_destroy(plan);
        CT_TRY(make_plan(job, problem, &options, plan));
    }
cleanup:
    return status;
}

/* Of the coefficients of job->plan. */
static ct_status make_systems(fft_job *job) {
    char text[JOB_EXCHANGE_BYTES];
    const ct_exchange_options exchange = exchange_options(job, text);
    int grid[2][CT_MAX_AXES];
    ct_fft_grids(job->plan, grid[0], grid[1]);
    const ct_status status =
        ct_poisson_systems_create(job->comm, &job->shape.poisson, grid[1],
                                  ct_fft_output_box(job->plan), &exchange, &job->systems);
    return status == CT_ERROR_ARGUMENT
               ? ct_raise(CT_ERROR_CONFIG, "poisson.coordinates: %s", ct_error_message())
               : status;
}

ct_status fft_job_plan(fft_job *job) {
    const fft_config *config = &job->config;
    const fft_shape *shape = &job->shape;
    const int is_inverse = config->direction == CT_INVERSE;
    ct_fft_options options = {.direction = (ct_direction)config->direction,
                              .scaling = (ct_scaling)config->scaling};
    ct_status status = CT_OK;
    memcpy(options.array.grid, shape->array_grid, sizeof options.array.grid);
    memcpy(options.spectrum.grid, shape->spectrum_grid, sizeof options.spectrum.grid);
    memcpy(options.array.order, (is_inverse ? &shape->output : &shape->input)->order,
           sizeof options.array.order);
    memcpy(options.spectrum.order, (is_inverse ? &shape->input : &shape->output)->order,
           sizeof options.spectrum.order);
    CT_TRY(choose_sharers(job));
    job->in_place = options.in_place = fft_job_can_be_in_place(job);
    options.destroys_input =
        config->operation == FFT_TRANSFORM && !config->round_trip && !options.in_place;
    fft_job_begin(job, "plan", 0);
    CT_TRY(make_plan(job, &shape->problem, &options, &job->plan));
    if (shape->has_second) {
        CT_TRY(make_fitting_plan(job, &shape->second, CT_FORWARD, &job->second_plan));
    }
    if (shape->has_back) {
        CT_TRY(make_fitting_plan(job, &shape->back, CT_INVERSE, &job->back_plan));
    }
    if (shape->has_faces && !job->forecast.is_on) {
        CT_TRY(make_systems(job));
    }
    job->plan_s = fft_job_end(job);
    if (job->options.explain && !job->options.quiet && job->rank == 0) {
        fft_job_explain(job);
    }
cleanup:
    return status;
}

ct_status fft_job_forecast(fft_job *job) {
    const int axes = job->shape.problem.axes;
    ptrdiff_t grid[2][CT_MAX_AXES] = {{0}};
    int counts[2][CT_MAX_AXES] = {{0}};
    char text[JOB_EXCHANGE_BYTES];
    char parts[2 * JOB_COUNTS_BYTES + 32];
    char side[2][JOB_COUNTS_BYTES];
    const ct_fft_options options = {.direction = (ct_direction)job->config.direction,
                                    .exchange = exchange_options(job, text)};
    job_found found = {.arrays = "arrays and spectra",
                       .parts = parts,
                       .about = "a transform",
                       .how = ct_fft_reason(job->plan),
                       .exchange = ct_fft_exchange(job->plan)};
    ct_constants constants;
    fft_job_need need;
    ct_status status = CT_OK;
    CT_TRY(ct_constants_find(job->comm, options.exchange.tuning_file, &constants));
    CT_TRY(fft_job_count(job, &need));
    found.array_bytes = need.array_bytes;
    found.plan_bytes = need.plan_bytes;
    found.seconds = ct_fft_plan_predict(job->plan, &options, &constants.calibration);
    ct_fft_grids(job->plan, counts[0], counts[1]);
    for (int i = 0; i < 2 * axes; i++) {
        grid[i / axes][i % axes] = counts[i / axes][i % axes];
    }
    (void)snprintf(parts, sizeof parts, "%s, of the spectrum %s",
                   job_write_counts(axes, grid[0], "x", side[0]),
                   job_write_counts(axes, grid[1], "x", side[1]));
    job_forecast_print(&job->forecast, &constants, &found);
cleanup:
    return status;
}
