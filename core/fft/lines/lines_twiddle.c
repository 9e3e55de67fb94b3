/* Twiddle factors of tiles. */
#include "fft/lines/lines.h"

/* Lines from `first` on with one position along axes that are slower than the second part: for each
 * position along that `run` of them side by side. */
static void twiddle_runs(const ct_fft_lines *lines, const ct_fft_end *end, const ct_box *box,
                         char *first, ptrdiff_t run) {
    const int second = lines->axis + 1;
    const ptrdiff_t count = box->count[second] * run;
    const ptrdiff_t at = box->first[second];
    const ct_fft_twiddled columns = {first, end->step, end->points, count, 0, 1, at, run};
    const ct_fft_twiddled rows = {first, end->pitch, count, end->points, at, run, 0, 1};
    lines->fftw->twiddle(end->is_across ? &columns : &rows, lines->twiddles, lines->job.direction);
}

/* In a tile that is not full there are zeros in the places of lines of faster axes. */
void ct_fft_lines_twiddle(const ct_fft_lines *lines, const ct_fft_end *end, const ct_box *box,
                          char *tile) {
    const int second = lines->axis + 1;
    const ptrdiff_t all = ct_box_elements(box) / box->count[lines->axis];
    ptrdiff_t run = 1;
    int place = 1; /* of the second part in the order of the tile */
    for (; lines->order[place] != second; place++) {
        run *= box->count[lines->order[place]];
    }
    const ptrdiff_t parts = all / (run * box->count[second]);
    run = box->count[second] > 1 ? lines->step[second] : run;
    for (ptrdiff_t part = 0; part < parts; part++) {
        ptrdiff_t line = 0;
        ptrdiff_t rest = part;
        for (int i = place + 1; i < lines->axes; i++) {
            const int a = lines->order[i];
            line += rest % box->count[a] * lines->step[a];
            rest /= box->count[a];
        }
        twiddle_runs(lines, end, box, tile + line * end->pitch * end->element_bytes, run);
    }
}
