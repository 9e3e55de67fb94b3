#include "base/segment.h"

#include "base/mpi.h"
#include "base/room.h"

#include <stdlib.h>
#include <sys/mman.h>

typedef struct segment {
    struct segment *next;
    uint64_t id;
    char *base; /* where the whole is mapped here, a multiple of a page */
    ptrdiff_t bytes;
    char *part; /* this rank's */
    ptrdiff_t part_bytes;
    MPI_Win window;
    MPI_Group members;
} segment;

/* A few dozen at most, so a walk finds them fast enough. */
static segment *segments;
static uint64_t version;

static segment *find(uint64_t id) {
    segment *found = segments;
    while (found != NULL && found->id != id) {
        found = found->next;
    }
    return found;
}

ct_place ct_place_of(const void *address) {
    uintptr_t wanted = (uintptr_t)address;
    for (const segment *at = segments; at != NULL; at = at->next) {
        uintptr_t offset = wanted - (uintptr_t)at->base; /* beyond all sizes if it lies before */
        if (offset < (uintptr_t)at->bytes) {
            return (ct_place){at->id, (ptrdiff_t)offset};
        }
    }
    return (ct_place){0, 0};
}

void *ct_place_address(ct_place place) {
    const segment *at = find(place.segment);
    return at != NULL ? at->base + place.offset : NULL;
}

uint64_t ct_segments_version(void) {
    return version;
}

int ct_segment_reaches(uint64_t id, MPI_Comm comm, const int *ranks, int count) {
    const segment *asked = find(id);
    MPI_Group group = MPI_GROUP_NULL;
    if (asked == NULL || MPI_Comm_group(comm, &group) != MPI_SUCCESS) {
        return 0;
    }
    int reaches = 1;
    for (int k = 0; reaches && k < count; k++) {
        int member = MPI_UNDEFINED;
        (void)MPI_Group_translate_ranks(group, 1, &ranks[k], asked->members, &member);
        reaches = member != MPI_UNDEFINED;
    }
    (void)MPI_Group_free(&group);
    return reaches;
}

/* The multiple of `unit` that a part takes. An empty part takes one too, so that all parts of a
 * rank have addresses of their own. A double, since any size may be asked for. */
static double rounded(ptrdiff_t bytes, ptrdiff_t unit) {
    ptrdiff_t units = bytes / unit + (bytes % unit > 0 || bytes == 0);
    return (double)units * (double)unit;
}

/* Upper bound of what this rank was promised and has not touched, or what it is to the page. */
static double promised_bytes(int exactly) {
    double promised = 0;
    for (const segment *at = segments; at != NULL; at = at->next) {
        promised +=
            (double)(exactly ? ct_untouched_bytes(at->part, at->part_bytes) : at->part_bytes);
    }
    return promised;
}

/* Decides for the whole node: what parts are multiples of, or 0 when this node cannot share the
 * memory or a rank is not `ready` to. Collective over the node. */
static ct_status choose_unit(MPI_Comm node, int ready, ptrdiff_t bytes, ptrdiff_t limit_bytes,
                             ptrdiff_t *unit) {
    enum { IN_PAGES, IN_HUGE_PAGES, PROMISED, NUMBERS };
    ct_status status = CT_OK;
    int fits = 0;
    *unit = 0;
    /* Looking at each page for what was touched takes time: only when it decides. */
    for (int exactly = 0; !fits && exactly <= 1; exactly++) {
        double mine[NUMBERS] = {rounded(bytes, CT_PAGE_BYTES), rounded(bytes, CT_HUGE_PAGE_BYTES),
                                promised_bytes(exactly)};
        double all[NUMBERS] = {0};
        CT_MPI(MPI_Allreduce(mine, all, NUMBERS, MPI_DOUBLE, MPI_SUM, node));
        int huge = all[IN_HUGE_PAGES] < all[IN_PAGES] / 8 * 9;
        double whole = (huge ? all[IN_HUGE_PAGES] : all[IN_PAGES]) + CT_PAGE_BYTES;
        *unit = huge ? CT_HUGE_PAGE_BYTES : CT_PAGE_BYTES;
        int fits_here = ready && ct_room_for(whole, all[PROMISED], limit_bytes);
        CT_MPI(MPI_Allreduce(&fits_here, &fits, 1, MPI_INT, MPI_LAND, node));
    }
    if (!fits) {
        *unit = 0;
    }
cleanup:
    return status;
}

