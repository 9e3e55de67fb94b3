#include "bindings/shared/files.h"

#include "base/entries.h"
#include "base/fail.h"
#include "bindings/shared/limits.h"
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
#include <sys/stat.h>
#include <unistd.h>

/* A memory file of this process. */
typedef struct file {
    char *base;
    ptrdiff_t bytes;
    int descriptor; /* -1: of the parent, of which this process is a child */
    uint64_t id;    /* of its segment; 0: no plan has opened it */
    int is_told;    /* another rank may have it open without a segment, which goes by its size */
    dev_t device;   /* once it is told, with */
    ino_t inode;
    int is_freed;  /* by the caller while it had a segment, which only MPI's thread takes away */
    uint64_t kept; /* freed by the caller, and to be allocated again: which of all so freed; or 0 */
} file;

/* Freed files that are kept, as glibc keeps memory that a program has again and again: the pages of
 * a new one are to be zeroed and mapped, which takes longer than an exchange of them. */
enum { KEPT_MOST = 16, KEPT_BYTES_MOST = 64 << 20 }; /* glibc keeps as many bytes */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/* What is allocated under the lock is other memory. Not TLS that is allocated at first use. */
static _Thread_local int holds __attribute__((tls_model("initial-exec")));
static file *files; /* under the lock */
static int count_files, capacity_files;
static int count_kept;
static ptrdiff_t kept_bytes;
static uint64_t latest_kept;

static void lock(void) {
    (void)pthread_mutex_lock(&mutex);
    holds = 1;
}

static void unlock(void) {
    holds = 0;
    (void)pthread_mutex_unlock(&mutex);
}

/* A child's own view of its parent's memory, whose files are the parent's; freed ones are gone. */
static void divorce(void) {
    for (int i = count_files - 1; i >= 0; i--) {
        file *f = &files[i];
        if (f->is_freed || f->kept > 0) {
            (void)munmap(f->base, (size_t)f->bytes);
            (void)close(f->descriptor);
            *f = files[--count_files];
        } else if (f->descriptor >= 0) {
            (void)mmap(f->base, (size_t)f->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED,
                       f->descriptor, 0);
            (void)close(f->descriptor);
            f->descriptor = -1;
            f->id = 0;
        }
    }
    count_kept = 0;
    kept_bytes = 0;
    unlock();
}

/* Once, at the first file. */
static void watch_forks(void) {
    static int watches;
    if (!watches) {
        watches = 1;
        (void)pthread_atfork(lock, unlock, divorce);
    }
}

