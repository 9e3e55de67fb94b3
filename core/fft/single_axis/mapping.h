/* A map of a recipe between distributed arrays. */
#ifndef CT_FFT_SINGLE_AXIS_MAPPING_H
#define CT_FFT_SINGLE_AXIS_MAPPING_H

#include "fft/plan.h"
#include "fft/single_axis/parts.h"

/* The parts that a rank reads, and from whom, for its positions of a map's result; with messages
 * also the parts that it sends. */
typedef struct ct_fft_parts {
    int count, capacity;
    ct_fft_part *part;
} ct_fft_parts;

typedef struct ct_fft_mapping {
    const ct_fft_map *map;
    ct_fft_interval mine; /* positions */
    ct_fft_parts read, sent;
    ptrdiff_t sent_bytes, received_bytes; /* of message arrays; 0 if none */
} ct_fft_mapping;

/* The arrays of a map: inputs of two plans (is_before), or outputs. */
typedef struct ct_fft_mapping_ends {
    const ct_fft_map *map;
    const ct_fft_plan *from, *into; /* of the arrays that the map reads and writes */
    int is_before;
} ct_fft_mapping_ends;

/* Whether all ranks have the same numbers of both arrays. */
int ct_fft_mapping_is_local(const ct_fft_mapping_ends *ends);

/* Plans a map, with an exchange unless the ranks of `plan` share arrays. Collective; all ranks fail
 * together; the caller destroys it after a failure too. */
ct_status ct_fft_mapping_create(const ct_fft_plan *plan, const ct_fft_mapping_ends *ends,
                                const ct_exchange_options *options, ct_exchange_plan **exchange,
                                ct_fft_mapping *mapping);

/* Bytes that this rank reads from other ranks' shared arrays. Local. */
double ct_fft_mapping_foreign_bytes(const ct_fft_mapping *mapping, const ct_fft_plan *plan);
void ct_fft_mapping_destroy(ct_fft_mapping *mapping);

/* pack: copies the sent parts into the message array. run: reads the parts, owner by owner, and
 * writes the map's result times a factor. Local. */
void ct_fft_mapping_pack(const ct_fft_mapping *mapping, ct_precision precision, const char *from,
                         char *into);
void ct_fft_mapping_run(const ct_fft_mapping *mapping, const ct_fft_recipe *recipe,
                        ct_precision precision, double factor, int threads, char *const *address,
                        char *into);

#endif
