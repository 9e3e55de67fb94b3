/* A map of a recipe between arrays that ranks hold. */
#ifndef CT_FFT_SINGLE_AXIS_MAPPING_H
#define CT_FFT_SINGLE_AXIS_MAPPING_H

#include "fft/plan.h"
#include "fft/single_axis/parts.h"

/* What a rank reads, of whom, for its positions of a map's result; the parts of an array that it
 * sends, where ranks do not reach each other's. */
typedef struct ct_fft_parts {
    int count, capacity;
    ct_fft_part *part;
} ct_fft_parts;

typedef struct ct_fft_mapping {
    const ct_fft_map *map;
    ct_fft_interval mine; /* positions */
    ct_fft_parts read, sent;
    ptrdiff_t sent_bytes, received_bytes; /* of arrays on their way; 0 where there are none */
} ct_fft_mapping;

/* The arrays of a map: inputs of two plans (is_before), or what they put out. */
typedef struct ct_fft_mapping_ends {
    const ct_fft_map *map;
    const ct_fft_plan *from, *into; /* the array that the map reads, and that it writes */
    int is_before;
} ct_fft_mapping_ends;

/* Plans a map. Where the ranks of `plan` do not reach each other's arrays, with an exchange.
 * Collective; all ranks fail together, leaving what is there for destroy. */
ct_status ct_fft_mapping_create(const ct_fft_plan *plan, const ct_fft_mapping_ends *ends,
                                const ct_exchange_options *options, ct_exchange_plan **exchange,
                                ct_fft_mapping *mapping);

/* Bytes that this rank reads of other ranks' arrays, where it reaches them. Local. */
double ct_fft_mapping_foreign_bytes(const ct_fft_mapping *mapping, const ct_fft_plan *plan);
void ct_fft_mapping_destroy(ct_fft_mapping *mapping);

/* Puts the parts that are sent side by side. Reads them where they are, owner by owner, and writes
 * the map's result times a factor. Local. */
void ct_fft_mapping_pack(const ct_fft_mapping *mapping, ct_precision precision, const char *from,
                         char *into);
void ct_fft_mapping_run(const ct_fft_mapping *mapping, const ct_fft_recipe *recipe,
                        ct_precision precision, double factor, int threads, char *const *address,
                        char *into);

#endif
