/*
 * Whole lines along the last axis with constant systems. As each number depends on the previous
 * one, TRANSPOSED lines are solved together: LANES in a vector, several vectors at once. A square
 * of LANES numbers of LANES lines is transposed in registers by elimination, stored transposed in
 * place, and transposed back by substitution. Remaining columns are not transposed. Where lines lie
 * so that the first-level cache holds no more of them (are_crowded), each square's lines are solved
 * by themselves.
 */

#ifndef SQUARES
#define SQUARES (LANES == 2 ? 4 : 2)
#endif
enum { TRANSPOSED = SQUARES * LANES };

typedef REAL lanes __attribute__((vector_size(LANES * sizeof(REAL))));

/* Unrolled for every lane, so that vectors stay in registers. */
#if LANES == 2
#define EACH_LANE(work) work(0) work(1)
#define EACH_LANE_BACK(work) work(1) work(0)
#elif LANES == 4
#define EACH_LANE(work) work(0) work(1) work(2) work(3)
#define EACH_LANE_BACK(work) work(3) work(2) work(1) work(0)
#else
#define EACH_LANE(work) work(0) work(1) work(2) work(3) work(4) work(5) work(6) work(7)
#define EACH_LANE_BACK(work) work(7) work(6) work(5) work(4) work(3) work(2) work(1) work(0)
#endif

/* Whether `count` lines of n numbers, one after the other, are more than the first-level cache has
 * places for where all begin alike in pages. A Zen 3 takes 1.6 ns a float for 16 at once, 0.44 for
 * 8, and 0.27 where they are not crowded. */
INLINE int are_crowded(int count, ptrdiff_t n) {
    enum { PAGE_BYTES = 4096, WAYS = 8 };
    return count > WAYS && n * (ptrdiff_t)sizeof(REAL) % PAGE_BYTES == 0;
}

INLINE void square_load(const REAL *from, ptrdiff_t pitch, lanes row[LANES]) {
#define LOAD(l) memcpy(&row[l], from + (l)*pitch, sizeof row[l]);
    EACH_LANE(LOAD)
#undef LOAD
}

INLINE void square_store(const lanes row[LANES], ptrdiff_t pitch, REAL *into) {
#define STORE(l) memcpy(into + (l)*pitch, &row[l], sizeof row[l]);
    EACH_LANE(STORE)
#undef STORE
}

