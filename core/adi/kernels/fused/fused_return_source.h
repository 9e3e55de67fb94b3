/* The way back of fused_source.h: substitution. */
#include <stdint.h>

/* What substitution does to rows, from the last on. */
typedef struct return_rows {
    REAL high[FUSED], left[FUSED]; /* of the middle axis */
    REAL first_high, first_left;
} return_rows;

/* What that reads and writes: d or, in the last plane, its solution; before: as in `backward`;
 * carry: the plane after's along the first axis alone, then this one's; edge: the row after's
 * solution along both, then this one's; closed: that of the last row, of cyclic lines. From the
 * last of the rows on; the others are before it. */
typedef struct return_memory {
    ptrdiff_t n, pitch; /* from row to row; of carry */
    const REAL *d, *before;
    REAL *carry, *edge, *closed, *state;
} return_memory;

/* Substitutes `count` numbers of each row along the last axis, 1 or a vector. scan->sum: of cyclic
 * lines, the last number. */
INLINE void return_along(fused_scan *scan, int rows, ptrdiff_t from, ptrdiff_t count, wide x[]) {
    const ct_adi_systems *s = scan->last;
    const REAL *at = scan_at(s, 1, from);
    for (int k = 0; k < rows && s->is_cyclic; k++) {
        if (from + count == s->shape.n) {
            scan->sum[k] = count == WIDE ? SPREAD(x[k], WIDE - 1) : SPREAD(x[k], 0);
        }
        x[k] += wide_read(at + SCAN_OF(SCAN_LEFT), count) * scan->sum[k];
    }
    scan_down(at, rows, count, x, scan->carried);
}

/* `count` numbers of each row, 1 or as many as a vector has. */
INLINE void return_numbers(const return_rows *c, int rows, ptrdiff_t from, ptrdiff_t count,
                           int has_before, int is_cyclic, int replaces, fused_scan *scan,
                           const return_memory *memory) {
    wide x[FUSED];
    wide along_first[FUSED]; /* all are read first, as above */
    wide state[FUSED];
    wide edge = wide_read(memory->edge + from, count);
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t at = from - k * memory->n;
        along_first[k] = wide_read(memory->d + at, count) +
                         c->first_high * wide_read(memory->carry + from - k * memory->pitch, count);
        if (has_before) {
            along_first[k] += c->first_left * wide_read(memory->before + at, count);
        }
        state[k] = replaces ? (wide){0} : wide_read(memory->state + at, count);
    }
    for (int k = 0; k < rows; k++) {
        edge = along_first[k] + c->high[k] * edge;
        if (is_cyclic) {
            edge += c->left[k] * wide_read(memory->closed + from, count);
        }
        x[k] = edge;
    }
    wide_write(edge, count, memory->edge + from);
    if (scan->last != NULL) {
        return_along(scan, rows, from, count, x);
    }
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t at = from - k * memory->n;
        wide_write(along_first[k], count, memory->carry + from - k * memory->pitch);
        wide_write(state[k] + x[k], count, memory->state + at);
    }
}

/* The rows after these into the second-level cache, what follows in these into the first: vectors
 * take too many instructions for the processor to see far ahead. At 512^3 on 2 ranks the last pass
 * took 95 ms without, 62 to 72 with the rows alone, 49 with both. */
INLINE void return_prefetch(int rows, ptrdiff_t from, const return_memory *memory) {
    enum { AHEAD_IN_ROW = 6 * WIDE };
    if (from % LINE_NUMBERS != 0) {
        return;
    }
    for (int k = 0; k < rows; k++) {
        const ptrdiff_t soon = from - k * memory->n - AHEAD_IN_ROW;
        const ptrdiff_t next = from - (rows + k) * memory->n;
        ct_fetch_line((const char *)(memory->d + next));
        ct_fetch_line((const char *)(memory->state + next));
        ct_fetch_near((const char *)(memory->d + soon));
        ct_fetch_near((const char *)(memory->state + soon));
        ct_fetch_near((const char *)(memory->carry + from - k * memory->pitch - AHEAD_IN_ROW));
    }
}

/* Starts at the far end, in the same order as the rows of a plane, so that memory is read in one
 * direction. */
INLINE void return_in(const return_rows *given, int rows, int has_before, int is_cyclic,
                      int replaces, const ct_adi_systems *last, const return_memory *given_memory) {
    const return_rows c = *given; /* a copy that stores cannot alias */
    const return_memory memory = *given_memory;
    const ct_adi_systems systems = last != NULL ? *last : (ct_adi_systems){.is_variable = 0};
    fused_scan scan = {.last = last != NULL ? &systems : NULL};
    ptrdiff_t from = memory.n - 1;
    for (; from >= memory.n / WIDE * WIDE; from--) {
        return_numbers(&c, rows, from, 1, has_before, is_cyclic, replaces, &scan, &memory);
    }
    for (from -= WIDE - 1; from >= 0; from -= WIDE) {
        return_prefetch(rows, from, &memory);
        return_numbers(&c, rows, from, WIDE, has_before, is_cyclic, replaces, &scan, &memory);
    }
}

