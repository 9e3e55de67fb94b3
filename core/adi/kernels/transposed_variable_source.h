/*
 * Whole lines along the last axis with variable systems, not cyclic: squares as in
 * transposed_source.h, with squares of their coefficients. Elimination leaves the factors of
 * substitution, transposed, in memory for one group of lines: [number][line].
 */

/* Whether the couplings of a number with the one after are those of that one with it. */
INLINE int are_shared(const ct_adi_systems *s) {
    return (const REAL *)s->ahead == (const REAL *)s->back + s->shape.inner;
}

INLINE void square_take(const REAL *from, ptrdiff_t pitch, lanes row[LANES]) {
    square_load(from, pitch, row);
    square_transpose(row);
}

/* Eliminates number i of LANES lines; of `ahead` it makes the factor of the number after. Products
 * beside the recurrence do not wait for it. */
INLINE void eliminate_varied(REAL scale, const lanes *pivot, const lanes *back, lanes *ahead,
                             lanes *d, lanes *before) {
    const lanes factor = *pivot * scale;
    const lanes low = *back * factor;
    const lanes passed = low * *before; /* first, so that this is the product that is fused */
    *d = passed + *d * *pivot;
    *ahead *= factor;
    *before = *d;
}

INLINE void substitute_varied(const lanes *high, lanes *d, lanes *after) {
    *d += *high * *after;
    *after = *d;
}

/* Numbers from i on that fill no square. */
INLINE void eliminate_columns(const ct_adi_systems *s, ptrdiff_t line, int squares, ptrdiff_t i,
                              REAL *d, REAL *high, lanes before[SQUARES]) {
    const ptrdiff_t n = s->shape.n;
    for (; i < n; i++) {
        for (ptrdiff_t q = 0; q < squares; q++) {
            const ptrdiff_t first = line + q * LANES;
            REAL *at = d + q * LANES * n + i;
            lanes column;
            lanes back;
            lanes ahead;
            lanes pivot;
            column_load(at, n, &column);
            column_load((const REAL *)s->back + first * s->pitch + i, s->pitch, &back);
            column_load((const REAL *)s->ahead + first * s->pitch + i, s->pitch, &ahead);
            column_load((const REAL *)s->pivot + first * n + i, n, &pivot);
            eliminate_varied(((const REAL *)s->scale)[i], &pivot, &back, &ahead, &column,
                             &before[q]);
            column_store(&column, n, at);
            memcpy(high + i * TRANSPOSED + q * LANES, &ahead, sizeof ahead);
        }
    }
}

/* Pivots that lie transposed are read where they are needed: three squares overflow registers. */
INLINE void eliminate_transposed_variable(const ct_adi_systems *s, ptrdiff_t line, int squares,
                                          int is_shared, int is_squared, prefetch_state *prefetch,
                                          REAL *d, REAL *high) {
    const ptrdiff_t n = s->shape.n;
    lanes before[SQUARES] = {{0}};
    lanes coupled[SQUARES] = {{0}}; /* the last number's coupling with the next one */
    ptrdiff_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        prefetch_advance(prefetch, (ptrdiff_t)squares * LANES * LANES / 2);
        for (ptrdiff_t q = 0; q < squares; q++) {
            const ptrdiff_t between = (line + q * LANES) * s->pitch + i;
            const REAL *pivots = (const REAL *)s->pivot + (line + q * LANES) * n + i;
            REAL *at = d + q * LANES * n + i;
            lanes row[LANES];
            lanes back[LANES];
            lanes ahead[LANES];
            lanes pivot[LANES];
            square_take(at, n, row);
            square_take((const REAL *)s->ahead + between, s->pitch, ahead);
            if (!is_shared) {
                square_take((const REAL *)s->back + between, s->pitch, back);
            }
            if (!is_squared) {
                square_take(pivots, n, pivot);
            }
#define ELIMINATE(k)                                                                               \
    {                                                                                              \
        const lanes next = ahead[k];                                                               \
        if (is_squared) {                                                                          \
            memcpy(&pivot[k], pivots + (k)*n, sizeof pivot[k]);                                    \
        }                                                                                          \
        eliminate_varied(((const REAL *)s->scale)[i + (k)], &pivot[k],                             \
                         is_shared ? &coupled[q] : &back[k], &ahead[k], &row[k], &before[q]);      \
        coupled[q] = next;                                                                         \
        memcpy(high + (i + (k)) * TRANSPOSED + q * LANES, &ahead[k], sizeof next);                 \
    }
            EACH_LANE(ELIMINATE)
#undef ELIMINATE
            square_store(row, n, at);
        }
    }
    eliminate_columns(s, line, squares, i, d, high, before);
}

