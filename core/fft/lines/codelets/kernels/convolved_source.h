/*
 * Columns of a prime number of points, or of others that are no product of steps, as cyclic
 * convolutions of first x rest points, which are transformed twice in a buffer as wide as a
 * register: there by columns of `first` and of `rest` points, of which result k + first l is left
 * at k rest + l, and back from that order by columns of `rest` and of `first`. As back is a
 * transform like there, the m-th number that comes of it is that of -m (steps.h). For
 * kernels_source.h.
 */

/* Of blocks of columns in the buffer, which are its registers with or without gaps between. */
INLINE void convolve_step(ct_codelet_kernel *kernel, wide *x, ptrdiff_t count, ptrdiff_t block,
                          ptrdiff_t step, const REAL *factors) {
    const ct_codelet_pass pass = {.count = count,
                                  .width = WIDE_BYTES,
                                  .from_step = step * WIDE_BYTES,
                                  .into_step = step * WIDE_BYTES,
                                  .from_block = block * WIDE_BYTES,
                                  .into_block = block * WIDE_BYTES,
                                  .factors = factors};
    ct_codelet_ahead nothing = {.left = 0};
    kernel(&pass, (const char *)x, (char *)x, 0, &nothing);
}

/* Where the tables of a convolution are, behind it. */
typedef struct convolution_tables {
    const REAL *there, *kernel, *back; /* factors */
    const REAL *chirp, *after;         /* of the points, and of the results */
    const short *place;                /* of the points, of results too */
} convolution_tables;

INLINE convolution_tables tables_of(const ct_codelet_convolution *by) {
    const ptrdiff_t size = by->first * by->rest;
    const REAL *at = (const REAL *)(by + 1);
    return (convolution_tables){.there = at,
                                .kernel = at + 2 * size,
                                .back = at + 4 * size,
                                .chirp = at + 6 * size,
                                .after = at + 6 * size + 2 * by->points,
                                .place = (const short *)(at + 6 * size)};
}

/* A column of registers. */
INLINE void convolve(const void *factors, const char *from, ptrdiff_t from_step, char *into,
                     ptrdiff_t into_step, int streams) {
    const ct_codelet_convolution *by = factors;
    const ptrdiff_t size = by->first * by->rest;
    const convolution_tables of = tables_of(by);
    const wide origin = read(from);
    const wide zero = {0};
    wide x[CT_CODELET_MOST];
    for (ptrdiff_t i = 0; i < size; i++) {
        x[i] = !by->is_padded   ? read(from + of.place[i] * from_step)
               : i < by->points ? times(read(from + i * from_step), of.chirp + 2 * i)
                                : zero;
    }
    convolve_step(by->turned, x, by->rest, 1, by->rest, of.there);
    convolve_step(by->columns, x, by->first, by->rest, 1, NULL);
    const wide sum = origin + x[0];
    for (ptrdiff_t i = 0; i < size; i++) {
        x[i] = times(x[i], of.kernel + 2 * i);
    }
    x[0] = by->is_padded ? x[0] : x[0] + origin; /* is added to all */
    convolve_step(by->turned_back, x, by->first, by->rest, 1, of.back);
    convolve_step(by->columns_back, x, by->rest, 1, by->rest, NULL);
    if (by->is_padded) {
        for (ptrdiff_t k = 0; k < by->points; k++) {
            write(times(x[k > 0 ? size - k : 0], of.after + 2 * k), into + k * into_step, streams);
        }
        return;
    }
    write(sum, into, streams);
    for (ptrdiff_t i = 0; i < size; i++) {
        write(x[i], into + of.place[i] * into_step, streams);
    }
}

TARGET static void convolved_columns(const ct_codelet_pass *pass, const char *from, char *into,
                                     int streams, ct_codelet_ahead *ahead) {
    const ct_codelet_convolution *by = pass->factors;
    by_column(pass, by->points, convolve, convolved_columns, from, into, streams, ahead);
}
