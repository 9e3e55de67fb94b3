/* The maps before and after the complex transform, carried out by the letter on whole arrays, with
 * the defining sum in between, give what the defining sum of each kind gives: even and odd lengths,
 * padded and cut, forward and back. What ranks read of each other's blocks is each element once. */
#include "expect.h"
#include "fft/single_axis/parts.h"
#include "kernels/vectors.h"

#include <math.h>

/* Formulas are applied to so many positions at a time, as to tiles. */
enum { MOST = 64, NUMBERS = 2 * MOST, PIECE = 7 };

static const double pi = 3.14159265358979323846;

/* Number i of the test data. */
static double sample(ptrdiff_t i) {
    return (double)((i * 7919 + 104729) % 1000) / 500 - 1;
}

static double complex root_by_sum(ptrdiff_t product, ptrdiff_t points, int sign) {
    return cexp(sign * 2 * pi * I * (double)(product % points) / (double)points);
}

/* The transforms as FFTW defines them, of real numbers. */
static double by_definition(ct_fft_kind kind, const double *x, ptrdiff_t n, ptrdiff_t k) {
    double sum = 0;
    for (ptrdiff_t j = 0; j < n; j++) {
        int is_end = j == 0 || j == n - 1;
        double factors[CT_FFT_KINDS] = {
            [CT_FFT_DCT1] = (is_end ? 1 : 2) * cos(pi * (double)(j * k) / (double)(n - 1)),
            [CT_FFT_DCT2] = 2 * cos(pi * ((double)j + 0.5) * (double)k / (double)n),
            [CT_FFT_DCT3] = (j == 0 ? 1 : 2) * cos(pi * (double)j * ((double)k + 0.5) / (double)n),
            [CT_FFT_DCT4] = 2 * cos(pi * ((double)j + 0.5) * ((double)k + 0.5) / (double)n),
            [CT_FFT_DST1] = 2 * sin(pi * (double)((j + 1) * (k + 1)) / (double)(n + 1)),
            [CT_FFT_DST2] = 2 * sin(pi * ((double)j + 0.5) * ((double)k + 1) / (double)n),
            [CT_FFT_DST3] =
                (j == n - 1 ? 1 : 2) * sin(pi * (double)(j + 1) * ((double)k + 0.5) / (double)n),
            [CT_FFT_DST4] = 2 * sin(pi * ((double)j + 0.5) * ((double)k + 0.5) / (double)n)};
        sum += x[j] * factors[kind];
    }
    return sum;
}

/* Carries a map out: every run by the letter, elements past the array's `elements` being zero. */
static void carry_out(const ct_fft_recipe *recipe, const ct_fft_map *map, const double *array,
                      ptrdiff_t elements, double *result) {
    const ptrdiff_t width = map->reads_complex ? 2 : 1;
    double room[CT_FFT_STREAMS][NUMBERS] = {{0}};
    double *const in[CT_FFT_STREAMS] = {room[0], room[1], room[2], room[3]};
    for (int s = 0; s < map->streams; s++) {
        for (int r = 0; r < map->stream[s].runs; r++) {
            const ct_fft_run *run = &map->stream[s].run[r];
            for (ptrdiff_t n = 0; n < run->count; n++) {
                ptrdiff_t at = run->first + n * run->step;
                ptrdiff_t source = run->source + n * run->stride;
                EXPECT(source >= 0 && at >= 0 && at < NUMBERS / width);
                for (ptrdiff_t part = 0; part < width && source < elements; part++) {
                    int turns = (part > 0 && run->conjugates) != (run->negates != 0);
                    in[s][at * width + part] =
                        (turns ? -1 : 1) * (run->halves ? 0.5 : 1) * array[source * width + part];
                }
            }
        }
    }
    const ptrdiff_t numbers = map->writes_complex ? 2 : 1;
    if (map->formula == NULL) {
        memcpy(result, in[0], (size_t)(map->positions * numbers) * sizeof(double));
        return;
    }
    for (ptrdiff_t first = 0; first < map->positions; first += PIECE) {
        double *const rest[CT_FFT_STREAMS] = {in[0] + first * width, in[1] + first * width,
                                              in[2] + first * width, in[3] + first * width};
        const ptrdiff_t left = map->positions - first;
        map->formula(recipe, first, left < PIECE ? left : PIECE, rest, result + first * numbers);
    }
}

