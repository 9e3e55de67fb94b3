#include "bindings/shared/open.h"

#include "base/entries.h"
#include "base/fail.h"
#include "bindings/shared/files.h"
#include "bindings/shared/limits.h"
#include "node/segment.h"
#include "node/segment_list.h"
#include <cornerturn/agree.h>

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of another rank, mapped here. */
typedef struct peer {
    uint64_t id;
    ptrdiff_t bytes;
    int descriptor; /* by which to see that its owner has freed it */
} peer;

static peer *peers; /* of MPI's thread */
static int count_peers, capacity_peers;

static int is_gone(int descriptor) {
    struct stat now;
    return fstat(descriptor, &now) != 0 || now.st_size == 0;
}

static void close_peer(peer *p) {
    void *base = ct_segment_abandon(p->id);
    (void)munmap(base, (size_t)p->bytes);
    (void)close(p->descriptor);
    *p = peers[--count_peers];
}

void ct_shared_files_sweep(void) {
    ct_shared_files_abandon();
    for (int i = count_peers - 1; i >= 0; i--) {
        if (is_gone(peers[i].descriptor)) {
            close_peer(&peers[i]);
        }
    }
}

/* Nothing remains of an attempt that failed on some rank: a segment here that another rank does not
 * have would be named to it by exchanges of private arrays. */
static void undo(const ct_shared_notice *mine, int count, int peers_before) {
    while (count_peers > peers_before) {
        close_peer(&peers[count_peers - 1]);
    }
    for (int i = 0; i < count; i++) {
        ct_shared_file_forget(&mine[i]);
    }
}

/* Maps a file of another rank, unless this rank has it. */
static int open_peer(const ct_context *context, const ct_shared_notice *theirs) {
    char path[64];
    struct stat now;
    if (ct_segment_named(theirs->id) != NULL) {
        return 1;
    }
    (void)snprintf(path, sizeof path, "/proc/%ld/fd/%d", theirs->pid, theirs->descriptor);
    const int descriptor = open(path, O_RDWR | O_CLOEXEC);
    void *base = MAP_FAILED;
    if (descriptor >= 0 && count_peers < 2 * ct_shared_files_limit() &&
        fstat(descriptor, &now) == 0 && now.st_dev == theirs->device &&
        now.st_ino == theirs->inode && now.st_size == theirs->bytes &&
        ct_entries_grow((void **)&peers, count_peers, &capacity_peers, sizeof *peers)) {
        base = mmap(NULL, (size_t)theirs->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    if (base != MAP_FAILED && ct_segment_adopt(context, theirs->id, base, theirs->bytes)) {
        (void)madvise(base, (size_t)theirs->bytes, MADV_HUGEPAGE);
        peers[count_peers++] = (peer){theirs->id, theirs->bytes, descriptor};
        return 1;
    }
    if (base != MAP_FAILED) {
        (void)munmap(base, (size_t)theirs->bytes);
    }
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    return 0;
}

/* Whether this rank reaches all arrays, and all ranks its own, which may have been opened by the
 * ranks of another communicator. */
static int open_all(const ct_context *context, const ct_shared_notice *all, int count) {
    int reaches = 1;
    for (int k = 0; k < context->node_size * count; k++) {
        const ct_shared_notice *theirs = &all[k];
        if (!theirs->is_empty && !theirs->is_shareable) {
            return 0;
        }
    }
    for (int k = 0; k < context->node_size * count; k++) {
        const ct_shared_notice *theirs = &all[k];
        reaches = reaches && (theirs->is_empty ||
                              (open_peer(context, theirs) &&
                               ct_segment_reaches(theirs->id, context->comm, context->node_ranks,
                                                  context->node_size)));
    }
    return reaches;
}

ct_status ct_shared_files_open(const ct_context *context, int count, const void *const *array,
                               const ptrdiff_t *bytes, ptrdiff_t alignment, int *shared) {
    ct_shared_notice mine[CT_SHARED_FILES_MOST];
    const size_t all_notices = (size_t)context->node_size * CT_SHARED_FILES_MOST;
    ct_shared_notice *all = malloc(all_notices * sizeof *all);
    ct_status status = CT_OK;
    int reaches = 0;
    int peers_before = 0;
    *shared = 0;
    CT_TRY(ct_agree(context->comm,
                    all != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for notices")));
    ct_shared_files_sweep();
    if (context->node_size < context->size) {
        goto cleanup; /* the same on all ranks */
    }
    peers_before = count_peers;
    memset(mine, 0, sizeof mine);
    for (int i = 0; i < count; i++) {
        mine[i] = ct_shared_file_notice(context, array[i], bytes[i], alignment);
    }
    CT_TRY(ct_context_node_allgather(context, mine, (int)((size_t)count * sizeof *mine), all));
    reaches = open_all(context, all, count);
    CT_TRY(ct_context_node_all(context, reaches, shared));
    if (!*shared) {
        undo(mine, count, peers_before);
    }
cleanup:
    free(all);
    return status;
}
