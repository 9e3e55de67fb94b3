/* The functions of the table that apply lines_source.h to all lines of a block. */

static const REAL *shifted(const void *numbers, ptrdiff_t by) {
    return numbers != NULL ? (const REAL *)numbers + by : NULL;
}

/* A chunk of lines of one outer index, from `j` on. */
typedef struct chunk {
    ptrdiff_t outer, j, count;
    ptrdiff_t at; /* index in arrays of one number a line of the part */
} chunk;

INLINE ptrdiff_t chunks_of(const ct_adi_part *part) {
    return part->outers * ((part->count + CHUNK - 1) / CHUNK);
}

INLINE chunk chunk_of(const ct_adi_part *part, ptrdiff_t index) {
    const ptrdiff_t of_row = (part->count + CHUNK - 1) / CHUNK;
    const ptrdiff_t row = index / of_row;
    const ptrdiff_t j = index % of_row * CHUNK;
    const ptrdiff_t left = part->count - j;
    return (chunk){part->outer + row, part->from + j, left < CHUNK ? left : CHUNK,
                   row * part->count + j};
}

/* Lines along the last axis are processed in groups of constant size, which unrolls; the remainder
 * one by one. */
TARGET static void forward(const ct_adi_systems *s, const ct_adi_part *part, void *d, void *sum,
                           void *weight) {
    const ptrdiff_t lines = part->outer + part->outers;
    ptrdiff_t line = part->outer;
    if (s->shape.inner > 1) {
        for (ptrdiff_t i = 0; i < chunks_of(part); i++) {
            const chunk c = chunk_of(part, i);
            forward_rows(s, part, c.outer, c.j, c.count, d, sum != NULL ? (REAL *)sum + c.at : NULL,
                         weight != NULL ? (REAL *)weight + c.at : NULL);
        }
        return;
    }
    for (; line + GROUP <= lines; line += GROUP) {
        forward_group(s, part, line, GROUP, d);
    }
    for (; line < lines; line++) {
        forward_group(s, part, line, 1, d);
    }
    if (sum != NULL && part->end == s->shape.n) {
        sum_lines(s, part->outer, part->outers, d, sum);
    }
}

TARGET static void backward(const ct_adi_systems *s, const ct_adi_part *part, void *d,
                            const void *before, const void *last) {
    const ptrdiff_t lines = part->outer + part->outers;
    ptrdiff_t line = part->outer;
    if (s->shape.inner > 1) {
        for (ptrdiff_t i = 0; i < chunks_of(part); i++) {
            const chunk c = chunk_of(part, i);
            backward_rows(s, part, c.outer, c.j, c.count, d, shifted(before, c.at),
                          shifted(last, c.at));
        }
        return;
    }
    for (; line + GROUP <= lines; line += GROUP) {
        backward_group(s, part, line, GROUP, d, shifted(before, line - part->outer),
                       shifted(last, line - part->outer));
    }
    for (; line < lines; line++) {
        backward_group(s, part, line, 1, d, shifted(before, line - part->outer),
                       shifted(last, line - part->outer));
    }
}

TARGET static void update(const ct_adi_systems *s, const void *d, const void *before,
                          const void *last, int replaces, void *state, void *carry) {
    const ptrdiff_t inner = s->shape.inner;
    for (ptrdiff_t o = 0; o < s->shape.outer; o++) {
        for (ptrdiff_t j = 0; j < inner; j += CT_ADI_CARRY) {
            const ptrdiff_t at = o * inner + j;
            update_rows(s, o, j, inner - j < CT_ADI_CARRY ? inner - j : CT_ADI_CARRY, d,
                        shifted(before, at), shifted(last, at), replaces, state, carry);
        }
    }
}

TARGET static void accumulate(const void *x, ptrdiff_t count, int replaces, void *state) {
    add_row(state, x, count, replaces);
}

/* The entry of a row of `ends` for a line. */
static inline REAL end_of(const ct_adi_systems *s, int row, ptrdiff_t line) {
    const ptrdiff_t lines = s->is_variable ? s->shape.outer * s->shape.inner : 1;
    return ((const REAL *)s->ends)[row * lines + (s->is_variable ? line : 0)];
}

