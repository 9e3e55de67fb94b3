#include "fft/lines/codelets/fields/shape.h"

#include "base/arithmetic/extremes.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/rows/long.h"
#include "fft/numbers.h"
#include "kernels/cache.h"

/* A field stays in the caches, the third-level one too, with what it becomes: larger ones are
 * faster by stages, and so are those of two axes as planes (plane.h) that leave the first-level
 * cache. By stages and so, two ranks, ms: c2c 300 of 32^3 23.8 and 11.9, 20 of 64^3 25 and 16.4, 12
 * of 72^3 9.5 and 15, r2c 20 of 64^3 12.0 and 7.4, 16 of 80^3 11.5 and 13.6; c2c 2000 of 64 x
 * 64 10.6 and 9.5, 500 of 100 x 100 4.9 and 5.4. */
enum { FIELD_MOST_BYTES = 4608 * 1024, FLAT_MOST_BYTES = 80 * 1024 };

/* Points of fields that go as rows of all of them. They do where their own rows would not be whole
 * registers: otherwise these are faster (c2c 10000, two ranks, ms, rows and all points: 5 x 5 0.25
 * and 0.13, 6^3 2.3 and 1.4, 7 x 7 0.36 and 0.30, 13 x 13 1.9 and 1.5, 22 x 22 6.9 and 4.9; but
 * 8 x 8 0.26 and 0.29, 16 x 16 1.0 and 2.0). */
enum { LANES_MOST = 512 };

ptrdiff_t ct_fft_fields_number_bytes(const ct_fft_fields_job *job) {
    return 2 * ct_real_bytes(job->precision);
}

ptrdiff_t ct_fft_fields_points(const ct_fft_fields_job *job) {
    return job->extent[job->axes - 1] / (job->class == CT_CLASS_C2C ? 1 : 2);
}

ptrdiff_t ct_fft_fields_rows(const ct_fft_fields_job *job) {
    ptrdiff_t rows = 1;
    for (int a = 0; a < job->axes - 1; a++) {
        rows *= job->extent[a];
    }
    return rows;
}

ptrdiff_t ct_fft_fields_step(const ct_fft_fields_job *job) {
    enum { FEW_SETS_LINES = 512 };
    const int is_real = job->class != CT_CLASS_C2C;
    const ptrdiff_t lines =
        ct_in_lines((ct_fft_fields_points(job) + is_real) * ct_fft_fields_number_bytes(job)) /
        CT_LINE_BYTES;
    const ptrdiff_t column = job->axes > 1 ? job->extent[job->axes - 2] : 1;
    return (lines * column > FEW_SETS_LINES ? lines | 1 : lines) * CT_LINE_BYTES;
}

static int may_be_lanes(const ct_fft_fields_job *job) {
    ptrdiff_t points = 1;
    const ptrdiff_t last = job->extent[job->axes - 1];
    int may = job->class == CT_CLASS_C2C && job->axes > 1 &&
              !ct_codelet_registers_are_narrow(job->precision) &&
              (last % CT_CODELET_ROW_LANES != 0 || last == CT_CODELET_ROW_LANES);
    for (int a = 0; a < job->axes; a++) {
        points *= job->extent[a];
        may = may && ct_codelet_columns(job->precision, job->extent[a], CT_FORWARD) != NULL;
    }
    return may && points >= CT_CODELET_ROW_LANES && points <= LANES_MOST;
}

ct_fft_fields_job ct_fft_fields_in_rows(const ct_fft_fields_job *job) {
    ct_fft_fields_job rows = *job;
    if (may_be_lanes(job)) {
        rows.are_lanes = 1;
        rows.axes = 1;
        rows.extent[0] = ct_fft_fields_points(job) * ct_fft_fields_rows(job);
    }
    return rows;
}

static int is_long(const ct_fft_fields_job *job) {
    return ct_codelet_long_bytes(ct_fft_fields_points(job), 0, job->precision) > 0;
}

ptrdiff_t ct_fft_fields_rows_at_once(const ct_fft_fields_job *job) {
    return job->are_lanes ? ct_codelet_lanes(job->precision)
           : is_long(job) ? 1
                          : ct_codelet_rows_at_once(job->precision, ct_fft_fields_points(job));
}