static int create_file(ptrdiff_t bytes, file *made) {
    *made = (file){.bytes = bytes, .descriptor = memfd_create("cornerturn", MFD_CLOEXEC)};
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

/* The smallest that is kept and suits; NULL: there is none. Under the lock. */
static file *take_kept(ptrdiff_t bytes) {
    file *found = NULL;
    for (int i = 0; i < count_files; i++) {
        file *f = &files[i];
        if (f->kept > 0 && f->bytes >= bytes && f->bytes / 2 < bytes &&
            (found == NULL || f->bytes < found->bytes)) {
            found = f;
        }
    }
    if (found != NULL) {
        found->kept = 0;
        count_kept--;
        kept_bytes -= found->bytes;
    }
    return found;
}

void *ct_shared_file_alloc(size_t bytes, int clear) {
    file made;
    void *base = NULL;
    if (holds || bytes > PTRDIFF_MAX) {
        return NULL;
    }
    lock();
    watch_forks();
    const file *taken = take_kept((ptrdiff_t)bytes);
    if (taken != NULL) {
        base = taken->base;
    } else if (count_files < ct_shared_files_limit() &&
               ct_entries_grow((void **)&files, count_files, &capacity_files, sizeof *files) &&
               create_file((ptrdiff_t)bytes, &made)) {
        files[count_files++] = made;
        base = made.base;
    }
    unlock();
    if (taken != NULL && clear) {
        memset(base, 0, bytes);
    }
    return base;
}

/* The file with an address inside; NULL: there is none. Under the lock. */
static file *find_file(const void *address) {
    for (int i = 0; i < count_files; i++) {
        if ((uintptr_t)address - (uintptr_t)files[i].base < (uintptr_t)files[i].bytes &&
            !files[i].is_freed && files[i].kept == 0) {
            return &files[i];
        }
    }
    return NULL;
}

static void remove_file(file *f) {
    (void)munmap(f->base, (size_t)f->bytes);
    if (f->descriptor >= 0) {
        (void)close(f->descriptor);
    }
    *f = files[--count_files];
}

size_t ct_shared_file_bytes(void *memory) {
    size_t bytes = 0;
    if (!holds) {
        lock();
        const file *found = find_file(memory);
        bytes = found != NULL && found->base == memory ? (size_t)found->bytes : 0;
        unlock();
    }
    return bytes;
}

/* Gives the memory back. Under the lock. */
static void give_back(file *f) {
    if (f->is_told || f->id != 0) {
        (void)ftruncate(f->descriptor, 0); /* tells the others */
    }
    if (f->id == 0) {
        remove_file(f);
    } else {
        f->is_freed = 1;
    }
}

static file *oldest_kept(void) {
    file *oldest = NULL;
    for (int i = 0; i < count_files; i++) {
        if (files[i].kept > 0 && (oldest == NULL || files[i].kept < oldest->kept)) {
            oldest = &files[i];
        }
    }
    return oldest;
}

/* Keeps a file that was freed, and gives back the oldest ones that are too many. Under the lock. */
static void keep(file *f) {
    f->kept = ++latest_kept;
    count_kept++;
    kept_bytes += f->bytes;
    while (count_kept > KEPT_MOST || kept_bytes > KEPT_BYTES_MOST) {
        file *oldest = oldest_kept();
        count_kept--;
        kept_bytes -= oldest->bytes;
        oldest->kept = 0;
        give_back(oldest);
    }
}

int ct_shared_file_free(void *memory) {
    if (holds) {
        return 0;
    }
    lock();
    file *found = find_file(memory);
    const int is_ours = found != NULL && found->base == memory;
    if (is_ours && (found->bytes > KEPT_BYTES_MOST || found->descriptor < 0)) {
        give_back(found);
    } else if (is_ours) {
        keep(found);
    }
    unlock();
    return is_ours;
}

void ct_shared_files_abandon(void) {
    lock();
    for (int i = count_files - 1; i >= 0; i--) {
        if (files[i].is_freed) {
            (void)ct_segment_abandon(files[i].id);
            remove_file(&files[i]);
        }
    }
    unlock();
}

int ct_shared_file_tell(const void *address, ct_shared_notice *notice, uint64_t *base) {
    lock();
    file *found = find_file(address);
    int tells = found != NULL && found->descriptor >= 0;
    if (tells && !found->is_told) {
        struct stat now;
        tells = fstat(found->descriptor, &now) == 0;
        found->is_told = tells;
        found->device = now.st_dev;
        found->inode = now.st_ino;
    }
    if (tells) {
        *base = (uint64_t)(uintptr_t)found->base;
        *notice = (ct_shared_notice){.is_shareable = 1,
                                     .pid = (long)getpid(),
                                     .descriptor = found->descriptor,
                                     .bytes = found->bytes,
                                     .device = found->device,
                                     .inode = found->inode};
    }
    unlock();
    return tells;
}

ct_shared_notice ct_shared_file_notice(const ct_context *context, const void *array,
                                       ptrdiff_t bytes, ptrdiff_t alignment) {
    ct_shared_notice mine = {.is_empty = bytes == 0};
    struct stat now;
    lock();
    file *found = bytes > 0 ? find_file(array) : NULL;
    const ptrdiff_t offset = found != NULL ? (const char *)array - found->base : 0;
    if (found != NULL && found->descriptor >= 0 && offset + bytes <= found->bytes &&
        offset % alignment == 0 && fstat(found->descriptor, &now) == 0) {
        mine.is_new = found->id == 0;
        if (mine.is_new) {
            const uint64_t id = ct_segment_new_id();
            found->id = ct_segment_adopt(context, id, found->base, found->bytes) ? id : 0;
        }
        mine = (ct_shared_notice){.is_shareable = found->id != 0,
                                  .is_new = mine.is_new && found->id != 0,
                                  .id = found->id,
                                  .pid = (long)getpid(),
                                  .descriptor = found->descriptor,
                                  .bytes = found->bytes,
                                  .device = now.st_dev,
                                  .inode = now.st_ino};
    }
    unlock();
    return mine;
}

void ct_shared_file_forget(const ct_shared_notice *notice) {
    lock();
    for (int i = count_files - 1; notice->is_new && i >= 0; i--) {
        if (files[i].id == notice->id && ct_segment_abandon(files[i].id) != NULL) {
            files[i].id = 0;
            if (files[i].is_freed) {
                remove_file(&files[i]);
            }
        }
    }
    unlock();
}
