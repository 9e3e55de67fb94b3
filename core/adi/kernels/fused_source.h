/*
 * Fused sweeps along the middle and the first axis with constant systems. As all lines along an
 * axis have the same system, operations along different axes commute: one forward pass eliminates
 * along both axes, one backward pass substitutes along both.
 */

/* Rows eliminated together: d passes between them in registers. */
enum { FUSED = 4 };

/* Their elimination coefficients. */
typedef struct fused_rows {
    REAL pivot[FUSED], low[FUSED], weight[FUSED]; /* of the middle axis */
    REAL sum_part, whole; /* cyclic lines, last row: factors of the sum and of the row */
    REAL first_pivot, first_low, first_weight;
} fused_rows;

/* Memory read and written, from the first of the rows on, as in ct_adi_fused_rows. */
typedef struct fused_memory {
    ptrdiff_t n;
    const REAL *r;
    REAL *edge, *weighted, *d, *sum;
} fused_memory;

/* Eliminates `count` numbers of each row, 1 or a vector. is_closed: the last row of cyclic lines,
 * whose solution is known by then. */
INLINE void fused_numbers(const fused_rows *c, int rows, ptrdiff_t from, ptrdiff_t count,
                          int is_cyclic, int is_closed, int has_sum, const fused_memory *memory) {
    wide x = wide_read(memory->edge + from, count);
    wide weighted = is_cyclic || is_closed ? wide_read(memory->weighted + from, count) : (wide){0};
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t at = from + k * memory->n;
        x = wide_read(memory->r + at, count) * c->pivot[k] + x * c->low[k];
        weighted += is_cyclic ? c->weight[k] * x : (wide){0};
        wide made = is_closed ? (x + c->sum_part * weighted) * c->whole : x;
        made = made * c->first_pivot + wide_read(memory->d + at, count) * c->first_low;
        wide_write(made, count, memory->d + at);
        if (has_sum) {
            wide_write(wide_read(memory->sum + at, count) + c->first_weight * made, count,
                       memory->sum + at);
        }
    }
    wide_write(x, count, memory->edge + from);
    if (is_cyclic) {
        wide_write(weighted, count, memory->weighted + from);
    }
}

INLINE void fused_numbers_all(const fused_rows *given, int rows, int is_cyclic, int is_closed,
                              int has_sum, const fused_memory *given_memory) {
    const fused_rows c = *given; /* a copy that stores cannot alias */
    const fused_memory memory = *given_memory;
    ptrdiff_t from = 0;
    for (; from + WIDE <= memory.n; from += WIDE) {
        fused_numbers(&c, rows, from, WIDE, is_cyclic, is_closed, has_sum, &memory);
    }
    for (; from < memory.n; from++) {
        fused_numbers(&c, rows, from, 1, is_cyclic, is_closed, has_sum, &memory);
    }
}

INLINE void fused_some(const fused_rows *c, int rows, int is_cyclic, int is_closed,
                       const fused_memory *memory) {
    if (memory->sum != NULL && is_closed) {
        fused_numbers_all(c, rows, 0, 1, 1, memory);
    } else if (is_closed) {
        fused_numbers_all(c, rows, 0, 1, 0, memory);
    } else if (memory->sum != NULL && is_cyclic) {
        fused_numbers_all(c, rows, 1, 0, 1, memory);
    } else if (memory->sum != NULL) {
        fused_numbers_all(c, rows, 0, 0, 1, memory);
    } else if (is_cyclic) {
        fused_numbers_all(c, rows, 1, 0, 0, memory);
    } else {
        fused_numbers_all(c, rows, 0, 0, 0, memory);
    }
}

/* Coefficients of rows from number i on. */
INLINE void fused_from(const ct_adi_systems *middle, const ct_adi_systems *first,
                       const ct_adi_fused_rows *given, ptrdiff_t i, int rows) {
    const coefficients of_plane = coefficients_of(first, 0, given->number, 0);
    const REAL *ends = middle->ends;
    const ptrdiff_t n = middle->shape.inner;
    const ptrdiff_t at = (i - given->first) * n;
    const int has_sum = given->sum != NULL && given->number < first->shape.n - 1;
    const fused_memory memory = {.n = n,
                                 .r = (const REAL *)given->r + at,
                                 .edge = given->edge,
                                 .weighted = given->weighted,
                                 .d = (REAL *)given->d + at,
                                 .sum = has_sum ? (REAL *)given->sum + at : NULL};
    fused_rows c = {.sum_part = ends[CT_ADI_END_HIGH],
                    .whole = ends[CT_ADI_END_PIVOT],
                    .first_pivot = of_plane.pivot,
                    .first_low = of_plane.low,
                    .first_weight = of_plane.weight};
    for (int k = 0; k < rows; k++) {
        const coefficients of_row = coefficients_of(middle, 0, i + k, 0);
        c.pivot[k] = of_row.pivot;
        c.low[k] = of_row.low;
        c.weight[k] = of_row.weight;
    }
    fused_some(&c, rows, middle->is_cyclic, middle->is_cyclic && i == middle->shape.n - 1, &memory);
}