/* A shape of the axis that is reduced, short as it is. */
static ct_fft_shape reduced(const ct_fft_axis *axis) {
    ct_fft_shape shape = {.axes = 1, .axis = {*axis}};
    shape.reduced_points = axis->kind == CT_FFT_C2C    ? axis->length
                           : axis->kind == CT_FFT_DCT1 ? axis->length - 1
                           : axis->kind == CT_FFT_DST1 ? axis->length + 1
                           : axis->length % 2 == 0     ? axis->length / 2
                                                       : axis->length;
    return shape;
}

/* An axis by its recipe; of arrays of complex numbers all parts. */
static void by_recipe(const ct_fft_axis *axis, ct_direction direction, const double *array,
                      ptrdiff_t elements, double *result) {
    ct_fft_shape shape = reduced(axis);
    ct_fft_recipe recipe;
    double complex numbers[MOST];
    double complex coefficients[MOST];
    EXPECT_INT(ct_fft_recipe_create(&shape, direction, &recipe), CT_OK);
    int sign = recipe.direction == CT_FORWARD ? -1 : 1;
    carry_out(&recipe, &recipe.before, array, elements, (double *)numbers);
    for (ptrdiff_t k = 0; k < recipe.points; k++) {
        coefficients[k] = 0;
        for (ptrdiff_t j = 0; j < recipe.points; j++) {
            coefficients[k] += numbers[j] * root_by_sum(j * k, recipe.points, sign);
        }
    }
    carry_out(&recipe, &recipe.after, (double *)coefficients, 2 * recipe.points, result);
    ct_fft_recipe_destroy(&recipe);
}

static void expect_close(const double *found, const double *wanted, ptrdiff_t count) {
    for (ptrdiff_t i = 0; i < count; i++) {
        EXPECT(fabs(found[i] - wanted[i]) < 1e-12);
    }
}

/* A cosine or sine transform there, and its inverse, which is that of the kind that undoes it. */
static void expect_real_kind(ct_fft_axis axis) {
    double x[MOST] = {0};
    double wanted[MOST];
    double found[NUMBERS];
    for (int inverse = 0; inverse < 2; inverse++) {
        ct_fft_kind kind = inverse ? ct_fft_undoing(axis.kind) : axis.kind;
        ptrdiff_t given = inverse ? axis.modes : axis.points;
        ptrdiff_t kept = inverse ? axis.points : axis.modes;
        for (ptrdiff_t i = 0; i < axis.length; i++) {
            x[i] = i < given ? sample(i) : 0;
        }
        for (ptrdiff_t k = 0; k < kept; k++) {
            wanted[k] = by_definition(kind, x, axis.length, k);
        }
        by_recipe(&axis, inverse ? CT_INVERSE : CT_FORWARD, x, given, found);
        expect_close(found, wanted, kept);
    }
}

/* The same of complex numbers to complex numbers, or of real numbers: `low` frequencies from 0 on
 * and `high` ones below 0 are kept; of an even number both signs of the highest share one. */
