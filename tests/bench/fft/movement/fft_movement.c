#include "fft_movement.h"
#include "../../numbers.h"

#include <stdlib.h>
#include <string.h>

/* Tiles as the library has them (core/fft/lines/lines.c), rows of a tile off each other's cache
 * sets.
 */
enum {
    PIECE_BYTES = 64 * 1024,
    ACROSS_MOST = 512,
    ACROSS_FEW = 256,
    ACROSS_LEAST = 64,
    TILE_BYTES = 256 * 1024,
    LONG_TILE_BYTES = 1 << 20,
    LINE_BYTES = 64
};

int fft_movement_create(ptrdiff_t extent, ptrdiff_t bytes, fft_movement *movement) {
    fft_movement m = {.planes = extent, .own_bytes = bytes};
    MPI_Aint first_bytes = 0;
    int unit = 0;
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &m.rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &m.size);
    (void)MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &m.part, &m.window);
    (void)MPI_Win_shared_query(m.window, MPI_PROC_NULL, &first_bytes, &unit, &m.first);
    long long all_bytes = bytes;
    (void)MPI_Allreduce(MPI_IN_PLACE, &all_bytes, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    m.plane_bytes = (ptrdiff_t)all_bytes / extent;
    const ptrdiff_t tile_bytes = extent * (ACROSS_MOST + LINE_BYTES);
    m.tile = malloc((size_t)(tile_bytes > PIECE_BYTES ? tile_bytes : PIECE_BYTES));
    numbers_fill(m.part, bytes);
    *movement = m;
    return m.tile != NULL;
}

static ptrdiff_t least(ptrdiff_t a, ptrdiff_t b) {
    return a < b ? a : b;
}

static void move_part(const fft_movement *m, const char *input) {
    for (ptrdiff_t at = 0; at < m->own_bytes; at += PIECE_BYTES) {
        const size_t bytes = (size_t)least(PIECE_BYTES, m->own_bytes - at);
        if (input != NULL) {
            memcpy(m->part + at, input + at, bytes);
        } else {
            memcpy(m->tile, m->part + at, bytes);
            memcpy(m->part + at, m->tile, bytes);
        }
    }
}

static void move_tile(const fft_movement *m, ptrdiff_t at, ptrdiff_t bytes) {
    const ptrdiff_t pitch = ACROSS_MOST + LINE_BYTES;
    for (ptrdiff_t i = 0; i < m->planes; i++) {
        memcpy(m->tile + i * pitch, m->first + i * m->plane_bytes + at, (size_t)bytes);
    }
    for (ptrdiff_t i = 0; i < m->planes; i++) {
        memcpy(m->first + i * m->plane_bytes + at, m->tile + i * pitch, (size_t)bytes);
    }
}

void fft_movement_run(const fft_movement *m, const void *input) {
    ptrdiff_t width = ACROSS_MOST;
    while ((width > ACROSS_FEW && width * m->planes > TILE_BYTES) ||
           (width > ACROSS_LEAST && width * m->planes > LONG_TILE_BYTES)) {
        width /= 2;
    }
    move_part(m, input);
    (void)MPI_Barrier(MPI_COMM_WORLD);
    const ptrdiff_t share = (m->plane_bytes / m->size + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    const ptrdiff_t end = least(share * (m->rank + 1), m->plane_bytes);
    for (ptrdiff_t at = share * m->rank; at < end; at += width) {
        move_tile(m, at, least(width, end - at));
    }
    (void)MPI_Barrier(MPI_COMM_WORLD);
}

void fft_movement_destroy(fft_movement *movement) {
    (void)MPI_Win_free(&movement->window);
    free(movement->tile);
}
