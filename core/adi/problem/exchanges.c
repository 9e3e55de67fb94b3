#include "adi/problem/exchanges.h"

#include "base/mpi.h"
#include "node/supposed/cluster.h"

#include <stdlib.h>
#include <string.h>

ct_status ct_adi_exchanges_create(const ct_exchange_options *given, ct_adi_exchanges *own) {
    *own = (ct_adi_exchanges){.options = *given};
    own->options.in_place = 0;
    own->options.private_arrays = 0;
    own->algorithm = given->algorithm != NULL ? strdup(given->algorithm) : NULL;
    own->tuning_file = given->tuning_file != NULL ? strdup(given->tuning_file) : NULL;
    own->options.algorithm = own->algorithm;
    own->options.tuning_file = own->tuning_file;
    if (given->topology != NULL) {
        own->network = *given->topology;
        own->options.topology = &own->network;
    }
    return (given->algorithm == NULL || own->algorithm != NULL) &&
                   (given->tuning_file == NULL || own->tuning_file != NULL)
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for the options of exchanges");
}

void ct_adi_exchanges_destroy(ct_adi_exchanges *own) {
    free(own->algorithm);
    free(own->tuning_file);
    *own = (ct_adi_exchanges){.algorithm = NULL};
}

ct_status ct_adi_exchanges_check(MPI_Comm comm, const ct_exchange_options *options) {
    int size = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_cluster_size(comm, &size));
    if (options->topology == NULL) {
        CT_TRY(ct_exchange_supports(comm, options->algorithm));
    } else if (options->topology->size != size) {
        status = ct_raise(CT_ERROR_ARGUMENT, "a network of %d ranks was given to %d ranks",
                          options->topology->size, size);
    }
cleanup:
    return status;
}

ct_status ct_adi_exchanges_among(const ct_adi_exchanges *own, int is_all, MPI_Comm comm,
                                 ct_exchange_options *options) {
    *options = own->options;
    if (is_all || (options->topology == NULL && options->algorithm == NULL)) {
        return CT_OK;
    }
    options->topology = NULL;
    const ct_status status = ct_exchange_supports(comm, options->algorithm);
    if (status == CT_ERROR_CONFIG || status == CT_ERROR_UNSUPPORTED) {
        options->algorithm = NULL;
        return CT_OK;
    }
    return status;
}
