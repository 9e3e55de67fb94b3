/* The operator at every cell, kappa at faces, and conversions, as lines_source.h. */

/* Prefetch distance in rows: stores would wait for their lines longer than the arithmetic takes,
 * and where kappa is a field there are more streams than the processor reads ahead. */
enum { AHEAD = 4, AHEAD_MOST = 8192 / sizeof(REAL) /* in numbers: of long rows */ };

/* Neighbours of a row of cells: rows along the two slower axes, and the cells beyond its ends. */
typedef struct neighbours {
    const REAL *low[2], *high[2];
    REAL before, after;
} neighbours;

static const REAL *layer_row(const ct_adi_layer *layer, ptrdiff_t z, ptrdiff_t y) {
    return (const REAL *)layer->at + z * layer->stride[0] + y * layer->stride[1];
}

static neighbours neighbours_of(const ct_adi_operation *o, const REAL *u, ptrdiff_t z,
                                ptrdiff_t y) {
    const ptrdiff_t n = o->count[2];
    const ptrdiff_t plane = o->count[1] * n;
    const REAL *row = u + z * plane + y * n;
    neighbours beside;
    beside.low[0] = z > 0 ? row - plane : layer_row(&o->beyond[0][0], z, y);
    beside.high[0] = z < o->count[0] - 1 ? row + plane : layer_row(&o->beyond[0][1], z, y);
    beside.low[1] = y > 0 ? row - n : layer_row(&o->beyond[1][0], z, y);
    beside.high[1] = y < o->count[1] - 1 ? row + n : layer_row(&o->beyond[1][1], z, y);
    beside.before = *layer_row(&o->beyond[2][0], z, y);
    beside.after = *layer_row(&o->beyond[2][1], z, y);
    return beside;
}

typedef struct constants {
    REAL low[2], high[2], scale, identity, number; /* identity: minus scale sigma */
    const REAL *lows, *highs;                      /* along the row */
} constants;

INLINE REAL at_constant(const constants *c, const neighbours *b, const REAL *u, ptrdiff_t x,
                        REAL before, REAL after) {
    const REAL v = u[x];
    const REAL flux = c->low[0] * (b->low[0][x] - v) + c->high[0] * (b->high[0][x] - v) +
                      c->low[1] * (b->low[1][x] - v) + c->high[1] * (b->high[1][x] - v) +
                      c->lows[x] * (before - v) + c->highs[x] * (after - v);
    return c->scale * flux + (c->identity * v + c->number);
}

/* Along the row each number is loaded once: neighbours come from shifts, and differences from the
 * previous vector. */
TARGET static void row_constant(const constants *given, const neighbours *beside, ptrdiff_t n,
                                const REAL *restrict u, REAL *restrict out) {
    const constants c = *given;
    const neighbours b = *beside;
    const ptrdiff_t whole = n / WIDE * WIDE;
    wide here = whole > 0 ? wide_read(u, WIDE) : (wide){0};
    wide last = (wide){0} + (u[0] - b.before); /* differences */
    for (ptrdiff_t x = 0; x < whole; x += WIDE) {
        const int has_next = x + WIDE + WIDE <= n;
        const REAL beyond = x + WIDE < n ? u[x + WIDE] : b.after;
        const wide next = has_next ? wide_read(u + x + WIDE, WIDE) : (wide){0} + beyond;
        const wide after = SHIFTED(here, next, 1) - here;
        const wide flux = c.low[0] * (wide_read(b.low[0] + x, WIDE) - here) +
                          c.high[0] * (wide_read(b.high[0] + x, WIDE) - here) +
                          c.low[1] * (wide_read(b.low[1] + x, WIDE) - here) +
                          c.high[1] * (wide_read(b.high[1] + x, WIDE) - here) -
                          wide_read(c.lows + x, WIDE) * SHIFTED(last, after, WIDE - 1) +
                          wide_read(c.highs + x, WIDE) * after;
        const wide made = c.scale * flux + (c.identity * here + c.number);
        wide_write(made, WIDE, out + x);
        last = after;
        here = next;
    }
    for (ptrdiff_t x = whole; x < n; x++) {
        out[x] =
            at_constant(&c, &b, u, x, x > 0 ? u[x - 1] : b.before, x < n - 1 ? u[x + 1] : b.after);
    }
}

enum { SOON = 4 }; /* arrays that are read for the first time */

typedef struct variables {
    const REAL *soon[SOON];
    const REAL *low[2], *high[2], *faces, *per_widths, *sigmas;
    REAL per_width[2], scale, identity, number;
} variables;

