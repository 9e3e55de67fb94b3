/*
 * The operator of constant systems on rows that go on to elimination in registers. Along the first
 * axis they are eliminated at once, before the others, which commutes: so what a plane passes to
 * the next one in the order of elimination, what it was eliminated to and what flows between the
 * two, is one number a cell, and no plane is read but this one and the next. All is divided by the
 * operator's scale and by the pivot of the plane along the first axis.
 */

/* Rows of a group: 4 need more vectors than there are registers, 2 read coefficients more often. */
enum { OPERATED = 3 };

typedef struct fused_operator {
    const REAL *plane, *next; /* the plane and the next one */
    ptrdiff_t place;          /* of the plane */
    ptrdiff_t n, next_pitch;  /* from row to row of these */
    const REAL *u, *ahead;    /* the first of the rows in both */
    const REAL *low, *high;   /* rows of the plane before and after them */
    const REAL *lows, *highs; /* along the rows */
    REAL ahead_factor;        /* of the difference to the next plane, here */
    REAL passed, opposite;    /* factors there: of a plane eliminated, of that difference */
    REAL identity, number;    /* what else the operator has, and is not 0 if has_more */
    REAL unit;                /* factor of what is added */
    int has_more;
    const REAL *beyond; /* the row after them in the next plane */
    REAL next_share;    /* of the next plane, of a row's next one: what substitution adds */
    REAL row_share[OPERATED];
    REAL row_low[OPERATED], row_high[OPERATED];
    REAL before[OPERATED], after[OPERATED]; /* cells beyond the rows' ends */
} fused_operator;

/* Its progress along the rows: the vectors that come next, and, last in a vector, the last
 * differences. */
typedef struct fused_along_rows {
    wide here[OPERATED], last[OPERATED];
} fused_along_rows;

/* Where the next plane is in the order of elimination: the upper or the lower side. */
INLINE int fused_side(const ct_adi_systems *first) {
    return first->is_mirrored ? 0 : 1;
}

/* What all rows of a plane share. */
INLINE fused_operator fused_operator_of(const ct_adi_systems *first,
                                        const ct_adi_fused_rows *given) {
    const ct_adi_operation *o = given->operation;
    const ptrdiff_t n = o->count[2];
    const ptrdiff_t z = place_of(first, given->number);
    const int side = fused_side(first);
    const int has_next = given->number < o->count[0] - 1;
    const neighbours beside = neighbours_of(o, given->u, z, 0);
    const constants c = constants_of(o, z, 0);
    fused_operator made = {.plane = (const REAL *)given->u + z * o->count[1] * n,
                           .place = z,
                           .next = side == 0 ? beside.low[0] : beside.high[0],
                           .n = n,
                           .next_pitch = has_next ? n : o->beyond[0][side].stride[1],
                           .lows = c.lows,
                           .highs = c.highs,
                           .ahead_factor = side == 0 ? c.low[0] : c.high[0],
                           .identity = c.identity / c.scale,
                           .number = c.number / c.scale,
                           .unit = 1 / c.scale,
                           .has_more = c.identity != 0 || c.number != 0};
    if (has_next) {
        const ptrdiff_t next = z + (side == 0 ? -1 : 1);
        const coefficients here = coefficients_of(first, 0, given->number, 0);
        const coefficients there = coefficients_of(first, 0, given->number + 1, 0);
        made.passed = there.low * (here.pivot / there.pivot);
        made.opposite = ((const REAL *)o->coupling[0][1 - side])[next];
        made.next_share = here.high;
    }
    return made;
}

/* Goes to rows from row i on. */
INLINE void fused_operator_rows(const ct_adi_systems *middle, const ct_adi_fused_rows *given,
                                ptrdiff_t i, int rows, fused_operator *made) {
    const ct_adi_operation *o = given->operation;
    const ptrdiff_t z = made->place;
    const ptrdiff_t end = i + rows;
    made->u = made->plane + i * made->n;
    made->ahead = made->next + i * made->next_pitch;
    made->low = i == 0                   ? layer_row(&o->beyond[1][0], z, i)
                : given->renewed != NULL ? given->kept
                                         : made->u - made->n;
    made->high =
        end < o->count[1] ? made->u + rows * made->n : layer_row(&o->beyond[1][1], z, end - 1);
    made->beyond = end < o->count[1] ? made->ahead + rows * made->next_pitch : made->high;
    for (int k = 0; k < rows; k++) {
        made->row_low[k] = ((const REAL *)o->coupling[1][0])[i + k];
        made->row_high[k] = ((const REAL *)o->coupling[1][1])[i + k];
        made->row_share[k] = coefficients_of(middle, 0, i + k, 0).high;
        made->before[k] = *layer_row(&o->beyond[2][0], z, i + k);
        made->after[k] = *layer_row(&o->beyond[2][1], z, i + k);
    }
}

