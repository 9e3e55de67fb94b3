/*
 * Fused sweeps along the axes with constant systems. As all lines along an axis have the same
 * system, operations along different axes commute: one forward pass eliminates along all of them,
 * one backward pass substitutes. Along the last axis only where lines are whole (scan_source.h).
 */

/* Rows eliminated together: d passes between them in registers. */
enum { FUSED = 4 };

/* Their elimination coefficients. */
typedef struct fused_rows {
    REAL pivot[FUSED], low[FUSED], weight[FUSED]; /* of the middle axis */
    REAL sum_part, whole;         /* cyclic lines, last row: factors of the sum and of the row */
    REAL first_low, first_weight; /* of the first axis, whose pivot the middle one's are times */
} fused_rows;

/* Memory read and written, from the first of the rows on, as in ct_adi_fused_rows. */
typedef struct fused_memory {
    ptrdiff_t n, pitch; /* from row to row; of d */
    const REAL *r, *added;
    REAL *edge, *weighted, *d, *sum, *into;
} fused_memory;

/* Rows that are eliminated along the last axis: number before each vector, sums of cyclic lines. */
typedef struct fused_scan {
    const ct_adi_systems *last; /* NULL: they are not */
    wide carried[FUSED], sum[FUSED];
} fused_scan;

/* Eliminates `count` numbers of each row along the last axis, 1 or a vector. */
INLINE void fused_along(fused_scan *scan, int rows, ptrdiff_t from, ptrdiff_t count, wide e[]) {
    const ct_adi_systems *s = scan->last;
    const REAL *at = scan_at(s, 0, from);
    scan_up(at, rows, count, e, scan->carried);
    for (int k = 0; k < rows && s->is_cyclic; k++) {
        scan->sum[k] += wide_read(at + SCAN_OF(SCAN_WEIGHT), count) * e[k];
        if (from + count == s->shape.n) {
            scan_close(s, count - 1, scan->sum[k], &e[k]);
        }
    }
}

/* Eliminates `count` numbers of each row, 1 or a vector. is_closed: the last row of cyclic lines,
 * whose solution is known by then. */