INLINE REAL at_variable(const variables *c, const neighbours *b, const REAL *u, ptrdiff_t x,
                        REAL before, REAL after, int has_sigmas, REAL sigma) {
    const REAL v = u[x];
    const REAL flux =
        c->per_width[0] *
            (c->low[0][x] * (b->low[0][x] - v) + c->high[0][x] * (b->high[0][x] - v)) +
        c->per_width[1] *
            (c->low[1][x] * (b->low[1][x] - v) + c->high[1][x] * (b->high[1][x] - v)) +
        c->per_widths[x] * (c->faces[x] * (before - v) + c->faces[x + 1] * (after - v));
    return c->scale * (flux - (has_sigmas ? c->sigmas[x] : sigma) * v) + c->number +
           c->identity * v;
}

/* As row_constant: along the row, what flows out of one number flows into the next. */
INLINE void row_variable(const variables *given, const neighbours *beside, ptrdiff_t n,
                         const REAL *restrict u, REAL *restrict out, int has_sigmas, REAL sigma) {
    const variables c = *given;
    const neighbours b = *beside;
    const ptrdiff_t whole = n / WIDE * WIDE;
    wide here = whole > 0 ? wide_read(u, WIDE) : (wide){0};
    wide last = (wide){0} + c.faces[0] * (u[0] - b.before); /* flows */
    for (ptrdiff_t x = 0; x < whole; x += WIDE) {
        const int has_next = x + WIDE + WIDE <= n;
        const REAL beyond = x + WIDE < n ? u[x + WIDE] : b.after;
        const wide next = has_next ? wide_read(u + x + WIDE, WIDE) : (wide){0} + beyond;
        for (int k = 0; k < SOON; k++) {
            ct_fetch_line((const char *)(c.soon[k] + x));
        }
        const wide after = wide_read(c.faces + x + 1, WIDE) * (SHIFTED(here, next, 1) - here);
        const wide flux =
            c.per_width[0] *
                (wide_read(c.low[0] + x, WIDE) * (wide_read(b.low[0] + x, WIDE) - here) +
                 wide_read(c.high[0] + x, WIDE) * (wide_read(b.high[0] + x, WIDE) - here)) +
            c.per_width[1] *
                (wide_read(c.low[1] + x, WIDE) * (wide_read(b.low[1] + x, WIDE) - here) +
                 wide_read(c.high[1] + x, WIDE) * (wide_read(b.high[1] + x, WIDE) - here)) +
            wide_read(c.per_widths + x, WIDE) * (after - SHIFTED(last, after, WIDE - 1));
        const wide lost = (has_sigmas ? wide_read(c.sigmas + x, WIDE) : (wide){0} + sigma) * here;
        wide_write(c.scale * (flux - lost) + c.number + c.identity * here, WIDE, out + x);
        last = after;
        here = next;
    }
    for (ptrdiff_t x = whole; x < n; x++) {
        out[x] = at_variable(&c, &b, u, x, x > 0 ? u[x - 1] : b.before,
                             x < n - 1 ? u[x + 1] : b.after, has_sigmas, sigma);
    }
}

static constants constants_of(const ct_adi_operation *o, ptrdiff_t z, ptrdiff_t y) {
    const ptrdiff_t at[2] = {z, y};
    constants c = {.scale = (REAL)o->scale, .identity = (REAL)(o->identity - o->scale * o->sigma)};
    c.number = (REAL)(o->scale * o->number);
    for (int a = 0; a < 2; a++) {
        c.low[a] = ((const REAL *)o->coupling[a][0])[at[a]];
        c.high[a] = ((const REAL *)o->coupling[a][1])[at[a]];
    }
    c.lows = o->coupling[2][0];
    c.highs = o->coupling[2][1];
    return c;
}

static variables variables_of(const ct_adi_operation *o, ptrdiff_t z, ptrdiff_t y) {
    const ptrdiff_t n = o->count[2];
    const ptrdiff_t line = z * o->count[1] + y;
    variables c = {.scale = (REAL)o->scale, .identity = (REAL)o->identity};
    c.number = (REAL)(o->scale * o->number);
    c.low[0] = (const REAL *)o->face[0] + line * n;
    c.high[0] = c.low[0] + o->count[1] * n;
    if (o->face[1] != NULL) {
        c.low[1] = (const REAL *)o->face[1] + (line + z) * n;
        c.high[1] = c.low[1] + n;
    } else {
        c.low[1] = c.high[1] = layer_row(&o->beyond[1][0], z, y); /* zeros */
    }
    c.faces = (const REAL *)o->face[2] + line * (n + 1);
    c.per_width[0] = ((const REAL *)o->per_width[0])[z];
    c.per_width[1] = ((const REAL *)o->per_width[1])[y];
    c.per_widths = o->per_width[2];
    c.sigmas = o->reaction != NULL ? (const REAL *)o->reaction + line * n : NULL;
    return c;
}

