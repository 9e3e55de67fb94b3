#include "redistribute/numbers.h"

#include "base/fail.h"
#include "kernels/buffered/block_copy.h"
#include <cornerturn/numbers.h>

#include <math.h>

ct_numbers ct_numbers_real(ct_precision from, ct_precision into) {
    return (ct_numbers){.parts = 1, .from = from, .into = into, .alpha = {1, 0}};
}

ct_numbers ct_numbers_complex(ct_precision from, ct_precision into) {
    return (ct_numbers){.parts = 2, .from = from, .into = into, .alpha = {1, 0}};
}

static int is_precision(ct_precision precision) {
    return precision == CT_DOUBLE || precision == CT_FLOAT;
}

static ct_status check_factors(const ct_numbers *n, int in_place) {
    for (int i = 0; i < 2; i++) {
        if (!isfinite(n->alpha[i]) || !isfinite(n->beta[i]) ||
            (n->parts == 1 && i == 1 && (n->alpha[i] != 0 || n->beta[i] != 0))) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "factors %g + %g i and %g + %g i; allowed: finite ones, of real "
                            "numbers real ones",
                            n->alpha[0], n->alpha[1], n->beta[0], n->beta[1]);
        }
    }
    if (in_place && (n->beta[0] != 0 || n->beta[1] != 0)) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "beta is %g + %g i in place; allowed: 0, for the result takes the place of "
                        "the input",
                        n->beta[0], n->beta[1]);
    }
    return CT_OK;
}

/* Elements of which something is known. */
static ct_status take_numbers(ptrdiff_t element_bytes, const ct_redistribute_options *options,
                              ct_conversion *conversion) {
    const ct_numbers *n = options->numbers;
    if (n->parts < 1 || n->parts > 2 || !is_precision(n->from) || !is_precision(n->into)) {
        return ct_raise(
            CT_ERROR_ARGUMENT,
            "numbers of %d parts, precisions %d and %d; allowed: 1 or 2 parts, CT_DOUBLE "
            "or CT_FLOAT",
            n->parts, (int)n->from, (int)n->into);
    }
    *conversion = ct_conversion_numbers(n->parts, n->from, n->into);
    if (element_bytes != conversion->from_bytes || options->sign_byte != 0 ||
        (options->conjugate && n->parts == 1)) {
        return ct_raise(
            CT_ERROR_ARGUMENT,
            "elements of %td bytes, a sign in byte %td, conjugate %d; allowed: of these "
            "numbers %td bytes, 0, and conjugate 1 if they are complex",
            element_bytes, options->sign_byte, options->conjugate, conversion->from_bytes);
    }
    for (int i = 0; i < 2; i++) {
        conversion->alpha[i] = n->alpha[i];
        conversion->beta[i] = n->beta[i];
    }
    conversion->conjugates = options->conjugate != 0;
    return check_factors(n, options->exchange.in_place);
}

ct_status ct_numbers_conversion(ptrdiff_t element_bytes, const ct_redistribute_options *options,
                                ct_conversion *conversion) {
    if (element_bytes < 1 || element_bytes > CT_ELEMENT_MOST_BYTES || options->sign_byte < 0 ||
        options->sign_byte >= element_bytes) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "elements of %td bytes, a sign in byte %td; allowed: 1 to %d bytes, a byte "
                        "in them",
                        element_bytes, options->sign_byte, CT_ELEMENT_MOST_BYTES);
    }
    if (options->numbers != NULL) {
        return take_numbers(element_bytes, options, conversion);
    }
    *conversion = ct_conversion_bytes(element_bytes);
    conversion->conjugates = options->conjugate != 0;
    conversion->sign_byte = options->sign_byte == 0 ? element_bytes - 1 : options->sign_byte;
    return CT_OK;
}
