/*
 * Whole lines along the last axis with variable systems, not cyclic: squares as in
 * transposed_source.h, with squares of their coefficients.
 */

INLINE const REAL *pivots_at(const ct_adi_systems *s, ptrdiff_t line, ptrdiff_t i) {
    return (const REAL *)s->pivot + line * s->shape.n + i;
}

/* Couplings of numbers i with those before or after. */
INLINE const REAL *kappas_at(const ct_adi_systems *s, ptrdiff_t line, ptrdiff_t i, int is_after) {
    return (const REAL *)(is_after ? s->ahead : s->back) + line * s->pitch + i;
}

INLINE void square_take(const REAL *from, ptrdiff_t pitch, lanes row[LANES]) {
    square_load(from, pitch, row);
    square_transpose(row);
}

/* Eliminates number i of LANES lines. */
INLINE void eliminate_varied(const ct_adi_systems *s, ptrdiff_t i, const lanes *kappa,
                             const lanes *pivot, lanes *d, lanes *before) {
    *d = (*d + *kappa * ((const REAL *)s->scale)[i] * *before) * *pivot;
    *before = *d;
}

INLINE void substitute_varied(const ct_adi_systems *s, ptrdiff_t i, const lanes *kappa,
                              const lanes *pivot, lanes *d, lanes *after) {
    *d += *kappa * ((const REAL *)s->scale)[i] * *pivot * *after;
    *after = *d;
}

/* Processes numbers i of all lines; `beside` is the result for the number before or after. */
INLINE void columns_varied(const ct_adi_systems *s, ptrdiff_t line, ptrdiff_t i, int is_back,
                           REAL *d, lanes beside[SQUARES]) {
    const ptrdiff_t n = s->shape.n;
    for (ptrdiff_t q = 0; q < SQUARES; q++) {
        REAL *at = d + q * LANES * n + i;
        lanes column;
        lanes kappa;
        lanes pivot;
        column_load(at, n, &column);
        column_load(kappas_at(s, line + q * LANES, i, is_back), s->pitch, &kappa);
        column_load(pivots_at(s, line + q * LANES, i), n, &pivot);
        if (is_back) {
            substitute_varied(s, i, &kappa, &pivot, &column, &beside[q]);
        } else {
            eliminate_varied(s, i, &kappa, &pivot, &column, &beside[q]);
        }
        column_store(&column, n, at);
    }
}

/* Prefetches a share of what the next TRANSPOSED lines take: one run in each array, where this
 * group reads more lines at once than the processor foresees. */
INLINE void fetch_next(const ct_adi_systems *s, ptrdiff_t line, ptrdiff_t i, int is_back,
                       const REAL *d) {
    const ptrdiff_t at = TRANSPOSED * i;
    const ptrdiff_t bytes = (ptrdiff_t)sizeof *d * LANES * TRANSPOSED;
    if (line + TRANSPOSED <= s->shape.outer - TRANSPOSED) {
        ct_fetch((const char *)(kappas_at(s, line + TRANSPOSED, 0, is_back) + at), bytes);
        if (!is_back) {
            ct_fetch((const char *)(pivots_at(s, line + TRANSPOSED, 0) + at), bytes);
            ct_fetch((const char *)(d + TRANSPOSED * s->shape.n + at), bytes);
        }
    }
}

INLINE void eliminate_transposed_variable(const ct_adi_systems *s, ptrdiff_t line, REAL *d) {
    const ptrdiff_t n = s->shape.n;
    lanes before[SQUARES] = {{0}};
    ptrdiff_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        fetch_next(s, line, i, 0, d);
        for (ptrdiff_t q = 0; q < SQUARES; q++) {
            REAL *at = d + q * LANES * n + i;
            lanes row[LANES];
            lanes kappa[LANES];
            lanes pivot[LANES];
            square_take(at, n, row);
            square_take(kappas_at(s, line + q * LANES, i, 0), s->pitch, kappa);
            square_take(pivots_at(s, line + q * LANES, i), n, pivot);
#define ELIMINATE(k) eliminate_varied(s, i + (k), &kappa[k], &pivot[k], &row[k], &before[q]);
            EACH_LANE(ELIMINATE)
#undef ELIMINATE
            square_store(row, n, at);
        }
    }
    for (; i < n; i++) {
        columns_varied(s, line, i, 0, d, before);
    }
}

INLINE void substitute_transposed_variable(const ct_adi_systems *s, ptrdiff_t line, REAL *d) {
    const ptrdiff_t n = s->shape.n;
    lanes after[SQUARES] = {{0}};
    ptrdiff_t i = n - 1;
    for (; i >= n / LANES * LANES; i--) {
        columns_varied(s, line, i, 1, d, after);
    }
    for (i -= LANES - 1; i >= 0; i -= LANES) {
        fetch_next(s, line, i, 1, d);
        for (ptrdiff_t q = 0; q < SQUARES; q++) {
            REAL *at = d + q * LANES * n + i;
            lanes row[LANES];
            lanes kappa[LANES];
            lanes pivot[LANES];
            square_load(at, n, row);
            square_take(kappas_at(s, line + q * LANES, i, 1), s->pitch, kappa);
            square_take(pivots_at(s, line + q * LANES, i), n, pivot);
#define SUBSTITUTE(k) substitute_varied(s, i + (k), &kappa[k], &pivot[k], &row[k], &after[q]);
            EACH_LANE_BACK(SUBSTITUTE)
#undef SUBSTITUTE
            square_transpose(row);
            square_store(row, n, at);
        }
    }
}

/* Solves the lines from `line` on; d begins with them. */
TARGET static void solve_transposed_variable(const ct_adi_systems *given, ptrdiff_t line, REAL *d) {
    const ct_adi_systems s = *given; /* a copy that stores cannot alias */
    eliminate_transposed_variable(&s, line, d);
    substitute_transposed_variable(&s, line, d);
}