static void expect_complex_kind(ct_fft_axis axis) {
    double complex x[MOST] = {0};
    double real[MOST];
    double complex found[MOST];
    double back[NUMBERS];
    int is_real = axis.kind == CT_FFT_R2C;
    ptrdiff_t high = !is_real && axis.modes < axis.length ? axis.modes / 2 : 0;
    ptrdiff_t shared = 2 * high == axis.modes ? high : -1;
    for (ptrdiff_t i = 0; i < axis.points; i++) {
        x[i] = CMPLX(sample(2 * i), is_real ? 0 : sample(2 * i + 1));
        real[i] = creal(x[i]);
    }
    by_recipe(&axis, CT_FORWARD, is_real ? real : (double *)x, axis.points, (double *)found);
    for (ptrdiff_t k = 0; k < axis.modes; k++) {
        ptrdiff_t frequency = k < axis.modes - high ? k : axis.length - axis.modes + k;
        double complex wanted = 0;
        for (ptrdiff_t j = 0; j < axis.points; j++) {
            wanted += x[j] * root_by_sum(j * frequency, axis.length, -1);
            wanted += k == shared ? x[j] * root_by_sum(j * shared, axis.length, -1) : 0;
        }
        EXPECT(cabs(found[k] - wanted) < 1e-12);
    }
    by_recipe(&axis, CT_INVERSE, (double *)found, axis.modes, back);
    for (ptrdiff_t j = 0; j < axis.points; j++) { /* what is kept, with its conjugates if real */
        double complex wanted = 0;
        for (ptrdiff_t k = 0; k < axis.modes; k++) {
            ptrdiff_t frequency = k < axis.modes - high ? k : axis.length - axis.modes + k;
            double complex wave = found[k] * root_by_sum(j * frequency, axis.length, 1);
            int is_single = !is_real || frequency == 0 || 2 * frequency == axis.length;
            double complex opposite = found[k] * root_by_sum(j * shared, axis.length, 1);
            wanted += k == shared ? (wave + opposite) / 2 : is_single ? wave : 2 * creal(wave);
        }
        double complex number = is_real ? back[j] : ((double complex *)back)[j];
        EXPECT(cabs(number - wanted) < 1e-10);
    }
}

static void expect_recipes(void) {
    for (int kind = CT_FFT_C2C; kind < CT_FFT_KINDS; kind++) {
        for (ptrdiff_t length = 2; length <= 13; length++) {
            ptrdiff_t all = kind == CT_FFT_R2C ? length / 2 + 1 : length;
            for (ptrdiff_t cut = 0; cut < 3; cut++) {
                ct_fft_axis axis = {(ct_fft_kind)kind, length - (cut < length - 1 ? cut : 0),
                                    length, all - (cut < all ? cut : 0)};
                (kind <= CT_FFT_R2C ? expect_complex_kind : expect_real_kind)(axis);
            }
        }
    }
}

/* Whatever blocks the array and the result are in, the parts that ranks read of each other are the
 * runs, each element of them once. */
static void expect_parts(ct_fft_kind kind, ptrdiff_t length, int ranks) {
    ct_fft_axis axis = {kind, length, length, length};
    ct_fft_shape shape = reduced(&axis);
    ct_fft_recipe recipe;
    ct_fft_part part[CT_FFT_PARTS];
    int reads[CT_FFT_STREAMS][NUMBERS] = {{0}};
    EXPECT_INT(ct_fft_recipe_create(&shape, CT_FORWARD, &recipe), CT_OK);
    const ct_fft_map *map = &recipe.before;
    for (int pair = 0; pair < ranks * ranks; pair++) {
        int reader = pair / ranks;
        int owner = pair % ranks;
        ct_fft_interval positions = {ct_block_first(map->positions, ranks, reader),
                                     ct_block_count(map->positions, ranks, reader)};
        ct_fft_interval sources = {ct_block_first(length, ranks, owner),
                                   ct_block_count(length, ranks, owner)};
        int parts = ct_fft_map_parts(map, positions, sources, owner, part);
        for (int p = 0; p < parts; p++) {
            EXPECT_INT(part[p].owner, owner);
            for (ptrdiff_t n = 0; n < part[p].run.count; n++) {
                ptrdiff_t at = part[p].run.first + n * part[p].run.step;
                ptrdiff_t source = part[p].run.source + n * part[p].run.stride;
                EXPECT(at >= positions.first && at < positions.first + positions.count);
                EXPECT(source >= 0 && source < sources.count);
                reads[part[p].stream][at]++;
            }
        }
    }
    for (int i = 0; i < map->streams * CT_FFT_RUNS; i++) {
        const ct_fft_stream *stream = &map->stream[i / CT_FFT_RUNS];
        const ct_fft_run *run = &stream->run[i % CT_FFT_RUNS];
        for (ptrdiff_t n = 0; i % CT_FFT_RUNS < stream->runs && n < run->count; n++) {
            EXPECT_INT(reads[i / CT_FFT_RUNS][run->first + n * run->step]--, 1);
        }
    }
    for (int i = 0; i < CT_FFT_STREAMS * NUMBERS; i++) {
        EXPECT_INT(reads[i / NUMBERS][i % NUMBERS], 0);
    }
    ct_fft_recipe_destroy(&recipe);
}

