#include "node/segment.h"

#include "base/mpi.h"
#include "base/pages.h"
#include "node/segment_list.h"
#include "node/shm.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

_Atomic uint64_t ct_segments_changes;

ct_place ct_place_of(const void *address) {
    const ct_segment *at = ct_segment_around(address);
    return at != NULL ? (ct_place){at->id, (const char *)address - at->base} : (ct_place){0, 0};
}

void *ct_place_address(ct_place place) {
    const ct_segment *at = ct_segment_named(place.segment);
    return at != NULL ? at->base + place.offset : NULL;
}

int ct_segment_reaches(uint64_t id, MPI_Comm comm, const int *ranks, int count) {
    const ct_segment *asked = ct_segment_named(id);
    MPI_Group group = MPI_GROUP_NULL;
    if (asked == NULL || MPI_Comm_group(comm, &group) != MPI_SUCCESS) {
        return 0;
    }
    int reaches = 1;
    for (int k = 0; reaches && k < count; k++) {
        int member = MPI_UNDEFINED;
        (void)MPI_Group_translate_ranks(group, 1, &ranks[k], asked->members->group, &member);
        reaches = member != MPI_UNDEFINED;
    }
    (void)MPI_Group_free(&group);
    return reaches;
}

ct_place ct_place_shared_by(ct_place_lookup *last, const void *array, MPI_Comm comm,
                            const int *ranks, int count) {
    const uint64_t version = ct_segments_version();
    if (last->array != array || last->version != version) {
        ct_place place = ct_place_of(array);
        if (!ct_segment_reaches(place.segment, comm, ranks, count)) {
            place = (ct_place){.segment = 0};
        }
        *last = (ct_place_lookup){array, version, place};
    }
    return last->place;
}

/* The size of a part rounded up to `unit`, at least one unit, so that parts of a rank have distinct
 * addresses. A double, since requests may exceed ptrdiff_t in sum. */
static double rounded(ptrdiff_t bytes, ptrdiff_t unit) {
    ptrdiff_t units = bytes / unit + (bytes % unit > 0 || bytes == 0);
    return (double)units * (double)unit;
}

/* A rank's request, and the bytes promised to it before. */
typedef struct wish {
    ptrdiff_t bytes;
    double promised_bytes;
} wish;

/* The alignment of parts, or 0 if this node cannot share the memory. `all`: the requests of all
 * ranks. Collective over the node. */
static ct_status choose_unit(const ct_context *node, ptrdiff_t bytes, ptrdiff_t limit_bytes,
                             wish *all, ptrdiff_t *unit) {
    ct_status status = CT_OK;
    int fits = 0;
    *unit = 0;
    /* Counting touched pages is slow: only if the upper bound does not fit. */
    for (int exactly = 0; !fits && exactly <= 1; exactly++) {
        const wish mine = {bytes, ct_segments_promised_bytes(exactly)};
        double in_pages = 0;
        double in_huge_pages = 0;
        double promised = 0;
        CT_TRY(ct_context_node_allgather(node, &mine, sizeof mine, all));
        for (int k = 0; k < node->node_size; k++) {
            in_pages += rounded(all[k].bytes, CT_PAGE_BYTES);
            in_huge_pages += rounded(all[k].bytes, CT_HUGE_PAGE_BYTES);
            promised += all[k].promised_bytes;
        }
        const int huge = in_huge_pages < in_pages / 8 * 9;
        *unit = huge ? CT_HUGE_PAGE_BYTES : CT_PAGE_BYTES;
        const int fits_here = ct_shm_fits(huge ? in_huge_pages : in_pages, promised, limit_bytes);
        CT_TRY(ct_context_node_all(node, fits_here, &fits));
    }
    if (!fits) {
        *unit = 0;
    }
cleanup:
    return status;
}

/* The file of a segment, and its unique id. */
typedef struct origin {
    uint64_t id; /* 0: there is none */
    ct_shm_file file;
} origin;

/* Segments up to so many bytes have all their pages from the beginning. Each rank enters those of
 * all, for which page tables take ranks / 512 of the memory and a page a tenth of the time that
 * placing it took: of few ranks' segments that is little. Larger ones may be used in small part. */
enum { ENTERED_MOST_BYTES = 32 << 20, ENTERED_MOST_BYTES_OF_FEW = 1 << 30 };
enum { ENTERED_MOST_RANKS = 8, ENTERED_ROOM = 2 };

/* Whether this one has; the same on all ranks. Collective over the node. */
static ct_status is_entered(const ct_segment *made, const ct_context *node, ptrdiff_t limit_bytes,
                            int *entered) {
    *entered = made->bytes <= ENTERED_MOST_BYTES;
    if (*entered || node->node_size > ENTERED_MOST_RANKS ||
        made->bytes > ENTERED_MOST_BYTES_OF_FEW) {
        return CT_OK;
    }
    const int has_room = ct_shm_fits(ENTERED_ROOM * (double)made->bytes, 0, limit_bytes);
    return ct_context_node_all(node, has_room, entered);
}

static void unmap(ct_segment *made) {
    if (made->base != NULL) {
        (void)munmap(made->base, (size_t)made->bytes);
    }
    made->base = NULL;
}

/* The first rank of the node creates the file, all ranks map it: not MPI_Win_allocate_shared, which
 * takes one of MPI's few communicators for each array. None touches others' parts: who first writes
 * a page places it (NUMA). Entered at once, not one by one, the first c2c transform of 64^3 on 2
 * ranks takes 0.85 ms for 1.13. *mapped is false on all ranks if one failed. `origins` is workspace
 * of one a rank. Collective over the node. */