INLINE void return_some(const return_rows *c, int rows, int replaces, const ct_adi_systems *last,
                        const return_memory *memory) {
    if (memory->before != NULL && memory->closed != NULL) {
        return_in(c, rows, 1, 1, replaces, last, memory);
    } else if (memory->before != NULL) {
        return_in(c, rows, 1, 0, replaces, last, memory);
    } else if (memory->closed != NULL) {
        return_in(c, rows, 0, 1, replaces, last, memory);
    } else {
        return_in(c, rows, 0, 0, replaces, last, memory);
    }
}

/* Rows i, i - 1 .. of plane `number`. */
INLINE void return_from(const ct_adi_systems *middle, const ct_adi_systems *first,
                        const ct_adi_systems *last, const ct_adi_fused_return *r, ptrdiff_t number,
                        ptrdiff_t i, int rows) {
    const ptrdiff_t n = middle->shape.inner;
    const ptrdiff_t at = i * n;
    const ptrdiff_t plane = place_of(first, number) * middle->shape.n * n;
    const coefficients of_plane = coefficients_of(first, 0, number, 0);
    const int is_last = number == first->shape.n - 1;
    const int renews = r->d == r->state;
    const REAL *d =
        is_last && r->last != NULL && !renews ? (const REAL *)r->last : (const REAL *)r->d + plane;
    REAL *edge = r->edge;
    const return_memory memory = {.n = n,
                                  .pitch = r->pitch,
                                  .d = d + at,
                                  .before = is_last ? NULL : shifted(r->before, at),
                                  .carry = (REAL *)r->carry + i * r->pitch,
                                  .edge = edge,
                                  .closed = middle->is_cyclic && i < middle->shape.n - 1 ? edge + n
                                                                                         : NULL,
                                  .state = (REAL *)r->state + plane + at};
    return_rows c = {.first_high = is_last ? (REAL)renews : of_plane.high,
                     .first_left = of_plane.left};
    for (int k = 0; k < rows; k++) {
        const coefficients of_row = coefficients_of(middle, 0, i - k, 0);
        c.high[k] = of_row.high;
        c.left[k] = of_row.left;
    }
    if (renews) {
        return_in(&c, rows, memory.before != NULL, 0, 1, last, &memory);
    } else if (r->replaces) {
        return_some(&c, rows, 1, last, &memory);
    } else {
        return_some(&c, rows, 0, last, &memory);
    }
}

/* Plane `number`. */
TARGET static void return_plane(const ct_adi_systems *middle, const ct_adi_systems *first,
                                const ct_adi_systems *last, const ct_adi_fused_return *r,
                                ptrdiff_t number) {
    const ptrdiff_t n = middle->shape.inner;
    ptrdiff_t i = middle->shape.n - 1;
    REAL *edge = r->edge;
    memset(edge, 0, (size_t)n * sizeof *edge);
    if (middle->is_cyclic) {
        return_from(middle, first, last, r, number, i--, 1);
        memcpy(edge + n, edge, (size_t)n * sizeof *edge);
    }
    for (; i >= FUSED - 1; i -= FUSED) {
        return_from(middle, first, last, r, number, i, FUSED);
    }
    for (; i >= 0; i--) {
        return_from(middle, first, last, r, number, i, 1);
    }
}

/* Renewed floats go by recurrences (fused_renewed_source.h). Doubles do not: what scans round is
 * beyond what is seen of them, and their rows, often 4 KiB apart, conflict in the first-level cache
 * when they are transposed: the last pass of 64 x 512 x 512 took 6.9 ms that way instead of 5.5. */
#define IN_FLOATS (sizeof(REAL) == sizeof(float))

/* Numbers of the longest rows that gain by being renewed. Floats, by turns, two ranks, ms, renewed
 * and not: in strips (a Zen 5) 128^3 1.2 and 1.6, 256^3 8.7 and 9.8, 384^3 38 and 39, 512^3 76 and
 * 72, 64 x 512 x 512 14.7 and 13.3; otherwise (a Zen 3) 256^3 18 and 22, 384^3 54 and 61, 512^3 127
 * and 170. */
#ifdef STRIPS
enum { RENEWED_MOST = 320 };
#else
#define RENEWED_MOST PTRDIFF_MAX
#endif

TARGET static void fused_backward(const ct_adi_systems *middle, const ct_adi_systems *first,
                                  const ct_adi_systems *last, const ct_adi_fused_return *r) {
    const ptrdiff_t n = middle->shape.inner;
    if (r->d == r->state && IN_FLOATS) {
        renewed_planes(middle, first, last, r);
        return;
    }
    memset(r->carry, 0, (size_t)(middle->shape.n * r->pitch) * sizeof(REAL));
    for (ptrdiff_t i = 0; i < middle->shape.n && r->d == r->state; i++) { /* what is added */
        memcpy((REAL *)r->carry + i * r->pitch, (const REAL *)r->last + i * n,
               (size_t)n * sizeof(REAL));
    }
    for (ptrdiff_t number = first->shape.n - 1; number >= 0; number--) {
        return_plane(middle, first, last, r, number);
    }
}
