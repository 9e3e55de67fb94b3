/* Planning the transforms inside a rank: FFTW plans for a plane and for a tile of lines, made once
 * on rank 0 and taken over by the others. */
#include "base/mpi.h"
#include "fft/plan.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

/* Widest tile, in lines: 16 complex doubles are four cache lines, enough for full memory speed. Two
 * elements of padding keep the rows of a tile off each other's cache sets (256 points a line: 13.5
 * ms instead of 23 ms for 32768 lines). */
enum { WIDTH_MOST = 16, WIDTH_LEAST = 4, PADDING = 2, TILE_MOST_BYTES = 512 * 1024 };

static int tile_width(ptrdiff_t nz) {
    int width = WIDTH_MOST;
    while (width > WIDTH_LEAST && nz * width * (ptrdiff_t)sizeof(ct_complex) > TILE_MOST_BYTES) {
        width /= 2;
    }
    return width;
}

static unsigned planner_flags(ct_rigour rigour) {
    switch (rigour) {
    case CT_MEASURE:
        return FFTW_MEASURE;
    case CT_PATIENT:
        return FFTW_PATIENT;
    case CT_EXHAUSTIVE:
        return FFTW_EXHAUSTIVE;
    default:
        return FFTW_ESTIMATE;
    }
}

static fftw_plan plan_lines(const ct_fft_plan *plan, unsigned flags) {
    const ct_fft_local *local = &plan->local;
    int sign = plan->options.direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    int nz = (int)plan->extent[0];
    return fftw_plan_many_dft(1, &nz, local->width, local->tile, NULL, local->pitch, 1, local->tile,
                              NULL, local->pitch, 1, sign, flags);
}

/* Planned between scratch arrays, executed between those of the user and the buffer; a plane may
 * start where vectors do not. */
static fftw_plan plan_plane(const ct_fft_plan *plan, ct_complex *scratch, unsigned flags) {
    int sign = plan->options.direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    ptrdiff_t plane_elements = plan->extent[1] * plan->extent[2];
    int aligned = fftw_alignment_of((double *)(scratch + plane_elements)) == 0;
    return fftw_plan_dft_2d((int)plan->extent[1], (int)plan->extent[2], scratch,
                            plan->local.plane_buffer, sign, flags | (aligned ? 0 : FFTW_UNALIGNED));
}

/* Both plans. True when there are two. */
static int make_plans(ct_fft_plan *plan, ct_complex *scratch, unsigned flags) {
    ct_fft_local *local = &plan->local;
    if (local->plane == NULL) {
        local->plane = plan_plane(plan, scratch, flags);
    }
    if (local->lines == NULL) {
        local->lines = plan_lines(plan, flags);
    }
    return local->plane != NULL && local->lines != NULL;
}

static void plan_on_first(ct_fft_plan *plan, ct_complex *scratch, unsigned flags,
                          const char *wisdom_file) {
    if (wisdom_file != NULL && !ct_fft_wisdom_read(wisdom_file)) {
        (void)snprintf(plan->warning, sizeof plan->warning,
                       "ignored %s: not wisdom of this FFTW; it will be replaced", wisdom_file);
    }
    if (!make_plans(plan, scratch, flags | FFTW_WISDOM_ONLY) && make_plans(plan, scratch, flags) &&
        wisdom_file != NULL && !ct_fft_wisdom_write(wisdom_file)) {
        (void)snprintf(plan->warning, sizeof plan->warning, "FFTW's wisdom could not be kept in %s",
                       wisdom_file);
    }
}

static ct_status allocate(ct_fft_plan *plan, ct_complex **scratch) {
    ct_fft_local *local = &plan->local;
    ptrdiff_t tile_bytes = plan->extent[0] * local->pitch * (ptrdiff_t)sizeof(ct_complex);
    ptrdiff_t plane_bytes = plan->extent[1] * plan->extent[2] * (ptrdiff_t)sizeof(ct_complex);
    ct_status status = CT_OK;
    CT_TRY(ct_alloc(MPI_COMM_SELF, tile_bytes, (void **)&local->tile));
    CT_TRY(ct_alloc(MPI_COMM_SELF, plane_bytes, (void **)&local->plane_buffer));
    CT_TRY(ct_alloc(MPI_COMM_SELF, plane_bytes, (void **)scratch));
cleanup:
    return status;
}

ct_status ct_fft_local_create(ct_fft_plan *plan, const char *wisdom_file) {
    unsigned flags = planner_flags(plan->options.rigour);
    ct_complex *scratch = NULL;
    ct_status status = CT_OK;
    plan->local.width = tile_width(plan->extent[0]);
    plan->local.pitch = plan->local.width + PADDING;
    CT_TRY(ct_agree(plan->comm, allocate(plan, &scratch)));
    if (plan->rank == 0) {
        plan_on_first(plan, scratch, flags, wisdom_file);
    }
    CT_TRY(ct_fft_wisdom_share(plan->comm));
    if (!make_plans(plan, scratch, flags | FFTW_WISDOM_ONLY) && !make_plans(plan, scratch, flags)) {
        status = ct_raise(CT_ERROR_INTERNAL, "FFTW has no plan for %td x %td x %td",
                          plan->extent[0], plan->extent[1], plan->extent[2]);
    }
    status = ct_agree(plan->comm, status);
cleanup:
    ct_free((void **)&scratch);
    return status;
}

void ct_fft_local_destroy(ct_fft_local *local) {
    fftw_destroy_plan(local->plane);
    fftw_destroy_plan(local->lines);
    ct_free((void **)&local->tile);
    ct_free((void **)&local->plane_buffer);
    *local = (ct_fft_local){.plane = NULL};
}
