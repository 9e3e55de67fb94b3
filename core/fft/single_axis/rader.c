#include "fft/single_axis/rader.h"

#include "base/fail.h"
#include "fft/numbers.h"
#include "fft/query.h"
#include "fft/shape/roots.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

ptrdiff_t ct_fft_rader_points(const ct_fft_plan *plan) {
    const ct_fft_axis *axis = &plan->shape.axis[0];
    const ptrdiff_t points = plan->shape.reduced_points;
    const ptrdiff_t terms = points - 1;
    const int is_plain =
        axis->kind == CT_FFT_C2C && axis->points == points && axis->modes == points;
    if (!plan->is_shared || !is_plain || plan->shape.chirp_points == 0 || points > INT_MAX ||
        !ct_fft_is_smooth(terms) || !ct_fft_is_prime(points)) {
        return 0;
    }
    const ct_fft_problem convolution = ct_fft_complex(1, &terms);
    return ct_fft_shape_of(&convolution, plan->size).is_split ? terms : 0;
}

/* base^exponent modulo p < 2^31. */
static ptrdiff_t power(ptrdiff_t base, ptrdiff_t exponent, ptrdiff_t p) {
    ptrdiff_t result = 1;
    for (; exponent > 0; exponent /= 2) {
        result = exponent % 2 != 0 ? result * base % p : result;
        base = base * base % p;
    }
    return result;
}

/* Whether all p - 1 powers are different. */
static int is_generator(ptrdiff_t g, ptrdiff_t p) {
    ptrdiff_t left = p - 1;
    for (ptrdiff_t factor = 2; left > 1; factor++) {
        if (left % factor == 0 && power(g, (p - 1) / factor, p) == 1) {
            return 0;
        }
        while (left % factor == 0) {
            left /= factor;
        }
    }
    return 1;
}

static ptrdiff_t find_generator(ptrdiff_t p) {
    ptrdiff_t g = 2;
    while (!is_generator(g, p)) {
        g++;
    }
    return g;
}

/* Which rank has element i, and where; `first`: of each rank's elements. */
static ct_fft_element find(const ptrdiff_t *first, int size, ptrdiff_t i) {
    int low = 0;
    int high = size - 1;
    while (low < high) { /* the last whose elements begin before or at i */
        const int middle = (low + high + 1) / 2;
        if (first[middle] <= i) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return (ct_fft_element){low, (int)(i - first[low])};
}

static int is_inside(const ct_box *box, ptrdiff_t i) {
    return i >= box->first[0] && i < box->first[0] + box->count[0];
}

/* The tables, and in the plan's work array w(g^-r), divided by the points of the convolution.
 * `firsts`: of the input on each rank, then of the convolution. */
static void fill(const ct_fft_plan *plan, const ct_fft_plan *convolution, const ptrdiff_t *firsts,
                 const ct_fft_roots *roots, ct_fft_rader *rader) {
    const ct_precision precision = plan->problem.precision;
    const ptrdiff_t p = roots->order;
    const ptrdiff_t g = find_generator(p);
    const ptrdiff_t inverse = power(g, p - 2, p);
    const ct_box mine = ct_fft_input_box(convolution);
    const ct_box results = ct_fft_output_box(plan);
    const double sign = plan->options.direction == CT_FORWARD ? 1 : -1;
    ptrdiff_t up = 1; /* g^r, g^-r */
    ptrdiff_t down = 1;
    for (ptrdiff_t r = 0; r < p - 1; r++) {
        if (is_inside(&mine, r)) {
            const ptrdiff_t i = r - mine.first[0];
            const double complex root = ct_fft_roots_at(roots, down);
            rader->source[i] = find(firsts, plan->size, up);
            ct_real_set(plan->work[0], 2 * i, precision, creal(root) / (double)(p - 1));
            ct_real_set(plan->work[0], 2 * i + 1, precision, sign * cimag(root) / (double)(p - 1));
        }
        if (is_inside(&results, down)) {
            rader->result[down - results.first[0]] = find(firsts + plan->size, plan->size, r);
        }
        up = up * g % p;
        down = down * inverse % p;
    }
}

ct_status ct_fft_rader_create(const ct_fft_plan *plan, const ct_fft_plan *convolution,
                              ct_fft_rader *rader) {
    const ct_box results = ct_fft_output_box(plan);
    ct_fft_roots roots = {.order = 0};
    ct_status status = ct_fft_roots_create(plan->shape.reduced_points, &roots);
    rader->sources = ct_fft_input_box(convolution).count[0];
    rader->results = results.count[0];
    rader->is_first = results.count[0] > 0 && results.first[0] == 0;
    ptrdiff_t *firsts = calloc(2 * (size_t)plan->size, sizeof *firsts);
    rader->source = malloc(((size_t)rader->sources + 1) * sizeof *rader->source);
    rader->result = malloc(((size_t)rader->results + 1) * sizeof *rader->result);
    if (status == CT_OK && (firsts == NULL || rader->source == NULL || rader->result == NULL)) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a prime axis of %td points",
                          plan->shape.reduced_points);
    }
    if (status != CT_OK || firsts == NULL || rader->source == NULL || rader->result == NULL) {
        goto cleanup;
    }
    for (int rank = 0; rank < plan->size; rank++) {
        const ct_box box = ct_fft_box_at(plan, 1, rank);
        firsts[rank] = box.count[0] > 0 ? box.first[0] : PTRDIFF_MAX; /* the last have nothing */
        firsts[plan->size + rank] = ct_fft_box_at(convolution, 0, rank).first[0];
    }
    fill(plan, convolution, firsts, &roots, rader);