/* The fewest complex numbers of a row that pay: by FFTW and so, two ranks, us, c2c 10000 of 8 16
 * and 20, of 14 43 and 46, of 18 126 and 62, r2c of 12 33 and 60, of 14 79 and 67, of 10 x 10 510
 * and 600, of 12 x 12 1610 and 1600; of three axes, r2c of 8^3 5300 and 3600. Of results that go
 * past the cache, 240000 of 5 541 and 507, 171428 of 7 1220 and 450, 109090 of 11 1090 and 560,
 * 92307 of 13 1040 and 490, but 300000 of 4 488 and 699. */
static ptrdiff_t least_points(const ct_fft_fields_job *job) {
    const int is_real = job->class != CT_CLASS_C2C;
    const ptrdiff_t lanes =
        ct_codelet_lanes(job->precision); /* of columns, or what mirrors others */
    const ptrdiff_t of_rows = is_real ? 7 : job->streams ? 5 : 14;
    const ptrdiff_t least = job->axes == 1 ? of_rows : job->axes == 2 && is_real ? 6 : 1;
    return ct_most(least, job->axes > 1 || is_real ? lanes : 1);
}

/* Whether fields pay with registers of half a vector, of which one has two points of a row, or
 * four: beside FFTW, whose fastest plans are of up to 16 points and of 20, 25, 32 and 64. By FFTW
 * and so, two ranks of a Zen 3, ms, c2c 20000 of 16 0.104 and 0.134, of 18 0.42 and 0.16, of 20
 * 0.153 and 0.174, of 22 0.47 and 0.28; 10000 of 13 x 13 3.0 and 4.0, of 14 x 14 3.3 and 3.8, of 16
 * x 16 3.2 and 2.9, floats 5000 of 11 x 11 0.76 and 0.33; of 7^3 both 2.3; r2c 20000 of 32 0.22 and
 * 0.36, of 36 0.73 and 0.40, of 40 0.33 and 0.53 (c2r 0.88 and 0.67), of 44 0.68 and 0.54; 5000 of
 * 12 x 12 0.42 and 0.48, of 14 x 14 0.91 and 0.69; 3000 of 10^3 2.8 and 3.1, 2000 of 16^3 6.3
 * and 5.4. */
static int pay_if_narrow(const ct_fft_fields_job *job) {
    enum { LIKED_BY_FFTW = 20 };
    static const ptrdiff_t least_of_complex[2][CT_FFT_FIELDS_AXES] = {
        [CT_DOUBLE] = {17, 256, 512}, [CT_FLOAT] = {17, 121, 512}};
    static const ptrdiff_t least_of_real[CT_FFT_FIELDS_AXES] = {34, 196, 1728};
    const int is_real = job->class != CT_CLASS_C2C;
    const ptrdiff_t least =
        is_real ? least_of_real[job->axes - 1] : least_of_complex[job->precision][job->axes - 1];
    const int is_liked =
        job->axes == 1 && job->class != CT_CLASS_C2R && ct_fft_fields_points(job) == LIKED_BY_FFTW;
    return !is_liked && ct_fft_fields_rows(job) * job->extent[job->axes - 1] >= least;
}

int ct_fft_fields_suit(const ct_fft_fields_job *job) {
    const ptrdiff_t points = ct_fft_fields_points(job);
    const int is_real = job->class != CT_CLASS_C2C;
    if (may_be_lanes(job)) {
        return 1;
    }
    int suit = job->class != CT_CLASS_R2R && (!is_real || job->extent[job->axes - 1] % 2 == 0) &&
               points >= least_points(job) &&
               (ct_codelet_rows(job->precision, points, 0, CT_FORWARD) != NULL ||
                (is_long(job) && job->axes < CT_FFT_FIELDS_AXES));
    suit = suit && (!ct_codelet_registers_are_narrow(job->precision) || pay_if_narrow(job));
    for (int a = 0; a < job->axes - 1; a++) {
        suit = suit && ct_codelet_columns(job->precision, job->extent[a], CT_FORWARD) != NULL;
    }
    suit = suit &&
           (job->axes < CT_FFT_FIELDS_AXES || job->extent[1] >= ct_fft_fields_rows_at_once(job));
    return suit && ct_fft_fields_rows(job) * ct_fft_fields_step(job) <=
                       (job->axes == 2 ? FLAT_MOST_BYTES : FIELD_MOST_BYTES);
}
