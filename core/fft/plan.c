/* Creating an FFT plan: who holds what, the local transforms, the exchange between them. */
#include "fft/plan.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* From this size of a rank's slab on, the result of a forward transform is written past the cache:
 * lines of 256^3 on 2 ranks 37 ms instead of 45. What the exchange reads next had better stay
 * there. */
enum { STREAMED_BYTES = 8 << 20 };

ptrdiff_t ct_fft_array_block(const ct_fft_plan *plan, int peer, ptrdiff_t *rows) {
    *rows = ct_block_count(plan->extent[1], plan->size, peer);
    return plan->array.count[0] * ct_block_first(plan->extent[1], plan->size, peer) *
           plan->extent[2];
}

ptrdiff_t ct_fft_spectral_block(const ct_fft_plan *plan, int peer, ptrdiff_t *planes) {
    *planes = ct_block_count(plan->extent[0], plan->size, peer);
    return ct_block_first(plan->extent[0], plan->size, peer) * plan->spectral.count[1] *
           plan->extent[2];
}

/* Checks what the caller gave. Local. */
static ct_status check(const ptrdiff_t extent[3], const ct_fft_options *options) {
    double elements = 1;
    for (int axis = 0; axis < 3; axis++) {
        if (extent[axis] < 1 || extent[axis] > INT_MAX) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "FFT extent %td along axis %d; allowed: 1 to 2147483647", extent[axis],
                            axis);
        }
        elements *= (double)extent[axis];
    }
    if (elements * sizeof(ct_complex) > (double)(PTRDIFF_MAX / 2)) {
        return ct_raise(CT_ERROR_ARGUMENT, "an array of %td x %td x %td cannot be addressed",
                        extent[0], extent[1], extent[2]);
    }
    if (options->direction < CT_FORWARD || options->direction > CT_INVERSE ||
        options->scaling < CT_SCALING_DEFAULT || options->scaling > CT_SCALING_UNITARY ||
        options->rigour < CT_ESTIMATE || options->rigour > CT_EXHAUSTIVE) {
        return ct_raise(CT_ERROR_ARGUMENT, "FFT options out of range");
    }
    return CT_OK;
}

static double scaling_factor(const ptrdiff_t extent[3], const ct_fft_options *options) {
    double elements = (double)extent[0] * (double)extent[1] * (double)extent[2];
    switch (options->scaling) {
    case CT_SCALING_FULL:
        return 1 / elements;
    case CT_SCALING_UNITARY:
        return 1 / sqrt(elements);
    case CT_SCALING_NONE:
        return 1;
    default:
        return options->direction == CT_FORWARD ? 1 : 1 / elements;
    }
}

/* Plans the exchange of the blocks: array side to spectral side, or back. A rank's own block is no
 * part of it, since the first transforms write it where it belongs. Collective. */
