/*
 * The way back of renewed floats (fused_source.h): state = x. The last axis comes first, then the
 * middle one and the first one, in the reverse of the order in which shares were subtracted
 * (fused_lag, fused_renew), each by the recurrence itself, of lines that are transposed in
 * registers. So each product is the one that was subtracted, and of a state that does not change
 * every number becomes what it was, but for the rounding of a smaller one. Scans would not do that:
 * their products of coefficients are rounded, which changes even a state of one number by some
 * units in the last place, step by step to the same side.
 */

/* Rows together, of one plane: `missing` first ones precede it. */
typedef struct renewed_rows {
    ptrdiff_t n, place; /* of the first one's first number in the plane, missing or not */
    int missing;
    REAL high[TRANSPOSED]; /* of the middle axis */
    REAL share;            /* of the next plane in the solution */
    const REAL *next;      /* that plane, which is solved; NULL: this is the last one */
    REAL added_share;      /* of what is added beforehand, */
    const REAL *added;     /* or NULL */
    REAL *state;           /* the plane */
    REAL *edge;            /* the row after's solution along the last two axes, then the first's */
} renewed_rows;

/* A square of LANES numbers from `from` on, of rows from number `first` on. highs: coefficients
 * along the rows; after: the numbers after them. Substitution does not branch: clang computed a
 * product before a branch and added it behind, with two roundings. */
INLINE void renewed_square(const renewed_rows *c, int is_plain, int first, ptrdiff_t from,
                           const REAL *highs, lanes *after) {
#define HAS(l) (is_plain || first + (l) >= c->missing)
#define AT(l) (c->place + from + (HAS(l) ? first + (l) : c->missing) * c->n)
    lanes row[LANES];
    lanes x;
#define LOAD(l) memcpy(&row[l], c->state + AT(l), sizeof row[l]);
    EACH_LANE(LOAD)
#undef LOAD
#define ADD(l)                                                                                     \
    if (!is_plain && c->added != NULL) {                                                           \
        memcpy(&x, c->added + AT(l), sizeof x);                                                    \
        row[l] += c->added_share * x;                                                              \
    }
    EACH_LANE(ADD)
#undef ADD
    square_transpose(row);
#define SUBSTITUTE(k)                                                                              \
    row[k] += highs[from + (k)] * *after;                                                          \
    *after = row[k];
    EACH_LANE_BACK(SUBSTITUTE)
#undef SUBSTITUTE
    square_transpose(row);
    memcpy(&x, c->edge + from, sizeof x);
#define ALONG(l)                                                                                   \
    if (HAS(l)) {                                                                                  \
        x = row[l] + c->high[first + (l)] * x;                                                     \
        row[l] = x;                                                                                \
    }
    EACH_LANE_BACK(ALONG)
#undef ALONG
    memcpy(c->edge + from, &x, sizeof x);
#define NEXT(l)                                                                                    \
    if (is_plain || c->next != NULL) {                                                             \
        memcpy(&x, c->next + AT(l), sizeof x);                                                     \
        row[l] += c->share * x;                                                                    \
    }
    EACH_LANE(NEXT)
#undef NEXT
#define WRITE(l)                                                                                   \
    if (HAS(l)) {                                                                                  \
        memcpy(c->state + AT(l), &row[l], sizeof row[l]);                                          \
    }
    EACH_LANE(WRITE)
#undef WRITE
#undef HAS
#undef AT
}

/* A cache line of some rows. Prefetches as return_prefetch: the rows before these, what comes next
 * in these and in the next plane's. */
INLINE void renewed_line(const renewed_rows *c, int is_plain, int first, ptrdiff_t from,
                         const REAL *highs, lanes *after) {
    enum { AHEAD_IN_ROW = 4 * LINE_NUMBERS };
    const ptrdiff_t at = c->place + from + first * c->n;
    for (ptrdiff_t part = LINE_NUMBERS - LANES; part >= 0; part -= LANES) {
        renewed_square(c, is_plain, first, from + part, highs, after);
    }
#define FETCH(l)                                                                                   \
    ct_fetch_line((const char *)(c->state + at + ((l)-TRANSPOSED) * c->n));                        \
    ct_fetch_near((const char *)(c->state + at + (l)*c->n - AHEAD_IN_ROW));                        \
    if (is_plain) {                                                                                \
        ct_fetch_near((const char *)(c->next + at + (l)*c->n - AHEAD_IN_ROW));                     \
    }
    EACH_LANE(FETCH)
#undef FETCH
}