static ct_status map(ct_segment *made, const ct_context *node, ptrdiff_t offset, int entered,
                     int has_name, origin *origins, int *mapped) {
    origin mine = {.id = 0};
    int descriptor = -1;
    void *base = MAP_FAILED;
    ct_status status = CT_OK;
    if (node->place == 0) {
        const uint64_t id = ct_segment_new_id();
        descriptor = ct_shm_create(made->bytes, has_name, id, &mine.file);
        mine.id = descriptor >= 0 ? id : 0;
    }
    CT_TRY(ct_context_node_allgather(node, &mine, sizeof mine, origins));
    made->id = origins[0].id;
    if (node->place > 0 && made->id != 0) {
        descriptor = ct_shm_open(&origins[0].file);
    }
    if (descriptor >= 0) {
        base = mmap(NULL, (size_t)made->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    made->base = base != MAP_FAILED ? base : NULL;
    int has_pages = base != MAP_FAILED;
    if (has_pages) {
        made->part = made->base + offset;
        (void)madvise(base, (size_t)made->bytes, MADV_HUGEPAGE);
        has_pages = !entered || ct_shm_place(made->part, made->part_bytes, descriptor, offset);
    }
    CT_TRY(ct_context_node_all(node, has_pages, mapped));
#ifdef MADV_POPULATE_READ
    if (*mapped && entered) {
        (void)madvise(base, (size_t)made->bytes, MADV_POPULATE_READ);
    }
#endif
cleanup:
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    if (mine.id != 0) { /* all ranks have mapped it */
        ct_shm_unname(&mine.file);
    }
    return status;
}

/* The same, if need be by a file with a name: once that helped, this process gives them names.
 * Collective over the node. */
static ct_status map_somehow(ct_segment *made, const ct_context *node, ptrdiff_t offset,
                             int entered, origin *origins, int *mapped) {
    static _Atomic int needs_names;
    ct_status status = CT_OK;
    CT_TRY(map(made, node, offset, entered, needs_names, origins, mapped));
    if (!*mapped && origins[0].id != 0 && origins[0].file.name[0] == '\0') {
        unmap(made);
        CT_TRY(map(made, node, offset, entered, 1, origins, mapped));
        needs_names = needs_names || *mapped;
    }
cleanup:
    return status;
}

static void release(ct_segment *made) {
    unmap(made);
    ct_members_release(&made->members);
    free(made);
}

/* Lays the parts out. Local. */
static void divide(ct_segment *made, const ct_context *node, const wish *all, ptrdiff_t unit,
                   ptrdiff_t *offset) {
    for (int k = 0; k < node->node_size; k++) {
        const ptrdiff_t part_bytes = (ptrdiff_t)rounded(all[k].bytes, unit);
        if (k == node->place) {
            *offset = made->bytes;
            made->part_bytes = part_bytes;
        }
        made->bytes += part_bytes;
    }
}

ct_status ct_segment_create(const ct_context *node, ptrdiff_t bytes, ptrdiff_t limit_bytes,
                            void **part) {
    const size_t ranks = (size_t)node->node_size;
    ct_status status = CT_OK;
    ptrdiff_t unit = 0;
    ptrdiff_t offset = 0;
    int entered = 0;
    int goes_on = 0;
    ct_segment *made = calloc(1, sizeof *made);
    wish *wishes = malloc(ranks * (sizeof *wishes + sizeof(origin)));
    *part = NULL;
    const int has_entry = made != NULL && wishes != NULL && ct_segments_reserve();
    CT_TRY(ct_context_node_all(node, has_entry, &goes_on));
    if (!goes_on || made == NULL || wishes == NULL) {
        goto cleanup;
    }
    CT_TRY(choose_unit(node, bytes, limit_bytes, wishes, &unit));
    if (unit == 0) {
        goto cleanup;
    }
    divide(made, node, wishes, unit, &offset);
    CT_TRY(is_entered(made, node, limit_bytes, &entered));
    CT_TRY(map_somehow(made, node, offset, entered, (origin *)(wishes + ranks), &goes_on));
    if (goes_on) {
        made->members = node->members;
        made->members->references++;
        ct_segment_add(made);
        ct_segments_changes++;
        *part = made->part;
        made = NULL;
    }
cleanup:
    if (has_entry && *part == NULL) {
        ct_segments_unreserve();
    }
    if (made != NULL) {
        release(made);
    }
    free(wishes);
    return status;
}

int ct_segment_destroy(const void *part) {
    ct_segment *found = ct_segment_remove(part);
    if (found == NULL) {
        return 0;
    }
    ct_segments_changes++;
    release(found);
    return 1;
}

int ct_segment_adopt(const ct_context *node, uint64_t id, void *base, ptrdiff_t bytes) {
    ct_segment *made = calloc(1, sizeof *made);
    if (made == NULL || !ct_segments_reserve()) {
        free(made);
        return 0;
    }
    *made = (ct_segment){
        .id = id, .base = base, .bytes = bytes, .part = base, .members = node->members};
    made->members->references++;
    ct_segment_add(made);
    ct_segments_changes++;
    return 1;
}

void *ct_segment_abandon(uint64_t id) {
    const ct_segment *named = ct_segment_named(id);
    ct_segment *found = named != NULL ? ct_segment_remove(named->part) : NULL;
    if (found == NULL) {
        return NULL;
    }
    void *base = found->base;
    ct_segments_changes++;
    ct_members_release(&found->members);
    free(found);
    return base;
}
