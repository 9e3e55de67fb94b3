/* Executes a map tile by tile: gathers the streams as doubles, applies the formula, and stores the
 * result. */
#include "fft/numbers.h"
#include "fft/single_axis/mapping.h"
#include "kernels/stream.h"
#include "kernels/strided.h"

#include <string.h>

enum { TILE_NUMBERS = 2 * CT_FFT_TILE };

/* Gathers the elements of a run, of `width` real numbers each, into a tile. */
static inline void gather_as(const ct_fft_run *run, ptrdiff_t width, ct_precision precision,
                             const char *from, double *restrict into) {
    const double sign = (run->negates ? -1 : 1) * (run->halves ? 0.5 : 1);
    const double imaginary_sign = run->conjugates ? -sign : sign;
    ptrdiff_t at = run->source * width;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        into[0] = sign * ct_real_at(from, at, precision);
        if (width == 2) {
            into[1] = imaginary_sign * ct_real_at(from, at + 1, precision);
        }
        into += run->step * width;
        at += run->stride * width;
    }
}

/* Into a tile that begins at position `first`. What a loop would decide is a constant in it. */
static void gather(const ct_fft_run *run, ptrdiff_t first, int is_complex, ct_precision precision,
                   const char *from, double *tile) {
    const ptrdiff_t width = is_complex ? 2 : 1;
    double *into = tile + (run->first - first) * width;
    if (precision == CT_DOUBLE && ct_fft_run_is_plain(run)) {
        memcpy(into, (const double *)from + run->source * width,
               (size_t)(run->count * width) * sizeof *into);
    } else if (precision == CT_DOUBLE && is_complex) {
        gather_as(run, 2, CT_DOUBLE, from, into);
    } else if (precision == CT_DOUBLE) {
        gather_as(run, 1, CT_DOUBLE, from, into);
    } else if (is_complex) {
        gather_as(run, 2, CT_FLOAT, from, into);
    } else {
        gather_as(run, 1, CT_FLOAT, from, into);
    }
}

/* Overwrites the tile. */
static void store(double *tile, ptrdiff_t numbers, double factor, ct_precision precision,
                  int streams, char *restrict into) {
    if (precision == CT_FLOAT) {
        for (ptrdiff_t i = 0; i < numbers; i++) {
            ((float *)into)[i] = (float)(factor * tile[i]);
        }
        return;
    }
    for (ptrdiff_t i = 0; i < numbers && factor != 1; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): a map has a stream
        tile[i] *= factor;
    }
    if (streams) {
        ct_stream_copy(into, tile, (size_t)numbers * sizeof *tile);
    } else {
        memcpy(into, tile, (size_t)numbers * sizeof *tile);
    }
}

void ct_fft_mapping_pack(const ct_fft_mapping *mapping, ct_precision precision, const char *from,
                         char *into) {
    const ptrdiff_t width = mapping->map->reads_complex ? 2 : 1;
    double tile[TILE_NUMBERS];
    for (int p = 0; p < mapping->sent.count; p++) {
        const ct_fft_run *run = &mapping->sent.part[p].run;
        for (ptrdiff_t done = 0; done < run->count; done += CT_FFT_TILE) {
            ct_fft_run some =
                ct_fft_run_within(run, (ct_fft_interval){run->first + done, CT_FFT_TILE});
            gather(&some, some.first, mapping->map->reads_complex, precision, from, tile);
            store(tile, some.count * width, 1, precision, 0,
                  into + some.first * width * ct_real_bytes(precision));
        }
    }
}

/* Gathers the streams for the positions of a tile. */
static void read_streams(const ct_fft_mapping *mapping, ct_fft_interval positions,
                         ct_precision precision, char *const *address,
                         double *const in[CT_FFT_STREAMS]) {
    const ct_fft_map *map = mapping->map;
    for (int s = 0; s < map->streams; s++) {
        memset(in[s], 0, TILE_NUMBERS * sizeof(double));
    }
    for (int p = 0; p < mapping->read.count; p++) {
        const ct_fft_part *part = &mapping->read.part[p];
        ct_fft_run run = ct_fft_run_within(&part->run, positions);
        if (run.count > 0) {
            gather(&run, positions.first, map->reads_complex, precision, address[part->owner],
                   in[part->stream]);
        }
    }
}

/* Tile t of this rank's positions, to `into`. */
static void run_tile(const ct_fft_mapping *mapping, const ct_fft_recipe *recipe,
                     ct_precision precision, double factor, ptrdiff_t t, char *const *address,
                     int streams, char *into) {
    const ct_fft_map *map = mapping->map;
    double buffer[CT_FFT_STREAMS + 1][TILE_NUMBERS];
    double *const in[CT_FFT_STREAMS] = {buffer[0], buffer[1], buffer[2], buffer[3]};
    double *result = map->formula != NULL ? buffer[CT_FFT_STREAMS] : in[0];
    const ct_fft_interval positions = ct_fft_interval_common(
        mapping->mine, (ct_fft_interval){mapping->mine.first + t * CT_FFT_TILE, CT_FFT_TILE});
    read_streams(mapping, positions, precision, address, in);
    if (map->formula != NULL) {
        map->formula(recipe, positions.first, positions.count, in, result);
    }
    store(result, positions.count * (map->writes_complex ? 2 : 1), factor, precision, streams,
          into);
}

void ct_fft_mapping_run(const ct_fft_mapping *mapping, const ct_fft_recipe *recipe,
                        ct_precision precision, double factor, int threads, char *const *address,
                        char *into) {
    const ptrdiff_t width = mapping->map->writes_complex ? 2 : 1;
    const ptrdiff_t tiles = (mapping->mine.count + CT_FFT_TILE - 1) / CT_FFT_TILE;
    const ptrdiff_t tile_bytes = CT_FFT_TILE * width * ct_real_bytes(precision);
    const int streams = tiles * tile_bytes >= CT_STREAM_FROM_BYTES;
#if defined(_OPENMP)
#pragma omp parallel num_threads(threads)
#else
    (void)threads; /* one without OpenMP */
#endif
    {
#if defined(_OPENMP)
#pragma omp for
#endif
        for (ptrdiff_t t = 0; t < tiles; t++) {
            run_tile(mapping, recipe, precision, factor, t, address, streams,
                     into + t * tile_bytes);
        }
        ct_stream_fence();
    }
}