static ct_status plan_exchange(ct_fft_plan *plan, const ct_exchange_options *options) {
    const ptrdiff_t element = (ptrdiff_t)sizeof(ct_complex);
    size_t size = (size_t)plan->size;
    ct_block *blocks = malloc(2 * size * sizeof *blocks);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(
        plan->comm,
        blocks != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d blocks", plan->size)));
    ct_layout array = {element, blocks};
    ct_layout spectral = {element, blocks + size};
    for (int peer = 0; peer < plan->size; peer++) {
        ptrdiff_t rows = 0;
        ptrdiff_t planes = 0;
        ptrdiff_t array_first = ct_fft_array_block(plan, peer, &rows);
        ptrdiff_t spectral_first = ct_fft_spectral_block(plan, peer, &planes);
        if (peer == plan->rank) {
            rows = planes = 0;
        }
        blocks[peer] = ct_block_contiguous(array_first * element,
                                           plan->array.count[0] * rows * plan->extent[2], element);
        blocks[size + (size_t)peer] = ct_block_contiguous(
            spectral_first * element, planes * plan->spectral.count[1] * plan->extent[2], element);
    }
    int forward = plan->options.direction == CT_FORWARD;
    CT_TRY(ct_exchange_plan_create(plan->comm, forward ? &array : &spectral,
                                   forward ? &spectral : &array, options, &plan->exchange));
cleanup:
    free(blocks);
    return status;
}

/* Everything after the communicator is there. Collective. */
static ct_status build(ct_fft_plan *plan, const ct_fft_options *options) {
    ct_status status = CT_OK;
    plan->array = ct_slab(3, plan->extent, 0, plan->size, plan->rank);
    plan->spectral = ct_slab(3, plan->extent, 1, plan->size, plan->rank);
    plan->factor = scaling_factor(plan->extent, options);
    ptrdiff_t bytes = ct_fft_local_elements(plan) * (ptrdiff_t)sizeof(ct_complex);
    plan->streams = options->direction == CT_FORWARD && bytes >= STREAMED_BYTES;
    CT_TRY(ct_alloc(plan->comm, bytes, (void **)&plan->work));
    memset(plan->work, 0, (size_t)bytes); /* its pages */
    CT_TRY(ct_fft_local_create(plan, options->wisdom_file));
    CT_TRY(plan_exchange(plan, &options->exchange));
cleanup:
    return status;
}

ct_status ct_fft_plan_create(MPI_Comm comm, const ptrdiff_t extent[3],
                             const ct_fft_options *options, ct_fft_plan **plan) {
    static const ct_fft_options defaults = {.direction = CT_FORWARD};
    ct_status status = CT_OK;
    options = options != NULL ? options : &defaults;
    ct_fft_plan *created = calloc(1, sizeof *created);
    if (created == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a plan");
    } else {
        created->comm = MPI_COMM_NULL;
        status = check(extent, options);
    }
    status = ct_agree(comm, status);
    if (created == NULL || status != CT_OK) {
        goto cleanup;
    }
    CT_TRY(ct_comm_own(comm, &created->comm, &created->rank, &created->size));
    for (int axis = 0; axis < 3; axis++) {
        created->extent[axis] = extent[axis];
    }
    created->options = *options;
    created->options.wisdom_file = NULL;
    created->options.exchange.algorithm = NULL;
    CT_TRY(build(created, options));
    *plan = created;
    return CT_OK;
cleanup:
    ct_fft_plan_destroy(&created);
    return status;
}

void ct_fft_plan_destroy(ct_fft_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_exchange_plan_destroy(&(*plan)->exchange);
    ct_fft_local_destroy(&(*plan)->local);
    ct_free((void **)&(*plan)->work);
    if ((*plan)->comm != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&(*plan)->comm);
    }
    free(*plan);
    *plan = NULL;
}

ct_box ct_fft_input_box(const ct_fft_plan *plan) {
    return plan->options.direction == CT_FORWARD ? plan->array : plan->spectral;
}

ct_box ct_fft_output_box(const ct_fft_plan *plan) {
    return plan->options.direction == CT_FORWARD ? plan->spectral : plan->array;
}

ptrdiff_t ct_fft_local_elements(const ct_fft_plan *plan) {
    ptrdiff_t array = ct_box_elements(&plan->array);
    ptrdiff_t spectral = ct_box_elements(&plan->spectral);
    return array > spectral ? array : spectral;
}

void ct_fft_watch(ct_fft_plan *plan, void (*watch)(void *context, double done), void *context) {
    plan->watch = watch;
    plan->watch_context = context;
}

double ct_fft_factor(const ct_fft_plan *plan) {
    return plan->factor;
}

double ct_fft_seconds(const ct_fft_plan *plan, ct_fft_phase phase) {
    return plan->seconds[phase];
}

const char *ct_fft_phase_name(const ct_fft_plan *plan, ct_fft_phase phase) {
    static const char *const names[2][CT_FFT_PHASES] = {
        {"transform of planes", "exchange", "transform of lines"},
        {"transform of lines", "exchange", "transform of planes"},
    };
    return names[plan->options.direction == CT_INVERSE][phase];
}

const char *ct_fft_warning(const ct_fft_plan *plan) {
    return plan->warning[0] != '\0' ? plan->warning : NULL;
}

const ct_exchange_plan *ct_fft_exchange(const ct_fft_plan *plan) {
    return plan->exchange;
}
