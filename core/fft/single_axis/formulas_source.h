/* Defines WIDTH, the formulas of recipes with TARGET instructions; included several times.
 * Undefines all. N is the length of the axis, M = N / 2 for even N, w(m) a root of unity of the
 * recipe. Complex numbers are pairs: so compilers make vectors of them. */

#define JOINED(a, b) a##_##b
#define JOIN(a, b) JOINED(a, b)
#define OF(name) JOIN(WIDTH, name)
#define INLINE TARGET static inline __attribute__((always_inline))

/* Numbers of a tile. */
typedef double OF(numbers)[2 * CT_FFT_TILE];

/* w(m), m = first, first + step, .. */
INLINE void OF(roots)(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count,
                      double *restrict into) {
    const ct_fft_roots *roots = &recipe->roots;
    const ptrdiff_t last = ((ptrdiff_t)1 << roots->fine_bits) - 1;
    for (ptrdiff_t i = 0; i < count;) {
        const ptrdiff_t m = first + i * step;
        const double *coarse = (const double *)&roots->coarse[m >> roots->fine_bits];
        const double *fine = (const double *)&roots->fine[m & last];
        const double re = coarse[0];
        const double im = coarse[1];
        ptrdiff_t stretch = 1 + (step > 0 ? (last - (m & last)) / step : (m & last) / -step);
        stretch = ct_least(stretch, count - i);
        for (ptrdiff_t j = 0; j < stretch; j++) {
            into[2 * (i + j)] = re * fine[2 * step * j] - im * fine[2 * step * j + 1];
            into[2 * (i + j) + 1] = re * fine[2 * step * j + 1] + im * fine[2 * step * j];
        }
        i += stretch;
    }
}

/* a times b, or its conjugate. */
INLINE void OF(multiply)(const double *restrict a, const double *restrict b, ptrdiff_t count,
                         int conjugates, double *restrict into) {
    const double sign = conjugates ? -1 : 1;
    for (ptrdiff_t i = 0; i < 2 * count; i += 2) {
        into[i] = a[i] * b[i] - sign * (a[i + 1] * b[i + 1]);
        into[i + 1] = a[i + 1] * b[i] + sign * (a[i] * b[i + 1]);
    }
}

/* Coefficients k of 2 M real numbers whose even and odd elements were the real and imaginary parts
 * of a complex transform with coefficients z (k) and mirrored (M - k); root is exp(-2 pi i k / 2
 * M). */
INLINE void OF(unpack)(const double *restrict z, const double *restrict mirrored,
                       const double *restrict root, ptrdiff_t count, double *restrict into) {
    for (ptrdiff_t i = 0; i < 2 * count; i += 2) {
        const double even_re = (z[i] + mirrored[i]) / 2;
        const double even_im = (z[i + 1] - mirrored[i + 1]) / 2;
        const double odd_re = (z[i] - mirrored[i]) / 2;
        const double odd_im = (z[i + 1] + mirrored[i + 1]) / 2;
        into[i] = even_re + (root[i] * odd_im + root[i + 1] * odd_re);
        into[i + 1] = even_im + (root[i + 1] * odd_im - root[i] * odd_re);
    }
}

/* The inverse of `unpack` without the factor 1/2. */
INLINE void OF(pack)(const double *restrict c, const double *restrict mirrored,
                     const double *restrict root, ptrdiff_t count, double *restrict into) {
    for (ptrdiff_t i = 0; i < 2 * count; i += 2) {
        const double apart_re = c[i] - mirrored[i];
        const double apart_im = c[i + 1] + mirrored[i + 1];
        into[i] = c[i] + mirrored[i] - (root[i] * apart_im - root[i + 1] * apart_re);
        into[i + 1] = c[i + 1] - mirrored[i + 1] + (root[i] * apart_re + root[i + 1] * apart_im);
    }
}

TARGET static void OF(after_pair)(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                                  double *const in[CT_FFT_STREAMS], double *restrict out) {
    const double *one = in[0];
    const double *other = in[1];
    (void)recipe;
    (void)first;
    for (ptrdiff_t i = 0; i < 2 * count; i++) {
        out[i] = one[i] + other[i];
    }
}

TARGET static void OF(after_r2c)(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                                 double *const in[CT_FFT_STREAMS], double *restrict out) {
    OF(numbers) root;
    OF(roots)(recipe, first, 1, count, root);
    OF(unpack)(in[0], in[1], root, count, out);
}

