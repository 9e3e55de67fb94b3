#include "bindings/fftw/known.h"

#include "base/arithmetic/hash.h"
#include "base/fail.h"
#include <cornerturn/agree.h>

#include <fftw3.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RIGOUR_MOST = 3, ENTRY_BYTES = 128 };

/* From 0, ESTIMATE, which leaves no wisdom. */
static int rigour_of(unsigned flags) {
    return (flags & FFTW_EXHAUSTIVE) != 0 ? RIGOUR_MOST
           : (flags & FFTW_PATIENT) != 0  ? 2
           : (flags & FFTW_ESTIMATE) != 0 ? 0
                                          : 1;
}

static uint64_t mix(uint64_t key, uint64_t number) {
    return ct_hash_number(key, number) + (key >> 29);
}

static uint64_t key_of(const ct_fftw_plan *plan) {
    static const unsigned changes = FFTW_ESTIMATE | FFTW_PATIENT | FFTW_EXHAUSTIVE |
                                    FFTW_WISDOM_ONLY; /* no other problem, only other planning */
    const ct_fftw_problem *problem = &plan->problem;
    uint64_t key = CT_HASH_START;
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

/* A problem planned with some rigour, in the words of FFTW's wisdom: a signature, which no problem
 * of FFTW's own has, without a solver. */
static void write_entry(uint64_t key, int rigour, char entry[ENTRY_BYTES]) {
    (void)snprintf(entry, ENTRY_BYTES,
                   "  (TIMEOUT 0 #x0 #x0 #x0 #x63740001 #x%08x #x%08" PRIx32 " #x%08" PRIx32 ")\n",
                   (unsigned)rigour, (uint32_t)(key >> 32), (uint32_t)key);
}

static int has_entry(const char *wisdom, uint64_t key, int least_rigour) {
    char entry[ENTRY_BYTES];
    int found = 0;
    for (int rigour = least_rigour; rigour <= RIGOUR_MOST && !found; rigour++) {
        write_entry(key, rigour, entry);
        found = strstr(wisdom, entry) != NULL;
    }
    return found;
}

ct_status ct_fftw_known_check(const ct_fftw_plan *plan) {
    const ct_fftw_problem *problem = &plan->problem;
    if ((problem->flags & FFTW_WISDOM_ONLY) == 0) {
        return CT_OK;
    }
    char *wisdom = plan->backend->wisdom_text();
    const int enough = wisdom != NULL && has_entry(wisdom, key_of(plan), rigour_of(problem->flags));
    free(wisdom);
    return ct_agree(plan->comm, enough ? CT_OK : ct_raise(CT_ERROR_CONFIG, "no wisdom"));
}

void ct_fftw_known_add(const ct_fftw_plan *plan) {
    const int rigour = rigour_of(plan->problem.flags);
    char entry[ENTRY_BYTES];
    if (rigour == 0) {
        return;
    }
    char *wisdom = plan->backend->wisdom_text();
    const char *end = wisdom != NULL ? strchr(wisdom, '\n') : NULL;
    const size_t head = end != NULL ? (size_t)(end - wisdom) + 1 : 0;
    char *added = end != NULL ? malloc(head + ENTRY_BYTES + 2) : NULL;
    if (added != NULL) {
        write_entry(key_of(plan), rigour, entry);
        (void)snprintf(added, head + ENTRY_BYTES + 2, "%.*s%s)", (int)head, wisdom, entry);
        (void)plan->backend->wisdom_learn(added);
    }
    free(added);
    free(wisdom);
}
