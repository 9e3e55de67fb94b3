#include "exchange/check.h"

#include "base/arithmetic/hash.h"
#include "base/mpi.h"
#include "exchange/network.h"
#include <cornerturn/agree.h>

#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Checks and copies what one rank can check alone: options, elements, blocks. */
static ct_status check_mine(ct_exchange_plan *plan, const ct_blocks *send, const ct_blocks *receive,
                            const ct_conversion *conversion) {
    const ct_exchange_options *options = &plan->options;
    const ptrdiff_t element_bytes = send->element_bytes;
    ct_status status = CT_OK;
    if (send->count != plan->size || receive->count != plan->size) {
        return ct_raise(CT_ERROR_ARGUMENT, "an exchange needs a send and a receive layout");
    }
    if (options->steps_in_flight < 0 || options->planning < CT_PLAN_ESTIMATE ||
        options->planning > CT_PLAN_EXHAUSTIVE || options->transport < CT_TRANSPORT_AUTO ||
        options->transport > CT_TRANSPORT_SHARED) {
        return ct_raise(
            CT_ERROR_ARGUMENT,
            "exchange options out of range: steps_in_flight %d, planning %d, transport %d",
            options->steps_in_flight, (int)options->planning, (int)options->transport);
    }
    if (options->precision < CT_MESSAGES_EXACT || options->precision > CT_MESSAGES_FLOAT ||
        (options->precision != CT_MESSAGES_EXACT && plan->movement != CT_EXCHANGE)) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "precision %d of a movement's messages; allowed: 0, of exchanges up to %d",
                        (int)options->precision, (int)CT_MESSAGES_FLOAT);
    }
    CT_TRY(ct_elements_create(conversion, element_bytes, options->precision, &plan->elements));
    if (element_bytes < 1 || element_bytes > CT_ELEMENT_MOST_BYTES ||
        plan->elements.direct.into_bytes != receive->element_bytes) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "elements of %td bytes sent and of %td received; allowed: 1 to %d, alike",
                        element_bytes, receive->element_bytes, CT_ELEMENT_MOST_BYTES);
    }
    CT_TRY(ct_blocks_create(send, "send", &plan->send));
    CT_TRY(ct_blocks_create(receive, "receive", &plan->receive));
    plan->send.order = plan->receive.order = plan->order;
    plan->send_end = ct_blocks_end(&plan->send);
    plan->receive_end = ct_blocks_end(&plan->receive);
    plan->sent = ct_blocks_extent(&plan->send, 0);
    plan->received = ct_blocks_extent(&plan->receive, 1);
cleanup:
    return status;
}

/* Fails where options differ from rank 0's. Collective. */
static ct_status check_same_options(const ct_exchange_plan *plan, int automatic,
                                    const ct_choice *asked) {
    struct {
        char label[CT_EXCHANGE_LABEL];
        char topology[CT_TOPOLOGY_TEXT];
        ptrdiff_t element_bytes, precision;
        int automatic, movement, root, planning, transport, steps_in_flight, private_arrays,
            in_place;
    } mine, first;
    ct_status status = CT_OK;
    memset(&mine, 0, sizeof mine);
    mine.automatic = automatic;
    mine.movement = (int)plan->movement;
    mine.root = plan->root;
    mine.planning = (int)plan->options.planning;
    mine.steps_in_flight = plan->options.steps_in_flight;
    mine.transport = (int)plan->options.transport;
    mine.private_arrays = plan->options.private_arrays != 0;
    mine.in_place = plan->options.in_place != 0;
    mine.precision = (ptrdiff_t)plan->options.precision;
    mine.element_bytes = plan->send.element_bytes;
    ct_topology_format(&plan->topology, mine.topology);
    if (!automatic) {
        ct_choice_format(asked, &plan->topology, mine.label);
    }
    first = mine;
    CT_MPI(MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, plan->comm));
    if (memcmp(&first, &mine, sizeof first) != 0) {
        status = first.movement != mine.movement || first.root != mine.root
                     ? ct_raise(CT_ERROR_ARGUMENT, "movement or root differ between ranks: %s, %d",
                                ct_pattern_name(plan->movement), plan->order[plan->root])
                     : ct_raise(CT_ERROR_ARGUMENT, "exchange options differ between ranks");
    }
    status = ct_agree(plan->comm, status);
