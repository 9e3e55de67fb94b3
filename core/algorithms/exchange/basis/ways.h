/* Displacements on a mesh or torus as sums of few vectors, each at most once and in the order of
 * messages. A displacement or vector is named by the rank that is as far from rank 0; every axis is
 * a ring (schedule/displace.h). What message i forwards came in message i - lag or before. */
#ifndef CT_ALGORITHMS_EXCHANGE_BASIS_WAYS_H
#define CT_ALGORITHMS_EXCHANGE_BASIS_WAYS_H

#include <cornerturn/algorithm.h>

#include <stdint.h>

enum { CT_BASIS_MOST = CT_VALUE_ITEMS, CT_BASIS_SIZE_MOST = 1 << 16 };

typedef struct ct_basis {
    const ct_topology *topology;
    int count, lag;
    int vector[CT_BASIS_MOST];
    int16_t *best; /* for each number of vectors, from 0, and displacement: the cost of the best sum
                      of these, and its last vector */
    uint16_t *rest;           /* for each vector and displacement: this without that */
    int found[CT_BASIS_MOST]; /* the vectors that `rest` is of, 0: none, */
    int found_count;          /* and of the first of them `best` is */
} ct_basis;

/* A basis of no vectors yet; the caller destroys it, also after a failure. CT_ERROR_MEMORY. */
ct_status ct_basis_create(const ct_topology *topology, int lag, ct_basis *basis);
void ct_basis_destroy(ct_basis *basis);

/* Finds the best sums of all displacements, a vector costing as much as three times the mean way.
 * O(vectors times size), of vectors from the first on that is not as before. */
void ct_basis_find(ct_basis *basis);

/* How many of the first vectors can come before vector i in a sum. */
static inline int ct_basis_before(const ct_basis *basis, int i) {
    return i + 1 > basis->lag ? i + 1 - basis->lag : 0;
}

/* The last vector of a displacement's best sum of the first vectors, or -1 where it is none; what
 * comes before it is a best sum of ct_basis_before. */
int ct_basis_last(const ct_basis *basis, int vectors, int displacement);

/* A displacement without a vector. */
static inline int ct_basis_rest(const ct_basis *basis, int i, int displacement) {
    return basis->rest[(ptrdiff_t)i * basis->topology->size + displacement];
}

/* How many displacements are no sum. */
int ct_basis_missing(const ct_basis *basis);

/* By vector: how many displacements take it, and the last that comes just before it in one, or -1.
 */
void ct_basis_count(const ct_basis *basis, int blocks[CT_BASIS_MOST], int needs[CT_BASIS_MOST]);

/* Links of a vector along the axis where it has most: all ranks sending by it, so many messages
 * share the busiest link. */
int ct_basis_width(const ct_topology *topology, int vector);

#endif
