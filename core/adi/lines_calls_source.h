/* What lines_source.h does, for all lines of a block: the calls of a table. */

/* Groups of constant size unroll; what is left goes line by line. */
TARGET static void forward(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t outers,
                           ptrdiff_t first, ptrdiff_t end, void *d, void *sum, void *weight) {
    const ptrdiff_t inner = s->shape.inner;
    ptrdiff_t line = outer;
    if (inner > 1) {
        for (ptrdiff_t o = outer; o < outer + outers; o++) {
            for (ptrdiff_t j = 0; j < inner; j += CHUNK) {
                const ptrdiff_t at = (o - outer) * inner + j;
                forward_rows(s, o, j, inner - j < CHUNK ? inner - j : CHUNK, first, end, d,
                             sum != NULL ? (REAL *)sum + at : NULL,
                             weight != NULL ? (REAL *)weight + at : NULL);
            }
        }
        return;
    }
    for (; line + GROUP <= outer + outers; line += GROUP) {
        forward_group(s, line, GROUP, first, end, d);
    }
    for (; line < outer + outers; line++) {
        forward_group(s, line, 1, first, end, d);
    }
    if (sum != NULL && end == s->shape.n) {
        sum_lines(s, outer, outers, d, sum);
    }
}

static const REAL *shifted(const void *numbers, ptrdiff_t by) {
    return numbers != NULL ? (const REAL *)numbers + by : NULL;
}

TARGET static void backward(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t outers, void *d,
                            const void *before, const void *last) {
    const ptrdiff_t inner = s->shape.inner;
    ptrdiff_t line = outer;
    if (inner > 1) {
        for (ptrdiff_t o = outer; o < outer + outers; o++) {
            for (ptrdiff_t j = 0; j < inner; j += CHUNK) {
                const ptrdiff_t at = (o - outer) * inner + j;
                backward_rows(s, o, j, inner - j < CHUNK ? inner - j : CHUNK, d,
                              shifted(before, at), shifted(last, at));
            }
        }
        return;
    }
    for (; line + GROUP <= outer + outers; line += GROUP) {
        backward_group(s, line, GROUP, d, shifted(before, line - outer),
                       shifted(last, line - outer));
    }
    for (; line < outer + outers; line++) {
        backward_group(s, line, 1, d, shifted(before, line - outer), shifted(last, line - outer));
    }
}

TARGET static void update(const ct_adi_systems *s, const void *d, const void *before,
                          const void *last, int replaces, void *state) {
    const ptrdiff_t inner = s->shape.inner;
    for (ptrdiff_t o = 0; o < s->shape.outer; o++) {
        for (ptrdiff_t j = 0; j < inner; j += CHUNK) {
            const ptrdiff_t at = o * inner + j;
            update_rows(s, o, j, inner - j < CHUNK ? inner - j : CHUNK, d, shifted(before, at),
                        shifted(last, at), replaces, state);
        }
    }
}

TARGET static void accumulate(const void *x, ptrdiff_t count, int replaces, void *state) {
    add_row(state, x, count, replaces);
}

/* A number of a row of ends for a line. */
static inline REAL end_of(const ct_adi_systems *s, int row, ptrdiff_t line) {
    const ptrdiff_t lines = s->is_variable ? s->shape.outer * s->shape.inner : 1;
    return ((const REAL *)s->ends)[row * lines + (s->is_variable ? line : 0)];
}

TARGET static void close_cycles(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t outers,
                                const void *d, const void *sum, void *last) {
    const ptrdiff_t inner = s->shape.inner;
    for (ptrdiff_t o = 0; o < outers; o++) {
        const REAL *row = (const REAL *)d + ((outer + o + 1) * s->shape.n - 1) * inner;
        for (ptrdiff_t j = 0; j < inner; j++) {
            const ptrdiff_t line = (outer + o) * inner + j;
            ((REAL *)last)[o * inner + j] =
                (row[j] + end_of(s, CT_ADI_END_HIGH, line) * ((const REAL *)sum)[o * inner + j]) *
                end_of(s, CT_ADI_END_PIVOT, line);
        }
    }
}

TARGET static void solve(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t outers, void *d,
                         void *scratch) {
    const ptrdiff_t step = s->shape.inner > 1 ? 1 : GROUP;
    const ptrdiff_t width = s->shape.inner > 1 ? s->shape.inner : GROUP;
    REAL *last = s->is_cyclic ? scratch : NULL;
    REAL *sum = s->is_cyclic ? last + width : NULL;
    REAL *weight = s->is_cyclic ? sum + width : NULL;
    for (ptrdiff_t o = outer; o < outer + outers; o += step) {
        const ptrdiff_t count = outer + outers - o < step ? outer + outers - o : step;
        forward(s, o, count, 0, s->shape.n, d, sum, weight);
        if (s->is_cyclic) {
            close_cycles(s, o, count, d, sum, last);
        }
        backward(s, o, count, d, last, last);
    }
}

