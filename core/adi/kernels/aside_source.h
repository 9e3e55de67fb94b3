/* What memory is asked for while lines are solved, a little at a time: arithmetic waits for its own
 * results meanwhile, and would wait for memory if this came all at once. */

/* How far it is done, in numbers. */
typedef struct aside_work {
    ct_adi_aside asked;
    ptrdiff_t at;
} aside_work;

INLINE aside_work aside_begin(const ct_adi_aside *aside) {
    return (aside_work){.asked = aside != NULL ? *aside : (ct_adi_aside){.read = 0}};
}

/* Asks for a part of what will be worked on soon. */
INLINE void fetch(const REAL *soon, ptrdiff_t count) {
    ct_fetch((const char *)soon, count * (ptrdiff_t)sizeof *soon);
}

INLINE void aside_copy(const aside_work *work, ptrdiff_t end) {
    for (ptrdiff_t k = work->at; k < end; k += WIDE) {
        const wide numbers = wide_read((const REAL *)work->asked.from + k, WIDE);
        REAL *into = (REAL *)work->asked.into + k;
#ifdef STREAM
        STREAM(into, numbers);
#else
        wide_write(numbers, WIDE, into);
#endif
    }
}

/* `count` numbers more, whole lines. */
INLINE void aside_go_on(aside_work *work, ptrdiff_t count) {
    const ptrdiff_t end = work->at + count;
    if (work->at < work->asked.read) {
        fetch((const REAL *)work->asked.soon + work->at, count);
    }
    if (work->at < work->asked.copied) {
        aside_copy(work, end < work->asked.copied ? end : work->asked.copied);
    }
    work->at = end;
}

/* What is left of the copy. */
INLINE void aside_end(const aside_work *work) {
    aside_copy(work, work->asked.copied);
}
