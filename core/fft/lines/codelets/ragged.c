#include "fft/lines/codelets/ragged.h"

#include "kernels/cache.h"
#include "kernels/stream.h"

#include <string.h>

ptrdiff_t ct_ragged_bytes(ptrdiff_t rows) {
    return (rows + 1) * CT_LINE_BYTES;
}

ptrdiff_t ct_ragged_phase(const ct_ragged_rows *ragged, ptrdiff_t row) {
    return ct_line_phase(ragged->into + row * ragged->step);
}

void ct_ragged_write(const ct_ragged_rows *ragged, ptrdiff_t row, const char *from) {
    const ptrdiff_t phase = ct_ragged_phase(ragged, row);
    const ptrdiff_t last = phase + ragged->bytes;
    const ptrdiff_t first_whole = phase > 0 ? CT_LINE_BYTES : 0;
    const ptrdiff_t end_whole = last / CT_LINE_BYTES * CT_LINE_BYTES;
    char *line = ragged->into + row * ragged->step - phase;
    char *head = ragged->edges + row * CT_LINE_BYTES;
    char *tail = head + CT_LINE_BYTES;
    if (ragged->step != ragged->bytes) {
        ct_stream_copy(line + phase, from, (size_t)ragged->bytes);
        return;
    }
    ct_stream_copy(line + first_whole, from + first_whole - phase,
                   (size_t)(end_whole - first_whole));
    if (phase > 0) {
        memcpy(head + phase, from, (size_t)(CT_LINE_BYTES - phase));
    }
    memcpy(tail, from + end_whole - phase, (size_t)(last - end_whole));
}

void ct_ragged_end(const ct_ragged_rows *ragged) {
    const ptrdiff_t last = ragged->rows;
    for (ptrdiff_t row = 0; row <= last && ragged->step == ragged->bytes; row++) {
        const ptrdiff_t phase = ct_ragged_phase(ragged, row);
        const char *edge = ragged->edges + row * CT_LINE_BYTES;
        char *line = ragged->into + row * ragged->step - phase;
        if (phase == 0) {
            continue;
        }
        if (row == 0) { /* what is before the first row and after the last one is not ours */
            memcpy(line + phase, edge + phase, (size_t)(CT_LINE_BYTES - phase));
        } else if (row == last) {
            memcpy(line, edge, (size_t)phase);
        } else {
            ct_stream_copy(line, edge, CT_LINE_BYTES);
        }
    }
}
