/*
 * Constant systems along the last axis, applied to rows as they lie in memory: a recurrence d[i] =
 * e[i] + low[i] d[i-1] within a vector takes log2 WIDE steps, after the s-th of which number i has
 * taken in the 2^s numbers before it (Kogge and Stone's scan), with products of `low` that all rows
 * share. Some rows at a time: each waits for its last vector. There and back may be passes apart.
 */

#define SCAN_STEPS (WIDE == 2 ? 1 : WIDE == 4 ? 2 : WIDE == 8 ? 3 : 4)

/* Vectors of coefficients for WIDE numbers: of elimination, then of substitution. Those of step s
 * are 0 where fewer than 2^s numbers of the vector precede; `carried` are the factors of the number
 * before the vector. In what is left of whole vectors, numbers are vectors of their own. */
enum {
    SCAN_PIVOT,
    SCAN_WEIGHT,
    SCAN_CARRIED,
    SCAN_STEP,
    SCAN_ROWS = SCAN_STEP + SCAN_STEPS,
    SCAN_LEFT = SCAN_WEIGHT
};

/* Where such a vector begins among those of the numbers it is for. */
#define SCAN_OF(vector) ((ptrdiff_t)(vector)*WIDE)

/* The coefficients of numbers from `from` on. */
INLINE const REAL *scan_at(const ct_adi_systems *s, int is_back, ptrdiff_t from) {
    const ptrdiff_t vectors = (s->shape.n + WIDE - 1) / WIDE;
    return (const REAL *)s->scan + ((is_back ? vectors : 0) + from / WIDE) * SCAN_ROWS * WIDE +
           from % WIDE;
}

/* Products below are as good as 0, and would be slow. */
#define SCAN_LEAST (sizeof(REAL) == sizeof(float) ? (double)FLT_MIN : DBL_MIN)

/* Products of step s, of vectors that begin at a multiple of WIDE, in the order of the recurrence
 * (-1: from the end), rounded once. factor[i]: of the number before i. */
INLINE REAL scan_product(const REAL *factor, ptrdiff_t i, int count, int way) {
    double product = 1;
    for (int k = 0; k < count; k++) {
        product *= (double)factor[i - (ptrdiff_t)way * k];
    }
    return fabs(product) < SCAN_LEAST ? 0 : (REAL)product;
}

TARGET static void make_vectors(const ct_adi_systems *s) {
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t whole = n / WIDE * WIDE;
    for (ptrdiff_t i = 0; i < n; i++) {
        const int lane = i < whole ? (int)(i % WIDE) : 0;
        const int rest = i < whole ? WIDE - 1 - lane : 0;
        const int has_next = i < n - 1;
        REAL *up = (REAL *)scan_at(s, 0, i);
        REAL *down = (REAL *)scan_at(s, 1, i);
        up[SCAN_OF(SCAN_PIVOT)] = ((const REAL *)s->pivot)[i];
        up[SCAN_OF(SCAN_WEIGHT)] = s->is_cyclic && has_next ? ((const REAL *)s->weight)[i] : 0;
        up[SCAN_OF(SCAN_CARRIED)] = scan_product(s->low, i, lane + 1, 1);
        down[SCAN_OF(SCAN_LEFT)] = s->is_cyclic && has_next ? ((const REAL *)s->left)[i] : 0;
        down[SCAN_OF(SCAN_CARRIED)] = i + rest < n - 1 ? scan_product(s->high, i, rest + 1, -1) : 0;
        for (int k = 0; k < SCAN_STEPS; k++) {
            const int by = 1 << k;
            up[SCAN_OF(SCAN_STEP + k)] = lane >= by ? scan_product(s->low, i, by, 1) : 0;
            down[SCAN_OF(SCAN_STEP + k)] = rest >= by ? scan_product(s->high, i, by, -1) : 0;
        }
    }
}

#define SCAN_UP(k)                                                                                 \
    if (SCAN_STEPS > (k)) {                                                                        \
        e += wide_read(at + SCAN_OF(SCAN_STEP + (k)), WIDE) *                                      \
             SHIFTED((wide){0}, e, WIDE - (1 << (k)) % WIDE);                                      \
    }
#define SCAN_DOWN(k)                                                                               \
    if (SCAN_STEPS > (k)) {                                                                        \
        e += wide_read(at + SCAN_OF(SCAN_STEP + (k)), WIDE) *                                      \
             SHIFTED(e, (wide){0}, (1 << (k)) % WIDE);                                             \
    }

/* Eliminates `count` numbers of some rows, 1 or a vector. carried: the last one everywhere. */
INLINE void scan_up(const REAL *at, int rows, ptrdiff_t count, wide x[], wide carried[]) {
    for (int k = 0; k < rows; k++) {
        wide e = x[k] * wide_read(at + SCAN_OF(SCAN_PIVOT), count);
        if (count == WIDE) {
            SCAN_UP(0) SCAN_UP(1) SCAN_UP(2) SCAN_UP(3)
        }
        x[k] = e + carried[k] * wide_read(at + SCAN_OF(SCAN_CARRIED), count);
        carried[k] = count == WIDE ? SPREAD(x[k], WIDE - 1) : SPREAD(x[k], 0);
    }
}

/* Substitutes them. carried: the first one everywhere. */
INLINE void scan_down(const REAL *at, int rows, ptrdiff_t count, wide x[], wide carried[]) {
    for (int k = 0; k < rows; k++) {
        wide e = x[k];
        if (count == WIDE) {
            SCAN_DOWN(0) SCAN_DOWN(1) SCAN_DOWN(2) SCAN_DOWN(3)
        }
        x[k] = e + carried[k] * wide_read(at + SCAN_OF(SCAN_CARRIED), count);
        carried[k] = SPREAD(x[k], 0);
    }
}
#undef SCAN_UP
#undef SCAN_DOWN

/* The last number of cyclic lines, in lane `last` of x, becomes their solution; sum: of all before,
 * by lane. */
INLINE void scan_close(const ct_adi_systems *s, ptrdiff_t last, wide sum, wide *x) {
    const REAL *ends = s->ends;
    REAL all = 0;
    for (int lane = 0; lane < WIDE; lane++) {
        all += sum[lane];
    }
    (*x)[last] = ((*x)[last] + ends[CT_ADI_END_HIGH] * all) * ends[CT_ADI_END_PIVOT];
}
