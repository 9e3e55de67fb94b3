#include "jobs.h"

#include "base/fail.h"

#include <cornerturn/candidates.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = CT_EXCHANGE_LABEL + 64 };

typedef struct list {
    const ct_topology *topology;
    const ct_machine *machine;
    job *jobs;
    int count, room;
} list;

static ct_status add(list *l, const job *one) {
    if (l->count == l->room) {
        int room = l->room == 0 ? 16 : 2 * l->room;
        job *grown = realloc(l->jobs, (size_t)room * sizeof *grown);
        if (grown == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for %d jobs", room);
        }
        l->jobs = grown;
        l->room = room;
    }
    l->jobs[l->count++] = *one;
    return CT_OK;
}

/* Adds the job with this algorithm in place of its own. */
static ct_status add_row(list *l, const job *like, const ct_algorithm *row,
                         const ct_parameters *parameters) {
    job one = *like;
    char given[CT_PARAMETERS_TEXT];
    ct_parameters_format(row, parameters, given);
    (void)snprintf(one.algorithm, sizeof one.algorithm, "%s%s%s", row->name,
                   given[0] != '\0' ? " " : "", given);
    return add(l, &one);
}

static ct_status add_all(list *l, const job *like) {
    ct_candidates *all = NULL;
    ct_status status = ct_candidates_create(l->topology, CT_EXCHANGE, l->machine,
                                            (double)like->block_bytes, NULL, 0, &all);
    for (int i = 0; status == CT_OK && i < all->runs; i++) {
        status = add_row(l, like, all->candidates[i].algorithm, &all->candidates[i].parameters);
    }
    ct_candidates_destroy(&all);
    return status;
}

static ct_status add_every_value(list *l, const job *like, const ct_algorithm *row) {
    ct_parameters parameters;
    ct_status status = ct_algorithm_fits(row, l->topology);
    for (int more = status == CT_OK && ct_parameters_first(row, l->topology, &parameters);
         status == CT_OK && more; more = ct_parameters_next(row, l->topology, &parameters)) {
        status = add_row(l, like, row, &parameters);
    }
    return status;
}

static ct_status add_every(list *l, const job *like, const char *name) {
    const ct_algorithm *row = ct_algorithm_find(name);
    ct_status status = CT_OK;
    if (*name != '\0') {
        return row != NULL ? add_every_value(l, like, row)
                           : ct_raise(CT_ERROR_CONFIG, "no algorithm is called \"%s\"", name);
    }
    for (int i = 0; status == CT_OK && (row = ct_algorithm_at(i)) != NULL; i++) {
        if (row->pattern == NULL && ct_algorithm_fits(row, l->topology) == CT_OK) {
            status = add_every_value(l, like, row);
        }
    }
    return status;
}

static ct_status add_line(list *l, const char *where, int number, const char *line) {
    static const char every[] = "every";
    job one = {.block_bytes = 0};
    int used = 0;
    if (sscanf(line, "%td %d %n", &one.block_bytes, &one.window, &used) != 2 || used == 0 ||
        line[used] == '\0' || one.block_bytes < 0) {
        return ct_raise(CT_ERROR_CONFIG, "%s:%d: expected BYTES WINDOW ALGORITHM", where, number);
    }
    (void)snprintf(one.algorithm, sizeof one.algorithm, "%.*s", (int)strcspn(line + used, "\n"),
                   line + used);
    if (strcmp(one.algorithm, "all") == 0) {
        return add_all(l, &one);
    }
    if (strncmp(one.algorithm, every, sizeof every - 1) == 0) {
        const char *name = one.algorithm + sizeof every - 1;
        return add_every(l, &one, name + strspn(name, " "));
    }
    return add(l, &one);
}

ct_status jobs_read(const char *path, const ct_topology *topology, const ct_machine *machine,
                    job **jobs, int *count) {
    list l = {.topology = topology, .machine = machine};
    char line[LINE];
    ct_status status = CT_OK;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return ct_raise(CT_ERROR_FILE, "%s: cannot be read", path);
    }
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        CT_TRY(add_line(&l, path, number, line));
    }
    *jobs = l.jobs;
    *count = l.count;
cleanup:
    (void)fclose(file);
    if (status != CT_OK) {
        free(l.jobs);
    }
    return status;
}
