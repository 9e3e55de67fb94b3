/* Rows of real numbers and of their coefficients that are said to begin at the same bytes: then no
 * byte of a row is in another row of the other array, for all grids, orders, pitches and ghosts. */
#include "expect.h"
#include "redistribute/decomposed/ownership.h"

#include <stdlib.h>
#include <string.h>

enum { AXES = 3, BYTES_MOST = 16 * 1024, NO_ROW = -1 };

static unsigned seed = 1;

static int draw(int below) {
    seed = seed * 1103515245U + 12345U;
    return (int)(seed >> 16) % below;
}

/* Which row along the last axis each byte of a rank's memory is in. */
static void mark_rows(const ct_ownership *o, int rank, int *row_of) {
    const ct_box box = ct_ownership_box(o, rank);
    const ptrdiff_t elements = ct_box_elements(&box);
    const ct_owned_memory memory = ct_ownership_memory(o, rank, 0);
    for (ptrdiff_t i = 0; i < BYTES_MOST; i++) {
        row_of[i] = NO_ROW;
    }
    for (ptrdiff_t i = 0; i < elements; i++) {
        ptrdiff_t rest = i;
        ptrdiff_t at = memory.offset;
        int row = 0;
        for (int a = AXES - 1, step = 1; a >= 0; a--) {
            const ptrdiff_t k = rest % box.count[a];
            at += k * memory.stride[a];
            rest /= box.count[a];
            row += a == AXES - 1 ? 0 : (int)(box.first[a] + k) * step;
            step *= a == AXES - 1 ? 1 : 100;
        }
        for (ptrdiff_t byte = 0; byte < o->element_bytes; byte++) {
            row_of[at + byte] = row;
        }
    }
}

/* Whether no byte is in different rows of two arrays. */
static int are_apart(const ct_ownership *a, const ct_ownership *b, int size) {
    static int row_of[2][BYTES_MOST];
    int are = 1;
    for (int rank = 0; rank < size && are; rank++) {
        mark_rows(a, rank, row_of[0]);
        mark_rows(b, rank, row_of[1]);
        for (int i = 0; i < BYTES_MOST; i++) {
            const int is_shared = row_of[0][i] != NO_ROW && row_of[1][i] != NO_ROW;
            are = are && (!is_shared || row_of[0][i] == row_of[1][i]);
        }
    }
    return are;
}

/* Blocks of real numbers, and of coefficients: FFTW's, or some of it changed. */
static void draw_sides(ct_decomposition side[2], int *size) {
    const ptrdiff_t real[AXES] = {1 + draw(5), 1 + draw(5), 1 + draw(9)};
    const ptrdiff_t modes[AXES] = {real[0], real[1], real[2] / 2 + 1};
    const int grid[2][AXES] = {{1 + draw(3), 1, 1}, {1, 1 + draw(3), 1}};
    const int split = draw(2);
    *size = 3;
    side[0] = ct_decompose_blocks(AXES, real, grid[split]);
    side[1] = ct_decompose_blocks(AXES, modes, grid[draw(6) == 0 ? !split : split]);
    side[0].pitch[AXES - 1] = draw(3) == 0 ? 0 : 2 * modes[2];
    for (int i = 0; i < 2; i++) {
        for (int a = 0; a < AXES; a++) {
            side[i].order[a] = a;
        }
        if (draw(5) == 0) {
            side[i].order[0] = 1;
            side[i].order[1] = 0;
        }
        side[i].ghosts[1][0] = draw(8) == 0;
    }
}

int main(void) {
    int found[2] = {0, 0};
    for (int round = 0; round < 2000; round++) {
        ct_decomposition side[2];
        int size = 0;
        draw_sides(side, &size);
        const ct_ownership real = ct_ownership_of_grid(&side[0], 8);
        const ct_ownership spectrum = ct_ownership_of_grid(&side[1], 16);
        const int same = ct_ownership_same_rows(&real, &spectrum, AXES - 1, size);
        found[same]++;
        EXPECT(!same || are_apart(&real, &spectrum, size));
        EXPECT_INT(ct_ownership_same_rows(&spectrum, &real, AXES - 1, size), same);
        const int are_padded = side[0].pitch[2] > 0 && side[0].grid[0] == side[1].grid[0] &&
                               memcmp(side[0].order, side[1].order, sizeof side[0].order) == 0 &&
                               side[0].ghosts[1][0] + side[1].ghosts[1][0] == 0 &&
                               side[0].grid[1] == side[1].grid[1];
        EXPECT(same || !are_padded);
    }
    EXPECT(found[0] > 100 && found[1] > 100);
    return expect_status();
}
