/* Tridiagonal lines, in the precision REAL, with the vector instructions TARGET. */

#define INLINE TARGET static inline __attribute__((always_inline))

enum {
    GROUP = 8,    /* lines along the last axis eliminated together */
    CHUNK = 2048, /* numbers of a row that stay in the first-level cache between two rows */
    PIECE = 1024, /* of a row, the same from substitution to update */
    TOGETHER = 2  /* numbers of a line substituted and added together */
};

/* Coefficients of row i of some lines: constants, or arrays that begin at the first line. `back`,
 * `ahead`: kappa at the faces towards the previous and the next unknown in the order of
 * elimination. */
typedef struct coefficients {
    REAL pivot, low, high, left, weight, scale;
    const REAL *pivots, *back, *ahead, *lefts, *highs;
} coefficients;

/* Position in its line of number i in the order of elimination. */
INLINE ptrdiff_t place_of(const ct_adi_systems *s, ptrdiff_t i) {
    return s->is_mirrored ? s->shape.n - 1 - i : i;
}

/* Coefficients of the lines `outer`, from the j-th on. */
INLINE coefficients coefficients_of(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t i,
                                    ptrdiff_t j) {
    const ptrdiff_t inner = s->shape.inner;
    coefficients c = {.pivot = 0};
    if (s->is_variable) {
        const ptrdiff_t place = place_of(s, i);
        const ptrdiff_t at = (outer * s->shape.n + place) * inner + j;
        const ptrdiff_t between = (outer * s->pitch + place) * inner + j;
        const REAL *back = (const REAL *)s->back + between;
        const REAL *ahead = (const REAL *)s->ahead + between;
        c.pivots = (const REAL *)s->pivot + at;
        c.lefts = s->has_left ? (const REAL *)s->left + at : NULL;
        c.highs = s->high != NULL ? (const REAL *)s->high + at : NULL;
        c.back = s->is_mirrored ? ahead : back;
        c.ahead = s->is_mirrored ? back : ahead;
        c.scale = ((const REAL *)s->scale)[place];
    } else {
        c.pivot = ((const REAL *)s->pivot)[i];
        c.low = ((const REAL *)s->low)[i];
        c.high = ((const REAL *)s->high)[i];
        c.left = s->has_left ? ((const REAL *)s->left)[i] : 0;
        c.weight = s->has_left ? ((const REAL *)s->weight)[i] : 0;
    }
    return c;
}

INLINE void eliminate_first(const ct_adi_systems *s, const coefficients *c, ptrdiff_t count,
                            REAL *restrict row, REAL *restrict sum, REAL *restrict weight) {
    if (s->is_variable) {
        for (ptrdiff_t j = 0; j < count; j++) {
            row[j] *= c->pivots[j];
        }
        for (ptrdiff_t j = 0; j < count && sum != NULL; j++) {
            weight[j] = c->ahead[j] * c->scale * c->pivots[j];
        }
    } else {
        for (ptrdiff_t j = 0; j < count; j++) {
            row[j] *= c->pivot;
        }
    }
    for (ptrdiff_t j = 0; j < count && sum != NULL; j++) {
        sum[j] = s->shape.n > 1 ? row[j] : 0;
    }
}

INLINE void eliminate_constant(const coefficients *c, ptrdiff_t count, const REAL *restrict before,
                               REAL *restrict row, REAL *restrict sum) {
    if (sum == NULL) {
        for (ptrdiff_t j = 0; j < count; j++) {
            row[j] = row[j] * c->pivot + before[j] * c->low;
        }
    } else {
        for (ptrdiff_t j = 0; j < count; j++) {
            row[j] = row[j] * c->pivot + before[j] * c->low;
            sum[j] += c->weight * row[j];
        }
    }
}

INLINE void eliminate_variable(const coefficients *c, ptrdiff_t count, const REAL *restrict before,
                               REAL *restrict row, REAL *restrict sum, REAL *restrict weight) {
    for (ptrdiff_t j = 0; j < count; j++) {
        row[j] = (row[j] + c->back[j] * c->scale * before[j]) * c->pivots[j];
    }
    for (ptrdiff_t j = 0; j < count && sum != NULL; j++) {
        sum[j] += weight[j] * row[j];
        weight[j] *= c->ahead[j] * c->scale * c->pivots[j];
    }
}

/* Eliminates the part's numbers of the lines `outer`, j .. j + count - 1. */
TARGET static void forward_rows(const ct_adi_systems *s, const ct_adi_part *part, ptrdiff_t outer,
                                ptrdiff_t j, ptrdiff_t count, REAL *d, REAL *sum, REAL *weight) {
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t inner = s->shape.inner;
    const ptrdiff_t step = s->is_mirrored ? -inner : inner;
    for (ptrdiff_t i = part->first; i < part->end; i++) {
        const coefficients c = coefficients_of(s, outer, i, j);
        REAL *row = d + (outer * n + place_of(s, i)) * inner + j;
        REAL *summed = i < n - 1 ? sum : NULL;
        if (i == 0) {
            eliminate_first(s, &c, count, row, sum, weight);
        } else if (s->is_variable) {
            eliminate_variable(&c, count, row - step, row, summed, weight);
        } else {
            eliminate_constant(&c, count, row - step, row, summed);
        }
    }
}