INLINE void fused_numbers(const fused_rows *c, int rows, ptrdiff_t from, ptrdiff_t count,
                          int is_cyclic, int is_closed, fused_scan *scan,
                          const fused_memory *memory) {
    wide e[FUSED];
    wide
        d[FUSED]; /* all are read first: a store delays later loads of the same 4 KiB page offset */
    wide x = wide_read(memory->edge + from, count);
    wide weighted = is_cyclic || is_closed ? wide_read(memory->weighted + from, count) : (wide){0};
    for (int k = 0; k < rows; k++) {
        e[k] = wide_read(memory->r + from + k * memory->n, count);
        d[k] = wide_read(memory->d + from + k * memory->pitch, count);
    }
    if (scan->last != NULL) {
        fused_along(scan, rows, from, count, e);
    }
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t at = from + k * memory->n;
        if (memory->added != NULL) {
            e[k] += wide_read(memory->added + at, count);
        }
        x = e[k] * c->pivot[k] + x * c->low[k];
        weighted += is_cyclic ? c->weight[k] * x : (wide){0};
        wide made = is_closed ? (x + c->sum_part * weighted) * c->whole : x;
        made += d[k] * c->first_low;
        wide_write(made, count, memory->d + from + k * memory->pitch);
        if (memory->into != NULL) {
            wide_stream(made, memory->into + at);
        }
        if (memory->sum != NULL) {
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
                              const ct_adi_systems *last, prefetch_state *given_prefetch,
                              const fused_memory *given_memory) {
    const fused_rows c = *given; /* a copy that stores cannot alias */
    const fused_memory memory = *given_memory;
    const ct_adi_systems systems = last != NULL ? *last : (ct_adi_systems){.is_variable = 0};
    prefetch_state prefetch = *given_prefetch;
    fused_scan scan = {.last = last != NULL ? &systems : NULL};
    ptrdiff_t from = 0;
    for (; from + WIDE <= memory.n; from += WIDE) {
        prefetch_advance(&prefetch, (ptrdiff_t)rows * WIDE);
        fused_numbers(&c, rows, from, WIDE, is_cyclic, is_closed, &scan, &memory);
    }
    for (; from < memory.n; from++) {
        fused_numbers(&c, rows, from, 1, is_cyclic, is_closed, &scan, &memory);
    }
    given_prefetch->at = prefetch.at;
}

INLINE void fused_some(const fused_rows *c, int rows, int is_cyclic, int is_closed,
                       const ct_adi_systems *last, prefetch_state *prefetch,
                       const fused_memory *memory) {
    if (is_closed) {
        fused_numbers_all(c, rows, 0, 1, last, prefetch, memory);
    } else if (is_cyclic) {
        fused_numbers_all(c, rows, 1, 0, last, prefetch, memory);
    } else {
        fused_numbers_all(c, rows, 0, 0, last, prefetch, memory);
    }
}

/* Coefficients of rows from number i on. */
INLINE void fused_from(const ct_adi_systems *middle, const ct_adi_systems *first,
                       const ct_adi_systems *last, const ct_adi_fused_rows *given,
                       prefetch_state *prefetch, ptrdiff_t i, int rows) {
    const coefficients of_plane = coefficients_of(first, 0, given->number, 0);
    const REAL *ends = middle->ends;
    const ptrdiff_t n = middle->shape.inner;
    const ptrdiff_t at = (i - given->first) * n;
    const int has_sum = given->sum != NULL && given->number < first->shape.n - 1;
    const fused_memory memory = {.n = n,
                                 .pitch = given->pitch,
                                 .r = (REAL *)given->r + at,
                                 .added = shifted(given->added, at),
                                 .edge = given->edge,
                                 .weighted = given->weighted,
                                 .d = (REAL *)given->d + (i - given->first) * given->pitch,
                                 .sum = has_sum ? (REAL *)given->sum + at : NULL,
                                 .into = given->into != NULL ? (REAL *)given->into + at : NULL};
    fused_rows c = {.sum_part = ends[CT_ADI_END_HIGH],
                    .whole = ends[CT_ADI_END_PIVOT],
                    .first_low = of_plane.low,
                    .first_weight = of_plane.weight};
    for (int k = 0; k < rows; k++) {
        const coefficients of_row = coefficients_of(middle, 0, i + k, 0);
        c.pivot[k] = of_row.pivot * of_plane.pivot;
        c.low[k] = of_row.low;
        c.weight[k] = of_row.weight;
    }
    fused_some(&c, rows, middle->is_cyclic, middle->is_cyclic && i == middle->shape.n - 1, last,
               prefetch, &memory);
}

/* Zeros precede the first row and the first plane. */
TARGET static void fused_forward(const ct_adi_systems *middle, const ct_adi_systems *first,
                                 const ct_adi_systems *last, const ct_adi_fused_rows *c) {
    const size_t row_bytes = (size_t)middle->shape.inner * sizeof(REAL);
    const size_t rows = (size_t)(c->end - c->first);
    const ptrdiff_t alike = middle->is_cyclic ? middle->shape.n - 1 : middle->shape.n;
    prefetch_state prefetch = prefetch_begin(&c->prefetch);
    ptrdiff_t i = c->first;
    if (c->first == 0) {
        memset(c->edge, 0, row_bytes);
        memset(c->weighted, 0, row_bytes);
    }
    if (c->number == 0) {
        memset(c->d, 0, rows * (size_t)c->pitch * sizeof(REAL));
    }
    if (c->number == 0 && c->sum != NULL) {
        memset(c->sum, 0, rows * row_bytes);
    }
    for (; i + FUSED <= c->end && i + FUSED <= alike; i += FUSED) {
        fused_from(middle, first, last, c, &prefetch, i, FUSED);
    }
    for (; i < c->end; i++) {
        fused_from(middle, first, last, c, &prefetch, i, 1);
    }
}