/* Ignores the imaginary parts of coefficients 0 and M, which are 0 for real data. */
TARGET static void OF(before_c2r)(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                                  double *const in[CT_FFT_STREAMS], double *restrict out) {
    OF(numbers) root;
    if (first == 0 && count > 0) {
        in[0][1] = in[1][1] = 0;
    }
    OF(roots)(recipe, first, 1, count, root);
    OF(pack)(in[0], in[1], root, count, out);
}

/* Coefficients of the even extension are real; those of the odd one are imaginary and begin with
 * number 1. */
TARGET static void OF(after_type1)(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t count,
                                   double *const in[CT_FFT_STREAMS], double *restrict out) {
    OF(numbers) root, c;
    const double sign = recipe->is_sine ? -1 : 1;
    OF(roots)(recipe, first + recipe->is_sine, 1, count, root);
    OF(unpack)(in[0], in[1], root, count, c);
    for (ptrdiff_t i = 0; i < count; i++) {
        out[i] = sign * c[2 * i + recipe->is_sine];
    }
}

/* Coefficients m <= M of the reordered real numbers, times exp(-2 pi i m / 4 N), are results m - i
 * results N - m, halved. `is_low`: those of m, which goes by `step`. */
INLINE void OF(turn_type2)(const ct_fft_recipe *recipe, ptrdiff_t m, ptrdiff_t step,
                           ptrdiff_t count, int is_low, const double *z, const double *mirrored,
                           double *restrict out) {
    OF(numbers) root, c, turned;
    OF(roots)(recipe, 4 * m, 4 * step, count, root);
    OF(unpack)(z, mirrored, root, count, c);
    OF(roots)(recipe, m, step, count, root);
    OF(multiply)(c, root, count, 0, turned);
    for (ptrdiff_t i = 0; i < count; i++) {
        out[i] = is_low ? 2 * turned[2 * i] : -2 * turned[2 * i + 1];
    }
}

/* A sine transform has the cosine transform's coefficients in reverse order. */
TARGET static void OF(after_type2_even)(const ct_fft_recipe *recipe, ptrdiff_t first,
                                        ptrdiff_t count, double *const in[CT_FFT_STREAMS],
                                        double *restrict out) {
    const ptrdiff_t length = recipe->length;
    const ptrdiff_t lows = length / 2 + 1;
    if (!recipe->is_sine) { /* k = m, and then N - m */
        const ptrdiff_t low = ct_least(count, ct_most(0, lows - first));
        OF(turn_type2)(recipe, first, 1, low, 1, in[0], in[1], out);
        OF(turn_type2)
        (recipe, length - first - low, -1, count - low, 0, in[0] + 2 * low, in[1] + 2 * low,
         out + low);
    } else { /* k = N - 1 - position is N - m, and then m */
        const ptrdiff_t high = ct_least(count, ct_most(0, length - lows - first));
        OF(turn_type2)(recipe, first + 1, 1, high, 0, in[0], in[1], out);
        OF(turn_type2)
        (recipe, length - 1 - first - high, -1, count - high, 1, in[0] + 2 * high, in[1] + 2 * high,
         out + high);
    }
}

TARGET static void OF(after_type2_odd)(const ct_fft_recipe *recipe, ptrdiff_t first,
                                       ptrdiff_t count, double *const in[CT_FFT_STREAMS],
                                       double *restrict out) {
    OF(numbers) root, c;
    const int is_sine = recipe->is_sine;
    OF(roots)(recipe, is_sine ? recipe->length - 1 - first : first, is_sine ? -1 : 1, count, root);
    OF(multiply)(in[0], root, count, 0, c);
    for (ptrdiff_t i = 0; i < count; i++) {
        out[i] = 2 * c[2 * i];
    }
}

/* Complex numbers re + i sign im. */
INLINE void OF(join)(const double *restrict re, const double *restrict im, double sign,
                     ptrdiff_t count, double *restrict into) {
    for (ptrdiff_t i = 0; i < count; i++) {
        into[2 * i] = re[i];
        into[2 * i + 1] = sign * im[i];
    }
}

/* Coefficient k of the reordered real numbers is (x(k) - i x(N - k)) / w(k). */
TARGET static void OF(before_type3_even)(const ct_fft_recipe *recipe, ptrdiff_t first,
                                         ptrdiff_t count, double *const in[CT_FFT_STREAMS],
                                         double *restrict out) {
    OF(numbers) root, numbers, c, mirrored;
    OF(join)(in[0], in[1], -1, count, numbers);
    OF(roots)(recipe, first, 1, count, root);
    OF(multiply)(numbers, root, count, 1, c);
    OF(join)(in[2], in[3], -1, count, numbers);
    OF(roots)(recipe, recipe->length / 2 - first, -1, count, root);
    OF(multiply)(numbers, root, count, 1, mirrored);
    OF(roots)(recipe, 4 * first, 4, count, root);
    OF(pack)(c, mirrored, root, count, out);
}

