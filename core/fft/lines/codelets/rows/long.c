#include "fft/lines/codelets/rows/long.h"

#include "fft/lines/codelets/kernels/factors.h"
#include "fft/numbers.h"
#include "kernels/cache.h"

/* A, in the order of preference, and the least of B. In the cache, ns a row of doubles by FFTW and
 * so: 600 830 and 360, 720 960 and 510, 1000 1400 and 780, 1024 1100 and 710, 1280 1540 and 1010,
 * 2000 3220 and 1760, 2048 2640 and 1700, 4096 7250 and 4700, 6000 11500 and 5150. A
 * transform of one row by one rank with AVX2, us: 8192 64 and 45, 12288 123 and 80, 16384 132 and
 * 110. */
static const ptrdiff_t firsts[] = {20, 12, 8, 32};
enum {
    FIRSTS = sizeof firsts / sizeof *firsts,
    FIRST_MOST = 32,
    REST_LEAST = 30,
    LONG_MOST = 16384
};

struct ct_codelet_long {
    ct_codelet_pass crossed, columns;
    _Alignas(CT_LINE_BYTES) char inner[sizeof(double) * CT_CODELET_INNER_FACTORS];
    char factors[]; /* of crossed columns */
};

/* A; 0: there is none. Columns of B points are whole vectors. */
static ptrdiff_t first_of(ptrdiff_t points, ct_precision precision) {
    const ptrdiff_t lanes = ct_codelet_lanes(precision);
    for (int i = 0; i < FIRSTS; i++) {
        const ptrdiff_t first = firsts[i];
        const ptrdiff_t rest = points / first;
        if (points % first == 0 && rest >= REST_LEAST && first % lanes == 0 &&
            ct_codelet_crossed(precision, first, CT_FORWARD) != NULL &&
            ct_codelet_columns(precision, rest, CT_FORWARD) != NULL) {
            return first;
        }
    }
    return 0;
}

ptrdiff_t ct_codelet_long_bytes(ptrdiff_t points, ptrdiff_t rows, ct_precision precision) {
    const int suits = points >= CT_CODELET_MOST && points <= LONG_MOST &&
                      ct_codelet_rows(precision, points, rows, CT_FORWARD) == NULL &&
                      first_of(points, precision) > 0;
    const ptrdiff_t spare = (ptrdiff_t)FIRST_MOST * CT_LINE_BYTES; /* of the last vector */
    return suits
               ? (ptrdiff_t)sizeof(ct_codelet_long) + 2 * ct_real_bytes(precision) * points + spare
               : 0;
}

void ct_codelet_long_set(ct_codelet_long *made, ptrdiff_t points, ct_precision precision,
                         ct_direction direction) {
    const ptrdiff_t first = first_of(points, precision);
    const ptrdiff_t rest = first > 0 ? points / first : 0;
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    const ptrdiff_t between = first * number_bytes;
    made->crossed = (ct_codelet_pass){
        .kernel = ct_codelet_crossed(precision, first, direction),
        .count = 1,
        .width = rest * number_bytes,
        .from_step = rest * number_bytes,
        .into_step = between,
        .factors = made->factors,
    };
    made->columns = (ct_codelet_pass){
        .kernel = ct_codelet_columns(precision, rest, direction),
        .count = 1,
        .width = between,
        .from_step = between,
        .into_step = between,
        .factors = made->inner,
    };
    ct_codelet_inner_factors(precision, rest, direction, made->inner);
    ct_codelet_crossing_factors(precision, first, rest, direction, made->factors);
}

void ct_codelet_long_row(const ct_codelet_long *made, const void *from, void *into, void *work,
                         double factor, ct_codelet_ahead *ahead) {
    ct_codelet_ahead nothing = {.left = 0};
    ct_codelet_pass crossed = made->crossed;
    crossed.factor = factor;
    crossed.kernel(&crossed, from, work, 0, ahead);
    made->columns.kernel(&made->columns, work, into, 0, &nothing);
}

void ct_codelet_long_rows(const ct_codelet_pass *pass, const char *from, char *into, int streams,
                          ct_codelet_ahead *ahead) {
    const ct_codelet_long *made = pass->factors;
    ct_codelet_ahead nothing = {.left = 0};
    ct_codelet_pass crossed = made->crossed;
    crossed.factor = pass->factor;
    (void)streams;
    for (ptrdiff_t row = 0; row < pass->count; row++) {
        char *const result = into + row * pass->into_step;
        crossed.kernel(&crossed, from + row * pass->from_step, result, 0, ahead);
        if (ahead->from != NULL) { /* something is fetched */
            ahead->from += ahead->skip;
        }
        made->columns.kernel(&made->columns, result, result, 0, &nothing);
    }
}
