/*
 * Sets of ranks of a torus in few runs: boxes whose sides are coordinates with some Gray bits given
 * and the others free, and what is outside a square.
 *
 *   Gray codes of 0 .. 7          side                       coordinates     runs
 *   0 1 3 2 6 7 5 4               low 0, high 1, top 3       1 2 5 6         2 of stride 4
 *   (bit 0 given to be 1)         (.. and bit 2 to be 1)     5 6             2 single ones
 *                                 low 1, high 2, top 3       2 3 4 5         2 pairs
 */
#include "algorithms/torus/torus.h"

static int code_to_coordinate(int gray) {
    for (int shift = 1; shift < 32; shift *= 2) {
        gray ^= gray >> shift;
    }
    return gray;
}

/* The bits between high and top number pieces of 2^low neighbours. Those below depend on the lowest
 * of them only, so every second piece repeats after a fixed stride. */
static int strided(const ct_torus_side *s) {
    return 2 << s->low < 1 << (s->top - s->high);
}

static int runs_of(const ct_torus_side *s) {
    return strided(s) ? 2 << s->low : 1 << (s->top - s->high);
}

static ct_run run_of(const ct_torus_side *s, int index) {
    int pieces = 1 << (s->top - s->high);
    int piece = strided(s) ? index % 2 : index;
    int above = code_to_coordinate(s->gray >> s->top) * pieces + piece;
    int given = s->gray & ct_torus_low_bits(s->high) & ~ct_torus_low_bits(s->low);
    int code = (above ^ above >> 1) << s->high | given;
    int first = code_to_coordinate(code) & ~ct_torus_low_bits(s->low);
    return strided(s) ? (ct_run){first + index / 2, pieces / 2, 2 << s->high}
                      : (ct_run){first, 1 << s->low, 1};
}

/* Adds all ranks of a run of x and a run of y, in as few runs as that takes. */
static void add_runs(ct_schedule *schedule, int width, ct_run x, ct_run y) {
    ct_run row = {x.first + y.first * width, x.count, x.stride};
    ct_run column = {row.first, y.count, y.stride * width};
    if (x.count * x.stride == width && y.stride == 1) { /* goes on from row to row */
        row.count *= y.count;
        ct_schedule_set_add(schedule, row);
    } else if (y.count <= x.count) {
        for (int i = 0; i < y.count; i++, row.first += column.stride) {
            ct_schedule_set_add(schedule, row);
        }
    } else {
        for (int i = 0; i < x.count; i++, column.first += x.stride) {
            ct_schedule_set_add(schedule, column);
        }
    }
}

void ct_torus_add_box(ct_schedule *schedule, const ct_torus *torus, ct_torus_side x,
                      ct_torus_side y) {
    for (int i = 0; i < runs_of(&y); i++) {
        for (int k = 0; k < runs_of(&x); k++) {
            add_runs(schedule, 1 << torus->bits[0], run_of(&x, k), run_of(&y, i));
        }
    }
}

/* What lies between the rows of the square. */
void ct_torus_add_outside(ct_schedule *schedule, const ct_torus *torus, int rank, int bits) {
    int extent = 1 << bits;
    int width = 1 << torus->bits[0];
    int inside = ct_torus_low_bits(bits) * (width + 1); /* bits of the rank */
    int corner = rank & ~inside;
    for (int row = 0; row < extent; row++) {
        int begin = corner + row * width + extent;
        int end = row < extent - 1 ? begin + width - extent : corner + schedule->size;
        if (end > begin) { /* past the last rank it goes on with the first */
            ct_schedule_set_add(schedule, (ct_run){begin % schedule->size, end - begin, 1});
        }
    }
}
