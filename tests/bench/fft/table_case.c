#include "table_case.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

void table_parse(const char *text, table_case *c) {
    c->is_batch = strchr(text, '*') != NULL;
    c->components = 1;
    for (char *at = (char *)text; c->axes < CT_MAX_AXES && *at != '\0'; at += *at != '\0') {
        c->extent[c->axes++] = (ptrdiff_t)strtoll(at, &at, 10);
    }
    if (strchr(text, ':') != NULL) {
        c->components = c->extent[--c->axes];
    }
}

ptrdiff_t table_bytes(const table_case *c, int side, ptrdiff_t planes, int is_padded) {
    const int is_complex = c->kind == TABLE_C2C || c->kind == (side == 1 ? TABLE_R2C : TABLE_C2R);
    const int is_half = c->kind == TABLE_R2C || c->kind == TABLE_C2R;
    const ptrdiff_t half = c->extent[c->axes - 1] / 2 + 1;
    ptrdiff_t row = c->extent[c->axes - 1];
    if (is_half) {
        row = is_complex ? half : is_padded ? 2 * half : row;
    }
    const ptrdiff_t number_bytes = c->components * (ptrdiff_t)sizeof(double) * (is_complex ? 2 : 1);
    ptrdiff_t bytes = planes * row * number_bytes;
    for (int a = 1; a < c->axes - 1; a++) {
        bytes *= c->extent[a];
    }
    return c->axes == 1 ? planes * number_bytes : bytes;
}

void table_fill(const table_case *c, double *array, ptrdiff_t first, ptrdiff_t count,
                int is_padded) {
    const ptrdiff_t plane = table_bytes(c, 0, 1, 0) / (ptrdiff_t)sizeof(double);
    const ptrdiff_t length = c->extent[c->axes - 1];
    const int is_half = c->kind == TABLE_R2C || c->kind == TABLE_C2R;
    const ptrdiff_t row = c->components * (c->kind == TABLE_R2C ? length : 2 * (length / 2 + 1));
    const ptrdiff_t rows = is_half && c->axes > 1 ? plane / row : 1;
    const ptrdiff_t used = c->axes == 1 ? count * plane : rows == 1 ? plane : row;
    const ptrdiff_t pitch =
        c->axes == 1 ? used : table_bytes(c, 0, 1, is_padded) / (ptrdiff_t)sizeof(double) / rows;
    for (ptrdiff_t i = 0; i < count * plane; i++) {
        const ptrdiff_t x = i % used + (c->axes == 1 ? first * plane : 0);
        const ptrdiff_t k = x / (2 * c->components);
        const int is_zero = c->kind == TABLE_C2R && (k < 1 || k >= (length + 1) / 2);
        const unsigned hash = (unsigned)(first * plane + i) * 2654435761U;
        array[i / used * pitch + i % used] = is_zero ? 0 : (hash >> 8) / (double)(1U << 24) - 0.5;
    }
}

int table_has_mpi(const table_case *c) {
    return c->is_batch || (c->library != NULL && (c->axes > 1 || c->kind == TABLE_C2C));
}

double table_squares(const table_case *c, const double *array, ptrdiff_t bytes, int is_padded) {
    const ptrdiff_t length = c->extent[c->axes - 1];
    const ptrdiff_t used = is_padded ? length * c->components : 1;
    const ptrdiff_t pitch = is_padded ? 2 * (length / 2 + 1) * c->components : 1;
    const ptrdiff_t rows = bytes / (ptrdiff_t)sizeof(double) / pitch;
    long double sum = 0; /* of up to 10^8 terms of a sign */
    for (ptrdiff_t i = 0; i < rows; i++) {
        for (ptrdiff_t x = 0; x < used; x++) {
            sum += array[i * pitch + x] * array[i * pitch + x];
        }
    }
    return (double)sum;
}
