/*
 * Filters in Fourier space: transform, multiply, transform back, in one pass less than the three
 * steps. The last transform of the way there and the first one back are along the same axis: lines
 * of it are transformed, given to a function of the caller and transformed back while they are in
 * the cache, so that the spectrum is never written to memory, is sent nowhere and takes no array.
 * For convolutions, Poisson's equation, derivatives, projections; and, from the spectrum to the
 * array and back (CT_INVERSE), for products in physical space, as of pseudo-spectral codes.
 */
#ifndef CORNERTURN_FFT_FILTER_H
#define CORNERTURN_FFT_FILTER_H

#include <cornerturn/fft.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* A part of the spectrum (of the array with CT_INVERSE): the elements at the positions of `box`,
 * global indices as of ct_fft_output_box, strides in bytes from each to the next along every axis.
 * The tiles of all ranks cover each position once. */
typedef struct ct_fft_tile {
    ct_box box;
    ptrdiff_t stride[CT_MAX_AXES];
    ptrdiff_t element_bytes;
    void *values;
} ct_fft_tile;

/* Changes the elements of a tile, and nothing else of its memory. Called on this rank for all of
 * its tiles, in no particular order, with `threads` by several threads at a time; calls nothing
 * collective. */
typedef void (*ct_fft_hook)(void *context, const ct_fft_tile *tile);

typedef struct ct_fft_filter_plan ct_fft_filter_plan;

/* Plans the transform in the direction of the options and its inverse. Of the two sides of the
 * options only the one where execution begins and ends counts. `scaling` is the factor of the first
 * transform, which the hook sees; the inverse has the one that makes a hook that changes nothing
 * the identity (with fewer modes than points: a projection). With CT_SCALING_NONE neither has one,
 * and the hook multiplies by 1/N where that is wanted, which saves a pass in the cache. A single
 * axis that all ranks transform together takes two plans and an array for the spectrum, with the
 * same result. Collective. Arguments and errors as of
 * ct_fft_plan_create; the caller destroys the plan. */
ct_status ct_fft_filter_plan_create(MPI_Comm comm, const ct_fft_problem *problem,
                                    const ct_fft_options *options, ct_fft_filter_plan **plan);

/* The part of the array that this rank gives and gets back, and its bytes, as ct_fft_input_box and
 * ct_fft_input_bytes. Local. */
ct_box ct_fft_filter_box(const ct_fft_filter_plan *plan);
ptrdiff_t ct_fft_filter_bytes(const ct_fft_filter_plan *plan);

/* Filters `input` into `output`, arrays as of ct_fft_execute. `hook` is called with `context`; each
 * rank may give its own. Collective. CT_ERROR_ARGUMENT as of ct_fft_execute. */
ct_status ct_fft_filter_execute(ct_fft_filter_plan *plan, const void *input, void *output,
                                ct_fft_hook hook, void *context);

/* The transform inside, for ct_fft_reason, ct_fft_phases, ct_fft_seconds, ct_fft_moved_bytes,
 * ct_fft_watch, ct_fft_factor and ct_fft_warning; it is not to be executed. Local; owned by the
 * plan. */
ct_fft_plan *ct_fft_filter_transform(ct_fft_filter_plan *plan);

/* Collective. Sets *plan to NULL. */
void ct_fft_filter_plan_destroy(ct_fft_filter_plan **plan);

CT_PUBLIC_END

#endif
