/* Executes a map tile by tile: gathers the streams as doubles, applies the formula, and stores the
 * result. */
#include "fft/numbers.h"
#include "fft/single_axis/mapping.h"

#include <string.h>

/* Positions of a tile: all streams fit the first-level cache. */
enum { TILE = 256, TILE_NUMBERS = 2 * TILE };

/* Gathers the elements of a run into a tile that begins at position `first`. */
static void gather(const ct_fft_run *run, ptrdiff_t first, int is_complex, ct_precision precision,
                   const char *from, double *tile) {
    const ptrdiff_t width = is_complex ? 2 : 1;
    double *into = tile + (run->first - first) * width;
    ptrdiff_t at = run->source * width;
    const double sign = (run->negates ? -1 : 1) * (run->halves ? 0.5 : 1);
    const double imaginary_sign = run->conjugates ? -sign : sign;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        into[0] = sign * ct_real_at(from, at, precision);
        if (is_complex) {
            into[1] = imaginary_sign * ct_real_at(from, at + 1, precision);
        }
        into += run->step * width;
        at += run->stride * width;
    }
}

static void store(const double *tile, ptrdiff_t numbers, double factor, ct_precision precision,
                  char *into) {
    for (ptrdiff_t i = 0; i < numbers; i++) {
        ct_real_set(into, i, precision, factor * tile[i]);
    }
}

void ct_fft_mapping_pack(const ct_fft_mapping *mapping, ct_precision precision, const char *from,
                         char *into) {
    const ptrdiff_t width = mapping->map->reads_complex ? 2 : 1;
    double tile[TILE_NUMBERS];
    for (int p = 0; p < mapping->sent.count; p++) {
        const ct_fft_run *run = &mapping->sent.part[p].run;
        for (ptrdiff_t done = 0; done < run->count; done += TILE) {
            ct_fft_run some = ct_fft_run_within(run, (ct_fft_interval){run->first + done, TILE});
            gather(&some, some.first, mapping->map->reads_complex, precision, from, tile);
            store(tile, some.count * width, 1, precision,
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

void ct_fft_mapping_run(const ct_fft_mapping *mapping, const ct_fft_recipe *recipe,
                        ct_precision precision, double factor, int threads, char *const *address,
                        char *into) {
    const ct_fft_map *map = mapping->map;
    const ptrdiff_t width = map->writes_complex ? 2 : 1;
    const ptrdiff_t tiles = (mapping->mine.count + TILE - 1) / TILE;
#if defined(_OPENMP)
#pragma omp parallel for num_threads(threads)
#else
    (void)threads; /* one without OpenMP */
#endif
    for (ptrdiff_t t = 0; t < tiles; t++) {
        double buffer[CT_FFT_STREAMS + 1][TILE_NUMBERS];
        double *const in[CT_FFT_STREAMS] = {buffer[0], buffer[1], buffer[2], buffer[3]};
        double *result = map->formula != NULL ? buffer[CT_FFT_STREAMS] : in[0];
        ct_fft_interval positions = ct_fft_interval_common(
            mapping->mine, (ct_fft_interval){mapping->mine.first + t * TILE, TILE});
        read_streams(mapping, positions, precision, address, in);
        if (map->formula != NULL) {
            map->formula(recipe, positions.first, positions.count, in, result);
        }
        store(result, positions.count * width, factor, precision,
              into + t * TILE * width * ct_real_bytes(precision));
    }
}
