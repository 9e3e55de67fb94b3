#include "fft/lines/codelets/plane_ends.h"

#include "base/arithmetic/extremes.h"
#include "kernels/cache.h"
#include "kernels/tile/tile.h"

#include <string.h>

void ct_fft_plane_part(const ct_fft_codelet_plane *plane, ptrdiff_t numbers, ptrdiff_t number_bytes,
                       const char *from, char *into) {
    const ct_tile tile = ct_tile_apart(plane->components, number_bytes, numbers, plane->part);
    ct_tile_copy(&tile, from, into, 0);
}

void ct_fft_plane_join(const ct_fft_codelet_plane *plane, ptrdiff_t numbers, ptrdiff_t number_bytes,
                       const char *from, char *into) {
    const ct_tile tile = ct_tile_together(plane->components, number_bytes, numbers, plane->part);
    ct_tile_copy(&tile, from, into, 0);
}

void ct_fft_plane_enter(const ct_fft_codelet_plane *plane, ptrdiff_t count, const char *from,
                        ptrdiff_t step, char *into, char *work, ct_codelet_ahead *ahead) {
    const int is_real = plane->class == CT_CLASS_R2C;
    char *const apart = work + plane->room.apart;
    char *const transformed = work + plane->room.transformed; /* of complex vectors */
    ct_codelet_pass rows = plane->rows;
    if (plane->components == 1) {
        rows.kernel(&rows, from, into, 0, ahead);
        return;
    }
    rows.count = plane->taken * plane->components;
    for (ptrdiff_t i = 0; i < count; i += plane->taken) {
        const ptrdiff_t first = ct_least(i, count - plane->taken); /* the last ones again */
        for (ptrdiff_t k = 0; k < plane->taken; k++) {
            ct_fft_plane_part(plane, plane->points * (1 + is_real),
                              plane->number_bytes / (1 + is_real), from + (first + k) * step,
                              apart + k * plane->components * plane->part);
        }
        rows.kernel(&rows, apart, is_real ? into + first * plane->work : transformed, 0, ahead);
        for (ptrdiff_t k = 0; k < plane->taken && !is_real; k++) {
            ct_fft_plane_join(plane, plane->points, plane->number_bytes,
                              transformed + k * plane->components * plane->part,
                              into + (first + k) * plane->work);
        }
    }
}

ct_ragged_rows ct_fft_plane_ragged(const ct_fft_codelet_plane *plane, ptrdiff_t bytes, char *work,
                                   char *output) {
    return (ct_ragged_rows){
        .into = output,
        .rows = plane->count,
        .bytes = bytes,
        .step = plane->into,
        .edges = work + plane->room.edges,
    };
}

plane_leaving ct_fft_plane_leave_by(const ct_fft_codelet_plane *plane, char *work, char *output) {
    const ptrdiff_t bytes = plane->components * plane->points * plane->number_bytes;
    const int are_lines = bytes % CT_LINE_BYTES == 0;
    const int is_whole =
        are_lines && ct_line_phase(output) == 0 && plane->into % CT_LINE_BYTES == 0;
    const int passes_by = plane->streams && plane->class == CT_CLASS_C2R && !plane->rows_stream;
    const int gains = plane->class == CT_CLASS_C2C || plane->streams;
    const int by_work = gains && are_lines && (!is_whole || passes_by) && plane->into == bytes;
    return (plane_leaving){.streams = plane->streams && is_whole,
                           .by_work = by_work || ct_fft_plane_are_apart(plane),
                           .rows = ct_fft_plane_ragged(plane, bytes, work, output)};
}

void ct_fft_plane_write(const ct_fft_codelet_plane *plane, const plane_leaving *how, ptrdiff_t row,
                        const char *from, char *work) {
    const int is_real = plane->class == CT_CLASS_C2R;
    char *into = how->rows.into + row * how->rows.step;
    if (ct_fft_plane_are_apart(plane)) {
        char *joined =
            plane->streams ? work + plane->room.apart + ct_ragged_phase(&how->rows, row) : into;
        ct_fft_plane_join(plane, plane->points * (1 + is_real), plane->number_bytes / (1 + is_real),
                          from, joined);
        from = joined;
    }
    if (plane->streams) {
        ct_ragged_write(&how->rows, row, from);
    } else if (from != into) {
        memcpy(into, from, (size_t)how->rows.bytes);
    }
}

void ct_fft_plane_write_rows(const ct_fft_codelet_plane *plane, const plane_leaving *how,
                             ptrdiff_t k, const char *from, char *work) {
    for (ptrdiff_t l = 0; l < plane->steps.rest; l++) {
        ct_fft_plane_write(plane, how, k + plane->steps.first * l, from + l * plane->work, work);
    }
}

void ct_fft_plane_end(const ct_fft_codelet_plane *plane, const plane_leaving *how) {
    if (how->by_work && plane->streams) {
        ct_ragged_end(&how->rows);
    }
}