TARGET static void operate_row(const ct_adi_operation *o, ptrdiff_t z, ptrdiff_t y, const REAL *u,
                               REAL *restrict out) {
    const ptrdiff_t n = o->count[2];
    const ptrdiff_t at = (z * o->count[1] + y) * n;
    const neighbours beside = neighbours_of(o, u, z, y);
    if (o->is_variable) {
        variables c = variables_of(o, z, y);
        const ptrdiff_t ahead = AHEAD * n < AHEAD_MOST ? AHEAD * n : AHEAD_MOST;
        c.soon[0] = (o->is_downward ? beside.low[0] : beside.high[0]) + ahead;
        c.soon[1] = (o->is_downward ? c.low[0] : c.high[0]) + ahead;
        c.soon[2] = c.high[1] + ahead;
        c.soon[3] = c.faces + ahead;
        if (c.sigmas != NULL) {
            row_variable(&c, &beside, n, u + at, out, 1, 0);
        } else {
            row_variable(&c, &beside, n, u + at, out, 0, (REAL)o->sigma);
        }
    } else {
        const constants c = constants_of(o, z, y);
        row_constant(&c, &beside, n, u + at, out);
    }
    if (o->base != NULL) {
        const REAL *base = (const REAL *)o->base + at;
        for (ptrdiff_t x = 0; x < n; x++) {
            out[x] += base[x];
        }
    }
}

TARGET static void operate(const ct_adi_operation *o, ptrdiff_t first, ptrdiff_t end, const void *u,
                           void *out) {
    const ptrdiff_t n = o->count[2];
    const ptrdiff_t asked_end = o->is_far ? o->count[0] * o->count[1] - AHEAD : 0;
    for (ptrdiff_t line = first; line < end; line++) {
        REAL *row = (REAL *)out + (line - first) * n;
        if (line < asked_end) {
            fetch(row + AHEAD * n, n);
        }
        operate_row(o, line / o->count[1], line % o->count[1], u, row);
    }
}

/* The mean, `share` of the way having the value a. Divides first, since products of small numbers
 * may underflow. */
static inline REAL mean(REAL a, REAL b, REAL share, int is_harmonic) {
    if (!is_harmonic) {
        return a + share * (b - a);
    }
    const REAL both = share * b + (1 - share) * a;
    return both > 0 ? a * (b / both) : 0;
}

TARGET static void make_faces(const ct_adi_faces *f, void *face) {
    const ptrdiff_t n = f->shape.n;
    const ptrdiff_t inner = f->shape.inner;
    for (ptrdiff_t o = 0; o < f->shape.outer; o++) {
        const REAL *kappa = (const REAL *)f->kappa + o * n * inner;
        REAL *made = (REAL *)face + o * (n + 1) * inner;
        const REAL *before = f->before != NULL ? (const REAL *)f->before + o * inner : kappa;
        const REAL *after =
            f->after != NULL ? (const REAL *)f->after + o * inner : kappa + (n - 1) * inner;
        for (ptrdiff_t i = 0; i <= n; i++) {
            const REAL *low = i > 0 ? kappa + (i - 1) * inner : before;
            const REAL *high = i < n ? kappa + i * inner : after;
            const REAL unit = (REAL)f->unit[i];
            const REAL share = (REAL)f->share[i];
            for (ptrdiff_t j = 0; j < inner; j++) {
                made[i * inner + j] = unit * mean(low[j], high[j], share, f->is_harmonic);
            }
        }
    }
}

static void store(const double *from, ptrdiff_t count, void *into) {
    for (ptrdiff_t i = 0; i < count; i++) {
        ((REAL *)into)[i] = (REAL)from[i];
    }
}

static void load(const void *from, ptrdiff_t count, double *into) {
    for (ptrdiff_t i = 0; i < count; i++) {
        into[i] = (double)((const REAL *)from)[i];
    }
}

static void multiply(const void *by, ptrdiff_t count, void *into) {
    for (ptrdiff_t i = 0; i < count; i++) {
        ((REAL *)into)[i] *= ((const REAL *)by)[i];
    }
}

static void add(const double *values, ptrdiff_t pitch, const ptrdiff_t count[2], double scale,
                void *into, const ptrdiff_t stride[2]) {
    for (ptrdiff_t i = 0; i < count[0]; i++) {
        for (ptrdiff_t j = 0; j < count[1]; j++) {
            ((REAL *)into)[i * stride[0] + j * stride[1]] += (REAL)(scale * values[i * pitch + j]);
        }
    }
}