INLINE fused_along_rows fused_start(const fused_operator *o, int rows) {
    fused_along_rows along = {.here = {{0}}};
    for (int k = 0; k < rows; k++) {
        const REAL *u = o->u + k * o->n;
        along.here[k] = wide_read(u, o->n >= WIDE ? WIDE : 1);
        along.last[k] = (wide){0} + (u[0] - o->before[k]);
    }
    return along;
}

/* The differences of `count` numbers, 1 or a vector, to those before and after in a row. */
INLINE void fused_beside(const fused_operator *o, int k, ptrdiff_t from, ptrdiff_t count,
                         int has_next, fused_along_rows *along, wide *before, wide *after) {
    const REAL *u = o->u + k * o->n + from;
    if (count == WIDE) {
        const wide next = has_next             ? wide_read(u + WIDE, WIDE)
                          : from + WIDE < o->n ? (wide){0} + u[WIDE]
                                               : (wide){0} + o->after[k];
        *after = SHIFTED(along->here[k], next, 1) - along->here[k];
        *before = SHIFTED(along->last[k], *after, WIDE - 1);
        along->here[k] = next;
        along->last[k] = *after;
    } else {
        *before = (wide){along->last[k][WIDE - 1]}; /* what is before may be renewed */
        *after = (wide){(from + 1 < o->n ? u[1] : o->after[k]) - u[0]};
        along->last[k] = SPREAD(*after, 0);
    }
}

/* What the new state is substituted from, but for the increment and the last axis: a row less its
 * next one's share, both less that of the next plane. A product that is not rounded before it is
 * subtracted leaves an error of what remains, not of u. */
INLINE void fused_lag(const fused_operator *o, int rows, ptrdiff_t from, ptrdiff_t count,
                      const wide here[], wide lagging[]) {
    wide after = here[rows] - o->next_share * wide_read(o->beyond + from, count);
    for (int k = rows - 1; k >= 0; k--) {
        const wide row =
            here[k] - o->next_share * wide_read(o->ahead + k * o->next_pitch + from, count);
        lagging[k] = row - o->row_share[k] * after;
        after = row;
        if (count < WIDE) {
            /* Made here: clang subtracts behind the branches that follow what it multiplies before
             * them, with two roundings. */
            __asm__("" : "+m"(lagging[k]));
        }
    }
}

/* Adds what the operator makes of `count` numbers of each row, 1 or a vector, to what the plane
 * before passed, and computes what this plane passes on. is_plain: with nothing else. has_next: a
 * vector follows. here: the rows, and the one after them. */
INLINE void fused_operate(const fused_operator *o, int rows, int is_plain, ptrdiff_t from,
                          ptrdiff_t count, int has_next, const REAL *added, fused_along_rows *along,
                          wide here[], wide e[], wide passed[]) {
    wide low;
    for (int k = 0; k < rows; k++) {
        here[k] = count == WIDE ? along->here[k] : wide_read(o->u + k * o->n + from, count);
    }
    here[rows] = wide_read(o->high + from, count);
    low = here[0] - wide_read(o->low + from, count);
    for (int k = 0; k < rows; k++) {
        const wide next = wide_read(o->ahead + k * o->next_pitch + from, count) - here[k];
        const wide high = here[k + 1] - here[k];
        wide before;
        wide after;
        fused_beside(o, k, from, count, has_next, along, &before, &after);
        wide made = o->ahead_factor * next + passed[k];
        made += o->row_high[k] * high;
        made -= o->row_low[k] * low;
        made += wide_read(o->highs + from, count) * after;
        made -= wide_read(o->lows + from, count) * before;
        if (!is_plain && o->has_more) {
            made += o->identity * here[k] + o->number;
        }
        if (!is_plain && added != NULL) {
            made += o->unit * wide_read(added + k * o->n + from, count);
        }
        e[k] = made;
        passed[k] = o->passed * made - o->opposite * next;
        low = high;
    }
}

/* What precedes the first plane passes on to it: what flows from it. */
TARGET static void fused_open(const ct_adi_systems *first, const ct_adi_fused_rows *c) {
    const ct_adi_operation *o = c->operation;
    const ptrdiff_t n = o->count[2];
    const ptrdiff_t z = place_of(first, 0);
    const int side = 1 - fused_side(first);
    const REAL factor = ((const REAL *)o->coupling[0][side])[z];
    for (ptrdiff_t y = c->first; y < c->end; y++) {
        const REAL *u = (const REAL *)c->u + (z * o->count[1] + y) * n;
        const REAL *beyond = layer_row(&o->beyond[0][side], z, y);
        REAL *d = (REAL *)c->d + (y - c->first) * c->pitch;
        for (ptrdiff_t x = 0; x < n; x++) {
            d[x] = factor * (beyond[x] - u[x]);
        }
    }
}
