/* Elements and their places: numbers to transpose, and checksums that notice a wrong one. */
#include "apps/transpose/elements.h"

#include "io/array/checksum.h"

#include <stdint.h>
#include <string.h>

/* Position `index` of a box in C order, in the whole array. */
static void position_in(const ct_box *box, ptrdiff_t index, ptrdiff_t position[CT_MAX_AXES]) {
    for (int a = box->axes - 1; a >= 0; a--) {
        position[a] = box->first[a] + index % box->count[a];
        index /= box->count[a];
    }
}

/* Strides of an array of this extent, in elements. */
static void strides_of(int axes, const ptrdiff_t *extent, ptrdiff_t strides[CT_MAX_AXES]) {
    ptrdiff_t stride = 1;
    for (int a = axes - 1; a >= 0; a--) {
        strides[a] = stride;
        stride *= extent[a];
    }
}

static ptrdiff_t place_of(int axes, const ptrdiff_t *position, const ptrdiff_t *strides) {
    ptrdiff_t place = 0;
    for (int a = 0; a < axes; a++) {
        place += position[a] * strides[a];
    }
    return place;
}

/* Number k converted to the named type; integers keep its lowest bits. */
static void put_number(const char *type, ptrdiff_t bytes, ptrdiff_t k, char *element) {
    const double doubles[2] = {(double)k, (double)-k};
    const float floats[2] = {(float)k, (float)-k};
    const uint64_t k64 = (uint64_t)k;
    const uint32_t k32 = (uint32_t)k;
    const uint16_t k16 = (uint16_t)k;
    const uint8_t k8 = (uint8_t)k;
    const void *number = bytes == 1   ? (const void *)&k8
                         : bytes == 2 ? (const void *)&k16
                         : bytes == 4 ? (const void *)&k32
                                      : (const void *)&k64;
    if (strcmp(type, "float64") == 0 || strcmp(type, "complex128") == 0) {
        number = doubles;
    } else if (strcmp(type, "float32") == 0 || strcmp(type, "complex64") == 0) {
        number = floats;
    }
    memcpy(element, number, (size_t)bytes);
}

void transpose_generate(const transpose_job *job, const ct_box *box, void *elements) {
    const ptrdiff_t bytes = job->shape.element_bytes;
    const ptrdiff_t count = ct_box_elements(box);
    const ptrdiff_t row = box->count[box->axes - 1];
    char *element = elements;
    ptrdiff_t strides[CT_MAX_AXES] = {0};
    strides_of(box->axes, job->shape.extent, strides);
    for (ptrdiff_t first = 0; first < count; first += row) {
        ptrdiff_t position[CT_MAX_AXES] = {0};
        position_in(box, first, position);
        const ptrdiff_t number = place_of(box->axes, position, strides);
        for (ptrdiff_t i = 0; i < row; i++, element += bytes) {
            put_number(job->info.type, bytes, number + i, element);
        }
    }
}

/* As floats, if messages have those: numbers that went from rank to rank or did not are then the
 * same before and after. */
static void round_numbers(char *element, ptrdiff_t bytes) {
    double numbers[2];
    memcpy(numbers, element, (size_t)bytes);
    for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof(double); i++) {
        numbers[i] = (double)(float)numbers[i];
    }
    memcpy(element, numbers, (size_t)bytes);
}

/* Over a box whose neighbours along each axis are so far apart in the result. `sign_byte`: of an
 * element whose sign bit is taken the other way round, or -1. */
static uint64_t sum_box(const transpose_job *job, const ct_box *box, const ptrdiff_t *strides,
                        const char *elements, ptrdiff_t sign_byte) {
    const ptrdiff_t bytes = job->shape.element_bytes;
    const bool rounds = job->config.exchange.precision != CT_MESSAGES_EXACT;
    const ptrdiff_t count = ct_box_elements(box);
    const ptrdiff_t row = box->count[box->axes - 1];
    uint64_t sum = 0;
    for (ptrdiff_t first = 0; first < count; first += row) {
        ptrdiff_t position[CT_MAX_AXES] = {0};
        position_in(box, first, position);
        ptrdiff_t place = place_of(box->axes, position, strides);
        for (ptrdiff_t i = 0; i < row; i++, place += strides[box->axes - 1]) {
            const char *element = elements + (first + i) * bytes;
            char changed[CT_ARRAY_ELEMENT_MOST_BYTES];
            if (sign_byte >= 0 || rounds) {
                memcpy(changed, element, (size_t)bytes);
                element = changed;
            }
            if (sign_byte >= 0) {
                changed[sign_byte] = (char)(changed[sign_byte] ^ 0x80);
            }
            if (rounds) {
                round_numbers(changed, bytes);
            }
            sum += ct_checksum_element(element, bytes, place);
        }
    }
    return sum;
}

/* Strides in the result along its own axes. */
static void result_strides(const transpose_shape *shape, ptrdiff_t strides[CT_MAX_AXES]) {
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    for (int a = 0; a < shape->axes; a++) {
        extent[a] = shape->extent[shape->permutation[a]];
    }
    strides_of(shape->axes, extent, strides);
}

uint64_t transpose_checksum_input(const transpose_job *job, const ct_box *box,
                                  const void *elements) {
    const transpose_shape *shape = &job->shape;
    ptrdiff_t strides[CT_MAX_AXES] = {0};
    ptrdiff_t along[CT_MAX_AXES] = {0};
    result_strides(shape, strides);
    for (int a = 0; a < shape->axes; a++) {
        along[shape->permutation[a]] = strides[a];
    }
    return sum_box(job, box, along, elements, job->config.conjugate ? job->info.sign_byte : -1);
}

uint64_t transpose_checksum_result(const transpose_job *job, const ct_box *box,
                                   const void *elements) {
    ptrdiff_t strides[CT_MAX_AXES] = {0};
    result_strides(&job->shape, strides);
    return sum_box(job, box, strides, elements, -1);
}
