/* An entry of a tuning file: a choice or a calibration, and the line it is written as. Local,
 * pure and free of MPI. */
#ifndef CT_TUNE_TUNING_ENTRY_H
#define CT_TUNE_TUNING_ENTRY_H

#include <cornerturn/calibration.h>
#include <cornerturn/choice.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CT_TUNING_MACHINE = 128, /* bytes of a machine's name, */
    CT_TUNING_WORD = 80,     /* of a network or a pattern, */
    CT_TUNING_LINE = 8192    /* of a line, with line feed and final 0 */
};

/* The key of an entry. Names are one word each. */
typedef struct ct_tuning_key {
    char machine[CT_TUNING_MACHINE];
    int ranks, node_ranks; /* node_ranks: the most that share a node */
    /* of choices only: */
    char network[CT_TUNING_WORD]; /* topology */
    char pattern[CT_TUNING_WORD]; /* of data and of memory */
    int size_class;
} ct_tuning_key;

/* What was chosen. */
typedef struct ct_tuned {
    int exhaustive; /* all candidates were timed, not the best few by the model */
    double measured_s, predicted_s;
    char algorithm[CT_SCORE_LABEL];
} ct_tuned;

/* A short readable one-word name of a machine that differs when any argument does:
 * "AMD-EPYC-9R14.2-cores.MPICH-4.0.2.cornerturn-0.1.0.1a2b3c4d". */
void ct_tuning_name_machine(const char *processor, int cores, const char *mpi_library,
                            const char *version, char machine[CT_TUNING_MACHINE]);

/* Block sizes that share an entry: four classes an octave. */
int ct_tuning_size_class(double block_bytes);

/* Keys of choices for arrays: "fft-256x256x256-1a2b..", a readable part and an FNV-1a hash of
 * everything that the choice depends on; the hash starts with 0. */
uint64_t ct_tuning_hash(uint64_t hash, const int *numbers, int count);
uint64_t ct_tuning_hash_text(uint64_t hash, const char *text); /* NULL: none */
void ct_tuning_key_name(ct_tuning_key *key, const char *what, int axes, const ptrdiff_t *extent,
                        uint64_t hash);

/* One line as an entry. */
typedef enum ct_tuning_kind {
    CT_TUNING_COMMENT, /* or an empty line */
    CT_TUNING_FOREIGN,
    CT_TUNING_BROKEN,
    CT_TUNING_CHOICE,
    CT_TUNING_CALIBRATION
} ct_tuning_kind;

typedef struct ct_tuning_entry {
    ct_tuning_kind kind;
    ct_tuning_key key;
    ct_tuned tuned;             /* of a choice */
    ct_calibration calibration; /* of a calibration, its lines fitted */
} ct_tuning_entry;

/* Parses a line without its line feed. Sets only the kind unless it is a choice or calibration.
 */
void ct_tuning_parse(const char *line, ct_tuning_entry *entry);

/* Writes a choice or a calibration in the form of ct_tuning_parse, with line feed. */
void ct_tuning_format(const ct_tuning_entry *entry, char line[CT_TUNING_LINE]);

#endif
