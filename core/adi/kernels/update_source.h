/* Substitution that adds to the state, of lines_source.h. */

INLINE void add_row(REAL *restrict state, const REAL *restrict x, ptrdiff_t count, int replaces) {
    if (replaces) {
        memcpy(state, x, (size_t)count * sizeof *x);
    } else {
        for (ptrdiff_t k = 0; k < count; k++) {
            state[k] += x[k];
        }
    }
}

/* Substitutes number i and the TOGETHER - 1 before it of constant systems, in registers. d and
 * state begin with number i of the lines; carry is the number after. */
INLINE void update_constant(const ct_adi_systems *s, ptrdiff_t i, ptrdiff_t count,
                            const REAL *restrict d, const REAL *restrict before, int has_before,
                            int replaces, REAL *restrict state, REAL *restrict carry) {
    const ptrdiff_t step = s->is_mirrored ? -s->shape.inner : s->shape.inner;
    coefficients c[TOGETHER];
    for (int k = 0; k < TOGETHER; k++) {
        c[k] = coefficients_of(s, 0, i - k, 0);
    }
    for (ptrdiff_t j = 0; j < count; j++) {
        REAL x = carry[j];
        for (int k = 0; k < TOGETHER; k++) {
            const ptrdiff_t at = j - k * step;
            x = d[at] + c[k].high * x;
            if (has_before) {
                x += c[k].left * before[j];
            }
            state[at] = replaces ? x : state[at] + x;
        }
        carry[j] = x;
    }
}

/* The same of variable systems that have `high`. */
INLINE void update_variable(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t i, ptrdiff_t first,
                            ptrdiff_t count, const REAL *restrict d, const REAL *restrict before,
                            int has_before, int replaces, REAL *restrict state,
                            REAL *restrict carry) {
    const ptrdiff_t step = s->is_mirrored ? -s->shape.inner : s->shape.inner;
    const coefficients c = coefficients_of(s, outer, i, first);
    const REAL *restrict highs = c.highs;
    const REAL *restrict lefts = c.lefts;
    for (ptrdiff_t j = 0; j < count; j++) {
        REAL x = carry[j];
        for (int k = 0; k < TOGETHER; k++) {
            const ptrdiff_t at = j - k * step;
            x = d[at] + highs[at] * x;
            if (has_before) {
                x += lefts[at] * before[j];
            }
            state[at] = replaces ? x : state[at] + x;
        }
        carry[j] = x;
    }
}

/* Substitutes number i alone. */
INLINE void update_row(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t i, ptrdiff_t j,
                       ptrdiff_t count, const REAL *d, const REAL *before, const REAL *last,
                       int replaces, REAL *state, REAL *carry) {
    for (ptrdiff_t k = 0; k < count; k += PIECE) {
        const ptrdiff_t now = count - k < PIECE ? count - k : PIECE;
        const coefficients c = coefficients_of(s, outer, i, j + k);
        if (i == s->shape.n - 1) {
            memcpy(carry + k, last != NULL ? last + k : d + k, (size_t)now * sizeof *d);
        } else {
            substitute(s, &c, now, d + k, carry + k, before != NULL ? before + k : NULL, carry + k);
        }
        add_row(state + k, carry + k, now, replaces);
    }
}

TARGET static void update_rows(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t j,
                               ptrdiff_t count, const REAL *d, const REAL *before, const REAL *last,
                               int replaces, REAL *state, REAL *carry) {
    const ptrdiff_t n = s->shape.n;
    ptrdiff_t i = n - 1;
    while (i >= 0) {
        const ptrdiff_t at = (outer * n + place_of(s, i)) * s->shape.inner + j;
        const int are_together =
            (!s->is_variable || s->high != NULL) && i < n - 1 && i + 1 >= TOGETHER;
        if (!are_together) {
            update_row(s, outer, i, j, count, d + at, before, last, replaces, state + at, carry);
        } else if (s->is_variable && replaces && before != NULL) {
            update_variable(s, outer, i, j, count, d + at, before, 1, 1, state + at, carry);
        } else if (s->is_variable && replaces) {
            update_variable(s, outer, i, j, count, d + at, NULL, 0, 1, state + at, carry);
        } else if (s->is_variable && before != NULL) {
            update_variable(s, outer, i, j, count, d + at, before, 1, 0, state + at, carry);
        } else if (s->is_variable) {
            update_variable(s, outer, i, j, count, d + at, NULL, 0, 0, state + at, carry);
        } else if (replaces && before != NULL) {
            update_constant(s, i, count, d + at, before, 1, 1, state + at, carry);
        } else if (replaces) {
            update_constant(s, i, count, d + at, NULL, 0, 1, state + at, carry);
        } else if (before != NULL) {
            update_constant(s, i, count, d + at, before, 1, 0, state + at, carry);
        } else {
            update_constant(s, i, count, d + at, NULL, 0, 0, state + at, carry);
        }
        i -= are_together ? TOGETHER : 1;
    }
}
