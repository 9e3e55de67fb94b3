/*
 * The contest: how every choice is made.
 *
 * A kind of choice says how to list, predict, make, run, print and read its candidates. The contest
 * does the rest, the same for exchanges, FFTs and implicit steps: rank 0 lists and predicts, all
 * ranks get the same list; a choice that the tuning file knows for the same key is taken;
 * otherwise, where planning may measure, the best few by prediction run against each other in heats
 * (race.h), and the winner is put into the tuning file. Every number that a decision rests on is
 * the same on all ranks before it is compared.
 */
#ifndef CT_TUNE_CONTEST_H
#define CT_TUNE_CONTEST_H

#include "tune/ranking.h"
#include "tune/tuning.h"

#include <cornerturn/choice.h>

enum {
    CT_SEATS_MOST = 10 /* candidates that are ready to run at once */
};

/* All functions but `list` are called by all ranks alike. */
typedef struct ct_contest_kind {
    size_t bytes;      /* of a candidate (ranking.h) */
    int most;          /* candidates of a ranking */
    int shortlist;     /* of them run at most, unless planning is exhaustive */
    int seats;         /* that are ready to run at once, each with its memory */
    int leaders;       /* of a heat that run on against the next ones */
    double heat_s;     /* for a heat, about */
    double patience_s; /* no further heat after that time, unless exhaustive; 0: no limit */

    /* All that decides which candidate is the fastest, but for machine and ranks; called where
     * there is a tuning file. Collective. */
    ct_status (*key)(void *context, ct_tuning_key *key);
    /* Offers all candidates, predicted, to the ranking. Rank 0's alone. */
    void (*list)(void *context, ct_ranking *ranking);
    /* Mends what does not travel between ranks (pointers) and drops what is not wanted, of a list
     * that all ranks have. Collective. NULL: nothing to do. */
    ct_status (*settle)(void *context, ct_ranking *ranking);
    /* Whether a candidate runs whatever its prediction. NULL: none. */
    int (*is_required)(const void *candidate);

    /* The candidate as the tuning file and scores name it, and back, into a zeroed one: false if
     * that is none that can be chosen here. Local. */
    void (*print)(const void *context, const void *candidate, char label[CT_SCORE_LABEL]);
    int (*parse)(const void *context, const char *label, void *candidate);

    /* Arrays to run on, if all share them, else NULL. Collective. CT_ERROR_MEMORY on all ranks:
     * then prediction decides. */
    ct_status (*begin)(void *context);
    void (*end)(void *context);
    /* Makes a candidate ready on a seat. Collective. CT_ERROR_MEMORY: it is passed over. */
    ct_status (*prepare)(void *context, const void *candidate, int seat);
    ct_status (*run)(void *context, int seat); /* once; collective */
    void (*discard)(void *context, int seat);  /* also of a seat that was not made ready */
} ct_contest_kind;

/* What a choice rests on. */
typedef enum ct_ground { CT_GROUND_ASKED, CT_GROUND_RANKED, CT_GROUND_TUNED } ct_ground;

typedef struct ct_contest {
    /* Set by the client. */
    MPI_Comm comm;
    const ct_contest_kind *kind;
    void *context;
    ct_planning planning;
    int is_asked;            /* the one that `list` offers was asked for: nothing is chosen */
    const char *tuning_file; /* rank 0's; NULL: none */
    int is_read_only;        /* nothing is put into it */

    /* Set by the contest. */
    ct_tuning_key key; /* where there is a tuning file */
    ct_tuning *tuning; /* what the file knows; NULL: rank 0 has none */
    ct_ranking ranking;
    ct_ground ground;
    char note[1024]; /* what the user should know of the tuning file */
} ct_contest;

/* Looks the choice's key up in the tuning file. Collective; on all ranks the same fields but
 * `tuning_file`. Whatever follows, the contest is closed at the end. CT_ERROR_MEMORY, CT_ERROR_MPI.
 */
ct_status ct_contest_open(ct_contest *contest);

/* The constants to predict by: those of this machine in the tuning file, or built in. Local. */
const ct_calibration *ct_contest_calibration(const ct_contest *contest);

/* Ranks the candidates, the chosen one first. Collective. CT_ERROR_MEMORY, CT_ERROR_MPI, and what
 * preparing and running fail with. */
ct_status ct_contest_decide(ct_contest *contest);

/* Runs the first `count` of the ranking against each other and writes down how they stand; none
 * where memory is short. Collective. */
ct_status ct_contest_race(ct_contest *contest, int count);

/* The candidate that was chosen. Local; owned by the contest. */
const void *ct_contest_winner(const ct_contest *contest);

/* The ranking, for the user; the caller frees *scores. Local. CT_ERROR_MEMORY. */
ct_status ct_contest_scores(const ct_contest *contest, ct_score **scores, int *count);

/* Writes what the choice rests on: "measured 2.1 us{about}; next best is direct with 2.4 us".
 * `about` says what the times are of. Local. */
void ct_contest_reason(const ct_contest *contest, const char *about, char *text, size_t capacity);

void ct_contest_close(ct_contest *contest);

/* What is known best of a candidate. */
double ct_score_time(const ct_score *score);

/* Writes a time in the unit that suits it; "-" where there is none. Returns text. Local. */
enum { CT_TIME_TEXT = 32 };
const char *ct_time_format(double seconds, char text[CT_TIME_TEXT]);

#endif
