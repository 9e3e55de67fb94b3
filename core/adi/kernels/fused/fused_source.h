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
    int streams;
} fused_memory;

/* Rows that are eliminated along the last axis: number before each vector, sums of cyclic lines. */
typedef struct fused_scan {
    const ct_adi_systems *last; /* NULL: they are not */
    wide carried[FUSED], sum[FUSED];
} fused_scan;

/* Eliminates `count` numbers of each row along the last axis, 1 or a vector. */
INLINE void fused_along(int is_open, fused_scan *scan, int rows, ptrdiff_t from, ptrdiff_t count,
                        wide e[]) {
    const ct_adi_systems *s = scan->last;
    const REAL *at = scan_at(s, 0, from);
    scan_up(at, rows, count, e, scan->carried);
    for (int k = 0; k < rows && !is_open && s->is_cyclic; k++) {
        scan->sum[k] += wide_read(at + SCAN_OF(SCAN_WEIGHT), count) * e[k];
        if (from + count == s->shape.n) {
            scan_close(s, count - 1, scan->sum[k], &e[k]);
        }
    }
}

/* What is known of rows beforehand: made by the operator or in memory, and of plain lines only:
 * open ones, with nothing added and no sum. */
typedef struct fused_kind {
    int is_cyclic, is_closed; /* lines along the middle axis; their last row, whose solution is
                                 known by then */
    int is_operated, is_plain;
    int streams; /* rows are of whole vectors that are written past the cache */
} fused_kind;

/* Eliminates `count` numbers of each row, 1 or a vector. */
INLINE void fused_numbers(fused_kind kind, const fused_rows *c, int rows, ptrdiff_t from,
                          ptrdiff_t count, int has_next, const fused_operator *operated,
                          fused_along_rows *along, fused_scan *scan, const fused_memory *memory) {
    const int has_weighted = kind.is_cyclic || kind.is_closed;
    wide e[FUSED];
    wide
        d[FUSED]; /* all are read first: a store delays later loads of the same 4 KiB page offset */
    wide x = wide_read(memory->edge + from, count);
    wide weighted = has_weighted ? wide_read(memory->weighted + from, count) : (wide){0};
    for (int k = 0; k < rows; k++) {
        d[k] = wide_read(memory->d + from + k * memory->pitch, count);
    }
    if (kind.is_operated) {
        fused_operate(operated, rows, kind.is_plain, from, count, has_next, memory->r, along, e, d);
    }
    for (int k = 0; k < rows && !kind.is_operated; k++) {
        e[k] = wide_read(memory->r + from + k * memory->n, count);
    }
    if (kind.is_operated || scan->last != NULL) {
        fused_along(kind.is_plain, scan, rows, from, count, e);
    }
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t at = from + k * memory->n;
        if (!kind.is_operated && memory->added != NULL) {
            e[k] += wide_read(memory->added + at, count);
        }
        x = e[k] * c->pivot[k] + x * c->low[k];
        weighted += kind.is_cyclic ? c->weight[k] * x : (wide){0};
        wide made = kind.is_closed ? (x + c->sum_part * weighted) * c->whole : x;
        if (!kind.is_operated) {
            made += d[k] * c->first_low;
            d[k] = made;
        }
        wide_write(d[k], count, memory->d + from + k * memory->pitch);
        if (kind.streams ||
            (!kind.is_plain && memory->into != NULL && (!kind.is_operated || memory->streams))) {
            wide_stream(made, memory->into + at);
        } else if (kind.is_plain || memory->into != NULL) {
            wide_write(made, count, memory->into + at);
        }
        if (!kind.is_plain && memory->sum != NULL) {
            wide_write(wide_read(memory->sum + at, count) + c->first_weight * made, count,
                       memory->sum + at);
        }
    }
    wide_write(x, count, memory->edge + from);
    if (kind.is_cyclic) {
        wide_write(weighted, count, memory->weighted + from);
    }
}

