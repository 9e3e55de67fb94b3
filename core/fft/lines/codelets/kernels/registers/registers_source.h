/* Reading and writing registers, of type `wide`; past the cache if it streams. For the files beside
 * this, which define TARGET, WIDE_BYTES, STREAM, and ROWS_IN_LANES where registers have a number of
 * each of two rows (rows/lanes_source.h), with read_pair and write_pair. */
INLINE wide read(const void *from) {
    wide v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE void write(wide v, void *into, int streams) {
    if (streams) {
        STREAM(into, v);
    } else {
        memcpy(into, &v, sizeof v);
    }
}

/* For take and give (lines_source.h), which do not call them without ROWS_IN_LANES. */
#ifndef ROWS_IN_LANES
INLINE wide read_pair(const char *from, const char *other) {
    (void)other;
    return read(from);
}

INLINE void write_pair(wide v, char *into, char *other) {
    (void)other;
    write(v, into, 0);
}
#endif

/* Of as many rows as share a register, which are `step` bytes apart, the same numbers. */
#ifndef HAS_TWO_ROWS
INLINE wide read_rows(const char *from, ptrdiff_t step) {
    (void)step;
    return read(from);
}

INLINE void write_rows(wide v, char *into, ptrdiff_t step, int streams) {
    (void)step;
    write(v, into, streams);
}
#endif
