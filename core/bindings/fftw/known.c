#include "bindings/fftw/known.h"

#include "base/entries.h"
#include "base/fail.h"
#include <cornerturn/agree.h>

#include <fftw3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    uint64_t key;
    int rigour;
} entry;

static entry *entries[2]; /* of each precision */
static int counts[2], capacities[2];

/* From 0, ESTIMATE, which leaves no wisdom. */
static int rigour_of(unsigned flags) {
    return (flags & FFTW_EXHAUSTIVE) != 0 ? 3
           : (flags & FFTW_PATIENT) != 0  ? 2
           : (flags & FFTW_ESTIMATE) != 0 ? 0
                                          : 1;
}

static uint64_t mix(uint64_t key, uint64_t number) {
    return (key ^ number) * 0x100000001b3ULL + (key >> 29); /* as FNV-1a, words for bytes */
}

static uint64_t key_of(const ct_fftw_plan *plan) {
    static const unsigned changes = FFTW_ESTIMATE | FFTW_PATIENT | FFTW_EXHAUSTIVE |
                                    FFTW_WISDOM_ONLY; /* no other problem, only other planning */
    const ct_fftw_problem *problem = &plan->problem;
    uint64_t key = 0xcbf29ce484222325ULL;
    key = mix(key, (uint64_t)problem->type);
    key = mix(key, (uint64_t)problem->rank);
    for (int a = 0; a < problem->rank; a++) {
        key = mix(key, (uint64_t)problem->n[a]);
        key = mix(key, (uint64_t)problem->kind[a]);
    }
    key = mix(key, (uint64_t)problem->howmany);
    key = mix(key, (uint64_t)plan->input.block);
    key = mix(key, (uint64_t)plan->output.block);
    key = mix(key, (uint64_t)problem->sign);
    key = mix(key, problem->flags & ~changes);
    key = mix(key, (uint64_t)plan->in_place);
    return mix(key, (uint64_t)plan->size);
}

static entry *find(ct_precision precision, uint64_t key) {
    for (int i = 0; i < counts[precision]; i++) {
        if (entries[precision][i].key == key) {
            return &entries[precision][i];
        }
    }
    return NULL;
}

ct_status ct_fftw_known_check(const ct_fftw_plan *plan) {
    const ct_fftw_problem *problem = &plan->problem;
    if ((problem->flags & FFTW_WISDOM_ONLY) == 0) {
        return CT_OK;
    }
    const entry *known = find(problem->precision, key_of(plan));
    const int enough = known != NULL && known->rigour >= rigour_of(problem->flags);
    return ct_agree(plan->comm, enough ? CT_OK : ct_raise(CT_ERROR_CONFIG, "no wisdom"));
}

void ct_fftw_known_add(const ct_fftw_plan *plan) {
    const ct_precision precision = plan->problem.precision;
    const entry added = {key_of(plan), rigour_of(plan->problem.flags)};
    entry *known = find(precision, added.key);
    if (added.rigour == 0) {
        return;
    }
    if (known != NULL) {
        known->rigour = known->rigour > added.rigour ? known->rigour : added.rigour;
    } else if (ct_entries_grow((void **)&entries[precision], counts[precision],
                               &capacities[precision], sizeof added)) {
        entries[precision][counts[precision]++] = added;
    }
}

void ct_fftw_known_forget(ct_precision precision) {
    free(entries[precision]);
    entries[precision] = NULL;
    counts[precision] = 0;
    capacities[precision] = 0;
}