INLINE void fused_numbers_all(fused_kind kind, const fused_rows *given, int rows,
                              const fused_operator *given_operator, const ct_adi_systems *last,
                              prefetch_state *given_prefetch, const fused_memory *given_memory) {
    const fused_rows c = *given; /* a copy that stores cannot alias */
    const fused_memory memory = *given_memory;
    const fused_operator operated = *given_operator;
    const ct_adi_systems systems = last != NULL ? *last : (ct_adi_systems){.is_variable = 0};
    prefetch_state prefetch = *given_prefetch;
    fused_scan scan = {.last = kind.is_operated || last != NULL ? &systems : NULL};
    fused_along_rows along = {.here = {{0}}};
    ptrdiff_t from = 0;
    if (kind.is_operated) {
        along = fused_start(&operated, rows);
    }
    for (; from + WIDE + WIDE <= memory.n; from += WIDE) {
        prefetch_advance(&prefetch, (ptrdiff_t)rows * WIDE);
        fused_numbers(kind, &c, rows, from, WIDE, 1, &operated, &along, &scan, &memory);
    }
    for (; from + WIDE <= memory.n; from += WIDE) {
        prefetch_advance(&prefetch, (ptrdiff_t)rows * WIDE);
        fused_numbers(kind, &c, rows, from, WIDE, 0, &operated, &along, &scan, &memory);
    }
    for (; from < memory.n && !kind.streams; from++) {
        fused_numbers(kind, &c, rows, from, 1, 0, &operated, &along, &scan, &memory);
    }
    given_prefetch->at = prefetch.at;
}

INLINE void fused_some(const fused_rows *c, int rows, int is_cyclic, int is_closed, int is_operated,
                       const fused_operator *operated, const ct_adi_systems *last,
                       prefetch_state *prefetch, const fused_memory *memory) {
#define ALL(...)                                                                                   \
    fused_numbers_all((fused_kind){.is_operated = is_operated, __VA_ARGS__}, c, rows, operated,    \
                      last, prefetch, memory)
    if (is_closed) {
        ALL(.is_closed = 1);
    } else if (is_cyclic) {
        ALL(.is_cyclic = 1);
    } else {
        ALL(.streams = 0);
    }
#undef ALL
}

/* What all rows of a plane share; their memory from row `first` on. */
typedef struct fused_plane {
    fused_rows rows;
    fused_memory memory;
    fused_operator operated;
    REAL pivot; /* a factor of those of rows */
} fused_plane;

INLINE fused_plane fused_plane_of(const ct_adi_systems *middle, const ct_adi_systems *first,
                                  const ct_adi_fused_rows *given) {
    const coefficients of_plane = coefficients_of(first, 0, given->number, 0);
    const REAL *ends = middle->ends;
    const int has_sum = given->sum != NULL && given->number < first->shape.n - 1;
    fused_plane plane = {.rows = {.sum_part = ends[CT_ADI_END_HIGH],
                                  .whole = ends[CT_ADI_END_PIVOT],
                                  .first_low = of_plane.low,
                                  .first_weight = of_plane.weight},
                         .memory = {.n = middle->shape.inner,
                                    .pitch = given->pitch,
                                    .r = given->r,
                                    .added = given->added,
                                    .edge = given->edge,
                                    .weighted = given->weighted,
                                    .d = given->d,
                                    .sum = has_sum ? given->sum : NULL,
                                    .into = given->into,
                                    .streams = given->streams},
                         .pivot = of_plane.pivot};
    if (given->operation != NULL) {
        plane.operated = fused_operator_of(first, given);
        plane.pivot *= (REAL)given->operation->scale;
    }
    return plane;
}

/* Goes to rows from number i on. */
INLINE void fused_rows_from(const ct_adi_systems *middle, const fused_plane *plane,
                            const ct_adi_fused_rows *given, ptrdiff_t i, int rows, fused_rows *c,
                            fused_memory *memory) {
    const ptrdiff_t at = (i - given->first) * plane->memory.n;
    *memory = plane->memory;
    memory->r = shifted(memory->r, at);
    memory->added = shifted(memory->added, at);
    memory->d += (i - given->first) * given->pitch;
    memory->sum += memory->sum != NULL ? at : 0;
    memory->into += memory->into != NULL ? at : 0;
    *c = plane->rows;
    for (int k = 0; k < rows; k++) {
        const coefficients of_row = coefficients_of(middle, 0, i + k, 0);
        c->pivot[k] = of_row.pivot * plane->pivot;
        c->low[k] = of_row.low;
        c->weight[k] = of_row.weight;
    }
}

