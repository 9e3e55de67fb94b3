/*
 * The type of an array's real numbers.
 */
#ifndef CORNERTURN_PRECISION_H
#define CORNERTURN_PRECISION_H

typedef enum ct_precision { CT_DOUBLE, CT_FLOAT } ct_precision;

/* What doubles are in messages. Rounding them to floats (24 bits instead of 53) halves what is
 * sent; ct_exchange_rounding tells what it loses. */
typedef enum ct_message_precision {
    CT_MESSAGES_EXACT,               /* what they are in the arrays */
    CT_MESSAGES_FLOAT_BETWEEN_NODES, /* floats, if they go to another node */
    CT_MESSAGES_FLOAT /* floats in messages inside a node too; but what is copied from
                         array to array there stays exact, since nothing is saved */
} ct_message_precision;

#endif
