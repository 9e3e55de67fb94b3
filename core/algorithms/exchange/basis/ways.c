#include "algorithms/exchange/basis/ways.h"

#include "base/fail.h"
#include "schedule/displace.h"

#include <stdlib.h>

/* An entry of `best` is cost * LASTS + last vector, so that the least of two is found by comparing
 * numbers of 16 bits, many at once. */
enum { LASTS = 32, NONE = 512 * LASTS };

/* Cost of a vector, and what is added for one of the mean length of all. */
enum { VECTOR_COST = 24, LENGTH_COST = 8 };

_Static_assert((int)CT_BASIS_MOST < (int)LASTS, "the last vector has 5 bits");

ct_status ct_basis_create(const ct_topology *topology, int lag, ct_basis *basis) {
    const size_t entries = (size_t)topology->size * (CT_BASIS_MOST + 1);
    *basis = (ct_basis){.topology = topology, .lag = lag};
    basis->best = malloc(entries * sizeof *basis->best);
    basis->rest = malloc(entries * sizeof *basis->rest);
    if (basis->best == NULL || basis->rest == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for sums of vectors of %d ranks",
                        topology->size);
    }
    basis->best[0] = 0;
    for (int i = 1; i < topology->size; i++) {
        basis->best[i] = NONE;
    }
    return CT_OK;
}

void ct_basis_destroy(ct_basis *basis) {
    free(basis->best);
    free(basis->rest);
    basis->best = NULL;
    basis->rest = NULL;
}

static int ring_length(int steps, int extent) {
    return steps < extent - steps ? steps : extent - steps;
}

static int cost_of(const ct_topology *topology, int vector) {
    int length = 0;
    int extents = 0; /* four times the mean length */
    for (int axis = 0; axis < topology->axes; axis++) {
        const int extent = topology->extent[axis];
        length += ring_length(vector % extent, extent);
        extents += extent;
        vector /= extent;
    }
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there is an axis
    return VECTOR_COST + 4 * LENGTH_COST * length / extents;
}

/* Sums that end with a vector, of `added`, where they are better. */
static void improve(int16_t *best, const int16_t *without, const int16_t *before, int count,
                    int added) {
    for (int i = 0; i < count; i++) {
        const int16_t with = (int16_t)((before[i] & ~(LASTS - 1)) + added);
        best[i] = with < without[i] ? with : without[i];
    }
}

static void count_up(uint16_t *numbers, int first, int count) {
    for (int i = 0; i < count; i++) {
        numbers[i] = (uint16_t)(first + i);
    }
}

/* A walk over rows along the first axis, and over what is a vector before each. */
typedef struct row_walk {
    int to[CT_AXES_MOST], from[CT_AXES_MOST]; /* coordinates */
    int from_row;
} row_walk;

static row_walk first_row(const ct_topology *topology, int vector) {
    const int start = ct_displaced_back(topology, 0, vector);
    row_walk w = {.from_row = start / topology->extent[0]};
    for (int axis = 1; axis < topology->axes; axis++) {
        w.from[axis] = ct_topology_coordinate(topology, start, axis);
    }
    return w;
}

static void next_row(const ct_topology *topology, row_walk *w) {
    for (int axis = 1, stride = 1; axis < topology->axes; axis++) {
        const int extent = topology->extent[axis];
        w->from_row += stride;
        if (++w->from[axis] == extent) {
            w->from[axis] = 0;
            w->from_row -= extent * stride;
        }
        if (++w->to[axis] < extent) {
            return;
        }
        w->to[axis] = 0;
        stride *= extent;
    }
}

static void add_vector(ct_basis *basis, int i) {
    const ct_topology *topology = basis->topology;
    const int length = topology->extent[0];
    const int right = basis->vector[i] % length;
    const int added = cost_of(topology, basis->vector[i]) * LASTS + i;
    const int16_t *without = basis->best + (ptrdiff_t)i * topology->size;
    const int16_t *before = basis->best + (ptrdiff_t)ct_basis_before(basis, i) * topology->size;
    int16_t *best = basis->best + (ptrdiff_t)(i + 1) * topology->size;
    uint16_t *rest = basis->rest + (ptrdiff_t)i * topology->size;
    const int is_new = basis->found[i] != basis->vector[i];
    row_walk w = first_row(topology, basis->vector[i]);
    for (int row = 0; row < topology->size; row += length, next_row(topology, &w)) {
        const int from = w.from_row * length;
        const int wraps = from + length - right;
        improve(best + row, without + row, before + wraps, right, added);
        improve(best + row + right, without + row + right, before + from, length - right, added);
        if (is_new) {
            count_up(rest + row, wraps, right);
            count_up(rest + row + right, from, length - right);
        }
    }
    basis->found[i] = basis->vector[i];
}

void ct_basis_find(ct_basis *basis) {
    int same = 0;
    while (same < basis->count && same < basis->found_count &&
           basis->vector[same] == basis->found[same]) {
        same++;
    }
    for (int i = same; i < basis->count; i++) {
        add_vector(basis, i);
    }
    basis->found_count = basis->count;
}

int ct_basis_last(const ct_basis *basis, int vectors, int displacement) {
    const int16_t best = basis->best[(ptrdiff_t)vectors * basis->topology->size + displacement];
    return displacement == 0 || best >= NONE ? -1 : best % LASTS;
}

int ct_basis_missing(const ct_basis *basis) {
    const int16_t *best = basis->best + (ptrdiff_t)basis->count * basis->topology->size;
    int missing = 0;
    for (int i = 0; i < basis->topology->size; i++) {
        missing += best[i] >= NONE;
    }
    return missing;
}

void ct_basis_count(const ct_basis *basis, int blocks[CT_BASIS_MOST], int needs[CT_BASIS_MOST]) {
    for (int i = 0; i < basis->count; i++) {
        blocks[i] = 0;
        needs[i] = -1;
    }
    for (int displacement = 1; displacement < basis->topology->size; displacement++) {
        int left = displacement;
        int after = -1;
        int last = ct_basis_last(basis, basis->count, left);
        while (last >= 0) {
            blocks[last]++;
            if (after >= 0 && needs[after] < last) {
                needs[after] = last;
            }
            after = last;
            left = ct_basis_rest(basis, last, left);
            last = ct_basis_last(basis, ct_basis_before(basis, last), left);
        }
    }
}

int ct_basis_width(const ct_topology *topology, int vector) {
    int most = 0;
    for (int axis = 0; axis < topology->axes; axis++) {
        const int extent = topology->extent[axis];
        const int length = ring_length(vector % extent, extent);
        most = length > most ? length : most;
        vector /= extent;
    }
    return most;
}
