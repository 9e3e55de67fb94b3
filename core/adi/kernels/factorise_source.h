/*
 * Factorisation of variable systems, LANES lines in a vector: each pivot waits for the division of
 * the one before. Rows of neighbouring lines go as they lie, as many as let what is carried from
 * row to row stay in the first-level cache; the last axis in squares, as in transposed_source.h.
 */

enum { ROW_LINES = 512 }; /* of rows, at once */

/* The diagonal of variable systems: mass + number + share sigma + scale (back + ahead), or any. */
typedef struct diagonals {
    REAL number, share;
    const REAL *sigma; /* by unknown, or NULL */
    const REAL *mass;  /* by unknown, or NULL: 1 */
    const REAL *any;   /* by unknown, instead of all this; or NULL */
} diagonals;

/* Number i of LANES lines. */
typedef struct varied {
    REAL scale;
    lanes back, ahead, mass, sigma, any;
} varied;

/* What numbers 0 .. i leave for the next one, and for the ends of their lines. */
typedef struct factored {
    lanes left, high, f, g;
} factored;

INLINE factored factored_first(void) {
    const lanes zeros = {0};
    return (factored){.left = zeros + 1, .high = zeros, .f = zeros, .g = zeros + 1};
}

/* Returns the pivot. */
INLINE lanes factorise_lanes(const diagonals *given, const varied *v, int has_left, int is_last,
                             factored *c) {
    const lanes low = v->back * v->scale;
    lanes diagonal = v->any;
    if (given->any == NULL) {
        diagonal = v->mass + (given->number + v->scale * (v->back + v->ahead));
        diagonal += given->sigma != NULL ? given->share * v->sigma : (lanes){0};
    }
    const lanes pivot = 1 / (diagonal - low * c->high);
    c->high = v->ahead * v->scale * pivot;
    if (has_left) {
        c->left *= low * pivot;
        c->f += is_last ? (lanes){0} : c->g * c->left;
        c->g *= is_last ? (lanes){0} + 1 : c->high;
    }
    return pivot;
}

/* The first `count` of LANES numbers; the others are 1, which no division fails for. */
INLINE lanes lanes_load(const REAL *from, ptrdiff_t count) {
    lanes read = (lanes){0} + 1;
    if (count == LANES) {
        memcpy(&read, from, sizeof read);
    } else {
        memcpy(&read, from, (size_t)count * sizeof *from);
    }
    return read;
}

INLINE void lanes_store(lanes numbers, ptrdiff_t count, void *array, ptrdiff_t at) {
    REAL *into = (REAL *)array + at;
    if (count == LANES) {
        memcpy(into, &numbers, sizeof numbers);
    } else {
        memcpy(into, &numbers, (size_t)count * sizeof *into);
    }
}

/* The ends of `count` lines from `line` on. */
INLINE void store_ends(const ct_adi_systems *s, ptrdiff_t line, ptrdiff_t count,
                       const factored *c) {
    const ptrdiff_t lines = s->shape.outer * s->shape.inner;
    const lanes zeros = {0};
    const lanes left = s->has_left ? c->left : zeros;
    const lanes pivot = 1 / (1 - c->high * (c->f + c->g) - left);
    const int is_mirrored = s->is_mirrored;
    lanes_store(is_mirrored ? c->high : left, count, s->ends, CT_ADI_END_LEFT * lines + line);
    lanes_store(is_mirrored ? zeros : c->high, count, s->ends, CT_ADI_END_HIGH * lines + line);
    lanes_store(is_mirrored ? c->high : c->f, count, s->ends, CT_ADI_END_F * lines + line);
    lanes_store(is_mirrored ? zeros : c->g, count, s->ends, CT_ADI_END_G * lines + line);
    lanes_store(pivot, count, s->ends, CT_ADI_END_PIVOT * lines + line);
}

