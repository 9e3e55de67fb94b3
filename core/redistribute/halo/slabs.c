#include "redistribute/halo/slabs.h"

ct_box ct_halo_slab(const ct_halo_shape *shape, const ct_box *part, int index) {
    ct_box slab = {.axes = shape->axes};
    for (int a = 0; a < shape->axes; a++) {
        const ptrdiff_t *width = shape->width[a];
        slab.count[a] = part->count[a];
        if (a == index / 2) {
            slab.first[a] = index % 2 == 0 ? -width[0] : part->count[a];
            slab.count[a] = width[index % 2];
        } else if (a < index / 2 && !shape->faces_only) {
            slab.first[a] = -width[0];
            slab.count[a] += width[0] + width[1];
        }
    }
    return slab;
}

static ptrdiff_t floor_of(ptrdiff_t position, ptrdiff_t extent) {
    return position / extent - (position % extent < 0);
}

ct_halo_pieces ct_halo_pieces_of(const ct_halo_shape *shape, const ct_box *part,
                                 const ct_box *slab) {
    ct_halo_pieces pieces = {.shape = shape, .at = *slab};
    pieces.ended = ct_box_elements(part) == 0 || ct_box_elements(slab) == 0;
    for (int a = 0; a < shape->axes && !pieces.ended; a++) {
        const ptrdiff_t first = part->first[a] + slab->first[a];
        pieces.at.first[a] = first;
        pieces.first[a] = floor_of(first, shape->extent[a]);
        pieces.end[a] = floor_of(first + slab->count[a] - 1, shape->extent[a]) + 1;
        if (!shape->periodic[a]) { /* only the array itself is there */
            pieces.ended = pieces.first[a] > 0 || pieces.end[a] < 1;
            pieces.first[a] = 0;
            pieces.end[a] = 1;
        }
        pieces.turn[a] = pieces.first[a];
    }
    return pieces;
}

int ct_halo_pieces_next(ct_halo_pieces *pieces, ct_owned *piece) {
    const ct_halo_shape *shape = pieces->shape;
    if (pieces->ended) {
        return 0;
    }
    *piece = (ct_owned){.axis = {{.runs = 0}}};
    for (int a = 0; a < shape->axes; a++) {
        const ptrdiff_t begin = pieces->turn[a] * shape->extent[a];
        const ptrdiff_t slab_end = pieces->at.first[a] + pieces->at.count[a];
        const ptrdiff_t first = pieces->at.first[a] > begin ? pieces->at.first[a] : begin;
        const ptrdiff_t end =
            slab_end < begin + shape->extent[a] ? slab_end : begin + shape->extent[a];
        piece->axis[a] = ct_intervals_single(first - begin, end - first);
        piece->axis[a].at = first - pieces->at.first[a];
    }
    pieces->ended = 1;
    for (int a = shape->axes - 1; a >= 0 && pieces->ended; a--) { /* as an odometer turns */
        pieces->ended = ++pieces->turn[a] == pieces->end[a];
        pieces->turn[a] = pieces->ended ? pieces->first[a] : pieces->turn[a];
    }
    return 1;
}
