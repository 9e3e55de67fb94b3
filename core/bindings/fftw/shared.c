#include "bindings/fftw/shared.h"

#include "base/entries.h"
#include "base/fail.h"
#include "node/segment.h"
#include "node/segment_list.h"
#include <cornerturn/agree.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHARED_FROM_BYTES = 65536 };

/* A memory file of this process. */
typedef struct file {
    char *base;
    ptrdiff_t bytes;
    int descriptor;
    uint64_t id;  /* of its segment; 0: no plan has opened it */
    int is_freed; /* by the caller while it had a segment, which only MPI's thread takes away */
} file;

/* A file of another rank, mapped here. */
typedef struct peer {
    uint64_t id;
    ptrdiff_t bytes;
    int descriptor; /* by which to see that its owner has freed it */
} peer;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static file *files; /* under the lock */
static int count_files, capacity_files;
static peer *peers; /* of MPI's thread */
static int count_peers, capacity_peers;

/* A quarter of the descriptors that the process may have. */
static int files_most(void) {
    struct rlimit limit = {0};
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur / 4 < 4096
               ? (int)(limit.rlim_cur / 4)
               : 4096;
}

/* CT_FFTW_SHARE, the bytes from which arrays are shared; 0: none is. */
static int is_wanted(size_t bytes) {
    const char *text = getenv("CT_FFTW_SHARE");
    const long from = text != NULL ? strtol(text, NULL, 10) : SHARED_FROM_BYTES;
    return from > 0 && bytes >= (size_t)from && bytes <= PTRDIFF_MAX;
}

static int create_file(ptrdiff_t bytes, file *made) {
    *made = (file){.bytes = bytes, .descriptor = memfd_create("fftw_malloc", MFD_CLOEXEC)};
    void *base = MAP_FAILED;
    if (made->descriptor >= 0 && ftruncate(made->descriptor, bytes) == 0) {
        base = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, made->descriptor, 0);
    }
    if (base == MAP_FAILED) {
        if (made->descriptor >= 0) {
            (void)close(made->descriptor);
        }
        return 0;
    }
    (void)madvise(base, (size_t)bytes, MADV_HUGEPAGE);
    made->base = base;
    return 1;
}

void *ct_fftw_shared_alloc(size_t bytes) {
    file made;
    void *base = NULL;
    if (!is_wanted(bytes)) {
        return NULL;
    }
    (void)pthread_mutex_lock(&lock);
    if (count_files < files_most() &&
        ct_entries_grow((void **)&files, count_files, &capacity_files, sizeof *files) &&
        create_file((ptrdiff_t)bytes, &made)) {
        files[count_files++] = made;
        base = made.base;
    }
    (void)pthread_mutex_unlock(&lock);
    return base;
}

/* The file with an address inside; NULL: there is none. Under the lock. */
static file *find_file(const void *address) {
    for (int i = 0; i < count_files; i++) {
        if ((uintptr_t)address - (uintptr_t)files[i].base < (uintptr_t)files[i].bytes &&
            !files[i].is_freed) {
            return &files[i];
        }
    }
    return NULL;
}

static void remove_file(file *f) {
    (void)munmap(f->base, (size_t)f->bytes);
    (void)close(f->descriptor);
    *f = files[--count_files];
}

int ct_fftw_shared_free(void *memory) {
    (void)pthread_mutex_lock(&lock);
    file *found = find_file(memory);
    const int is_ours = found != NULL && found->base == memory;
    if (is_ours && found->id == 0) {
        remove_file(found);
    } else if (is_ours) {
        found->is_freed = 1;
        (void)ftruncate(found->descriptor, 0); /* gives the memory back, and tells the others */
    }
    (void)pthread_mutex_unlock(&lock);
    return is_ours;
}

static int is_gone(int descriptor) {
    struct stat now;
    return fstat(descriptor, &now) != 0 || now.st_size == 0;
}