/* Number `from` of all the rows, beyond whole lines of them; as renewed_square. */
INLINE void renewed_numbers(const renewed_rows *c, ptrdiff_t from, const REAL *highs,
                            lanes after[SQUARES]) {
    REAL x = c->edge[from];
    for (int l = TRANSPOSED - 1; l >= c->missing; l--) {
        const ptrdiff_t at = c->place + from + l * c->n;
        REAL number = c->state[at];
        if (c->added != NULL) {
            number += c->added_share * c->added[at];
        }
        number += highs[from] * after[l / LANES][l % LANES];
        after[l / LANES][l % LANES] = number;
        x = number + c->high[l] * x;
        c->state[at] = c->next != NULL ? x + c->share * c->next[at] : x;
    }
    c->edge[from] = x;
}

/* From the far end. */
INLINE void renewed_in(const renewed_rows *given, int is_plain, const REAL *highs) {
    const renewed_rows c = *given; /* a copy that stores cannot alias */
    lanes after[SQUARES] = {{0}};
    ptrdiff_t from = c.n - 1;
    for (; from >= c.n / LINE_NUMBERS * LINE_NUMBERS; from--) {
        renewed_numbers(&c, from, highs, after);
    }
    for (from -= LINE_NUMBERS - 1; from >= 0; from -= LINE_NUMBERS) {
#pragma GCC unroll 4
        for (int q = SQUARES - 1; q >= 0; q--) {
            renewed_line(&c, is_plain, q * LANES, from, highs, &after[q]);
        }
    }
}

TARGET static __attribute__((noinline)) void renewed_plain(const renewed_rows *c,
                                                           const REAL *highs) {
    renewed_in(c, 1, highs);
}

TARGET static __attribute__((noinline)) void renewed_any(const renewed_rows *c, const REAL *highs) {
    renewed_in(c, 0, highs);
}

/* Plane `number`. */
TARGET static void renewed_plane(const ct_adi_systems *middle, const ct_adi_systems *first,
                                 const ct_adi_systems *last, const ct_adi_fused_return *r,
                                 ptrdiff_t number) {
    const ptrdiff_t n = middle->shape.inner;
    const ptrdiff_t cells = middle->shape.n * n;
    const coefficients of_plane = coefficients_of(first, 0, number, 0);
    const int is_last = number == first->shape.n - 1;
    REAL *state = r->state;
    renewed_rows c = {.n = n,
                      .share = of_plane.high,
                      .next = is_last ? NULL : state + place_of(first, number + 1) * cells,
                      .added_share = is_last ? 1 : of_plane.left,
                      .added = is_last ? r->last : r->before,
                      .state = state + place_of(first, number) * cells,
                      .edge = r->edge};
    memset(r->edge, 0, (size_t)n * sizeof(REAL));
    for (ptrdiff_t i = middle->shape.n - TRANSPOSED; i > -TRANSPOSED; i -= TRANSPOSED) {
        c.place = i * n;
        c.missing = i < 0 ? (int)-i : 0;
        for (int l = c.missing; l < TRANSPOSED; l++) {
            c.high[l] = coefficients_of(middle, 0, i + l, 0).high;
        }
        if (c.missing == 0 && c.next != NULL && c.added == NULL) {
            renewed_plain(&c, last->high);
        } else {
            renewed_any(&c, last->high);
        }
    }
}

TARGET static void renewed_planes(const ct_adi_systems *middle, const ct_adi_systems *first,
                                  const ct_adi_systems *last, const ct_adi_fused_return *r) {
    for (ptrdiff_t number = first->shape.n - 1; number >= 0; number--) {
        renewed_plane(middle, first, last, r, number);
    }
}
