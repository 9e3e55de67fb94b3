/* Intersects the runs of a recipe with ranks' blocks: the parts that one rank reads from another.
 * Local, pure. */
#ifndef CT_FFT_SINGLE_AXIS_PARTS_H
#define CT_FFT_SINGLE_AXIS_PARTS_H

#include "fft/single_axis/recipe.h"

/* The intersection. */
ct_fft_interval ct_fft_interval_common(ct_fft_interval a, ct_fft_interval b);

/* The part of a run for `positions` of the result. */
ct_fft_run ct_fft_run_within(const ct_fft_run *run, ct_fft_interval positions);

/* The elements of a run that one rank reads from another: a run with `source` counted from the
 * first of `sources`. */
typedef struct ct_fft_part {
    int stream, owner;
    ct_fft_run run;
} ct_fft_part;

enum { CT_FFT_PARTS = CT_FFT_STREAMS * CT_FFT_RUNS };

/* The parts for `positions` of a map's result among an owner's elements `sources`. Returns their
 * number. */
int ct_fft_map_parts(const ct_fft_map *map, ct_fft_interval positions, ct_fft_interval sources,
                     int owner, ct_fft_part part[CT_FFT_PARTS]);

#endif