/* Roots by the tables and alone; the quarters of a turn are exact. */
static void expect_roots(void) {
    static const ptrdiff_t orders[] = {1, 2, 3, 8, 1000, 4099, (ptrdiff_t)1 << 34};
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
        ct_fft_roots roots;
        EXPECT_INT(ct_fft_roots_create(orders[o], &roots), CT_OK);
        for (ptrdiff_t m = 0; m < orders[o]; m += 1 + orders[o] / 997) {
            long double angle = 2 * acosl(-1) * (long double)m / (long double)orders[o];
            double complex found = ct_fft_roots_at(&roots, m);
            double complex alone = ct_fft_root(m, orders[o]);
            EXPECT(hypot(creal(found) - (double)cosl(angle), cimag(found) + (double)sinl(angle)) <
                   4e-16);
            EXPECT(cabs(alone - found) < 4e-16);
        }
        ct_fft_roots_destroy(&roots);
    }
    EXPECT(ct_fft_root(3, 12) == CMPLX(0, -1) && ct_fft_root(6, 12) == -1);
}

/* When an axis is split, reduced or left to one rank. */
static void expect_shapes(void) {
    static const struct {
        ct_fft_kind kind;
        ptrdiff_t length, extent;
        int size, is_split;
        ptrdiff_t reduced_points, chirp_points;
    } cases[] = {{CT_FFT_C2C, 36, 36, 2, 1, 0, 0},
                 {CT_FFT_C2C, 37, 37, 2, 0, 0, 0},
                 {CT_FFT_C2C, 65536, 65000, 2, 0, 65536, 0},
                 {CT_FFT_C2C, 65537, 65537, 2, 0, 65537, 131220},
                 {CT_FFT_R2C, 16382, 16382, 2, 0, 0, 0},
                 {CT_FFT_R2C, 16384, 16384, 2, 0, 8192, 0},
                 {CT_FFT_DCT1, 65535, 65535, 2, 0, 0, 0},
                 {CT_FFT_R2C, 65536, 65536, 2, 0, 32768, 0},
                 {CT_FFT_R2C, 65537, 65537, 2, 0, 65537, 131220},
                 {CT_FFT_DCT1, 65537, 65537, 4, 0, 65536, 0},
                 {CT_FFT_DST1, 65536, 65536, 1, 0, 0, 0},
                 {CT_FFT_DST1, 65536, 65536, 2, 0, 65537, 131220},
                 {CT_FFT_DST4, 65536, 65536, 128, 0, 32768, 0},
                 {CT_FFT_DST4, 65536, 65536, 4000, 0, 0, 0},
                 {CT_FFT_NONE, 65536, 65536, 2, 0, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ct_fft_problem problem = {.axes = 1,
                                  .extent = {cases[i].extent},
                                  .kind = {cases[i].kind},
                                  .length = {cases[i].length}};
        ct_fft_shape shape = ct_fft_shape_of(&problem, cases[i].size);
        EXPECT_INT(shape.is_split, cases[i].is_split);
        EXPECT_INT(shape.reduced_points, cases[i].reduced_points);
        EXPECT_INT(shape.chirp_points, cases[i].chirp_points);
    }
}

int main(void) {
    for (int most = CT_VECTORS_PORTABLE; most <= CT_VECTORS_AVX512; most++) {
        ct_vectors_limit((ct_vectors)most);
        expect_recipes();
    }
    for (int kind = CT_FFT_C2C; kind < CT_FFT_KINDS; kind++) {
        for (int ranks = 1; ranks <= 9; ranks++) {
            expect_parts((ct_fft_kind)kind, 12, ranks);
            expect_parts((ct_fft_kind)kind, 13, ranks);
        }
    }
    expect_roots();
    expect_shapes();
    return expect_status();
}
