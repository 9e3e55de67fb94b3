/* What memory is asked for while lines are solved, a little at a time: arithmetic waits for its own
 * results meanwhile, and would wait for memory if this came all at once. */

/* How far a ct_adi_aside is done, in numbers. */
typedef struct aside_work {
    const REAL *soon, *from;
    REAL *into;
    ptrdiff_t read, copied, at;
} aside_work;

INLINE aside_work aside_begin(const ct_adi_aside *aside) {
    return aside != NULL ? (aside_work){.soon = aside->soon,
                                        .from = aside->from,
                                        .into = aside->into,
                                        .read = aside->read,
                                        .copied = aside->copied}
                         : (aside_work){.at = 0};
}

/* Asks for a part of what will be worked on soon: of a line of the cache once. */
INLINE void fetch(const REAL *soon, ptrdiff_t count) {
    for (ptrdiff_t k = 0; k < count; k += CT_LINE_BYTES / (ptrdiff_t)sizeof *soon) {
        __builtin_prefetch(soon + k, 0, 2);
    }
}

INLINE void aside_copy(const aside_work *work, ptrdiff_t end) {
    for (ptrdiff_t k = work->at; k < end; k += WIDE) {
        const wide numbers = wide_read(work->from + k, WIDE);
#ifdef STREAM
        STREAM(work->into + k, numbers);
#else
        wide_write(numbers, WIDE, work->into + k);
#endif
    }
}

/* `count` numbers more, whole lines. */
INLINE void aside_go_on(aside_work *work, ptrdiff_t count) {
    const ptrdiff_t end = work->at + count;
    if (work->at < work->read) {
        fetch(work->soon + work->at, count);
    }
    if (work->at < work->copied) {
        aside_copy(work, end < work->copied ? end : work->copied);
    }
    work->at = end;
}

/* What is left of the copy. */
INLINE void aside_end(const aside_work *work) {
    aside_copy(work, work->copied);
}
