/* exchange verify: small exchanges whose every element is known. */
#ifndef CT_APPS_EXCHANGE_PARALLEL_SAMPLES_H
#define CT_APPS_EXCHANGE_PARALLEL_SAMPLES_H

#include <cornerturn/layout.h>
#include <cornerturn/status.h>

typedef enum sample_kind {
    SAMPLE_UNIFORM,     /* blocks of one size, with gaps */
    SAMPLE_UNEVEN,      /* of many, some of them empty */
    SAMPLE_STRIDED,     /* rows of a matrix to columns, in strided blocks */
    SAMPLE_TRANSPOSING, /* the same, transposed */
    SAMPLES
} sample_kind;

/* Name for a message. */
const char *sample_name(sample_kind kind);

/* Layouts of ints; memory between blocks must not change. */
typedef struct sample {
    int rank, size;
    ct_layout send, receive;
    ct_block *blocks;                    /* of both */
    ptrdiff_t send_bytes, receive_bytes; /* of the arrays */
} sample;

/* The layouts of a rank. Local, as is all that follows; the caller destroys it. CT_ERROR_MEMORY. */
ct_status sample_create(sample_kind kind, int rank, int size, sample *made);
void sample_destroy(sample *made);

/* Fills the send array, and the receive array with a value that must be overwritten. */
void sample_fill(const sample *made, int *send, int *receive);

/* CT_ERROR_INTERNAL, naming the first error, unless every element is in its place and nothing else
 * was written. */
ct_status sample_check(const sample *made, const int *send, const int *receive);

#endif