/* Zeros precede the first row and the first plane. */
TARGET static void fused_forward(const ct_adi_systems *middle, const ct_adi_systems *first,
                                 const ct_adi_fused_rows *c) {
    const size_t row_bytes = (size_t)middle->shape.inner * sizeof(REAL);
    const size_t rows = (size_t)(c->end - c->first);
    const ptrdiff_t alike = middle->is_cyclic ? middle->shape.n - 1 : middle->shape.n;
    ptrdiff_t i = c->first;
    if (c->first == 0) {
        memset(c->edge, 0, row_bytes);
        memset(c->weighted, 0, row_bytes);
    }
    if (c->number == 0) {
        memset(c->d, 0, rows * row_bytes);
    }
    if (c->number == 0 && c->sum != NULL) {
        memset(c->sum, 0, rows * row_bytes);
    }
    for (; i + FUSED <= c->end && i + FUSED <= alike; i += FUSED) {
        fused_from(middle, first, c, i, FUSED);
    }
    for (; i < c->end; i++) {
        fused_from(middle, first, c, i, 1);
    }
}

/* What substitution does to a row. */
typedef struct return_row {
    REAL high, left; /* of the middle axis */
    REAL first_high, first_left;
} return_row;

/* What that reads and writes: d or, in the last plane, its solution; before: as in `backward`;
 * carry: the plane after's along the first axis alone, then this one's; edge: the row after's
 * solution, then this one's; last: that of the last row, of cyclic lines. */
typedef struct return_memory {
    const REAL *d, *before;
    REAL *carry, *edge, *last, *state;
} return_memory;

/* `count` numbers, 1 or as many as a vector has. */
INLINE void return_numbers(const return_row *c, ptrdiff_t from, ptrdiff_t count, int has_before,
                           int is_cyclic, int replaces, const return_memory *memory) {
    wide along_first =
        wide_read(memory->d + from, count) + c->first_high * wide_read(memory->carry + from, count);
    if (has_before) {
        along_first += c->first_left * wide_read(memory->before + from, count);
    }
    wide x = along_first + c->high * wide_read(memory->edge + from, count);
    if (is_cyclic) {
        x += c->left * wide_read(memory->last + from, count);
    }
    const wide made = replaces ? x : wide_read(memory->state + from, count) + x;
    wide_write(along_first, count, memory->carry + from);
    wide_write(x, count, memory->edge + from);
    wide_write(made, count, memory->state + from);
}

/* Starts at the far end, in the same order as the rows of a plane, so that memory is read in one
 * direction. */
INLINE void return_in(const return_row *given, ptrdiff_t n, int has_before, int is_cyclic,
                      int replaces, const return_memory *given_memory) {
    const return_row c = *given; /* a copy that stores cannot alias */
    const return_memory memory = *given_memory;
    ptrdiff_t from = n - 1;
    for (; from >= n / WIDE * WIDE; from--) {
        return_numbers(&c, from, 1, has_before, is_cyclic, replaces, &memory);
    }
    for (from -= WIDE - 1; from >= 0; from -= WIDE) {
        return_numbers(&c, from, WIDE, has_before, is_cyclic, replaces, &memory);
    }
}

INLINE void return_row_of(const return_row *c, ptrdiff_t n, int replaces,
                          const return_memory *memory) {
    if (memory->before != NULL && memory->last != NULL) {
        return_in(c, n, 1, 1, replaces, memory);
    } else if (memory->before != NULL) {
        return_in(c, n, 1, 0, replaces, memory);
    } else if (memory->last != NULL) {
        return_in(c, n, 0, 1, replaces, memory);
    } else {
        return_in(c, n, 0, 0, replaces, memory);
    }
}

/* Plane `number`. */
TARGET static void return_plane(const ct_adi_systems *middle, const ct_adi_systems *first,
                                const ct_adi_fused_return *r, ptrdiff_t number) {
    const ptrdiff_t n = middle->shape.inner;
    const ptrdiff_t rows = middle->shape.n;
    const ptrdiff_t plane = place_of(first, number) * rows * n;
    const coefficients of_plane = coefficients_of(first, 0, number, 0);
    const int is_last = number == first->shape.n - 1;
    const REAL *d = is_last && r->last != NULL ? (const REAL *)r->last : (const REAL *)r->d + plane;
    REAL *edge = r->edge;
    memset(edge, 0, (size_t)n * sizeof *edge);
    for (ptrdiff_t i = rows - 1; i >= 0; i--) {
        const coefficients of_row = coefficients_of(middle, 0, i, 0);
        const ptrdiff_t at = i * n;
        const return_row row = {.high = of_row.high,
                                .left = of_row.left,
                                .first_high = is_last ? 0 : of_plane.high,
                                .first_left = of_plane.left};
        const return_memory memory = {.d = d + at,
                                      .before = is_last ? NULL : shifted(r->before, at),
                                      .carry = (REAL *)r->carry + at,
                                      .edge = edge,
                                      .last = middle->is_cyclic && i < rows - 1 ? edge + n : NULL,
                                      .state = (REAL *)r->state + plane + at};
        if (r->replaces) {
            return_row_of(&row, n, 1, &memory);
        } else {
            return_row_of(&row, n, 0, &memory);
        }
        if (middle->is_cyclic && i == rows - 1) {
            memcpy(edge + n, edge, (size_t)n * sizeof *edge);
        }
    }
}

TARGET static void fused_backward(const ct_adi_systems *middle, const ct_adi_systems *first,
                                  const ct_adi_fused_return *r) {
    memset(r->carry, 0, (size_t)(middle->shape.n * middle->shape.inner) * sizeof(REAL));
    for (ptrdiff_t number = first->shape.n - 1; number >= 0; number--) {
        return_plane(middle, first, r, number);
    }
}
