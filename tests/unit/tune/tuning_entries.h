/* What is written to tuning files. */
#ifndef CT_TESTS_TUNING_ENTRIES_H
#define CT_TESTS_TUNING_ENTRIES_H

#include "tune/tuning_file.h"

#include <stdio.h>
#include <string.h>

static const char *const title = "# cornerturn tuning file, of the tests\n";

static inline ct_tuning_entry choice(const char *machine, int ranks, int size_class,
                                     const char *algorithm) {
    ct_tuning_entry entry;
    memset(&entry, 0, sizeof entry);
    entry.kind = CT_TUNING_CHOICE;
    entry.key.ranks = ranks;
    entry.key.node_ranks = 2;
    entry.key.size_class = size_class;
    (void)snprintf(entry.key.machine, sizeof entry.key.machine, "%s", machine);
    (void)snprintf(entry.key.network, sizeof entry.key.network, "nodes:2x2");
    (void)snprintf(entry.key.pattern, sizeof entry.key.pattern, "exchange");
    entry.tuned.measured_s = 1.5e-6;
    entry.tuned.predicted_s = 2e-6;
    (void)snprintf(entry.tuned.algorithm, sizeof entry.tuned.algorithm, "%s", algorithm);
    return entry;
}

#endif