/* Of `count` neighbouring lines, ROW_LINES at most, from the j-th of an outer index on. */
INLINE void factorise_rows(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t j, ptrdiff_t count,
                           const diagonals *given) {
    const ptrdiff_t n = s->shape.n;
    const int has_left = s->has_left;
    factored carry[ROW_LINES / LANES];
    for (ptrdiff_t v = 0; v < ROW_LINES / LANES; v++) {
        carry[v] = factored_first();
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        const coefficients c = coefficients_of(s, outer, i, j);
        const ptrdiff_t at = (outer * n + place_of(s, i)) * s->shape.inner + j;
        for (ptrdiff_t k = 0; k < count; k += LANES) {
            const ptrdiff_t some = count - k < LANES ? count - k : LANES;
            const lanes ones = (lanes){0} + 1;
            const varied number = {
                .scale = c.scale,
                .back = lanes_load(c.back + k, some),
                .ahead = lanes_load(c.ahead + k, some),
                .mass = given->mass != NULL ? lanes_load(given->mass + at + k, some) : ones,
                .sigma = given->sigma != NULL ? lanes_load(given->sigma + at + k, some) : ones,
                .any = given->any != NULL ? lanes_load(given->any + at + k, some) : ones};
            factored *here = &carry[k / LANES];
            const lanes pivot = factorise_lanes(given, &number, has_left, i == n - 1, here);
            lanes_store(pivot, some, s->pivot, at + k);
            if (has_left) {
                lanes_store(here->left, some, s->left, at + k);
            }
            if (s->high != NULL) {
                lanes_store(here->high, some, s->high, at + k);
            }
        }
    }
    for (ptrdiff_t k = 0; k < count; k += LANES) {
        const ptrdiff_t some = count - k < LANES ? count - k : LANES;
        store_ends(s, outer * s->shape.inner + j + k, some, &carry[k / LANES]);
    }
}

/* Stores what was computed number by number as the lines lie. */
INLINE void lines_store(lanes row[LANES], ptrdiff_t n, void *array, ptrdiff_t at) {
    square_transpose(row);
    square_store(row, n, (REAL *)array + at);
}

/* Squares of what is given for LANES lines, or ones. */
INLINE void given_take(const REAL *array, ptrdiff_t at, ptrdiff_t pitch, lanes row[LANES]) {
    if (array != NULL) {
        square_take(array + at, pitch, row);
    } else {
#define ONE(k) row[k] = (lanes){0} + 1;
        EACH_LANE(ONE)
#undef ONE
    }
}

/* Numbers i .. i + LANES - 1, in the order of elimination, of LANES lines. */
INLINE void factorise_square(const ct_adi_systems *s, ptrdiff_t line, ptrdiff_t i, int is_mirrored,
                             const diagonals *given, factored *carry) {
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t place = is_mirrored ? n - LANES - i : i;
    const ptrdiff_t at = line * n + place;
    const ptrdiff_t between = line * s->pitch + place;
    const REAL *scale = (const REAL *)s->scale + place;
    lanes back[LANES];
    lanes ahead[LANES];
    lanes mass[LANES];
    lanes sigma[LANES];
    lanes any[LANES];
    lanes pivot[LANES];
    lanes left[LANES];
    lanes high[LANES];
    square_take((const REAL *)(is_mirrored ? s->ahead : s->back) + between, s->pitch, back);
    square_take((const REAL *)(is_mirrored ? s->back : s->ahead) + between, s->pitch, ahead);
    given_take(given->mass, at, n, mass);
    given_take(given->sigma, at, n, sigma);
    given_take(given->any, at, n, any);
#define FACTORISE(number)                                                                          \
    {                                                                                              \
        enum { K = (number) };                                                                     \
        const int k = is_mirrored ? LANES - 1 - K : K;                                             \
        const varied v = {scale[k], back[k], ahead[k], mass[k], sigma[k], any[k]};                 \
        pivot[k] = factorise_lanes(given, &v, s->has_left, i + K == n - 1, carry);                 \
        left[k] = carry->left;                                                                     \
        high[k] = carry->high;                                                                     \
    }
    EACH_LANE(FACTORISE)
#undef FACTORISE
    if (s->is_squared) {
        square_store(pivot, n, (REAL *)s->pivot + at);
    } else {
        lines_store(pivot, n, s->pivot, at);
    }
    if (s->has_left) {
        lines_store(left, n, s->left, at);
    }
    if (s->high != NULL) {
        lines_store(high, n, s->high, at);
    }
}

INLINE lanes column_of(const void *array, ptrdiff_t at, ptrdiff_t pitch) {
    lanes column = (lanes){0} + 1;
    if (array != NULL) {
        column_load((const REAL *)array + at, pitch, &column);
    }
    return column;
}