cleanup:
    return status;
}

/* Of some blocks: the most elements and minus the fewest, so that one MPI_MAX finds both. */
typedef struct spread {
    long long most, minus_fewest;
} spread;

static void widen(spread *s, ptrdiff_t elements) {
    s->most = elements > s->most ? elements : s->most;
    s->minus_fewest = -elements > s->minus_fewest ? -elements : s->minus_fewest;
}

/* Of ranks that are only supposed, the others send as much as this one, unless it is known what all
 * send; then their blocks may have other sizes. Local. */
static void suppose(ct_exchange_plan *plan, double all_sent, double sent_bytes) {
    double mine = 0;
    for (int peer = 0; peer < plan->size; peer++) {
        mine += peer != plan->rank ? (double)ct_blocks_elements(&plan->send, peer) : 0;
    }
    plan->total_bytes = plan->size * sent_bytes;
    if (mine > 0 && all_sent > 0 && all_sent != plan->size * mine) {
        plan->total_bytes = sent_bytes * (all_sent / mine);
        plan->block_elements = -1;
    }
}

/* Sums the bytes sent to other ranks, and finds whether those blocks have one size; *uniform: so
 * have all blocks, and each rank has one. Collective. */
static ct_status survey_sizes(ct_exchange_plan *plan, double all_sent, int *uniform) {
    enum { CROSSING, ALL, PARTS, SPREADS };
    spread s[SPREADS] = {{LLONG_MIN, LLONG_MIN}, {LLONG_MIN, LLONG_MIN}, {0, 0}};
    double sent_bytes = 0;
    const int *leader = ct_exchange_context(plan)->leader;
    ct_status status = CT_OK;
    s[PARTS].most = plan->send.first_part != NULL || plan->receive.first_part != NULL;
    for (int peer = 0; peer < plan->size; peer++) {
        const ptrdiff_t elements = ct_blocks_elements(&plan->send, peer);
        widen(&s[ALL], elements);
        widen(&s[ALL], ct_blocks_elements(&plan->receive, peer));
        if (peer != plan->rank) {
            const int is_narrow = ct_elements_are_narrow(&plan->elements, leader, plan->rank, peer);
            const ptrdiff_t whole = ct_elements_message_bytes(&plan->elements, 0, elements);
            const ptrdiff_t sent = ct_elements_message_bytes(&plan->elements, is_narrow, elements);
            sent_bytes += (double)sent;
            *(leader[plan->rank] == leader[peer] ? &plan->saved_inside_bytes
                                                 : &plan->saved_between_bytes) +=
                (double)(whole - sent);
            widen(&s[CROSSING], elements);
        }
    }
    plan->rounds = plan->saved_inside_bytes + plan->saved_between_bytes > 0;
    CT_MPI(MPI_Allreduce(&sent_bytes, &plan->total_bytes, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &plan->rounds, 1, MPI_INT, MPI_MAX, plan->comm));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, s, 2 * SPREADS, MPI_LONG_LONG, MPI_MAX, plan->comm));
    *uniform = s[ALL].most == -s[ALL].minus_fewest && s[PARTS].most == 0;
    plan->all_hear = plan->size == 1 || s[CROSSING].minus_fewest < 0;
    plan->block_elements = plan->size > 1 && s[CROSSING].most == -s[CROSSING].minus_fewest
                               ? (ptrdiff_t)s[CROSSING].most
                               : -1;
    if (ct_exchange_context(plan)->is_supposed) {
        suppose(plan, all_sent, sent_bytes);
    }
cleanup:
    return status;
}

/* What one rank sends to another: elements, number of parts, and a hash of the parts' sizes. */
typedef struct parts_size {
    uint64_t elements, count, sum;
} parts_size;
enum { PARTS_NUMBERS = sizeof(parts_size) / sizeof(uint64_t) };

