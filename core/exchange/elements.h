/*
 * What elements are in the arrays of an exchange and in its messages, and what becomes of them on
 * the way.
 *
 * They travel in the precision of the array in which they are smaller; where doubles travel as
 * floats (ct_message_precision) those blocks are narrow. In a message every block begins at a
 * multiple of the size of an element that is not narrow, so that pieces of messages end between
 * elements. Local.
 */
#ifndef CT_EXCHANGE_ELEMENTS_H
#define CT_EXCHANGE_ELEMENTS_H

#include "kernels/conversion.h"
#include <cornerturn/precision.h>
#include <cornerturn/status.h>

typedef struct ct_elements {
    ptrdiff_t message_bytes;    /* of one in a message that is not narrow */
    ct_conversion direct;       /* from array to array, */
    ct_conversion pack, unpack; /* to and from messages, */
    ct_conversion narrow_pack, narrow_unpack;
    ct_message_precision precision;
    int converts;         /* arrays hold other bytes than a copy would */
    ct_rounding rounding; /* of narrow blocks that this rank has sent */
} ct_elements;

/* Elements as they are in both arrays, of `element_bytes` in the first; `conversion` NULL: copied.
 * Pointers between parts of *elements are kept in it, so it must not move. CT_ERROR_ARGUMENT for
 * elements that are no doubles where those are to be narrow. */
ct_status ct_elements_create(const ct_conversion *conversion, ptrdiff_t element_bytes,
                             ct_message_precision precision, ct_elements *elements);

/* Whether what goes from one rank to another is narrow; `leader` is the lowest rank on the node of
 * each. */
static inline int ct_elements_are_narrow(const ct_elements *elements, const int *leader, int origin,
                                         int destination) {
    return elements->precision == CT_MESSAGES_FLOAT ||
           (elements->precision == CT_MESSAGES_FLOAT_BETWEEN_NODES &&
            leader[origin] != leader[destination]);
}

/* Bytes that so many elements take in a message. */
ptrdiff_t ct_elements_message_bytes(const ct_elements *elements, int is_narrow, ptrdiff_t count);

/* What is done to elements; NULL: nothing. */
const ct_conversion *ct_elements_direct(const ct_elements *elements);
const ct_conversion *ct_elements_pack(const ct_elements *elements, int is_narrow);
const ct_conversion *ct_elements_unpack(const ct_elements *elements, int is_narrow);

#endif