/* A name that no other segment of this job ever has. Processes simulated in one have the same pid;
 * their ranks differ. Collective over the node. */
static ct_status name_segment(MPI_Comm node, uint64_t *id) {
    static uint64_t named;
    ct_status status = CT_OK;
    int world_rank = 0;
    CT_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &world_rank));
    *id = (uint64_t)(world_rank + 1) << 40 | ++named;
    CT_MPI(MPI_Bcast(id, 1, MPI_UINT64_T, 0, node));
cleanup:
    return status;
}

/* The first rank of the node allocates for all, in one piece, which every rank maps and none
 * touches yet: a page comes to be near the core that first writes it. Without a window when MPI
 * cannot. Collective over the node. */
static ct_status map(segment *made, MPI_Comm node, ptrdiff_t part_bytes) {
    ct_status status = CT_OK;
    int rank = 0;
    int displacement_unit = 1;
    ptrdiff_t offset = 0;
    MPI_Aint mapped_bytes = 0;
    void *first = NULL;
    CT_MPI(MPI_Comm_rank(node, &rank));
    CT_MPI(MPI_Comm_group(node, &made->members));
    CT_MPI(MPI_Exscan(&part_bytes, &offset, 1, MPI_AINT, MPI_SUM, node));
    CT_MPI(MPI_Allreduce(&part_bytes, &made->bytes, 1, MPI_AINT, MPI_SUM, node));
    /* A page more, for MPI need not map it at one. A failure is the same for all ranks. */
    if (MPI_Win_allocate_shared(rank == 0 ? made->bytes + CT_PAGE_BYTES : 0, 1, MPI_INFO_NULL, node,
                                &first, &made->window) != MPI_SUCCESS) {
        made->window = MPI_WIN_NULL;
        goto cleanup;
    }
    CT_MPI(MPI_Win_shared_query(made->window, 0, &mapped_bytes, &displacement_unit, &first));
    uintptr_t beyond_page = (uintptr_t)first % CT_PAGE_BYTES; /* everywhere the same */
    made->base = (char *)first + (beyond_page > 0 ? CT_PAGE_BYTES - beyond_page : 0);
    made->part = made->base + (rank > 0 ? offset : 0);
    made->part_bytes = part_bytes;
    (void)madvise(made->base, (size_t)made->bytes, MADV_HUGEPAGE);
    CT_TRY(name_segment(node, &made->id));
cleanup:
    return status;
}

static void release(segment *made) {
    if (made->window != MPI_WIN_NULL) {
        (void)MPI_Win_free(&made->window);
    }
    if (made->members != MPI_GROUP_NULL) {
        (void)MPI_Group_free(&made->members);
    }
    free(made);
}

ct_status ct_segment_create(MPI_Comm node, ptrdiff_t bytes, ptrdiff_t limit_bytes, void **part) {
    ct_status status = CT_OK;
    ptrdiff_t unit = 0;
    segment *made = calloc(1, sizeof *made);
    *part = NULL;
    if (made != NULL) {
        made->window = MPI_WIN_NULL;
        made->members = MPI_GROUP_NULL;
    }
    CT_TRY(choose_unit(node, made != NULL, bytes, limit_bytes, &unit));
    if (made == NULL || unit == 0) {
        goto cleanup;
    }
    CT_TRY(map(made, node, (ptrdiff_t)rounded(bytes, unit)));
    if (made->window == MPI_WIN_NULL) {
        goto cleanup;
    }
    made->next = segments;
    segments = made;
    version++;
    *part = made->part;
    return CT_OK;
cleanup:
    if (made != NULL) {
        release(made);
    }
    return status;
}

int ct_segment_destroy(const void *part) {
    segment **link = &segments;
    while (*link != NULL && (*link)->part != part) {
        link = &(*link)->next;
    }
    segment *found = *link;
    if (found == NULL) {
        return 0;
    }
    *link = found->next;
    version++;
    release(found);
    return 1;
}
