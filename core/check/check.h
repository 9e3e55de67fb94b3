/* The parts of ct_check, each a file. */
#ifndef CT_CHECK_CHECK_H
#define CT_CHECK_CHECK_H

#include <cornerturn/check.h>

/* Replays who holds what, rank by rank; fills most_held and repeats. The ensemble is matched. */
ct_status ct_replay(const ct_ensemble *ensemble, const ct_pattern *pattern,
                    ct_check_report *report);

/* Checks barriers, pairwise moves and ready sends. The ensemble is matched. */
ct_status ct_check_flags(const ct_ensemble *ensemble);

/* Counts messages, blocks, ports and link loads step by step; report->step has room for all. */
ct_status ct_count_loads(const ct_ensemble *ensemble, const ct_topology *topology,
                         ct_check_report *report);

#endif
