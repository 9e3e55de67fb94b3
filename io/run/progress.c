#include "io/run/progress.h"

#include "io/run/watch.h"
#include "trace/clock.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 32, LINE_BYTES = 128 };

static const double refresh_s = 0.2;

struct ct_progress {
    bool prints, on_terminal, in_phase;
    char phase[NAME_BYTES];
    const char *unit; /* unit of rates */
    double scale;     /* work per unit */
    double total, done;
    double start_s, shown_s; /* when the phase began, and when its line was last written */
    int line_width;          /* of what is on the terminal's line */
};

/* Under mpirun stdout is a pipe; CT_PROGRESS says whether a terminal is behind it. */
static bool stdout_is_terminal(void) {
    const char *told = getenv("CT_PROGRESS");
    return told != NULL ? strcmp(told, "terminal") == 0 : isatty(STDOUT_FILENO) == 1;
}

ct_progress *ct_progress_create(bool quiet) {
    int rank = 0;
    ct_progress *progress = calloc(1, sizeof *progress);
    if (progress != NULL) {
        (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        progress->prints = !quiet && rank == 0;
        progress->on_terminal = stdout_is_terminal();
    }
    return progress;
}

void ct_progress_destroy(ct_progress **progress) {
    if (*progress != NULL && (*progress)->line_width > 0) { /* end the current line */
        (void)printf("\n");
        (void)fflush(stdout);
    }
    free(*progress);
    *progress = NULL;
}

/* Writes `line` over the terminal's current line. */
static void rewrite(ct_progress *progress, const char *line, double now_s) {
    int width = (int)strlen(line);
    (void)printf("\r%-*s", width > progress->line_width ? width : progress->line_width, line);
    (void)fflush(stdout);
    progress->line_width = width;
    progress->shown_s = now_s;
}

static void show(ct_progress *progress, double now_s) {
    char line[LINE_BYTES];
    double elapsed_s = now_s - progress->start_s;
    double done = progress->done;
    double per_s = elapsed_s > 0 ? done / elapsed_s : 0;
    if (progress->total <= 0) {
        (void)snprintf(line, sizeof line, "%-12s %.0f s", progress->phase, elapsed_s);
    } else if (per_s <= 0) {
        (void)snprintf(line, sizeof line, "%-12s   0 %%", progress->phase);
    } else {
        (void)snprintf(line, sizeof line, "%-12s %3.0f %%  %.2f %s/s  %.0f s left", progress->phase,
                       100 * done / progress->total, per_s / progress->scale, progress->unit,
                       (progress->total - done) / per_s);
    }
    rewrite(progress, line, now_s);
}

static void begin(ct_progress *progress, const char *phase, double total, const char *unit,
                  double scale) {
    ct_watch_move(phase);
    if (progress == NULL) {
        return;
    }
    progress->unit = unit;
    progress->scale = scale;
    (void)snprintf(progress->phase, sizeof progress->phase, "%s", phase);
    progress->in_phase = true;
    progress->total = total;
    progress->done = 0;
    progress->start_s = ct_clock_s();
    if (progress->prints && progress->on_terminal) {
        show(progress, progress->start_s);
    }
}

void ct_progress_begin(ct_progress *progress, const char *phase, double total_bytes) {
    begin(progress, phase, total_bytes, "GB", 1e9);
}

void ct_progress_begin_units(ct_progress *progress, const char *phase, double total,
                             const char *unit) {
    begin(progress, phase, total, unit, 1);
}

void ct_progress_update(ct_progress *progress, double done) {
    ct_watch_move(NULL);
    if (progress == NULL || !progress->in_phase) {
        return;
    }
    progress->done = done < progress->total ? done : progress->total;
    double now_s = ct_clock_s();
    if (progress->prints && progress->on_terminal && now_s - progress->shown_s >= refresh_s) {
        show(progress, now_s);
    }
}

double ct_progress_end(ct_progress *progress) {
    char line[LINE_BYTES];
    ct_watch_move("between phases");
    if (progress == NULL || !progress->in_phase) {
        return 0;
    }
    double now_s = ct_clock_s();
    double elapsed_s = now_s - progress->start_s;
    progress->in_phase = false;
    if (!progress->prints) {
        return elapsed_s;
    }
    int used = snprintf(line, sizeof line, "%-12s %.3f s", progress->phase, elapsed_s);
    if (progress->total > 0 && elapsed_s > 0) { /* also for a phase without updates */
        const double done = progress->done > 0 ? progress->done : progress->total;
        (void)snprintf(line + used, sizeof line - (size_t)used, "  %.2f %s/s",
                       done / elapsed_s / progress->scale, progress->unit);
    }
    if (progress->on_terminal) {
        rewrite(progress, line, now_s);
        (void)printf("\n");
        progress->line_width = 0;
    } else {
        (void)printf("%s\n", line);
    }
    (void)fflush(stdout);
    return elapsed_s;
}
