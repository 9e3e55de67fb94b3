/*
 * The tokens of the total exchange algorithms. With one copy of each, balance comes from rotation:
 * of the words that are rotations of one another the smallest, whose bit 0 is set, crosses bit 0,
 * and its rotation to the left by s crosses bit s. A word that repeats itself after p rotations has
 * only p of them, so that bits from p on carry none of its class.
 *
 *   d = 4     bit 0         bit 1         bit 2   bit 3
 *   weight 1  0001          0010          0100    1000
 *   weight 2  0011 0101     0110 1010     1100    1001
 *   weight 3  0111          1110          1101    1011
 *   weight 4  1111
 */
#include "algorithms/movements/total_exchange/tokens.h"

#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>

static int rotated(int word, int by, int dimension) {
    uint64_t twice = (uint64_t)word << dimension | (uint64_t)word;
    return (int)(twice >> (dimension - by) & (((uint64_t)1 << dimension) - 1));
}

/* How many different words the rotations of a word are; 0 when one of them is smaller. */
static int rotations_of(int word, int dimension) {
    for (int by = 1; by < dimension; by++) {
        int other = rotated(word, by, dimension);
        if (other <= word) {
            return other == word ? by : 0;
        }
    }
    return dimension;
}

/* The next larger number with as many bits set. */
static int next_of_weight(int number) {
    int lowest = number & -number;
    int carried = number + lowest;
    return carried | ((number ^ carried) >> 2) / lowest;
}

static void add_weight(ct_words *words, int weight, ct_token_copies copies) {
    int end = 1 << (words->dimension - 1); /* of words without bit 0, which is set in all */
    int *count = &words->first[weight + 1];
    *count = words->first[weight];
    for (int rest = (1 << (weight - 1)) - 1; rest < end; rest = next_of_weight(rest)) {
        int word = rest << 1 | 1;
        int rotations =
            copies == CT_TOKEN_EACH_BIT ? words->dimension : rotations_of(word, words->dimension);
        if (rotations > 0) {
            words->word[*count] = word;
            words->rotations[(*count)++] = rotations;
        }
        if (rest == 0) {
            return; /* no other has no bit set */
        }
    }
}

ct_status ct_words_create(int dimension, ct_token_copies copies, ct_words *words) {
    size_t most = (size_t)1 << dimension;
    *words = (ct_words){.dimension = dimension};
    words->word = malloc(most * sizeof *words->word);
    words->rotations = malloc(most * sizeof *words->rotations);
    words->tokens = malloc(most * sizeof *words->tokens);
    if (words->word == NULL || words->rotations == NULL || words->tokens == NULL) {
        ct_words_clear(words);
        return ct_raise(CT_ERROR_MEMORY, "no memory for the tokens of %zu ranks", most);
    }
    for (int weight = 1; weight <= dimension; weight++) {
        add_weight(words, weight, copies);
    }
    return CT_OK;
}

void ct_words_clear(ct_words *words) {
    free(words->word);
    free(words->rotations);
    free(words->tokens);
    *words = (ct_words){0};
}

static int ascending(const void *a, const void *b) {
    int left = *(const int *)a;
    int right = *(const int *)b;
    return (left > right) - (left < right);
}

int ct_words_tokens(const ct_words *words, int rank, int bit, int lightest, int heaviest,
                    ct_schedule *schedule, ct_rank_set *tokens) {
    int count = 0;
    int last = heaviest < words->dimension ? heaviest : words->dimension;
    int end = words->first[last + 1];
    for (int i = words->first[lightest]; i < end; i++) {
        if (bit < words->rotations[i]) {
            words->tokens[count++] = rank ^ rotated(words->word[i], bit, words->dimension);
        }
    }
    if (count > 0) {
        qsort(words->tokens, (size_t)count, sizeof *words->tokens, ascending);
        *tokens = ct_schedule_members(schedule, words->tokens, count);
    }
    return count > 0;
}
