/* Intersects runs with ranks' blocks. */
#include "fft/single_axis/parts.h"

static ptrdiff_t ceiling(ptrdiff_t a, ptrdiff_t b) {
    return a > 0 ? (a + b - 1) / b : -(-a / b);
}

/* The n for which from + n * step, step not 0, is in `within`. */
static ct_fft_interval inside(ptrdiff_t from, ptrdiff_t step, ct_fft_interval within) {
    ptrdiff_t end = within.first + within.count;
    ptrdiff_t low = step > 0 ? ceiling(within.first - from, step) : ceiling(from - end + 1, -step);
    ptrdiff_t high = step > 0 ? ceiling(end - from, step) : ceiling(from - within.first + 1, -step);
    return (ct_fft_interval){low, high - low};
}

ct_fft_interval ct_fft_interval_common(ct_fft_interval a, ct_fft_interval b) {
    ptrdiff_t a_end = a.first + a.count;
    ptrdiff_t b_end = b.first + b.count;
    ptrdiff_t first = a.first > b.first ? a.first : b.first;
    ptrdiff_t end = a_end < b_end ? a_end : b_end;
    return (ct_fft_interval){first, end > first ? end - first : 0};
}

/* The part of a run whose indices are in an interval. */
static ct_fft_run cut(const ct_fft_run *run, ct_fft_interval within) {
    ct_fft_interval n = ct_fft_interval_common((ct_fft_interval){0, run->count}, within);
    ct_fft_run part = *run;
    part.first += n.first * run->step;
    part.source += n.first * run->stride;
    part.count = n.count;
    return part;
}

ct_fft_run ct_fft_run_within(const ct_fft_run *run, ct_fft_interval positions) {
    return cut(run, inside(run->first, run->step, positions));
}

int ct_fft_map_parts(const ct_fft_map *map, ct_fft_interval positions, ct_fft_interval sources,
                     int owner, ct_fft_part part[CT_FFT_PARTS]) {
    int count = 0;
    for (int s = 0; s < map->streams; s++) {
        for (int r = 0; r < map->stream[s].runs; r++) {
            ct_fft_run run = ct_fft_run_within(&map->stream[s].run[r], positions);
            run = cut(&run, inside(run.source, run.stride, sources));
            run.source -= sources.first;
            if (run.count > 0) {
                part[count++] = (ct_fft_part){s, owner, run};
            }
        }
    }
    return count;
}
