/* Which memory a tile's rows are, of arrays of two ranks or of one that spills, and that all their
 * cache lines are fetched once, some at a time. */
#include "expect.h"

#include "fft/lines/view.h"

#include <mpi.h>

enum { ROWS = 5, WIDE = 24, ELEMENT_BYTES = 16, LINES = WIDE * ELEMENT_BYTES / CT_LINE_BYTES };

static char memory[2][4096];
static char *const address[2] = {memory[0], memory[1]};
static char *const spill[1] = {memory[1]};

/* Rows 0 and 1 of ROWS x WIDE numbers in one place, the others in another. */
static ct_fft_piece piece_of(ptrdiff_t place, ptrdiff_t pitch, int spills) {
    return (ct_fft_piece){
        .box = {.axes = 2, .first = {2 * place, 0}, .count = {place == 0 ? 2 : 3, WIDE}},
        .owner = spills ? 0 : (int)place,
        .is_spilled = spills && place == 1,
        .offset = place * CT_LINE_BYTES,
        .stride = {pitch, ELEMENT_BYTES}};
}

/* All that is fetched, in parts of so many cache lines, is row by row the memory of the box. */
static void expect_rows(ptrdiff_t pitch, const ct_box *box, ptrdiff_t part, int spills) {
    ct_fft_piece piece[2] = {piece_of(0, pitch, spills), piece_of(1, pitch, spills)};
    const ct_fft_view view = {2, piece, ELEMENT_BYTES, address, spill};
    ct_fetch_rows rows;
    ptrdiff_t found = 0;
    ct_fft_view_rows(&view, box, 0, &rows);
    const ptrdiff_t lines = box->count[1] * ELEMENT_BYTES / CT_LINE_BYTES;
    EXPECT_INT(rows.row_bytes, box->count[1] * ELEMENT_BYTES);
    for (ptrdiff_t i = 0; i < box->count[0]; i++) {
        const ptrdiff_t row = box->first[0] + i;
        const ptrdiff_t place = row >= 2;
        const char *wanted = memory[place] + piece[place].offset + (row - 2 * place) * pitch +
                             box->first[1] * ELEMENT_BYTES;
        for (ptrdiff_t line = 0; line < lines; line++, found++) {
            const ct_fetch_place *at = &rows.place[rows.at];
            EXPECT(rows.at < rows.places &&
                   at->from + rows.row * at->step + rows.byte == wanted + line * CT_LINE_BYTES);
            ct_fetch_next(&rows, 1);
        }
    }
    EXPECT_INT(rows.at, rows.places);
    ct_fft_view_rows(&view, box, 0, &rows);
    for (ptrdiff_t left = found; left > 0; left -= part) {
        EXPECT(rows.at < rows.places);
        ct_fetch_next(&rows, part);
    }
    EXPECT_INT(rows.at, rows.places);
}

/* Of rows in which something lies between numbers of the box. */
static void expect_none(void) {
    ct_fft_piece piece[1] = {
        {.box = {.axes = 3, .count = {2, 2, 4}}, .stride = {1024, 128, ELEMENT_BYTES}}};
    const ct_fft_view view = {1, piece, ELEMENT_BYTES, address, NULL};
    ct_fetch_rows rows;
    ct_fft_view_rows(&view, &piece[0].box, 0, &rows);
    EXPECT_INT(rows.places, 0);
    ct_fetch_next(&rows, 4);
    EXPECT_INT(rows.at, 0);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const ct_box all = {.axes = 2, .count = {ROWS, WIDE}};
    const ct_box some = {.axes = 2, .first = {1, 8}, .count = {3, 12}};
    const ct_box last = {.axes = 2, .first = {4, 20}, .count = {1, 4}};
    for (ptrdiff_t part = 1; part <= (ptrdiff_t)2 * LINES; part++) {
        for (int spills = 0; spills < 2; spills++) {
            expect_rows(512, &all, part, spills);
            expect_rows((ptrdiff_t)WIDE * ELEMENT_BYTES, &some, part, spills);
            expect_rows(640, &last, part, spills);
        }
    }
    expect_none();
    MPI_Finalize();
    return expect_status();
}
