/*
 * Groups of rows inside a box of even cells, as fused_operator_source.h and fused_source.h make and
 * eliminate them, in 14 products a vector instead of 18: along each axis one coupling is a factor
 * of the difference of two differences, flows to the next plane are computed once, and rows are
 * multiplied by their pivots where they are added to the state. Couplings at the ends differ: rows
 * and planes there go the other way, and along the rows the differences there are scaled.
 */

/* Rows of a multiple of so many numbers gain enough to be operated on if they are short too; 0:
 * none are known to. */
#ifdef STRIPS
enum { EVEN_NUMBERS = STRIP_NUMBERS };
#elif defined(APART)
enum { EVEN_NUMBERS = 1 };
#else
enum { EVEN_NUMBERS = 0 };
#endif

/* A group of rows. */
typedef struct fused_even {
    fused_memory memory;
    ptrdiff_t whole;                 /* numbers of whole vectors */
    ptrdiff_t next_pitch;            /* from row to row of the next plane */
    const REAL *u, *ahead;           /* the first of the rows in both planes */
    const REAL *low, *high, *beyond; /* as in fused_operator */
    const ct_adi_systems *along;     /* the rows, and of these: */
    const REAL *scan, *share;
    REAL ahead_factor, passed, next_share;
    REAL middle, last; /* couplings along these axes */
    REAL row_share[OPERATED];
    REAL pivot[OPERATED], carry[OPERATED];  /* carry: of the row before, without its pivot */
    REAL before[OPERATED], after[OPERATED]; /* differences at the rows' ends, scaled */
} fused_even;

/* Sets a group up, each number by itself: groups are many, and clearing and copying them whole took
 * a sixth of the time. */
INLINE void even_begin(const fused_rows *c, const fused_operator *o, const fused_memory *memory,
                       const ct_adi_systems *last, fused_even *even) {
    const ptrdiff_t end = memory->n - 1;
    even->memory = *memory;
    even->whole = memory->n / WIDE * WIDE;
    even->next_pitch = o->next_pitch;
    even->u = o->u;
    even->ahead = o->ahead;
    even->low = o->low;
    even->high = o->high;
    even->beyond = o->beyond;
    even->along = last;
    even->scan = scan_at(last, 0, 0);
    even->share = last->high;
    even->ahead_factor = o->ahead_factor;
    even->passed = o->passed;
    even->next_share = o->next_share;
    even->middle = o->row_low[0];
    even->last = o->highs[0];
    for (int k = 0; k < OPERATED; k++) {
        const REAL *u = o->u + k * o->n;
        even->row_share[k] = o->row_share[k];
        even->pivot[k] = c->pivot[k];
        even->carry[k] = c->low[k] * (k > 0 ? c->pivot[k - 1] : 1) / c->pivot[k];
        even->before[k] = (u[0] - o->before[k]) * (o->lows[0] / even->last);
        even->after[k] = (o->after[k] - u[end]) * (o->highs[end] / even->last);
    }
}

/* What the operator makes of a vector of a row, eliminated along the first axis. flow: to the next
 * plane; the others: differences to those before and after it along both other axes. */
INLINE wide even_made(const fused_even *even, wide flow, wide low, wide up, wide before, wide after,
                      REAL *d) {
    wide e = flow + wide_read(d, WIDE);
    e += even->middle * (up - low);
    e += even->last * (after - before);
    wide_write(even->passed * e - flow, WIDE, d);
    return e;
}

/* Eliminates a vector of each row, e, along the middle axis; the rows' pivots are multiplied here.
 */
INLINE void even_middle(const fused_even *even, ptrdiff_t from, wide e[]) {
    REAL *edge = even->memory.edge + from;
    wide x = wide_read(edge, WIDE);
    for (int k = 0; k < OPERATED; k++) {
        x = e[k] + even->carry[k] * x;
        e[k] = even->pivot[k] * x;
    }
    wide_write(e[OPERATED - 1], WIDE, edge);
}

/* Writes a vector of each row that is not renewed. */
INLINE void even_write(const fused_memory *memory, ptrdiff_t from, const wide e[]) {
    for (int k = 0; k < OPERATED; k++) {
        REAL *into = memory->into + from + k * memory->n;
        if (memory->streams) {
            wide_stream(e[k], into);
        } else {
            wide_write(e[k], WIDE, into);
        }
    }
}

/* As fused_lag. row: rows and the one after them, less the next plane's share. */
INLINE void even_lag(const fused_even *even, const wide row[], wide lagging[]) {
    for (int k = 0; k < OPERATED; k++) {
        lagging[k] = row[k] - even->row_share[k] * row[k + 1];
    }
}