INLINE void fused_from(const ct_adi_systems *middle, const ct_adi_systems *last,
                       const ct_adi_fused_rows *given, fused_plane *plane, prefetch_state *prefetch,
                       ptrdiff_t i, int rows, int is_operated) {
    fused_rows c;
    fused_memory memory;
    fused_rows_from(middle, plane, given, i, rows, &c, &memory);
    if (is_operated) {
        fused_operator_rows(given->operation, i, rows, &plane->operated);
    }
    fused_some(&c, rows, middle->is_cyclic, middle->is_cyclic && i == middle->shape.n - 1,
               is_operated, &plane->operated, last, prefetch, &memory);
}

/* Whether rows are of a plain kind. */
INLINE int fused_is_plain(const ct_adi_systems *middle, const ct_adi_systems *last,
                          const fused_plane *plane) {
    const fused_memory *m = &plane->memory;
    return !middle->is_cyclic && !last->is_cyclic && !plane->operated.has_more && m->r == NULL &&
           m->sum == NULL && m->n % WIDE == 0;
}

/* Such rows from number i on, as many as are whole groups; a function of its own keeps more of the
 * loop in registers. Returns the number after the last one. */
TARGET static __attribute__((noinline)) ptrdiff_t fused_plain(const ct_adi_systems *middle,
                                                              const ct_adi_systems *last,
                                                              const ct_adi_fused_rows *given,
                                                              const fused_plane *given_plane,
                                                              prefetch_state *prefetch) {
    const fused_plane plane = *given_plane;
    fused_operator operated = plane.operated;
    ptrdiff_t i = given->first;
    for (; i + OPERATED <= given->end; i += OPERATED) {
        fused_rows c;
        fused_memory memory;
        fused_rows_from(middle, &plane, given, i, OPERATED, &c, &memory);
        fused_operator_rows(given->operation, i, OPERATED, &operated);
        if (memory.streams) {
            fused_numbers_all((fused_kind){.is_operated = 1, .is_plain = 1, .streams = 1}, &c,
                              OPERATED, &operated, last, prefetch, &memory);
        } else {
            fused_numbers_all((fused_kind){.is_operated = 1, .is_plain = 1}, &c, OPERATED,
                              &operated, last, prefetch, &memory);
        }
    }
    return i;
}

/* Zeros precede the first row and the first plane. */
INLINE void fused_begin(const ct_adi_systems *middle, const ct_adi_systems *first,
                        const ct_adi_fused_rows *c) {
    const size_t row_bytes = (size_t)middle->shape.inner * sizeof(REAL);
    const size_t rows = (size_t)(c->end - c->first);
    if (c->first == 0) {
        memset(c->edge, 0, row_bytes);
        memset(c->weighted, 0, row_bytes);
    }
    if (c->number == 0 && c->operation != NULL) {
        fused_open(first, c);
    } else if (c->number == 0) {
        memset(c->d, 0, rows * (size_t)c->pitch * sizeof(REAL));
    }
    if (c->number == 0 && c->sum != NULL) {
        memset(c->sum, 0, rows * row_bytes);
    }
}

TARGET static void fused_forward(const ct_adi_systems *middle, const ct_adi_systems *first,
                                 const ct_adi_systems *last, const ct_adi_fused_rows *c) {
    const ptrdiff_t alike = middle->is_cyclic ? middle->shape.n - 1 : middle->shape.n;
    const ptrdiff_t end = c->end < alike ? c->end : alike;
    prefetch_state prefetch = prefetch_begin(&c->prefetch);
    fused_plane plane = fused_plane_of(middle, first, c);
    ptrdiff_t i = c->first;
    fused_begin(middle, first, c);
    if (c->operation != NULL) {
        if (fused_is_plain(middle, last, &plane)) {
            i = fused_plain(middle, last, c, &plane, &prefetch);
        }
        for (; i + OPERATED <= end; i += OPERATED) {
            fused_from(middle, last, c, &plane, &prefetch, i, OPERATED, 1);
        }
        for (; i < c->end; i++) {
            fused_from(middle, last, c, &plane, &prefetch, i, 1, 1);
        }
        return;
    }
    for (; i + FUSED <= end; i += FUSED) {
        fused_from(middle, last, c, &plane, &prefetch, i, FUSED, 0);
    }
    for (; i < c->end; i++) {
        fused_from(middle, last, c, &plane, &prefetch, i, 1, 0);
    }
}
