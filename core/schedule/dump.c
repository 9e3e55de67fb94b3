/* Dumps as CSV: every block moved. */
#include <cornerturn/dump.h>

#include "base/fail.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct dump {
    FILE *file;
    const ct_ensemble *ensemble;
    const ct_pattern *pattern;
} dump;

static void write_message(void *context, int from, const ct_move *move) {
    const dump *d = context;
    ct_block_walk walk = ct_blocks_sent(d->ensemble->schedules[from], move);
    for (int origin, second; ct_block_next(&walk, &origin, &second);) {
        (void)fprintf(d->file, "%d,%d,%d,%d,", move->step, from, move->send_to, origin);
        if (ct_pattern_copies(d->pattern)) {
            (void)fputc('\n', d->file);
        } else {
            (void)fprintf(d->file, "%d\n", d->pattern->packets > 0 ? d->pattern->target : second);
        }
    }
}

ct_status ct_dump_blocks(FILE *file, const ct_ensemble *ensemble, const ct_pattern *pattern) {
    dump d = {.file = file, .ensemble = ensemble, .pattern = pattern};
    int steps = ct_ensemble_steps(ensemble);
    int *cursors = calloc((size_t)ensemble->size, sizeof *cursors);
    if (cursors == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory to dump %d schedules", ensemble->size);
    }
    (void)fprintf(file, "step,from,to,origin,destination\n");
    for (int step = 1; step <= steps && !ferror(file); step++) {
        ct_ensemble_sends(ensemble, step, cursors, write_message, &d);
    }
    free(cursors);
    if (fflush(file) != 0 || ferror(file)) {
        return ct_raise(CT_ERROR_FILE, "cannot write the dump: %s", strerror(errno));
    }
    return CT_OK;
}
