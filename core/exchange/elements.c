#include "exchange/elements.h"

#include "base/fail.h"

/* Doubles of any number an element, where nothing says what they are. */
static ct_status take_doubles(ptrdiff_t element_bytes, ct_conversion *given) {
    const ptrdiff_t numbers = element_bytes / (ptrdiff_t)sizeof(double);
    if (given->numbers == 0 && (given->conjugates || element_bytes % (ptrdiff_t)sizeof(double))) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "elements of %td bytes cannot be rounded to floats on their way; allowed: "
                        "doubles, multiples of 8 bytes",
                        element_bytes);
    }
    if (given->numbers == 0) { /* 1 and 2 have a meaning that does not matter for a copy */
        *given = ct_conversion_numbers((int)numbers, CT_DOUBLE, CT_DOUBLE);
    }
    return CT_OK;
}

/* To floats and back: factors are applied to what arrives, except to what becomes float for good.
 */
static void split(const ct_conversion *whole, ct_precision between, ct_conversion *pack,
                  ct_conversion *unpack) {
    *pack = ct_conversion_numbers(whole->numbers, whole->from, between);
    *unpack = ct_conversion_numbers(whole->numbers, between, whole->into);
    ct_conversion *scales = whole->from == CT_DOUBLE && whole->into == CT_FLOAT ? pack : unpack;
    for (int i = 0; i < 2; i++) {
        scales->alpha[i] = whole->alpha[i];
        unpack->beta[i] = whole->beta[i];
    }
    scales->conjugates = whole->conjugates;
}

ct_status ct_elements_create(const ct_conversion *conversion, ptrdiff_t element_bytes,
                             ct_message_precision precision, ct_elements *elements) {
    ct_conversion whole = conversion != NULL ? *conversion : ct_conversion_bytes(element_bytes);
    *elements = (ct_elements){.converts = !ct_conversion_is_copy(&whole)};
    if (precision != CT_MESSAGES_EXACT) {
        const ct_status status = take_doubles(element_bytes, &whole);
        if (status != CT_OK) {
            return status;
        }
    }
    elements->direct = whole;
    if (whole.numbers == 0) {
        elements->message_bytes = element_bytes;
        elements->pack = ct_conversion_bytes(element_bytes);
        elements->unpack = whole;
        return CT_OK;
    }
    const int is_double = whole.from == CT_DOUBLE && whole.into == CT_DOUBLE;
    split(&whole, is_double ? CT_DOUBLE : CT_FLOAT, &elements->pack, &elements->unpack);
    split(&whole, CT_FLOAT, &elements->narrow_pack, &elements->narrow_unpack);
    elements->message_bytes = elements->pack.into_bytes;
    elements->precision = is_double ? precision : CT_MESSAGES_EXACT; /* floats are floats anyway */
    elements->narrow_pack.rounding = &elements->rounding;
    return CT_OK;
}

ptrdiff_t ct_elements_message_bytes(const ct_elements *elements, int is_narrow, ptrdiff_t count) {
    if (!is_narrow) {
        return count * elements->message_bytes;
    }
    const ptrdiff_t bytes = count * elements->narrow_pack.into_bytes + elements->message_bytes - 1;
    return bytes - bytes % elements->message_bytes;
}

static const ct_conversion *unless_copy(const ct_conversion *conversion) {
    return ct_conversion_is_copy(conversion) ? NULL : conversion;
}

const ct_conversion *ct_elements_direct(const ct_elements *elements) {
    return unless_copy(&elements->direct);
}

const ct_conversion *ct_elements_pack(const ct_elements *elements, int is_narrow) {
    return unless_copy(is_narrow ? &elements->narrow_pack : &elements->pack);
}

const ct_conversion *ct_elements_unpack(const ct_elements *elements, int is_narrow) {
    return unless_copy(is_narrow ? &elements->narrow_unpack : &elements->unpack);
}
