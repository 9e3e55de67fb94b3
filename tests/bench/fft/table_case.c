#include "table_case.h"

#include <complex.h>

ptrdiff_t table_bytes(const table_case *c, int side, ptrdiff_t planes, int is_padded) {
    const int is_complex = c->kind == TABLE_C2C || c->kind == (side == 1 ? TABLE_R2C : TABLE_C2R);
    const int is_half = c->kind == TABLE_R2C || c->kind == TABLE_C2R;
    const ptrdiff_t half = c->extent[c->axes - 1] / 2 + 1;
    ptrdiff_t row = c->extent[c->axes - 1];
    if (is_half) {
        row = is_complex ? half : is_padded ? 2 * half : row;
    }
    ptrdiff_t bytes = planes * row * (ptrdiff_t)sizeof(double) * (is_complex ? 2 : 1);
    for (int a = 1; a < c->axes - 1; a++) {
        bytes *= c->extent[a];
    }
    return c->axes == 1 ? planes * (ptrdiff_t)sizeof(double) * (is_complex ? 2 : 1) : bytes;
}

void table_fill(const table_case *c, double *array, ptrdiff_t first, ptrdiff_t count,
                int is_padded) {
    const ptrdiff_t plane = table_bytes(c, 0, 1, 0) / (ptrdiff_t)sizeof(double);
    const ptrdiff_t length = c->extent[c->axes - 1];
    const int is_half = c->kind == TABLE_R2C || c->kind == TABLE_C2R;
    const ptrdiff_t row = c->kind == TABLE_R2C ? length : 2 * (length / 2 + 1);
    const ptrdiff_t rows = is_half && c->axes > 1 ? plane / row : 1;
    const ptrdiff_t used = c->axes == 1 ? count * plane : rows == 1 ? plane : row;
    const ptrdiff_t pitch =
        c->axes == 1 ? used : table_bytes(c, 0, 1, is_padded) / (ptrdiff_t)sizeof(double) / rows;
    for (ptrdiff_t i = 0; i < count * plane; i++) {
        const ptrdiff_t x = i % used + (c->axes == 1 ? first * plane : 0);
        const int is_zero = c->kind == TABLE_C2R && (x < 2 || x >= 2 * ((length + 1) / 2));
        const unsigned hash = (unsigned)(first * plane + i) * 2654435761U;
        array[i / used * pitch + i % used] = is_zero ? 0 : (hash >> 8) / (double)(1U << 24) - 0.5;
    }
}

int table_has_mpi(const table_case *c) {
    return c->is_batch || (c->library != NULL && (c->axes > 1 || c->kind == TABLE_C2C));
}

double table_squares(const table_case *c, const double *array, ptrdiff_t bytes, int is_padded) {
    const ptrdiff_t used = is_padded ? c->extent[c->axes - 1] : 1;
    const ptrdiff_t pitch = is_padded ? 2 * (used / 2 + 1) : 1;
    const ptrdiff_t rows = bytes / (ptrdiff_t)sizeof(double) / pitch;
    long double sum = 0; /* of up to 10^8 terms of a sign */
    for (ptrdiff_t i = 0; i < rows; i++) {
        for (ptrdiff_t x = 0; x < used; x++) {
            sum += array[i * pitch + x] * array[i * pitch + x];
        }
    }
    return (double)sum;
}