INLINE void substitute_transposed_variable(const ct_adi_systems *s, int squares,
                                           prefetch_state *prefetch, REAL *d, const REAL *high) {
    const ptrdiff_t n = s->shape.n;
    lanes after[SQUARES] = {{0}};
    lanes factor;
    ptrdiff_t i = n - 1;
    for (; i >= n / LANES * LANES; i--) {
        for (ptrdiff_t q = 0; q < squares; q++) {
            lanes column;
            column_load(d + q * LANES * n + i, n, &column);
            memcpy(&factor, high + i * TRANSPOSED + q * LANES, sizeof factor);
            substitute_varied(&factor, &column, &after[q]);
            column_store(&column, n, d + q * LANES * n + i);
        }
    }
    for (i -= LANES - 1; i >= 0; i -= LANES) {
        prefetch_advance(prefetch, (ptrdiff_t)squares * LANES * LANES / 2);
        for (ptrdiff_t q = 0; q < squares; q++) {
            REAL *at = d + q * LANES * n + i;
            lanes row[LANES];
            square_load(at, n, row);
#define SUBSTITUTE(k)                                                                              \
    memcpy(&factor, high + (i + (k)) * TRANSPOSED + q * LANES, sizeof factor);                     \
    substitute_varied(&factor, &row[k], &after[q]);
            EACH_LANE_BACK(SUBSTITUTE)
#undef SUBSTITUTE
            square_transpose(row);
            square_store(row, n, at);
        }
    }
}

INLINE void solve_squares_variable(const ct_adi_systems *given, ptrdiff_t line, int squares,
                                   REAL *d, prefetch_state *given_prefetch, REAL *high) {
    const ct_adi_systems s = *given; /* a copy that stores cannot alias */
    prefetch_state prefetch = *given_prefetch;
    if (are_shared(&s) && s.is_squared) {
        eliminate_transposed_variable(&s, line, squares, 1, 1, &prefetch, d, high);
    } else if (s.is_squared) {
        eliminate_transposed_variable(&s, line, squares, 0, 1, &prefetch, d, high);
    } else if (are_shared(&s)) {
        eliminate_transposed_variable(&s, line, squares, 1, 0, &prefetch, d, high);
    } else {
        eliminate_transposed_variable(&s, line, squares, 0, 0, &prefetch, d, high);
    }
    substitute_transposed_variable(&s, squares, &prefetch, d, high);
    given_prefetch->at = prefetch.at;
}

/* Solves the lines from `line` on; d begins with them. high: TRANSPOSED x n numbers. */
TARGET static void solve_transposed_variable(const ct_adi_systems *s, ptrdiff_t line, REAL *d,
                                             prefetch_state *prefetch, REAL *high) {
    const int count = 2 * TRANSPOSED; /* of lines and of their pivots */
    if (SQUARES == 1 || !are_crowded(count, s->shape.n)) {
        solve_squares_variable(s, line, SQUARES, d, prefetch, high);
        return;
    }
    for (ptrdiff_t q = 0; q < SQUARES; q++) {
        solve_squares_variable(s, line + q * LANES, 1, d + q * LANES * s->shape.n, prefetch, high);
    }
}