/* Number i of LANES lines, which fills no square. */
INLINE void factorise_column(const ct_adi_systems *s, ptrdiff_t line, ptrdiff_t i,
                             const diagonals *given, factored *carry) {
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t place = place_of(s, i);
    const ptrdiff_t at = line * n + place;
    const ptrdiff_t between = line * s->pitch + place;
    const lanes back = column_of(s->back, between, s->pitch);
    const lanes ahead = column_of(s->ahead, between, s->pitch);
    const varied v = {.scale = ((const REAL *)s->scale)[place],
                      .back = s->is_mirrored ? ahead : back,
                      .ahead = s->is_mirrored ? back : ahead,
                      .mass = column_of(given->mass, at, n),
                      .sigma = column_of(given->sigma, at, n),
                      .any = column_of(given->any, at, n)};
    const lanes pivot = factorise_lanes(given, &v, s->has_left, i == n - 1, carry);
    column_store(&pivot, n, (REAL *)s->pivot + at);
    if (s->has_left) {
        column_store(&carry->left, n, (REAL *)s->left + at);
    }
    if (s->high != NULL) {
        column_store(&carry->high, n, (REAL *)s->high + at);
    }
}

/* TRANSPOSED lines along the last axis. */
INLINE void factorise_squares(const ct_adi_systems *s, ptrdiff_t line, int is_mirrored,
                              const diagonals *given) {
    factored carry[SQUARES];
    ptrdiff_t i = 0;
    for (ptrdiff_t q = 0; q < SQUARES; q++) {
        carry[q] = factored_first();
    }
    for (; i + LANES <= s->shape.n; i += LANES) {
        for (ptrdiff_t q = 0; q < SQUARES; q++) {
            factorise_square(s, line + q * LANES, i, is_mirrored, given, &carry[q]);
        }
    }
    for (; i < s->shape.n; i++) {
        for (ptrdiff_t q = 0; q < SQUARES; q++) {
            factorise_column(s, line + q * LANES, i, given, &carry[q]);
        }
    }
    for (ptrdiff_t q = 0; q < SQUARES; q++) {
        store_ends(s, line + q * LANES, LANES, &carry[q]);
    }
}

TARGET static void factorise_lines(const ct_adi_systems *systems, const diagonals *given) {
    const ct_adi_systems s = *systems; /* a copy that stores cannot alias */
    const diagonals of = *given;
    ptrdiff_t outer = 0;
    for (; s.shape.inner == 1 && outer + TRANSPOSED <= s.shape.outer; outer += TRANSPOSED) {
        if (s.is_mirrored) {
            factorise_squares(&s, outer, 1, &of);
        } else {
            factorise_squares(&s, outer, 0, &of);
        }
    }
    for (; outer < s.shape.outer; outer++) {
        for (ptrdiff_t j = 0; j < s.shape.inner; j += ROW_LINES) {
            const ptrdiff_t left = s.shape.inner - j;
            factorise_rows(&s, outer, j, left < ROW_LINES ? left : ROW_LINES, &of);
        }
    }
}

TARGET static void factorise(ct_adi_systems *s, double c, const void *mass, const void *sigma,
                             double share, double number) {
    s->sigma = sigma;
    s->share = c * share;
    s->number = c * number;
    const diagonals given = {(REAL)s->number, (REAL)s->share, sigma, mass, NULL};
    factorise_lines(s, &given);
}

/* The first of `count` pivots, of rows with these diagonals, that is lost; or count. */
static ptrdiff_t lost_pivot(const REAL *pivot, const REAL *diagonal, ptrdiff_t count,
                            double tolerance) {
    for (ptrdiff_t j = 0; j < count; j++) {
        const double left = 1 / (double)pivot[j];
        const double minuend = fabs((double)diagonal[j]);
        if (!(fabs(left) > tolerance * (minuend + fabs((double)diagonal[j] - left)))) {
            return j; /* NaN too */
        }
    }
    return count;
}

TARGET static ptrdiff_t factorise_any(ct_adi_systems *s, const void *diagonal, double tolerance) {
    const diagonals given = {.any = diagonal};
    const ptrdiff_t inner = s->shape.inner;
    factorise_lines(s, &given);
    for (ptrdiff_t outer = 0; outer < s->shape.outer; outer++) {
        for (ptrdiff_t i = 0; i < s->shape.n; i++) {
            const ptrdiff_t row = (outer * s->shape.n + place_of(s, i)) * inner;
            const ptrdiff_t lost =
                lost_pivot((const REAL *)s->pivot + row, given.any + row, inner, tolerance);
            if (lost < inner) {
                return row + lost;
            }
        }
    }
    return -1;
}
