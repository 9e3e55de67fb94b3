/* exchange verify: small exchanges whose every element is known. */
#ifndef CT_APPS_EXCHANGE_PARALLEL_SAMPLES_H
#define CT_APPS_EXCHANGE_PARALLEL_SAMPLES_H

#include <cornerturn/layout.h>
#include <cornerturn/status.h>

typedef enum sample_kind {
    SAMPLE_UNIFORM,     /* blocks of one size, with gaps */
    SAMPLE_UNEVEN,      /* of many, some of them empty */
    SAMPLE_STRIDED,     /* columns of my rows of a matrix become rows of my columns */
    SAMPLE_TRANSPOSING, /* and are transposed */
    SAMPLES
} sample_kind;

/* Name for a message. */
const char *sample_name(sample_kind kind);

/* Elements are ints; what lies between blocks must not change. */
typedef struct sample {
    int rank, size;
    ct_layout send, receive;
    ct_block *blocks;                    /* of both */
    ptrdiff_t send_bytes, receive_bytes; /* of the arrays */
} sample;

/* The layouts of a rank. Local, as is all that follows; the caller destroys it. CT_ERROR_MEMORY. */
ct_status sample_create(sample_kind kind, int rank, int size, sample *made);
void sample_destroy(sample *made);

/* Fills the send array, and the receive array with a value that must be gone afterwards. */
void sample_fill(const sample *made, int *send, int *receive);

/* Whether everything is where it belongs, and nothing else was touched. CT_ERROR_INTERNAL says
 * what is wrong first. */
ct_status sample_check(const sample *made, const int *send, const int *receive);

#endif