TARGET static void close_cycles(const ct_adi_systems *s, const ct_adi_part *part, const void *d,
                                const void *sum, void *last) {
    const ptrdiff_t inner = s->shape.inner;
    for (ptrdiff_t o = 0; o < part->outers; o++) {
        const ptrdiff_t first = (part->outer + o) * inner + part->from;
        const REAL *row =
            (const REAL *)d + ((part->outer + o + 1) * s->shape.n - 1) * inner + part->from;
        for (ptrdiff_t j = 0; j < part->count; j++) {
            ((REAL *)last)[o * part->count + j] =
                (row[j] +
                 end_of(s, CT_ADI_END_HIGH, first + j) * ((const REAL *)sum)[o * part->count + j]) *
                end_of(s, CT_ADI_END_PIVOT, first + j);
        }
    }
}

TARGET static void solve(const ct_adi_systems *s, ptrdiff_t outer, ptrdiff_t outers, void *d,
                         void *scratch, const ct_adi_prefetch *prefetch) {
    const ptrdiff_t n = s->shape.n;
    const ptrdiff_t step = s->shape.inner > 1 ? 1 : GROUP;
    const ptrdiff_t width = s->shape.inner > 1 ? s->shape.inner : GROUP;
    REAL *last = s->is_cyclic ? scratch : NULL;
    REAL *sum = s->is_cyclic ? last + width : NULL;
    REAL *weight = s->is_cyclic ? sum + width : NULL;
    ct_adi_part part = {.outer = outer, .count = s->shape.inner, .end = n};
    prefetch_state work = prefetch_begin(prefetch);
    const int is_transposed =
        s->shape.inner == 1 && !s->is_mirrored && !(s->is_variable && s->is_cyclic);
    while (is_transposed && part.outer + TRANSPOSED <= outer + outers) {
        REAL *lines = (REAL *)d + part.outer * n;
        if (s->is_variable) {
            solve_transposed_variable(s, part.outer, lines, &work, scratch);
        } else {
            (s->is_cyclic ? solve_transposed_cyclic : solve_transposed_open)(s, lines, &work);
        }
        part.outer += TRANSPOSED;
    }
    for (; part.outer < outer + outers; part.outer += step) {
        const ptrdiff_t left = outer + outers - part.outer;
        part.outers = left < step ? left : step;
        forward(s, &part, d, sum, weight);
        if (s->is_cyclic) {
            close_cycles(s, &part, d, sum, last);
        }
        backward(s, &part, d, last, last);
    }
}

/* Entry k of a row of the reduced system; of line l if every line has its system. */
INLINE REAL reduced_of(const ct_adi_reduced *r, int table, ptrdiff_t k, ptrdiff_t l) {
    return (REAL)
        r->memory[((ptrdiff_t)table * r->size + k) * r->systems + (r->systems > 1 ? l : 0)];
}

TARGET static void solve_reduced(const ct_adi_reduced *r, ptrdiff_t lines, const void *collected,
                                 void *z) {
    const REAL *given = collected;
    REAL *x = z;
    for (ptrdiff_t k = 0; k < r->size; k++) {
        const ptrdiff_t next = (k + 1) % r->size;
        const ptrdiff_t sum = 2 * next + (r->is_cyclic || next < r->size - 1);
        for (ptrdiff_t l = 0; l < lines; l++) {
            REAL known = given[2 * k * lines + l];
            if (r->is_cyclic || k < r->size - 1) {
                known += reduced_of(r, CT_ADI_REDUCED_NEXT, k, l) * given[sum * lines + l];
            }
            if (k > 0) {
                known += reduced_of(r, CT_ADI_REDUCED_LOW, k, l) * x[(k - 1) * lines + l];
            }
            x[k * lines + l] = known * reduced_of(r, CT_ADI_REDUCED_PIVOT, k, l);
        }
    }
    for (ptrdiff_t k = r->size - 2; k >= 0; k--) {
        for (ptrdiff_t l = 0; l < lines; l++) {
            x[k * lines + l] += reduced_of(r, CT_ADI_REDUCED_HIGH, k, l) * x[(k + 1) * lines + l];
        }
    }
    for (ptrdiff_t l = 0; l < lines && r->is_cyclic && r->size > 2; l++) {
        const REAL ends = x[l] + x[(r->size - 1) * lines + l];
        for (ptrdiff_t k = 0; k < r->size; k++) {
            x[k * lines + l] += reduced_of(r, CT_ADI_REDUCED_CORRECTION, k, l) * ends;
        }
    }
}
