#include "bindings/preload/begun/blocks.h"

#include "bindings/preload/pack/bottom.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PIECE_BYTES = 1 << 30 }; /* of what MPI packs at a time, which counts in int */

static MPI_Datatype type_of(const ct_begun_blocks_given *given, int peer) {
    return given->types != NULL ? given->types[peer] : given->type;
}

static int count_of(const ct_begun_blocks_given *given, int peer) {
    return given->counts != NULL ? given->counts[peer] : given->count;
}

static char *place_of(const ct_begun_blocks_given *given, int peer) {
    MPI_Aint first = 0;
    MPI_Aint unit = 1;
    if (given->types == NULL) {
        (void)PMPI_Type_get_extent(given->type, &first, &unit);
    }
    const MPI_Aint offset =
        given->displacements != NULL ? given->displacements[peer] : (MPI_Aint)peer * given->count;
    /* MPI_BOTTOM may be NULL, with addresses in the displacements. */
    return (char *)((uintptr_t)given->array + (uintptr_t)(offset * unit)); // NOLINT
}

/* MPI_BOTTOM is NULL in MPICH, which takes it for types with addresses inside, not for its own. */
static int is_named(MPI_Datatype type) {
    int integers = 0;
    int addresses = 0;
    int types = 0;
    int combiner = MPI_COMBINER_NAMED;
    (void)PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

ct_begun_blocks_facts ct_begun_blocks_look(const ct_begun_blocks_given *given, int ranks) {
    ct_begun_blocks_facts facts = {.is_right = 1, .is_plain = 1};
    MPI_Count bytes = 0;
    int is_plain = 0;
    const int has_one_type = given->types == NULL;
    const int has_counts = given->counts != NULL || given->displacements != NULL || !has_one_type;
    if (given->array == MPI_IN_PLACE ||
        (has_counts && (given->counts == NULL || given->displacements == NULL))) {
        return (ct_begun_blocks_facts){.is_right = 0};
    }
    for (int peer = 0; peer < ranks; peer++) {
        const int count = count_of(given, peer);
        if (count < 0 || type_of(given, peer) == MPI_DATATYPE_NULL) {
            return (ct_begun_blocks_facts){.is_right = 0};
        }
        if (peer == 0 || !has_one_type) {
            is_plain = ct_call_type_is_plain(type_of(given, peer), &bytes);
        }
        const uint64_t block = (uint64_t)count * (uint64_t)bytes;
        facts.is_plain = facts.is_plain && (is_plain || block == 0);
        facts.is_right = facts.is_right &&
                         (block == 0 || given->array != NULL || !is_named(type_of(given, peer)));
        facts.bytes += block;
        facts.largest = block > facts.largest ? block : facts.largest;
    }
    return facts;
}

static void *reserve(size_t bytes) {
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (memory == NULL) {
        (void)fprintf(stderr, "cornerturn: no memory to pack %zu bytes of an all-to-all\n", bytes);
        (void)PMPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

/* Packs or unpacks one block in pieces. */
static int convert(char *packed, char *array, int count, MPI_Datatype type, int unpacks) {
    MPI_Count size = 0;
    MPI_Aint first = 0;
    MPI_Aint extent = 0;
    int code = PMPI_Type_size_x(type, &size);
    (void)PMPI_Type_get_extent(type, &first, &extent);
    const int most = size > 0 && size < PIECE_BYTES ? (int)(PIECE_BYTES / size) : 1;
    for (int done = 0; code == MPI_SUCCESS && size > 0 && done < count; done += most) {
        const int now = count - done < most ? count - done : most;
        const int bytes = (int)(now * size);
        char *from = (char *)((uintptr_t)array + (uintptr_t)(done * extent)); // NOLINT: MPI_BOTTOM
        int at = 0;
        code = unpacks ? ct_unpack(packed, bytes, &at, from, now, type, MPI_COMM_SELF)
                       : ct_pack(from, now, type, packed, bytes, &at, MPI_COMM_SELF);
        packed += bytes;
    }
    return code;
}

static int convert_all(const ct_begun_blocks *blocks, int unpacks) {
    char *at = blocks->packed;
    int code = MPI_SUCCESS;
    for (int peer = 0; code == MPI_SUCCESS && peer < blocks->ranks; peer++) {
        const MPI_Datatype type =
            blocks->kept != NULL ? blocks->kept[peer] : type_of(&blocks->given, peer);
        const int count = count_of(&blocks->given, peer);
        MPI_Count size = 0;
        (void)PMPI_Type_size_x(type, &size);
        code = convert(at, place_of(&blocks->given, peer), count, type, unpacks);
        at += (size_t)count * (size_t)size;
    }
    return code;
}

/* The program may free its types while the call is under way. */
static void keep_types(ct_begun_blocks *blocks) {
    blocks->kept = reserve((size_t)blocks->ranks * sizeof(MPI_Datatype));
    for (int peer = 0; peer < blocks->ranks; peer++) {
        (void)PMPI_Type_dup(type_of(&blocks->given, peer), &blocks->kept[peer]);
    }
}

int ct_begun_blocks_create(ct_begun_blocks *blocks, const ct_begun_blocks_given *given, int ranks,
                           int is_sent, int copies, ct_board_block block[]) {
    const ct_begun_blocks_facts facts = ct_begun_blocks_look(given, ranks);
    uint64_t at = 0;
    *blocks = (ct_begun_blocks){.given = *given, .ranks = ranks, .packed_bytes = facts.bytes};
    if (copies || !facts.is_plain) {
        blocks->packed = reserve(facts.bytes);
        if (!is_sent) {
            keep_types(blocks);
        }
    }
    for (int peer = 0; peer < ranks; peer++) {
        MPI_Count size = 0;
        (void)PMPI_Type_size_x(type_of(given, peer), &size);
        block[peer].bytes = (uint64_t)count_of(given, peer) * (uint64_t)size;
        block[peer].address = blocks->packed != NULL ? (uint64_t)(uintptr_t)(blocks->packed + at)
                                                     : (uint64_t)(uintptr_t)place_of(given, peer);
        at += block[peer].bytes;
    }
    return blocks->packed != NULL && is_sent ? convert_all(blocks, 0) : MPI_SUCCESS;
}

int ct_begun_blocks_finish(ct_begun_blocks *blocks, int unpacks) {
    const int code = unpacks && blocks->packed != NULL ? convert_all(blocks, 1) : MPI_SUCCESS;
    for (int peer = 0; blocks->kept != NULL && peer < blocks->ranks; peer++) {
        (void)PMPI_Type_free(&blocks->kept[peer]);
    }
    free(blocks->kept);
    free(blocks->packed);
    *blocks = (ct_begun_blocks){.packed = NULL};
    return code;
}