void ct_fftw_shared_sweep(void) {
    (void)pthread_mutex_lock(&lock);
    for (int i = count_files - 1; i >= 0; i--) {
        if (files[i].is_freed) {
            (void)ct_segment_abandon(files[i].id);
            remove_file(&files[i]);
        }
    }
    (void)pthread_mutex_unlock(&lock);
    for (int i = count_peers - 1; i >= 0; i--) {
        if (is_gone(peers[i].descriptor)) {
            void *base = ct_segment_abandon(peers[i].id);
            (void)munmap(base, (size_t)peers[i].bytes);
            (void)close(peers[i].descriptor);
            peers[i] = peers[--count_peers];
        }
    }
}

/* What a rank tells the others about one of its arrays. */
typedef struct notice {
    int is_shareable;
    int is_empty;
    uint64_t id;
    long pid;
    int descriptor;
    ptrdiff_t bytes;
    dev_t device;
    ino_t inode;
} notice;

/* What there is to say of an array. A new file gets its segment here. */
static notice describe(const ct_context *context, const void *array, ptrdiff_t bytes) {
    notice mine = {.is_empty = bytes == 0};
    struct stat now;
    (void)pthread_mutex_lock(&lock);
    file *found = bytes > 0 ? find_file(array) : NULL;
    const ptrdiff_t offset = found != NULL ? (const char *)array - found->base : 0;
    if (found != NULL && offset + bytes <= found->bytes && offset % 64 == 0 &&
        fstat(found->descriptor, &now) == 0) {
        if (found->id == 0) {
            const uint64_t id = ct_segment_new_id();
            found->id = ct_segment_adopt(context, id, found->base, found->bytes) ? id : 0;
        }
        mine = (notice){.is_shareable = found->id != 0,
                        .id = found->id,
                        .pid = (long)getpid(),
                        .descriptor = found->descriptor,
                        .bytes = found->bytes,
                        .device = now.st_dev,
                        .inode = now.st_ino};
    }
    (void)pthread_mutex_unlock(&lock);
    return mine;
}

/* Maps a file of another rank, unless this rank has it. */
static int open_peer(const ct_context *context, const notice *theirs) {
    char path[64];
    struct stat now;
    if (ct_segment_named(theirs->id) != NULL) {
        return 1;
    }
    (void)snprintf(path, sizeof path, "/proc/%ld/fd/%d", theirs->pid, theirs->descriptor);
    const int descriptor = open(path, O_RDWR | O_CLOEXEC);
    void *base = MAP_FAILED;
    if (descriptor >= 0 && count_peers < 2 * files_most() && fstat(descriptor, &now) == 0 &&
        now.st_dev == theirs->device && now.st_ino == theirs->inode &&
        now.st_size == theirs->bytes &&
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
static int open_all(const ct_context *context, const notice *all, int count) {
    int reaches = 1;
    for (int k = 0; k < context->node_size * count; k++) {
        const notice *theirs = &all[k];
        if (!theirs->is_empty && !theirs->is_shareable) {
            return 0;
        }
    }
    for (int k = 0; k < context->node_size * count; k++) {
        const notice *theirs = &all[k];
        reaches = reaches && (theirs->is_empty ||
                              (open_peer(context, theirs) &&
                               ct_segment_reaches(theirs->id, context->comm, context->node_ranks,
                                                  context->node_size)));
    }
    return reaches;
}

ct_status ct_fftw_shared_open(const ct_context *context, int count, void *const *array,
                              const ptrdiff_t *bytes, int *shared) {
    notice mine[CT_FFTW_SHARED_MOST];
    const size_t all_notices = (size_t)context->node_size * CT_FFTW_SHARED_MOST;
    notice *all = malloc(all_notices * sizeof *all);
    ct_status status = CT_OK;
    int reaches = 0;
    *shared = 0;
    CT_TRY(ct_agree(context->comm,
                    all != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for notices")));
    ct_fftw_shared_sweep();
    if (context->node_size < context->size) {
        goto cleanup; /* the same on all ranks */
    }
    memset(mine, 0, sizeof mine);
    for (int i = 0; i < count; i++) {
        mine[i] = describe(context, array[i], bytes[i]);
    }
    CT_TRY(ct_context_node_allgather(context, mine, (int)((size_t)count * sizeof *mine), all));
    reaches = open_all(context, all, count);
    CT_TRY(ct_context_node_all(context, reaches, shared));
cleanup:
    free(all);
    return status;
}
