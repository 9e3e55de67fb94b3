/* Elimination by fused_source.h of rows of a plane, some together. */

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
                                    .kept = given->kept,
                                    .d = given->d,
                                    .sum = has_sum ? given->sum : NULL,
                                    .into = given->into,
                                    .renewed = given->renewed,
                                    .streams = given->streams},
                         .pivot = of_plane.pivot};
    if (given->operation != NULL) {
        plane.operated = fused_operator_of(first, given);
        plane.pivot *= (REAL)given->operation->scale;
    }
    return plane;
}

INLINE REAL *moved(REAL *numbers, ptrdiff_t by) {
    return numbers != NULL ? numbers + by : NULL;
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
    memory->sum = moved(memory->sum, at);
    memory->into = moved(memory->into, at);
    memory->renewed = moved(memory->renewed, at);
    *c = plane->rows;
    for (int k = 0; k < rows; k++) {
        const coefficients of_row = coefficients_of(middle, 0, i + k, 0);
        c->pivot[k] = of_row.pivot * plane->pivot;
        c->low[k] = of_row.low;
        c->weight[k] = of_row.weight;
    }
}

/* Whether a group of rows is one of fused_even_source.h. */
INLINE int even_is(const ct_adi_systems *middle, const ct_adi_systems *last,
                   const ct_adi_operation *operation, const fused_operator *o,
                   const fused_memory *m) {
    int is = operation->is_even && !o->has_more && o->ahead_factor == o->opposite &&
             !middle->is_cyclic && !last->is_cyclic && m->r == NULL && m->sum == NULL &&
             m->n >= WIDE && (m->renewed == NULL) == (m->into != NULL);
    for (int k = 0; k < OPERATED; k++) {
        is = is && o->row_low[k] == o->row_low[0] && o->row_high[k] == o->row_low[0];
    }
    return is;
}

/* Such a group. */
INLINE void even_group(const fused_rows *c, const fused_operator *o, int renews,
                       const ct_adi_systems *last, prefetch_state *prefetch,
                       const fused_memory *memory) {
    const fused_kind kind = {.is_operated = 1, .is_plain = 1, .renews = renews};
    fused_even even;
    fused_along_rows along = {.here = {{0}}};
    fused_scan scan = {.last = last, .carried = {{0}}};
    even_begin(c, o, memory, last, &even);
#ifdef STRIPS
    if (memory->n % STRIP_NUMBERS == 0) {
        strips_all(&even, renews, prefetch);
        return;
    }
#endif
    for (int k = 0; k < OPERATED && even.whole < memory->n; k++) {
        const REAL *rest = o->u + k * memory->n + even.whole;
        along.last[k] = (wide){0} + (rest[0] - rest[-1]); /* before that is renewed */
    }
    even_all(&even, renews, prefetch, scan.carried);
    for (ptrdiff_t from = even.whole; from < memory->n; from++) {
        fused_numbers(kind, c, OPERATED, from, 1, 0, o, &along, &scan, memory);
    }
}

/* Functions of their own keep more of the loops in registers. */
TARGET static __attribute__((noinline)) void
even_renewed(const fused_rows *c, const fused_operator *o, const ct_adi_systems *last,
             prefetch_state *prefetch, const fused_memory *memory) {
    even_group(c, o, 1, last, prefetch, memory);
}

TARGET static __attribute__((noinline)) void
even_written(const fused_rows *c, const fused_operator *o, const ct_adi_systems *last,
             prefetch_state *prefetch, const fused_memory *memory) {
    even_group(c, o, 0, last, prefetch, memory);
}

/* Whether rows are of a plain kind. */
INLINE int fused_is_plain(const fused_operator *o, const fused_memory *m) {
    return m->renewed != NULL && !o->has_more && m->r == NULL && m->sum == NULL;
}

/* A group of such rows; a function of its own keeps more of the loop in registers. */
TARGET static __attribute__((noinline)) void
fused_plain(const fused_rows *c, const fused_operator *operated, const ct_adi_systems *last,
            prefetch_state *prefetch, const fused_memory *memory) {
    fused_numbers_all((fused_kind){.is_operated = 1, .is_plain = 1, .renews = 1}, c, OPERATED,
                      operated, last, prefetch, memory);
}

/* A group of rows that the operator makes. */
INLINE void fused_operated(const ct_adi_systems *middle, const ct_adi_systems *last,
                           const ct_adi_operation *operation, const fused_rows *c,
                           const fused_operator *operated, prefetch_state *prefetch,
                           const fused_memory *memory) {
    if (even_is(middle, last, operation, operated, memory)) {
        (memory->renewed != NULL ? even_renewed : even_written)(c, operated, last, prefetch,
                                                                memory);
    } else if (fused_is_plain(operated, memory)) {
        fused_plain(c, operated, last, prefetch, memory);
    } else {
        fused_some(c, OPERATED, middle->is_cyclic, 0, 1, operated, last, prefetch, memory);
    }
}

INLINE void fused_from(const ct_adi_systems *middle, const ct_adi_systems *last,
                       const ct_adi_fused_rows *given, fused_plane *plane, prefetch_state *prefetch,
                       ptrdiff_t i, int rows, int is_operated) {
    fused_rows c;
    fused_memory memory;
    fused_rows_from(middle, plane, given, i, rows, &c, &memory);
    if (is_operated) {
        fused_operator_rows(middle, given, i, rows, &plane->operated);
    }
    if (is_operated && rows == OPERATED) {
        fused_operated(middle, last, given->operation, &c, &plane->operated, prefetch, &memory);
    } else {
        fused_some(&c, rows, middle->is_cyclic, middle->is_cyclic && i == middle->shape.n - 1,
                   is_operated, &plane->operated, last, prefetch, &memory);
    }
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