cleanup:
    free(firsts);
    ct_fft_roots_destroy(&roots);
    return status;
}

void ct_fft_rader_destroy(ct_fft_rader *rader) {
    free(rader->source);
    free(rader->result);
}

double ct_fft_rader_foreign_bytes(const ct_fft_rader *rader, const ct_fft_plan *plan) {
    double elements = 0;
    for (ptrdiff_t i = 0; i < rader->sources; i++) {
        elements += rader->source[i].rank != plan->rank;
    }
    for (ptrdiff_t i = rader->is_first; i < rader->results; i++) {
        elements += rader->result[i].rank != plan->rank;
    }
    return elements * 2 * (double)ct_real_bytes(plan->problem.precision);
}

/* into[i] = factor * from[element[i]], for numbers from `first` on. */
static void collect(const ct_fft_plan *plan, const ct_fft_element *element, ptrdiff_t first,
                    ptrdiff_t count, char *const *from, double factor, void *into) {
    const ct_precision precision = plan->problem.precision;
#if defined(_OPENMP)
#pragma omp parallel for num_threads(plan->threads) if (plan->threads > 1)
#endif
    for (ptrdiff_t i = first; i < count; i++) {
        const char *array = from[element[i].rank];
        const ptrdiff_t at = 2 * (ptrdiff_t)element[i].at;
        ct_real_set(into, 2 * i, precision, factor * ct_real_at(array, at, precision));
        ct_real_set(into, 2 * i + 1, precision, factor * ct_real_at(array, at + 1, precision));
    }
}

static double complex first_of(const void *array, ct_precision precision) {
    return CMPLX(ct_real_at(array, 0, precision), ct_real_at(array, 1, precision));
}

static void set_first(void *array, ct_precision precision, double complex number) {
    ct_real_set(array, 0, precision, creal(number));
    ct_real_set(array, 1, precision, cimag(number));
}

void ct_fft_rader_gather(const ct_fft_plan *plan, ct_fft_rader *rader) {
    if (rader->is_first) { /* of the input too, and in place it is overwritten */
        rader->zeroth = first_of(plan->address[CT_FFT_INPUT][plan->rank], plan->problem.precision);
    }
    collect(plan, rader->source, 0, rader->sources, plan->address[CT_FFT_INPUT], 1, plan->work[0]);
}

void ct_fft_rader_add_up(ct_fft_rader *rader, ct_precision precision, const void *coefficient) {
    rader->sum = rader->zeroth + first_of(coefficient, precision);
}

void ct_fft_rader_add_zeroth(const ct_fft_rader *rader, ct_precision precision, void *coefficient) {
    set_first(coefficient, precision, first_of(coefficient, precision) + rader->zeroth);
}

void ct_fft_rader_scatter(const ct_fft_plan *plan, const ct_fft_rader *rader) {
    char *output = plan->address[CT_FFT_OUTPUT][plan->rank];
    collect(plan, rader->result, rader->is_first, rader->results, plan->address[CT_FFT_WORK],
            plan->factor, output);
    if (rader->is_first) {
        set_first(output, plan->problem.precision, plan->factor * rader->sum);
    }
}