/* The pivots of variable systems, row by row; what the ends need, summed on the way. */
TARGET static void factorise_rows(ct_adi_systems *s, ptrdiff_t outer, double c, const REAL *sigma,
                                  double share, double number) {
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t inner = s->shape.inner;
    const ptrdiff_t lines = s->shape.outer * inner;
    const REAL *scale = s->scale;
    const REAL *face = (const REAL *)s->face + outer * (n + 1) * inner;
    REAL *pivot = (REAL *)s->pivot + outer * n * inner;
    REAL *left = s->has_left ? (REAL *)s->left + outer * n * inner : NULL;
    REAL *ends = (REAL *)s->ends + outer * inner;
    for (ptrdiff_t k = 0; k < n * inner; k++) {
        const ptrdiff_t i = k / inner;
        REAL diagonal = 1 + scale[i] * (face[k] + face[k + inner]) + (REAL)(c * number);
        if (sigma != NULL) {
            diagonal += (REAL)(c * share) * sigma[outer * n * inner + k];
        }
        const REAL low = i > 0 ? scale[i] * face[k] : 0;
        pivot[k] =
            1 / (i > 0 ? diagonal - low * (scale[i - 1] * face[k] * pivot[k - inner]) : diagonal);
        if (left != NULL) {
            left[k] = i > 0 ? low * pivot[k] * left[k - inner] : scale[i] * face[k] * pivot[k];
        }
    }
    for (ptrdiff_t j = 0; j < inner; j++) {
        const ptrdiff_t k = (n - 1) * inner + j;
        REAL f = 0;
        REAL g = 1;
        for (ptrdiff_t i = 0; i < n - 1 && left != NULL; i++) {
            f += g * left[i * inner + j];
            g *= scale[i] * face[(i + 1) * inner + j] * pivot[i * inner + j];
        }
        ends[CT_ADI_END_LEFT * lines + j] = left != NULL ? left[k] : 0;
        ends[CT_ADI_END_HIGH * lines + j] = scale[n - 1] * face[k + inner] * pivot[k];
        ends[CT_ADI_END_F * lines + j] = f;
        ends[CT_ADI_END_G * lines + j] = g;
        ends[CT_ADI_END_PIVOT * lines + j] = 1 / (1 - ends[CT_ADI_END_HIGH * lines + j] * (f + g) -
                                                  ends[CT_ADI_END_LEFT * lines + j]);
    }
}

TARGET static void factorise(ct_adi_systems *s, double c, const void *sigma, double share,
                             double number) {
    for (ptrdiff_t outer = 0; outer < s->shape.outer; outer++) {
        factorise_rows(s, outer, c, sigma, share, number);
    }
}

/* Row k of a table of the rest, for the line l where every line has a system of its own. */
INLINE REAL rest_of(const ct_adi_rest *r, int table, ptrdiff_t k, ptrdiff_t l) {
    return (REAL)r->memory[(table * r->size + k) * r->systems + (r->systems > 1 ? l : 0)];
}

TARGET static void solve_rest(const ct_adi_rest *r, ptrdiff_t lines, const void *collected,
                              void *z) {
    const REAL *given = collected;
    REAL *x = z;
    for (ptrdiff_t k = 0; k < r->size; k++) {
        const ptrdiff_t next = (k + 1) % r->size;
        for (ptrdiff_t l = 0; l < lines; l++) {
            REAL known = given[2 * k * lines + l];
            if (r->is_cyclic || k < r->size - 1) {
                known += rest_of(r, CT_ADI_REST_NEXT, k, l) * given[(2 * next + 1) * lines + l];
            }
            if (k > 0) {
                known += rest_of(r, CT_ADI_REST_LOW, k, l) * x[(k - 1) * lines + l];
            }
            x[k * lines + l] = known * rest_of(r, CT_ADI_REST_PIVOT, k, l);
        }
    }
    for (ptrdiff_t k = r->size - 2; k >= 0; k--) {
        for (ptrdiff_t l = 0; l < lines; l++) {
            x[k * lines + l] += rest_of(r, CT_ADI_REST_HIGH, k, l) * x[(k + 1) * lines + l];
        }
    }
    for (ptrdiff_t l = 0; l < lines && r->is_cyclic && r->size > 2; l++) {
        const REAL ends = x[l] + x[(r->size - 1) * lines + l];
        for (ptrdiff_t k = 0; k < r->size; k++) {
            x[k * lines + l] += rest_of(r, CT_ADI_REST_CORRECTION, k, l) * ends;
        }
    }
}
