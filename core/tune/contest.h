/*
 * The contest: how every choice is made.
 *
 * A kind of choice defines how to list, predict, prepare, run, print and parse its candidates. The
 * contest does the rest, the same for exchanges, FFTs and implicit steps: rank 0 lists and
 * predicts, and broadcasts the list; a choice stored in the tuning file under the same key is
 * taken; otherwise, if planning may measure, the best few by prediction are timed against each
 * other in heats (race.h), and the winner is stored. Numbers are made equal on all ranks before
 * they are compared.
 */
#ifndef CT_TUNE_CONTEST_H
#define CT_TUNE_CONTEST_H

#include "tune/ranking.h"
#include "tune/tuning.h"

#include <cornerturn/choice.h>

enum {
    CT_SEATS_MOST = 10 /* candidates prepared at once */
};

/* All functions but `list` are called on all ranks. */
typedef struct ct_contest_kind {
    size_t bytes;      /* of a candidate (ranking.h) */
    int most;          /* most candidates of a ranking */
    int shortlist;     /* most that are timed, unless planning is exhaustive */
    int seats;         /* most that are prepared at once, each with its memory */
    int leaders;       /* of a heat, which also run in the next one */
    double heat_s;     /* time of a heat, about */
    double patience_s; /* no new heat after that time, unless exhaustive; 0: no limit */

    /* The tuning file's key: everything that the fastest candidate depends on but machine and
     * ranks. Called only with a tuning file. Collective. */
    ct_status (*key)(void *context, ct_tuning_key *key);
    /* Offers all candidates with predictions to the ranking. On rank 0 only. */
    void (*list)(void *context, ct_ranking *ranking);
    /* Sets the pointers of the broadcast candidates, and drops unwanted ones. Collective. NULL:
     * nothing to do. */
    ct_status (*settle)(void *context, ct_ranking *ranking);
    /* Whether a candidate is timed whatever its prediction. NULL: none is. */
    int (*is_required)(const void *candidate);

    /* Writes the candidate's name for tuning file and scores, and parses it into a zeroed one:
     * false if it cannot be chosen here. Local. */
    void (*print)(const void *context, const void *candidate, char label[CT_SCORE_LABEL]);
    int (*parse)(const void *context, const char *label, void *candidate);

    /* Allocates arrays that all candidates share; NULL if none. Collective. CT_ERROR_MEMORY, on all
     * ranks: the prediction decides. */
    ct_status (*begin)(void *context);
    void (*end)(void *context);
    /* Prepares a candidate on a seat. Collective. CT_ERROR_MEMORY: it is skipped. */
    ct_status (*prepare)(void *context, const void *candidate, int seat);
    ct_status (*run)(void *context, int seat); /* once; collective */
    void (*discard)(void *context, int seat);  /* also after a failed prepare */
} ct_contest_kind;

/* How a choice was made. */
typedef enum ct_ground { CT_GROUND_ASKED, CT_GROUND_RANKED, CT_GROUND_TUNED } ct_ground;

typedef struct ct_contest {
    /* Set by the client. */
    MPI_Comm comm;
    const ct_contest_kind *kind;
    void *context;
    ct_planning planning;
    int is_asked;            /* the user named the only candidate */
    const char *tuning_file; /* rank 0's; NULL: none */
    int is_read_only;        /* nothing is stored */

    /* Set by the contest. */
    ct_tuning_key key;            /* with a tuning file */
    ct_tuning *tuning;            /* contents of the file; NULL: rank 0 has none */
    const ct_calibration *probed; /* what messages between nodes were found to take, where the file
                                     does not say; NULL: one node, or no probe */
    ct_ranking ranking;
    ct_ground ground;
    char note[1024]; /* warnings about the tuning file */
} ct_contest;

/* Looks the key up in the tuning file; probes the network (probe.h) for what it does not say.
 * Collective; all fields but `tuning_file` equal on all ranks.
 * The caller closes the contest, after a failure too. CT_ERROR_MEMORY, CT_ERROR_MPI.
 */
ct_status ct_contest_open(ct_contest *contest);

/* The calibration for predictions: of the tuning file, of the network's probe, or the default.
 * Local. */
const ct_calibration *ct_contest_calibration(const ct_contest *contest);

/* Ranks the candidates, the chosen one first. Collective. CT_ERROR_MEMORY, CT_ERROR_MPI, and errors
 * of prepare and run. */
ct_status ct_contest_decide(ct_contest *contest);

/* Times the first `count` of the ranking against each other and records the result; skips those
 * that memory does not suffice for. Collective. */
ct_status ct_contest_race(ct_contest *contest, int count);

/* The candidate that was chosen. Local; owned by the contest. */
const void *ct_contest_winner(const ct_contest *contest);

/* The ranking, for the user; the caller frees *scores. Local. CT_ERROR_MEMORY. */
ct_status ct_contest_scores(const ct_contest *contest, ct_score **scores, int *count);

/* Writes what the choice rests on: "measured 2.1 us{about}; next best is direct with 2.4 us".
 * `about` says what the times are of. Local. */
void ct_contest_reason(const ct_contest *contest, const char *about, char *text, size_t capacity);

void ct_contest_close(ct_contest *contest);

/* The measured time of a candidate, else the predicted one. */
double ct_score_time(const ct_score *score);

/* Writes a time with a suitable unit, or "-" without one. Returns text. Local. */
enum { CT_TIME_TEXT = 32 };
const char *ct_time_format(double seconds, char text[CT_TIME_TEXT]);

#endif
