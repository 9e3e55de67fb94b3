#include "fft/lines/codelets/ragged.h"

#include "kernels/cache.h"
#include "kernels/stream.h"

#include <string.h>

enum { LINE_REALS = CT_LINE_BYTES / sizeof(double) };

static void copy(double *into, const double *from, ptrdiff_t reals) {
    memcpy(into, from, (size_t)reals * sizeof *into);
}

static void stream(double *into, const double *from, ptrdiff_t reals) {
    ct_stream_copy(into, from, (size_t)reals * sizeof *into);
}

ptrdiff_t ct_ragged_bytes(ptrdiff_t rows) {
    return (rows + 1) * CT_LINE_BYTES;
}

ptrdiff_t ct_ragged_phase(const ct_ragged_rows *ragged, ptrdiff_t row) {
    return ct_line_phase(ragged->into + row * ragged->step) / (ptrdiff_t)sizeof(double);
}

void ct_ragged_write(const ct_ragged_rows *ragged, ptrdiff_t row, const double *buffer) {
    const ptrdiff_t phase = ct_ragged_phase(ragged, row);
    const ptrdiff_t last = phase + ragged->reals;
    const ptrdiff_t first_whole = phase > 0 ? LINE_REALS : 0;
    const ptrdiff_t end_whole = last / LINE_REALS * LINE_REALS;
    double *line = ragged->into + row * ragged->step - phase;
    double *head = ragged->edges + row * LINE_REALS;
    double *tail = head + LINE_REALS;
    if (ragged->step != ragged->reals) {
        stream(line + phase, buffer + phase, ragged->reals);
        return;
    }
    stream(line + first_whole, buffer + first_whole, end_whole - first_whole);
    if (phase > 0) {
        copy(head + phase, buffer + phase, LINE_REALS - phase);
    }
    copy(tail, buffer + end_whole, last - end_whole);
}

void ct_ragged_end(const ct_ragged_rows *ragged) {
    const ptrdiff_t last = ragged->rows;
    for (ptrdiff_t row = 0; row <= last && ragged->step == ragged->reals; row++) {
        const ptrdiff_t phase = ct_ragged_phase(ragged, row);
        const double *edge = ragged->edges + row * LINE_REALS;
        double *line = ragged->into + row * ragged->step - phase;
        if (phase == 0) {
            continue;
        }
        if (row == 0) { /* what is before the first row and after the last one is not ours */
            copy(line + phase, edge + phase, LINE_REALS - phase);
        } else if (row == last) {
            copy(line, edge, phase);
        } else {
            stream(line, edge, LINE_REALS);
        }
    }
}