/* x[i] from d[i], x[i+1] and the unknown before the line; `x` may be `d`. */
INLINE void substitute(const ct_adi_systems *s, const coefficients *c, ptrdiff_t count,
                       const REAL *d, const REAL *after, const REAL *restrict before, REAL *x) {
    if (s->is_variable && before != NULL) {
        for (ptrdiff_t j = 0; j < count; j++) {
            x[j] =
                d[j] + c->ahead[j] * c->scale * c->pivots[j] * after[j] + c->lefts[j] * before[j];
        }
    } else if (s->is_variable) {
        for (ptrdiff_t j = 0; j < count; j++) {
            x[j] = d[j] + c->ahead[j] * c->scale * c->pivots[j] * after[j];
        }
    } else if (before != NULL) {
        for (ptrdiff_t j = 0; j < count; j++) {
            x[j] = d[j] + c->high * after[j] + c->left * before[j];
        }
    } else {
        for (ptrdiff_t j = 0; j < count; j++) {
            x[j] = d[j] + c->high * after[j];
        }
    }
}

TARGET static void backward_rows(const ct_adi_systems *s, const ct_adi_part *part, ptrdiff_t outer,
                                 ptrdiff_t j, ptrdiff_t count, REAL *d, const REAL *before,
                                 const REAL *last) {
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t inner = s->shape.inner;
    const ptrdiff_t step = s->is_mirrored ? -inner : inner;
    for (ptrdiff_t i = part->end - 1; i >= part->first; i--) {
        REAL *row = d + (outer * n + place_of(s, i)) * inner + j;
        if (i < n - 1) {
            const coefficients c = coefficients_of(s, outer, i, j);
            substitute(s, &c, count, row, row + step, before, row);
        } else if (last != NULL) {
            memcpy(row, last, (size_t)count * sizeof *row);
        }
    }
}

/* Lines along the last axis, several at once: each is a chain of dependent operations. */
INLINE void forward_group(const ct_adi_systems *s, const ct_adi_part *part, ptrdiff_t line,
                          int lines, REAL *d) {
    const ptrdiff_t n = s->shape.n;
    REAL before[GROUP];
    d += line * n;
    for (int l = 0; l < lines; l++) {
        before[l] = part->first > 0 ? d[l * n + place_of(s, part->first - 1)] : 0;
    }
    for (ptrdiff_t i = part->first; i < part->end; i++) {
        const coefficients c = coefficients_of(s, line, i, 0);
        REAL *at = d + place_of(s, i);
        for (int l = 0; l < lines; l++) {
            if (s->is_variable) {
                before[l] =
                    (at[l * n] + c.back[l * s->pitch] * c.scale * before[l]) * c.pivots[l * n];
            } else {
                before[l] = at[l * n] * c.pivot + before[l] * c.low;
            }
            at[l * n] = before[l];
        }
    }
}

INLINE void backward_group(const ct_adi_systems *s, const ct_adi_part *part, ptrdiff_t line,
                           int lines, REAL *d, const REAL *before, const REAL *last) {
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t start = part->end < n ? part->end : n - 1; /* known */
    REAL after[GROUP];
    d += line * n;
    for (int l = 0; l < lines; l++) {
        REAL *at = d + l * n + place_of(s, start);
        after[l] = part->end == n && last != NULL ? last[l] : *at;
        *at = after[l];
    }
    for (ptrdiff_t i = start - 1; i >= part->first; i--) {
        const coefficients c = coefficients_of(s, line, i, 0);
        REAL *at = d + place_of(s, i);
        for (int l = 0; l < lines; l++) {
            const REAL high =
                s->is_variable ? c.ahead[l * s->pitch] * c.scale * c.pivots[l * n] : c.high;
            after[l] = at[l * n] + high * after[l];
            if (before != NULL) {
                after[l] += (s->is_variable ? c.lefts[l * n] : c.left) * before[l];
            }
            at[l * n] = after[l];
        }
    }
}

/* `sum` of lines along the last axis. */
TARGET static void sum_lines(const ct_adi_systems *s, ptrdiff_t line, ptrdiff_t lines,
                             const REAL *d, REAL *sum) {
    const ptrdiff_t n = s->shape.n;
    for (ptrdiff_t l = 0; l < lines; l++) {
        REAL weight = 1;
        sum[l] = 0;
        for (ptrdiff_t i = 0; i < n - 1; i++) {
            const coefficients c = coefficients_of(s, line + l, i, 0);
            sum[l] += (s->is_variable ? weight : c.weight) * d[(line + l) * n + i];
            weight *= s->is_variable ? c.ahead[0] * c.scale * c.pivots[0] : 1;
        }
    }
}
