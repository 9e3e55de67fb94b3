#include "apps/fft/shape/array.h"

void fft_array_type(fft_array *array, int is_complex, ct_precision precision) {
    static const char *const numbers[2][2] = {{"float64", "complex128"}, {"float32", "complex64"}};
    const ptrdiff_t real_bytes = precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    array->number = numbers[precision == CT_FLOAT][is_complex != 0];
    array->element_bytes = real_bytes * (is_complex ? 2 : 1);
}

void fft_array_extents(const fft_array *array, ptrdiff_t stored[CT_MAX_AXES]) {
    for (int i = 0; i < CT_MAX_AXES; i++) {
        stored[i] = i < array->axes ? array->extent[array->order[i]] : 0;
    }
}

ct_box fft_array_box(const fft_array *array, const ct_box *box) {
    ct_box stored = {.axes = array->axes};
    for (int i = 0; i < array->axes; i++) {
        stored.first[i] = box->first[array->order[i]];
        stored.count[i] = box->count[array->order[i]];
    }
    return stored;
}

ct_box fft_array_clip(const fft_array *array, const ct_box *stored) {
    ct_box part = *stored;
    for (int i = 0; i < array->axes; i++) {
        const ptrdiff_t left = array->extent[array->order[i]] - stored->first[i];
        part.count[i] = left <= 0 ? 0 : left < stored->count[i] ? left : stored->count[i];
        part.first[i] = left <= 0 ? 0 : stored->first[i];
    }
    return part;
}

double fft_array_elements(const fft_array *array) {
    double elements = 1;
    for (int a = 0; a < array->axes; a++) {
        elements *= (double)array->extent[a];
    }
    return elements;
}
