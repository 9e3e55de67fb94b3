/*
 * Candidates: all algorithms on one topology by predicted time, and why the others cannot run.
 *
 * Local, pure and free of MPI.
 */
#ifndef CORNERTURN_CANDIDATES_H
#define CORNERTURN_CANDIDATES_H

#include <cornerturn/algorithm.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* What a time is made of. */
typedef enum ct_part {
    CT_PART_START_UP, /* start-ups, distances and zero-byte exchanges */
    CT_PART_BYTES,    /* bytes through ports and memory */
    CT_PART_PERMUTE,  /* local permutations */
    CT_PART_BARRIER,  /* barriers */
    CT_PART_LINKS,    /* contention: messages that share a link */
    CT_PARTS
} ct_part;

/* Name for a table, such as "start-up"; static. Local. */
const char *ct_part_name(ct_part part);

typedef struct ct_breakdown {
    double total_s;
    double part_s[CT_PARTS]; /* they add up to the total */
    int by_formula;          /* from the closed form, which ignores contention */
} ct_breakdown;

/* The time of an algorithm, from the schedules of all ranks, and its parts: what the total gains as
 * the machine's constants are added one after the other. With more than CT_PRICED_MOST ranks the
 * closed form is used. `parameters` NULL: the defaults. CT_ERROR_UNSUPPORTED where that does not
 * exist, or as in algorithm.h. Local. */
enum { CT_PRICED_MOST = 1024 };
ct_status ct_breakdown_compute(const ct_algorithm *algorithm, const ct_topology *topology,
                               const ct_parameters *parameters, const ct_machine *machine,
                               double block_bytes, ct_breakdown *breakdown);

/* A parameter that the user set: its name without dashes, and its value as text. */
typedef struct ct_setting {
    const char *name, *text;
} ct_setting;

enum { CT_REASON = 512 };

typedef struct ct_candidate {
    const ct_algorithm *algorithm;
    int runs;
    ct_parameters parameters; /* the best, if it runs */
    ct_breakdown breakdown;   /* if it runs */
    ct_part excess;           /* if it runs: the part that adds most to the fastest's time */
    char reason[CT_REASON];   /* if it does not: why */
} ct_candidate;

typedef struct ct_candidates {
    int count; /* rows of the table */
    int runs;  /* those that run come first, the fastest first */
    ct_candidate *candidates;
} ct_candidates;

/* Ranks all algorithms that deliver `kind` for blocks of `block_bytes` (a vector, where packets
 * move). A setting fixes that parameter in every algorithm that has it; unset parameters of the
 * problem, such as a root, have their defaults. Of the others the row's `tune`, else the closed
 * form over the values worth trying (the first 2^14), finds the best CT_SHORTLIST, which are
 * priced. The caller destroys it. CT_ERROR_CONFIG for a setting that no algorithm of the kind
 * has. Local. */
enum { CT_SHORTLIST = 16 };
ct_status ct_candidates_create(const ct_topology *topology, ct_pattern_kind kind,
                               const ct_machine *machine, double block_bytes,
                               const ct_setting *settings, int setting_count,
                               ct_candidates **candidates);
void ct_candidates_destroy(ct_candidates **candidates);

CT_PUBLIC_END

#endif
