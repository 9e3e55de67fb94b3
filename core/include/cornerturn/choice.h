/* What planning may spend on a choice, and the ranking that a choice was made from. */
#ifndef CORNERTURN_CHOICE_H
#define CORNERTURN_CHOICE_H

#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

typedef enum ct_planning {
    CT_PLAN_ESTIMATE,  /* choose by the model alone */
    CT_PLAN_MEASURE,   /* time the best few on scratch data of the real sizes */
    CT_PLAN_EXHAUSTIVE /* time all candidates, with every value of their parameters worth trying */
} ct_planning;

enum { CT_SCORE_LABEL = 600 };

/* One row of the ranking behind a choice. */
typedef struct ct_score {
    char algorithm[CT_SCORE_LABEL]; /* name, parameters that are not the defaults, transport */
    double predicted_s;             /* by the model; of an exchange, for the mean block */
    double measured_s; /* median over repetitions, slowest rank; negative when not measured */
} ct_score;

CT_PUBLIC_END

#endif
