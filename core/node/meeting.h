/*
 * Where the ranks of a node wait for each other and tell where their arrays are, in shared memory.
 */
#ifndef CT_NODE_MEETING_H
#define CT_NODE_MEETING_H

#include "node/segment.h"

#include <stdint.h>

enum { CT_MEETING_ARRAYS = 2 };

typedef struct ct_meeting_line ct_meeting_line;

typedef struct ct_meeting {
    int rank, size, *ranks;
    MPI_Comm comm;
    void *memory;
    ct_meeting_line **line; /* of each rank */
    uint64_t times;         /* met */
    struct {
        const void *array;
        uint64_t version;
        ct_place place;
    } known[CT_MEETING_ARRAYS];
} ct_meeting;

/* What a rank brings to an execution. */
typedef struct ct_meeting_word {
    int is_refused; /* its arrays are wrong */
    int is_private; /* others cannot reach them */
    ct_place place[CT_MEETING_ARRAYS];
} ct_meeting_word;

/* *is_possible when all ranks of `comm` run on one node that has shared memory for it. Collective;
 * `comm` stays the caller's and must outlive the meeting. */
ct_status ct_meeting_create(MPI_Comm comm, ct_meeting *meeting, int *is_possible);
void ct_meeting_destroy(ct_meeting *meeting);

/* Waits until all ranks have come as often. What they wrote before is seen after. */
void ct_meeting_wait(ct_meeting *meeting);

/* Says this rank's word, without which arrays are looked up here, and hears everybody's: refused or
 * private when anybody's is. Collective. */
ct_meeting_word ct_meeting_tell(ct_meeting *meeting, int is_refused,
                                const void *const array[CT_MEETING_ARRAYS],
                                const ptrdiff_t bytes[CT_MEETING_ARRAYS]);

/* The address here of a rank's array, as last told. */
char *ct_meeting_address(const ct_meeting *meeting, int rank, int array);

#endif
