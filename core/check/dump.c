/* Dumps as CSV: every message, or every block of it. */
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

static void write_blocks(void *context, int from, const ct_move *move) {
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

static void write_message(void *context, int from, const ct_move *move) {
    const dump *d = context;
    (void)fprintf(d->file, "%d,%d,%d,%td\n", move->step, from, move->send_to,
                  ct_schedule_sent(d->ensemble->schedules[from], move));
}

static ct_status write_dump(dump *d, const char *header, ct_send_visitor *write) {
    int steps = ct_ensemble_steps(d->ensemble);
    int *cursors = calloc((size_t)d->ensemble->size, sizeof *cursors);
    if (cursors == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory to dump %d schedules", d->ensemble->size);
    }
    (void)fprintf(d->file, "%s\n", header);
    for (int step = 1; step <= steps && !ferror(d->file); step++) {
        ct_ensemble_sends(d->ensemble, step, cursors, write, d);
    }
    free(cursors);
    if (fflush(d->file) != 0 || ferror(d->file)) {
        return ct_raise(CT_ERROR_FILE, "cannot write the dump: %s", strerror(errno));
    }
    return CT_OK;
}

ct_status ct_dump_blocks(FILE *file, const ct_ensemble *ensemble, const ct_pattern *pattern) {
    dump d = {.file = file, .ensemble = ensemble, .pattern = pattern};
    return write_dump(&d, "step,from,to,origin,destination", write_blocks);
}

ct_status ct_dump_messages(FILE *file, const ct_ensemble *ensemble) {
    dump d = {.file = file, .ensemble = ensemble};
    return write_dump(&d, "step,from,to,blocks", write_message);
}
