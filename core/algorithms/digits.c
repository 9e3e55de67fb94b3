#include "algorithms/digits.h"

int ct_fits_power_of_two(const ct_topology *topology) {
    return ct_topology_dimension(topology) >= 0;
}

/* The next partition of `total`, in lexicographic order from 1,1,..,1. */
static int next_partition(const ct_topology *topology, ct_value *value) {
    int total = ct_topology_dimension(topology);
    int rest = 0;
    if (value->count == 0 && total == 0) {
        *value = (ct_value){.count = 1, .item = {0}};
        return 1;
    }
    if (value->count > 0) {
        if (value->count == 1) {
            return 0;
        }
        rest = value->item[--value->count] - 1; /* the last part joins, one at a time, */
        value->item[value->count - 1]++;        /* the one before it */
    } else {
        rest = total;
    }
    for (; rest > 0; rest--) {
        value->item[value->count++] = 1;
    }
    return 1;
}

static int accepts_partition(const ct_topology *topology, const ct_value *value) {
    int total = ct_topology_dimension(topology);
    int sum = 0;
    for (int i = 0; i < value->count; i++) {
        if (value->item[i] < (total > 0) || value->item[i] > total) {
            return 0;
        }
        sum += value->item[i];
    }
    return value->count > 0 && value->count <= (total > 0 ? total : 1) && sum == total;
}

/* Two parts as equal as possible: good for medium blocks. */
static void fall_back_to_halves(const ct_topology *topology, ct_value *value) {
    int total = ct_topology_dimension(topology);
    *value = total < 2 ? (ct_value){.count = 1, .item = {total}}
                       : (ct_value){.count = 2, .item = {(total + 1) / 2, total / 2}};
}

const ct_parameter ct_parameter_partition = {
    .name = "partition",
    .summary = "bits of the rank that each phase exchanges, highest first",
    .allowed = "numbers of at least 1 that sum to the dimension",
    .list = 1,
    .next = next_partition,
    .accepts = accepts_partition,
    .fallback = fall_back_to_halves,
};

int ct_divisor_from(int number, int least) {
    for (int divisor = least; divisor <= number / divisor; divisor++) {
        if (number % divisor == 0) {
            return divisor;
        }
    }
    if (least > 2) { /* beyond the root divisors go down with their cofactors */
        int found = number;
        for (int cofactor = 1; cofactor <= number / cofactor; cofactor++) {
            if (number % cofactor == 0 && number / cofactor >= least) {
                found = number / cofactor;
            }
        }
        return found;
    }
    return number;
}

/* The next list of factors of P, in lexicographic order from the primes. */
static int next_factors(const ct_topology *topology, ct_value *value) {
    int rest = 1;
    if (value->count == 0) {
        rest = topology->size;
        if (rest == 1) {
            *value = (ct_value){.count = 1, .item = {1}};
            return 1;
        }
    } else {
        int grown = 0;
        while (value->count > 0 && !grown) { /* the last factor that can grow, grows */
            int factor = value->item[--value->count];
            rest *= factor;
            if (factor < rest) {
                int larger = ct_divisor_from(rest, factor + 1);
                value->item[value->count++] = larger;
                rest /= larger;
                grown = 1;
            }
        }
        if (!grown) {
            return 0;
        }
    }
    while (rest > 1) {
        int factor = ct_divisor_from(rest, 2);
        value->item[value->count++] = factor;
        rest /= factor;
    }
    return 1;
}

static int accepts_factors(const ct_topology *topology, const ct_value *value) {
    int rest = topology->size;
    for (int i = 0; i < value->count; i++) {
        int factor = value->item[i];
        if (factor < 1 || (factor == 1 && topology->size > 1) || rest % factor != 0) {
            return 0;
        }
        rest /= factor;
    }
    return rest == 1 && value->count > 0 && (topology->size > 1 || value->count == 1);
}

/* Two factors as equal as possible. */
static void fall_back_to_root(const ct_topology *topology, ct_value *value) {
    int size = topology->size;
    int factor = 1;
    for (int divisor = 2; divisor <= size / divisor; divisor++) {
        factor = size % divisor == 0 ? divisor : factor;
    }
    *value = factor == 1 ? (ct_value){.count = 1, .item = {size}}
                         : (ct_value){.count = 2, .item = {size / factor, factor}};
}

const ct_parameter ct_parameter_factors = {
    .name = "factors",
    .summary = "group sizes of the phases, most significant digit of the rank first",
    .allowed = "numbers of at least 2 whose product is the number of ranks",
    .list = 1,
    .next = next_factors,
    .accepts = accepts_factors,
    .fallback = fall_back_to_root,
};

enum { EVERY_RADIX_MOST = 40 }; /* ranks up to which every radix is worth trying */

static int next_radix(const ct_topology *topology, ct_value *value) {
    int before = value->count == 0 ? 1 : value->item[0];
    int radix = before + 1;
    if (topology->size > EVERY_RADIX_MOST && before >= 4 && before < topology->size) {
        radix = before < topology->size / 2 ? 2 * before : topology->size;
    }
    *value = (ct_value){.count = 1, .item = {radix}};
    return radix == 2 || radix <= topology->size;
}

static int accepts_radix(const ct_topology *topology, const ct_value *value) {
    int radix = value->item[0];
    return radix == 2 || (radix > 2 && radix <= topology->size);
}

const ct_parameter ct_parameter_radix = {
    .name = "radix",
    .summary = "base in which distances are written, one digit a phase",
    .allowed = "2 up to the number of ranks",
    .next = next_radix,
    .accepts = accepts_radix,
};