TARGET static void OF(before_type3_odd)(const ct_fft_recipe *recipe, ptrdiff_t first,
                                        ptrdiff_t count, double *const in[CT_FFT_STREAMS],
                                        double *restrict out) {
    OF(numbers) root, numbers;
    OF(join)(in[0], in[1], -1, count, numbers);
    OF(roots)(recipe, first, 1, count, root);
    OF(multiply)(numbers, root, count, 1, out);
}

/* Numbers 2 j and N - 1 - 2 j form a complex one, times exp(-2 pi i (4 j + 1) / 8 N); so do the
 * results after the transform and another factor. */
TARGET static void OF(before_type4_even)(const ct_fft_recipe *recipe, ptrdiff_t first,
                                         ptrdiff_t count, double *const in[CT_FFT_STREAMS],
                                         double *restrict out) {
    OF(numbers) root, numbers;
    OF(join)(in[0], in[1], 1, count, numbers);
    OF(roots)(recipe, 4 * first + 1, 4, count, root);
    OF(multiply)(numbers, root, count, 0, out);
}

TARGET static void OF(before_type4_odd)(const ct_fft_recipe *recipe, ptrdiff_t first,
                                        ptrdiff_t count, double *const in[CT_FFT_STREAMS],
                                        double *restrict out) {
    OF(numbers) root;
    OF(roots)(recipe, 2 * first, 2, count, root);
    for (ptrdiff_t i = 0; i < count; i++) {
        out[2 * i] = in[0][i] * root[2 * i];
        out[2 * i + 1] = in[0][i] * root[2 * i + 1];
    }
}

/* Every other result from position `at` on, of numbers times w(m), m = first, first + step, ..;
 * `part` of them, 0 real and 1 imaginary, times `factor`. */
INLINE void OF(turn_type4)(const ct_fft_recipe *recipe, ptrdiff_t first, ptrdiff_t step,
                           ptrdiff_t at, ptrdiff_t count, int part, double factor,
                           const double *restrict z, double *restrict out) {
    OF(numbers) root;
    const ptrdiff_t some = (count - at + 1) / 2;
    OF(roots)(recipe, first, step, ct_most(0, some), root);
    for (ptrdiff_t i = 0; i < some; i++) {
        const double *number = z + 2 * (at + 2 * i);
        const double re = number[0] * root[2 * i] - number[1] * root[2 * i + 1];
        const double im = number[0] * root[2 * i + 1] + number[1] * root[2 * i];
        out[at + 2 * i] = factor * (part == 0 ? re : im);
    }
}

/* Result n of a sine transform is that of the cosine transform of the reversed numbers, negated for
 * odd n. */
TARGET static void OF(after_type4_even)(const ct_fft_recipe *recipe, ptrdiff_t first,
                                        ptrdiff_t count, double *const in[CT_FFT_STREAMS],
                                        double *restrict out) {
    const ptrdiff_t even = first % 2;
    const ptrdiff_t odd = 1 - even;
    OF(turn_type4)(recipe, 2 * (first + even), 4, even, count, 0, 2, in[0], out);
    OF(turn_type4)
    (recipe, 2 * (recipe->length - 1 - first - odd), -4, odd, count, 1, recipe->is_sine ? 2 : -2,
     in[0], out);
}

/* Coefficient k is result 2 k; beyond the end it is minus result 2 N - 1 - 2 k. */
TARGET static void OF(after_type4_odd)(const ct_fft_recipe *recipe, ptrdiff_t first,
                                       ptrdiff_t count, double *const in[CT_FFT_STREAMS],
                                       double *restrict out) {
    const ptrdiff_t even = first % 2;
    const ptrdiff_t odd = 1 - even;
    OF(turn_type4)(recipe, 2 * (first + even) + 1, 4, even, count, 0, 2, in[0], out);
    OF(turn_type4)
    (recipe, 2 * (2 * recipe->length - 1 - first - odd) + 1, -4, odd, count, 0,
     recipe->is_sine ? 2 : -2, in[0], out);
}

static const ct_fft_formulas WIDTH = {
    OF(after_pair),        OF(after_r2c),        OF(before_c2r),        OF(after_type1),
    OF(after_type2_even),  OF(after_type2_odd),  OF(before_type3_even), OF(before_type3_odd),
    OF(before_type4_even), OF(after_type4_even), OF(before_type4_odd),  OF(after_type4_odd)};

#undef JOINED
#undef JOIN
#undef OF
#undef INLINE
#undef WIDTH
#undef TARGET
