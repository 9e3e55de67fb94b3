/* Which tokens cross which link in the total exchange algorithms (tea.c): token T reaches rank B
 * across bit s of the word x = T ^ B, in the step of its weight, the number of bits set in x. */
#ifndef CT_ALGORITHMS_MOVEMENTS_TOTAL_EXCHANGE_TOKENS_H
#define CT_ALGORITHMS_MOVEMENTS_TOTAL_EXCHANGE_TOKENS_H

#include "algorithms/movements/cube.h"

/* Whether a token comes across every bit set in its word (TEA1), or across one (TEA2). */
typedef enum ct_token_copies { CT_TOKEN_EACH_BIT, CT_TOKEN_ONCE } ct_token_copies;

/* The words that come across bit 0; rotated left by s, those across bit s. */
typedef struct ct_words {
    int dimension;
    int *word;                   /* ascending in weight */
    int *rotations;              /* of each: this many, across the bits from 0 on */
    int first[CT_AXES_MOST + 2]; /* of each weight, in the above; [0] and [1] are 0 */
    int *tokens;                 /* room for one message */
} ct_words;

/* The caller clears them. CT_ERROR_MEMORY. */
ct_status ct_words_create(int dimension, ct_token_copies copies, ct_words *words);
void ct_words_clear(ct_words *words);

/* The tokens with words of weight lightest .. heaviest that reach `rank` across `bit`, in ascending
 * order. False when there are none; then there is no message. */
int ct_words_tokens(const ct_words *words, int rank, int bit, int lightest, int heaviest,
                    ct_schedule *schedule, ct_rank_set *tokens);

#endif
