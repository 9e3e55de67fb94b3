/*
 * Fused sweeps along the axes with constant systems. As all lines along an axis have the same
 * system, operations along different axes commute: one forward pass eliminates along all of them,
 * one backward pass substitutes. Along the last axis only where lines are whole (scan_source.h).
 * Rows that the operator makes may renew the state where it is: substitution solves U x = d, U
 * being the product of 1 - high (the next number) along all axes, so what gives u + x is d + U u,
 * and the backward pass reads and writes one array (floats: fused_renewed_source.h).
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
    REAL *edge, *weighted, *kept, *d, *sum, *into, *renewed;
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
    int renews; /* rows are written where they were read; plain ones too */
} fused_kind;

/* Renews `count` numbers of each row, 1 or a vector. shares: along the rows; made: what elimination
 * adds; soon: of the next vector the numbers that `lagging` has of this one, or 0 as long as they
 * are not known. */
INLINE void fused_renew(int rows, ptrdiff_t from, ptrdiff_t count, const REAL *shares,
                        const wide made[], const wide lagging[], const wide soon[],
                        const fused_memory *memory) {
    const wide share = wide_read(shares + from, count);
    for (int k = 0; k < rows; k++) {
        wide_write(lagging[k] + made[k] - share * SHIFTED(lagging[k], soon[k], 1), count,
                   memory->renewed + from + k * memory->n);
    }
}

/* The same where the next vector is not known; the one before gets what it lacked. */
INLINE void fused_renew_in_turn(int rows, ptrdiff_t from, ptrdiff_t count, const REAL *shares,
                                const wide made[], const wide lagging[],
                                const fused_memory *memory) {
    const wide soon[OPERATED] = {{0}};
    for (int k = 0; k < rows && from > 0; k++) {
        memory->renewed[from + k * memory->n - 1] -= shares[from - 1] * lagging[k][0];
    }
    fused_renew(rows, from, count, shares, made, lagging, soon, memory);
}

/* Writes numbers as they are eliminated, if they are asked for: of planes that are renewed the last
 * one's. Returns what is added to what is renewed. */
INLINE wide fused_put(fused_kind kind, wide made, ptrdiff_t at, ptrdiff_t count,
                      const fused_memory *memory) {
    if (memory->into == NULL) {
        return made;
    }
    if (!kind.renews && (!kind.is_operated || memory->streams)) {
        wide_stream(made, memory->into + at);
    } else {
        wide_write(made, count, memory->into + at);
    }
    return (wide){0};
}

/* Eliminates `count` numbers of each row, 1 or a vector. */
INLINE void fused_numbers(fused_kind kind, const fused_rows *c, int rows, ptrdiff_t from,
                          ptrdiff_t count, int has_next, const fused_operator *operated,
                          fused_along_rows *along, fused_scan *scan, const fused_memory *memory) {
    const int has_weighted = kind.is_cyclic || kind.is_closed;
    wide here[OPERATED + 1];
    wide lagging[OPERATED];
    wide renewed[FUSED];
    wide e[FUSED];
    wide
        d[FUSED]; /* all are read first: a store delays later loads of the same 4 KiB page offset */
    wide x = wide_read(memory->edge + from, count);
    wide weighted = has_weighted ? wide_read(memory->weighted + from, count) : (wide){0};
    for (int k = 0; k < rows; k++) {
        d[k] = wide_read(memory->d + from + k * memory->pitch, count);
    }
    if (kind.is_operated) {
        fused_operate(operated, rows, kind.is_plain, from, count, has_next, memory->r, along, here,
                      e, d);
    }
    if (kind.renews) {
        fused_lag(operated, rows, from, count, here, lagging);
        wide_write(here[rows - 1], count, memory->kept + from);
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
        renewed[k] = fused_put(kind, made, at, count, memory);
        if (!kind.is_plain && memory->sum != NULL) {
            wide_write(wide_read(memory->sum + at, count) + c->first_weight * made, count,
                       memory->sum + at);
        }
    }
    if (kind.renews) {
        fused_renew_in_turn(rows, from, count, scan->last->high, renewed, lagging, memory);
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
        if (kind.is_plain) {
            prefetch_lines(&prefetch, from, rows);
        } else {
            prefetch_advance(&prefetch, (ptrdiff_t)rows * WIDE);
        }
        fused_numbers(kind, &c, rows, from, WIDE, 1, &operated, &along, &scan, &memory);
    }
    for (; from + WIDE <= memory.n; from += WIDE) {
        prefetch_advance(&prefetch, (ptrdiff_t)rows * WIDE);
        fused_numbers(kind, &c, rows, from, WIDE, 0, &operated, &along, &scan, &memory);
    }
    for (; from < memory.n; from++) {
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
    } else if (is_operated && memory->renewed != NULL) {
        ALL(.renews = 1);
    } else {
        ALL(.renews = 0);
    }
#undef ALL
}
