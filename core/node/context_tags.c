/* The tags of a context: the lowest free pair for each living plan. */
#include "node/context.h"

#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 64, WORDS_FIRST = 4 };

/* The first free pair, or one past the last word. */
static int first_free(const ct_context *context) {
    int word = 0;
    while (word < context->taken_words && context->taken[word] == UINT64_MAX) {
        word++;
    }
    int bit = 0;
    while (word < context->taken_words && (context->taken[word] >> bit & 1) != 0) {
        bit++;
    }
    return word * WORD + bit;
}

static int grow(ct_context *context) {
    const int words = context->taken_words > 0 ? 2 * context->taken_words : WORDS_FIRST;
    uint64_t *taken = realloc(context->taken, (size_t)words * sizeof *taken);
    if (taken == NULL) {
        return 0;
    }
    memset(taken + context->taken_words, 0, (size_t)(words - context->taken_words) * sizeof *taken);
    context->taken = taken;
    context->taken_words = words;
    return 1;
}

ct_status ct_context_take_tags(ct_context *context, int *tag) {
    const int pair = first_free(context);
    const int pairs = (context->tags_most + 1 - CT_TAG_PLANS) / CT_TAGS_OF_PLAN;
    if (pair >= pairs) {
        return ct_raise(CT_ERROR_UNSUPPORTED,
                        "%d plans live on one communicator; the MPI library has tags for no more",
                        pairs);
    }
    if (pair >= context->taken_words * WORD && !grow(context)) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the tags of %d plans", pair + 1);
    }
    context->taken[pair / WORD] |= (uint64_t)1 << pair % WORD;
    *tag = CT_TAG_PLANS + pair * CT_TAGS_OF_PLAN;
    return CT_OK;
}

void ct_context_give_tags(ct_context *context, int tag) {
    const int pair = (tag - CT_TAG_PLANS) / CT_TAGS_OF_PLAN;
    context->taken[pair / WORD] &= ~((uint64_t)1 << pair % WORD);
}
