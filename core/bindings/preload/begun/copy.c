#include "bindings/preload/begun/copy.h"

#include "node/process/process.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MOST = 128 };

/* A memory file of another process, mapped here. */
typedef struct mapping {
    dev_t device;
    ino_t inode;
    char *base;
    size_t bytes;
    int descriptor; /* by which to see that its owner has freed it, and nobody gets its number */
} mapping;

static mapping mappings[FILES_MOST];
static int count_mappings;

static void sweep(void) {
    for (int i = count_mappings - 1; i >= 0; i--) {
        struct stat now;
        if (fstat(mappings[i].descriptor, &now) != 0 || now.st_size == 0) {
            (void)munmap(mappings[i].base, mappings[i].bytes);
            (void)close(mappings[i].descriptor);
            mappings[i] = mappings[--count_mappings];
        }
    }
}

/* NULL where it cannot be opened. */
static char *open_file(const ct_shared_notice *file) {
    char path[64];
    struct stat now;
    sweep();
    if (count_mappings == FILES_MOST) {
        return NULL;
    }
    (void)snprintf(path, sizeof path, "/proc/%ld/fd/%d", file->pid, file->descriptor);
    const int descriptor = open(path, O_RDWR | O_CLOEXEC);
    void *base = MAP_FAILED;
    if (descriptor >= 0 && fstat(descriptor, &now) == 0 && now.st_dev == file->device &&
        now.st_ino == file->inode && now.st_size == file->bytes) {
        base = mmap(NULL, (size_t)file->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    if (base == MAP_FAILED) {
        if (descriptor >= 0) {
            (void)close(descriptor);
        }
        return NULL;
    }
    (void)madvise(base, (size_t)file->bytes, MADV_HUGEPAGE);
    mappings[count_mappings++] =
        (mapping){now.st_dev, now.st_ino, base, (size_t)file->bytes, descriptor};
    return base;
}

/* Where the bytes are in this process, or NULL. */
static char *reach(const ct_board_array *array, uint64_t address, size_t bytes) {
    const ct_shared_notice *file = &array->file;
    char *base = NULL;
    const uint64_t offset = address - array->base;
    if (!file->is_shareable || address < array->base || offset + bytes > (uint64_t)file->bytes) {
        return NULL;
    }
    for (int i = 0; i < count_mappings && base == NULL; i++) {
        if (mappings[i].inode == file->inode && mappings[i].device == file->device) {
            base = mappings[i].base;
        }
    }
    base = base != NULL ? base : open_file(file);
    return base != NULL ? base + offset : NULL;
}

int ct_copy_from(pid_t process, const ct_board_array *array, uint64_t address, void *into,
                 size_t bytes) {
    const char *source = reach(array, address, bytes);
    if (source != NULL) {
        memcpy(into, source, bytes);
        return 1;
    }
    return ct_process_read(process, address, into, bytes);
}

int ct_copy_to(pid_t process, const ct_board_array *array, uint64_t address, const void *from,
               size_t bytes) {
    char *target = reach(array, address, bytes);
    if (target != NULL) {
        memcpy(target, from, bytes);
        return 1;
    }
    return ct_process_write(process, address, from, bytes);
}