INLINE void square_transpose(lanes row[LANES]) {
#define MIXED(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#if LANES == 2
    const lanes first = MIXED(row[0], row[1], 0, 2);
    row[1] = MIXED(row[0], row[1], 1, 3);
    row[0] = first;
#elif LANES == 4
    const lanes pair[LANES] = {MIXED(row[0], row[1], 0, 4, 2, 6), MIXED(row[0], row[1], 1, 5, 3, 7),
                               MIXED(row[2], row[3], 0, 4, 2, 6),
                               MIXED(row[2], row[3], 1, 5, 3, 7)};
    row[0] = MIXED(pair[0], pair[2], 0, 1, 4, 5);
    row[1] = MIXED(pair[1], pair[3], 0, 1, 4, 5);
    row[2] = MIXED(pair[0], pair[2], 2, 3, 6, 7);
    row[3] = MIXED(pair[1], pair[3], 2, 3, 6, 7);
#elif defined(QUARTERS)
    lanes pair[LANES];
    lanes four[LANES];
#define EVEN 0, 1, 4, 5, 8, 9, 12, 13
#define ODD 2, 3, 6, 7, 10, 11, 14, 15
#define PAIR(l)                                                                                    \
    pair[l] = MIXED(row[l], row[(l) + 1], 0, 8, 2, 10, 4, 12, 6, 14);                              \
    pair[(l) + 1] = MIXED(row[l], row[(l) + 1], 1, 9, 3, 11, 5, 13, 7, 15);
#define FOUR(l)                                                                                    \
    four[l] = MIXED(pair[l], pair[(l) + 2], EVEN);                                                 \
    four[(l) + 1] = MIXED(pair[(l) + 1], pair[(l) + 3], EVEN);                                     \
    four[(l) + 2] = MIXED(pair[l], pair[(l) + 2], ODD);                                            \
    four[(l) + 3] = MIXED(pair[(l) + 1], pair[(l) + 3], ODD);
#define ALL(l)                                                                                     \
    row[l] = MIXED(four[l], four[(l) + 4], EVEN);                                                  \
    row[(l) + 4] = MIXED(four[l], four[(l) + 4], ODD);
    PAIR(0) PAIR(2) PAIR(4) PAIR(6) FOUR(0) FOUR(4) ALL(0) ALL(1) ALL(2) ALL(3)
#undef PAIR
#undef FOUR
#undef ALL
#undef EVEN
#undef ODD
#else
    lanes pair[LANES];
    lanes four[LANES];
#define PAIR(l)                                                                                    \
    pair[l] = MIXED(row[l], row[(l) + 1], 0, 8, 1, 9, 4, 12, 5, 13);                               \
    pair[(l) + 1] = MIXED(row[l], row[(l) + 1], 2, 10, 3, 11, 6, 14, 7, 15);
#define FOUR(l)                                                                                    \
    four[l] = MIXED(pair[l], pair[(l) + 2], 0, 1, 8, 9, 4, 5, 12, 13);                             \
    four[(l) + 1] = MIXED(pair[l], pair[(l) + 2], 2, 3, 10, 11, 6, 7, 14, 15);                     \
    four[(l) + 2] = MIXED(pair[(l) + 1], pair[(l) + 3], 0, 1, 8, 9, 4, 5, 12, 13);                 \
    four[(l) + 3] = MIXED(pair[(l) + 1], pair[(l) + 3], 2, 3, 10, 11, 6, 7, 14, 15);
#define ALL(l)                                                                                     \
    row[l] = MIXED(four[l], four[(l) + 4], 0, 1, 2, 3, 8, 9, 10, 11);                              \
    row[(l) + 4] = MIXED(four[l], four[(l) + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    PAIR(0) PAIR(2) PAIR(4) PAIR(6) FOUR(0) FOUR(4) ALL(0) ALL(1) ALL(2) ALL(3)
#undef PAIR
#undef FOUR
#undef ALL
#endif
#undef MIXED
}

INLINE void column_load(const REAL *from, ptrdiff_t pitch, lanes *column) {
    lanes read = {0}; /* silences a warning; every lane is written */
    for (int l = 0; l < LANES; l++) {
        read[l] = from[l * pitch];
    }
    *column = read;
}

INLINE void column_store(const lanes *column, ptrdiff_t pitch, REAL *into) {
    for (int l = 0; l < LANES; l++) {
        into[l * pitch] = (*column)[l];
    }
}

/* Eliminates number i of LANES lines. */
INLINE void eliminate_lanes(const ct_adi_systems *s, ptrdiff_t i, int is_cyclic, lanes *d,
                            lanes *before, lanes *sum) {
    const coefficients c = coefficients_of(s, 0, i, 0);
    *d = *d * c.pivot + *before * c.low;
    *before = *d;
    if (is_cyclic && i < s->shape.n - 1) {
        *sum += c.weight * *d;
    }
}

INLINE void substitute_lanes(const ct_adi_systems *s, ptrdiff_t i, int is_cyclic, lanes *d,
                             lanes *after, const lanes *last) {
    const coefficients c = coefficients_of(s, 0, i, 0);
    if (is_cyclic && i == s->shape.n - 1) {
        *d = *last;
    } else {
        *d += c.high * *after;
        if (is_cyclic) {
            *d += c.left * *last;
        }
    }
    *after = *d;
}

INLINE void eliminate_transposed(const ct_adi_systems *s, int is_cyclic, int squares, REAL *d,
                                 prefetch_state *prefetch, lanes before[SQUARES],
                                 lanes sum[SQUARES]) {
    const ptrdiff_t n = s->shape.n;
    ptrdiff_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        prefetch_advance(prefetch, (ptrdiff_t)squares * LANES * LANES / 2);
        for (ptrdiff_t q = 0; q < squares; q++) {
            REAL *at = d + q * LANES * n + i;
            lanes row[LANES];
            square_load(at, n, row);
            square_transpose(row);
#define ELIMINATE(k) eliminate_lanes(s, i + (k), is_cyclic, &row[k], &before[q], &sum[q]);
            EACH_LANE(ELIMINATE)
#undef ELIMINATE
            square_store(row, n, at);
        }
    }
    for (; i < n; i++) {
        for (ptrdiff_t q = 0; q < squares; q++) {
            lanes column;
            column_load(d + q * LANES * n + i, n, &column);
            eliminate_lanes(s, i, is_cyclic, &column, &before[q], &sum[q]);
            column_store(&column, n, d + q * LANES * n + i);
        }
    }
}

INLINE void substitute_transposed(const ct_adi_systems *s, int is_cyclic, int squares, REAL *d,
                                  prefetch_state *prefetch, const lanes last[SQUARES]) {
    const ptrdiff_t n = s->shape.n;
    lanes after[SQUARES] = {{0}};
    ptrdiff_t i = n - 1;
    for (; i >= n / LANES * LANES; i--) {
        for (ptrdiff_t q = 0; q < squares; q++) {
            lanes column;
            column_load(d + q * LANES * n + i, n, &column);
            substitute_lanes(s, i, is_cyclic, &column, &after[q], &last[q]);
            column_store(&column, n, d + q * LANES * n + i);
        }
    }
    for (i -= LANES - 1; i >= 0; i -= LANES) {
        prefetch_advance(prefetch, (ptrdiff_t)squares * LANES * LANES / 2);
        for (ptrdiff_t q = 0; q < squares; q++) {
            REAL *at = d + q * LANES * n + i;
            lanes row[LANES];
            square_load(at, n, row);
#define SUBSTITUTE(k) substitute_lanes(s, i + (k), is_cyclic, &row[k], &after[q], &last[q]);
            EACH_LANE_BACK(SUBSTITUTE)
#undef SUBSTITUTE
            square_transpose(row);
            square_store(row, n, at);
        }
    }
}

/* For cyclic lines the last unknown, which precedes the first, is computed first. */
INLINE void solve_squares(const ct_adi_systems *given, int is_cyclic, int squares, REAL *d,
                          prefetch_state *given_prefetch) {
    const ct_adi_systems s = *given;           /* a copy that stores cannot alias */
    prefetch_state prefetch = *given_prefetch; /* likewise */
    const REAL *ends = s.ends;
    lanes last[SQUARES] = {{0}}; /* of elimination, then of the lines */
    lanes sum[SQUARES] = {{0}};
    eliminate_transposed(&s, is_cyclic, squares, d, &prefetch, last, sum);
    for (ptrdiff_t q = 0; q < squares && is_cyclic; q++) {
        last[q] = (last[q] + ends[CT_ADI_END_HIGH] * sum[q]) * ends[CT_ADI_END_PIVOT];
    }
    substitute_transposed(&s, is_cyclic, squares, d, &prefetch, last);
    given_prefetch->at = prefetch.at;
}

INLINE void solve_transposed(const ct_adi_systems *s, int is_cyclic, REAL *d,
                             prefetch_state *prefetch) {
    if (SQUARES == 1 || !are_crowded(TRANSPOSED, s->shape.n)) {
        solve_squares(s, is_cyclic, SQUARES, d, prefetch);
        return;
    }
    for (ptrdiff_t q = 0; q < SQUARES; q++) {
        solve_squares(s, is_cyclic, 1, d + q * LANES * s->shape.n, prefetch);
    }
}

TARGET static void solve_transposed_open(const ct_adi_systems *s, REAL *d,
                                         prefetch_state *prefetch) {
    solve_transposed(s, 0, d, prefetch);
}

TARGET static void solve_transposed_cyclic(const ct_adi_systems *s, REAL *d,
                                           prefetch_state *prefetch) {
    solve_transposed(s, 1, d, prefetch);
}
