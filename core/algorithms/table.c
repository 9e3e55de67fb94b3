#include "algorithms/table.h"
#include "base/fail.h"

#include <string.h>

static const ct_algorithm *const table[] = {&ct_direct, &ct_naive};

const ct_algorithm *ct_algorithm_at(int index) {
    return index >= 0 && index < (int)(sizeof table / sizeof *table) ? table[index] : NULL;
}

const ct_algorithm *ct_algorithm_find(const char *name) {
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        if (strcmp(table[i]->name, name) == 0) {
            return table[i];
        }
    }
    return NULL;
}

ct_status ct_algorithm_schedule(const ct_algorithm *algorithm, int size, int rank,
                                ct_schedule **schedule) {
    ct_schedule *generated = NULL;
    ct_status status = CT_OK;
    if (algorithm == NULL || schedule == NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a schedule needs an algorithm and a place to go to");
    }
    CT_TRY(ct_schedule_create(size, rank, size, &generated));
    algorithm->generate(generated);
    CT_TRY(ct_schedule_finish(generated));
    *schedule = generated;
    return CT_OK;
cleanup:
    ct_schedule_destroy(&generated);
    return status;
}