static parts_size size_of(const ct_blocks *blocks, int peer) {
    const ct_parts parts = ct_blocks_parts(blocks, peer);
    parts_size size = {(uint64_t)ct_parts_elements(&parts), 0, CT_HASH_START};
    for (ptrdiff_t i = 0; i < parts.count && size.elements > 0; i++) {
        size.sum = ct_hash_number(size.sum, (uint64_t)ct_block_elements(ct_parts_at(&parts, i)));
        size.count++;
    }
    return size;
}

/* Compares the sizes that peers send with the receive layout. Local. */
static ct_status compare_sizes(const ct_exchange_plan *plan, const parts_size *offered) {
    for (int peer = 0; peer < plan->size; peer++) {
        const parts_size expected = size_of(&plan->receive, peer);
        const int from = plan->order[peer];
        const int to = plan->order[plan->rank];
        if (offered[peer].elements != expected.elements) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "rank %d sends %" PRIu64 " elements to rank %d, which expects %" PRIu64,
                            from, offered[peer].elements, to, expected.elements);
        }
        if (offered[peer].count != expected.count || offered[peer].sum != expected.sum) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "rank %d sends %" PRIu64 " blocks to rank %d, which expects %" PRIu64
                            "; allowed: as many, one by one of as many elements",
                            from, offered[peer].count, to, expected.count);
        }
    }
    return CT_OK;
}

/* Sends every rank the sizes of what it will be sent; fails where its layout differs.
 * Collective. */
static ct_status check_sizes_meet(const ct_exchange_plan *plan) {
    parts_size *going = malloc(2 * (size_t)plan->size * sizeof *going);
    ct_status status =
        ct_agree(plan->comm, going != NULL
                                 ? CT_OK
                                 : ct_raise(CT_ERROR_MEMORY, "no memory for the sizes of %d blocks",
                                            2 * plan->size));
    if (status != CT_OK || going == NULL) {
        goto cleanup;
    }
    parts_size *offered = going + plan->size;
    for (int peer = 0; peer < plan->size; peer++) {
        going[peer] = size_of(&plan->send, peer);
    }
    CT_MPI(MPI_Alltoall(going, PARTS_NUMBERS, MPI_UINT64_T, offered, PARTS_NUMBERS, MPI_UINT64_T,
                        plan->comm));
    status = ct_agree(plan->comm, compare_sizes(plan, offered));
cleanup:
    free(going);
    return status;
}

ct_status ct_exchange_check(ct_exchange_plan *plan, const ct_blocks *send, const ct_blocks *receive,
                            const ct_conversion *conversion, const ct_exchange_options *options,
                            int *automatic, ct_choice *asked) {
    int uniform = 0;
    ct_status status = CT_OK;
    plan->options = *options;
    plan->options.algorithm = NULL; /* the caller's */
    plan->options.tuning_file = NULL;
    plan->options.topology = NULL;
    status = check_mine(plan, send, receive, conversion);
    if (status == CT_OK) {
        status =
            ct_choice_parse(options->algorithm, plan->movement, &plan->topology, automatic, asked);
    }
    if (status == CT_OK && !*automatic && asked->row == NULL && !ct_library_can(&plan->elements)) {
        status = ct_raise(CT_ERROR_UNSUPPORTED,
                          "the MPI library's own exchange changes no precision and adds to no "
                          "array; allowed: any other algorithm");
    }
    CT_TRY(ct_agree(plan->comm, status));
    if (asked->transport != CT_TRANSPORT_AUTO) {
        plan->options.transport = asked->transport;
    }
    CT_TRY(check_same_options(plan, *automatic, asked));
    if (plan->options.in_place) { /* before peers learn where blocks lie */
        CT_TRY(ct_staging_create(plan));
    }
    CT_TRY(survey_sizes(plan, send->all_sent, &uniform));
    if (!uniform && !ct_exchange_context(plan)->is_supposed) {
        CT_TRY(check_sizes_meet(plan));
    }
cleanup:
    return status;
}

ct_status ct_exchange_supports(MPI_Comm comm, const char *algorithm) {
    ct_topology topology;
    ct_choice choice;
    int automatic = 0;
    int node_ranks = 0;
    int *order = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_network_find(comm, &topology, &node_ranks, &order));
    status =
        ct_agree(comm, ct_choice_parse(algorithm, CT_EXCHANGE, &topology, &automatic, &choice));
cleanup:
    free(order);
    return status;
}
