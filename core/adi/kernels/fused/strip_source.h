/*
 * Elimination along the last axis, as by scan_source.h, of strips of STRIP vectors: transposed in
 * registers, so that STRIP numbers that follow each other are in one lane of STRIP vectors, where
 * they take one product each; only the last one of each lane goes through a scan. That is
 * 3.75 products and 5.25 shuffles a vector, in short chains, instead of 6 and 5 in a long one.
 *
 * Vector j has in lane 4 q + m number 16 m + 4 q + j of the strip: lanes follow each other in the
 * order of m, then q.
 */
#ifdef STRIPS

enum { STRIP = 4, STRIP_NUMBERS = STRIP * WIDE };

/* Vectors of coefficients of a strip: of the number before it, of numbers in a lane, of scans over
 * 1, 2, 4 and 8 lanes, of the lane before. */
enum {
    STRIP_CARRIED,
    STRIP_WITHIN,
    STRIP_SCAN = STRIP_WITHIN + STRIP - 1,
    STRIP_BETWEEN = STRIP_SCAN + SCAN_STEPS,
    STRIP_ROWS = STRIP_BETWEEN + STRIP - 1
};

/* Where a lane is in the order of numbers; and the reverse, which is the same. */
#define STRIP_PLACE(lane) ((lane) % STRIP * (WIDE / STRIP) + (lane) / STRIP)

/* The coefficients of numbers from `from` on, behind those of vectors. */
INLINE REAL *strip_at(const ct_adi_systems *s, ptrdiff_t from) {
    const ptrdiff_t vectors = (s->shape.n + WIDE - 1) / WIDE;
    return (REAL *)s->scan + (2 * vectors * SCAN_ROWS + from / STRIP_NUMBERS * STRIP_ROWS) * WIDE;
}

TARGET static void make_strip(const ct_adi_systems *s, ptrdiff_t from) {
    REAL *made = strip_at(s, from);
    for (int lane = 0; lane < WIDE; lane++) {
        const int place = STRIP_PLACE(lane);
        const ptrdiff_t begin = from + (ptrdiff_t)place * STRIP;
        made[STRIP_CARRIED * WIDE + lane] = place == 0 ? scan_product(s->low, begin, 1, 1) : 0;
        for (int j = 0; j < STRIP - 1; j++) {
            made[(STRIP_WITHIN + j) * WIDE + lane] = scan_product(s->low, begin + j + 1, 1, 1);
            made[(STRIP_BETWEEN + j) * WIDE + lane] =
                place > 0 ? scan_product(s->low, begin + j, j + 1, 1) : 0;
        }
        for (int k = 0; k < SCAN_STEPS; k++) {
            made[(STRIP_SCAN + k) * WIDE + lane] =
                place >= 1 << k ? scan_product(s->low, begin + STRIP - 1, STRIP << k, 1) : 0;
        }
    }
}

/* Transposes, there and back. */
INLINE void strip_turn(wide v[STRIP]) {
#define MIXED(a, b, w, x, y, z)                                                                    \
    __builtin_shufflevector(a, b, w, x, y, z, (w) + 4, (x) + 4, (y) + 4, (z) + 4, (w) + 8,         \
                            (x) + 8, (y) + 8, (z) + 8, (w) + 12, (x) + 12, (y) + 12, (z) + 12)
    const wide low = MIXED(v[0], v[1], 0, 16, 1, 17);
    const wide high = MIXED(v[0], v[1], 2, 18, 3, 19);
    const wide low_after = MIXED(v[2], v[3], 0, 16, 1, 17);
    const wide high_after = MIXED(v[2], v[3], 2, 18, 3, 19);
    v[0] = MIXED(low, low_after, 0, 1, 16, 17);
    v[1] = MIXED(low, low_after, 2, 3, 18, 19);
    v[2] = MIXED(high, high_after, 0, 1, 16, 17);
    v[3] = MIXED(high, high_after, 2, 3, 18, 19);
#undef MIXED
}

/* Lanes from `by` before in the order of numbers; those that have none, whose factor is 0, stay. */
#define STRIP_FROM(lane, by)                                                                       \
    (STRIP_PLACE(lane) < (by) ? (lane) : STRIP_PLACE((STRIP_PLACE(lane) - (by) + WIDE) % WIDE))
#define STRIP_MOVED(v, by)                                                                         \
    __builtin_shufflevector(                                                                       \
        v, v, STRIP_FROM(0, by), STRIP_FROM(1, by), STRIP_FROM(2, by), STRIP_FROM(3, by),          \
        STRIP_FROM(4, by), STRIP_FROM(5, by), STRIP_FROM(6, by), STRIP_FROM(7, by),                \
        STRIP_FROM(8, by), STRIP_FROM(9, by), STRIP_FROM(10, by), STRIP_FROM(11, by),              \
        STRIP_FROM(12, by), STRIP_FROM(13, by), STRIP_FROM(14, by), STRIP_FROM(15, by))

/* Eliminates a strip of each row, step by step: each row waits for itself most of the time.
 * before: the last number of the strip before. */
INLINE void strip_up(const REAL *at, const REAL *pivot, int rows, REAL before[], wide v[][STRIP]) {
#define EACH for (int k = 0; k < rows; k++)
#define READ(row) wide_read(at + (ptrdiff_t)(row)*WIDE, WIDE)
#define SCAN(step)                                                                                 \
    EACH {                                                                                         \
        v[k][3] += READ(STRIP_SCAN + (step)) * STRIP_MOVED(v[k][3], 1 << (step));                  \
    }
    EACH {
        for (int j = 0; j < STRIP; j++) {
            v[k][j] *= wide_read(pivot + (ptrdiff_t)j * WIDE, WIDE);
        }
        strip_turn(v[k]);
        v[k][0] += READ(STRIP_CARRIED) * before[k];
    }
    for (int j = 1; j < STRIP; j++) {
        EACH {
            v[k][j] += READ(STRIP_WITHIN + j - 1) * v[k][j - 1];
        }
    }
    SCAN(0);
    SCAN(1);
    SCAN(2);
    SCAN(3);
    EACH {
        const wide ends = STRIP_MOVED(v[k][3], 1);
        for (int j = 0; j < STRIP - 1; j++) {
            v[k][j] += READ(STRIP_BETWEEN + j) * ends;
        }
        before[k] = v[k][3][WIDE - 1];
        strip_turn(v[k]);
    }
#undef EACH
#undef READ
#undef SCAN
}
#endif

TARGET static void make_scan(ct_adi_systems *s) {
    make_vectors(s);
#ifdef STRIPS
    for (ptrdiff_t from = 0; from + STRIP_NUMBERS <= s->shape.n; from += STRIP_NUMBERS) {
        make_strip(s, from);
    }
#endif
}
