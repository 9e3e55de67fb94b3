/* Tridiagonal lines, in the precision REAL, with the vector instructions TARGET. */

#define INLINE TARGET static inline __attribute__((always_inline))

enum {
    GROUP = 8,   /* lines along the last axis that are eliminated together */
    CHUNK = 2048 /* numbers of a row that stay in the first cache between two rows */
};

/* One number of every coefficient that row i of some lines needs: a constant, or an array. */
typedef struct coefficients {
    REAL pivot, low, high, left, weight, scale;
    const REAL *pivots, *faces, *lefts; /* faces[inner + j] is beyond */
} coefficients;

/* Of row i of the lines outer, from the j-th on. */
INLINE coefficients coefficients_of(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t i,
                                    ptrdiff_t j) {
    coefficients c = {.pivot = 0};
    if (s->is_variable) {
        const ptrdiff_t at = (outer * s->shape.n + i) * s->shape.inner + j;
        c.pivots = (const REAL *)s->pivot + at;
        c.lefts = s->has_left ? (const REAL *)s->left + at : NULL;
        c.faces = (const REAL *)s->face + at + outer * s->shape.inner;
        c.scale = ((const REAL *)s->scale)[i];
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
    const ptrdiff_t inner = s->shape.inner;
    if (s->is_variable) {
        for (ptrdiff_t j = 0; j < count; j++) {
            row[j] *= c->pivots[j];
        }
        for (ptrdiff_t j = 0; j < count && sum != NULL; j++) {
            weight[j] = c->faces[inner + j] * c->scale * c->pivots[j];
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

INLINE void eliminate_variable(const coefficients *c, ptrdiff_t inner, ptrdiff_t count,
                               const REAL *restrict before, REAL *restrict row, REAL *restrict sum,
                               REAL *restrict weight) {
    for (ptrdiff_t j = 0; j < count; j++) {
        row[j] = (row[j] + c->faces[j] * c->scale * before[j]) * c->pivots[j];
    }
    for (ptrdiff_t j = 0; j < count && sum != NULL; j++) {
        sum[j] += weight[j] * row[j];
        weight[j] *= c->faces[inner + j] * c->scale * c->pivots[j];
    }
}

/* Numbers first .. end - 1 of the lines outer, j .. j + count - 1. */
TARGET static void forward_rows(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t j,
                                ptrdiff_t count, ptrdiff_t first, ptrdiff_t end, REAL *d, REAL *sum,
                                REAL *weight) {
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t inner = s->shape.inner;
    for (ptrdiff_t i = first; i < end; i++) {
        const coefficients c = coefficients_of(s, outer, i, j);
        REAL *row = d + (outer * n + i) * inner + j;
        REAL *summed = i < n - 1 ? sum : NULL;
        if (i == 0) {
            eliminate_first(s, &c, count, row, sum, weight);
        } else if (s->is_variable) {
            eliminate_variable(&c, inner, count, row - inner, row, summed, weight);
        } else {
            eliminate_constant(&c, count, row - inner, row, summed);
        }
    }
}

/* x[i] from d[i], x[i+1] and what is before the line; `x` may be `d`. */
INLINE void substitute(const ct_adi_systems *s, const coefficients *c, ptrdiff_t count,
                       const REAL *d, const REAL *after, const REAL *restrict before, REAL *x) {
    const ptrdiff_t inner = s->shape.inner;
    if (s->is_variable && before != NULL) {
        for (ptrdiff_t j = 0; j < count; j++) {
            x[j] = d[j] + c->faces[inner + j] * c->scale * c->pivots[j] * after[j] +
                   c->lefts[j] * before[j];
        }
    } else if (s->is_variable) {
        for (ptrdiff_t j = 0; j < count; j++) {
            x[j] = d[j] + c->faces[inner + j] * c->scale * c->pivots[j] * after[j];
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

TARGET static void backward_rows(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t j,
                                 ptrdiff_t count, REAL *d, const REAL *before, const REAL *last) {
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t inner = s->shape.inner;
    REAL *row = d + (outer * n + n - 1) * inner + j;
    for (ptrdiff_t k = 0; k < count && last != NULL; k++) {
        row[k] = last[k];
    }
    for (ptrdiff_t i = n - 2; i >= 0; i--) {
        const coefficients c = coefficients_of(s, outer, i, j);
        row -= inner;
        substitute(s, &c, count, row, row + inner, before, row);
    }
}

INLINE void add_row(REAL *restrict state, const REAL *restrict x, ptrdiff_t count, int replaces) {
    if (replaces) {
        memcpy(state, x, (size_t)count * sizeof *x);
    } else {
        for (ptrdiff_t k = 0; k < count; k++) {
            state[k] += x[k];
        }
    }
}

TARGET static void update_rows(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t j,
                               ptrdiff_t count, const REAL *d, const REAL *before, const REAL *last,
                               int replaces, REAL *state) {
    REAL after[2][CHUNK];
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t inner = s->shape.inner;
    ptrdiff_t at = (outer * n + n - 1) * inner + j;
    memcpy(after[(n - 1) % 2], last != NULL ? last : d + at, (size_t)count * sizeof *d);
    add_row(state + at, after[(n - 1) % 2], count, replaces);
    for (ptrdiff_t i = n - 2; i >= 0; i--) {
        const coefficients c = coefficients_of(s, outer, i, j);
        at -= inner;
        substitute(s, &c, count, d + at, after[(i + 1) % 2], before, after[i % 2]);
        add_row(state + at, after[i % 2], count, replaces);
    }
}

/* Lines along the last axis: some at once, since each waits for its own last number. */
INLINE void forward_group(const ct_adi_systems *s, ptrdiff_t line, int lines, ptrdiff_t first,
                          ptrdiff_t end, REAL *d) {
    const ptrdiff_t n = s->shape.n;
    REAL before[GROUP];
    d += line * n;
    for (int l = 0; l < lines; l++) {
        before[l] = first > 0 ? d[l * n + first - 1] : 0;
    }
    for (ptrdiff_t i = first; i < end; i++) {
        const coefficients c = coefficients_of(s, line, i, 0);
        for (int l = 0; l < lines; l++) {
            REAL *at = d + l * n + i;
            if (s->is_variable) {
                before[l] = (*at + c.faces[l * (n + 1)] * c.scale * before[l]) * c.pivots[l * n];
            } else {
                before[l] = *at * c.pivot + before[l] * c.low;
            }
            *at = before[l];
        }
    }
}

INLINE void backward_group(const ct_adi_systems *s, ptrdiff_t line, int lines, REAL *d,
                           const REAL *before, const REAL *last) {
    const ptrdiff_t n = s->shape.n;
    REAL after[GROUP];
    d += line * n;
    for (int l = 0; l < lines; l++) {
        after[l] = last != NULL ? last[l] : d[l * n + n - 1];
        d[l * n + n - 1] = after[l];
    }
    for (ptrdiff_t i = n - 2; i >= 0; i--) {
        const coefficients c = coefficients_of(s, line, i, 0);
        for (int l = 0; l < lines; l++) {
            REAL *at = d + l * n + i;
            REAL high =
                s->is_variable ? c.faces[l * (n + 1) + 1] * c.scale * c.pivots[l * n] : c.high;
            after[l] = *at + high * after[l];
            if (before != NULL) {
                after[l] += (s->is_variable ? c.lefts[l * n] : c.left) * before[l];
            }
            *at = after[l];
        }
    }
}

/* The sums of lines along the last axis. */
TARGET static void sum_lines(const ct_adi_systems *s, ptrdiff_t line, ptrdiff_t lines,
                             const REAL *d, REAL *sum) {
    const ptrdiff_t n = s->shape.n;
    for (ptrdiff_t l = 0; l < lines; l++) {
        REAL weight = 1;
        sum[l] = 0;
        for (ptrdiff_t i = 0; i < n - 1; i++) {
            const coefficients c = coefficients_of(s, line + l, i, 0);
            sum[l] += (s->is_variable ? weight : c.weight) * d[(line + l) * n + i];
            weight *= s->is_variable ? c.faces[1] * c.scale * c.pivots[0] : 1;
        }
    }
}
