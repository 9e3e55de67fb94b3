#include "base/pages.h"

#include <mntent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LINE_BYTES = 64, PAGED_FROM_BYTES = 65536 };

/* Whether the bracketed choice in a file such as "always [madvise] never" is `word`. */
static int is_chosen(const char *path, const char *word) {
    char line[256] = "";
    char marked[32];
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        (void)fgets(line, sizeof line, file);
        (void)fclose(file);
    }
    (void)snprintf(marked, sizeof marked, "[%s]", word);
    return strstr(line, marked) != NULL;
}

/* Shared memory is files of /dev/shm, whose mount option decides. */
static int are_shared_huge(void) {
    static const char setting[] = "/sys/kernel/mm/transparent_hugepage/shmem_enabled";
    char text[1024];
    struct mntent mount;
    int are = 0;
    FILE *mounts = setmntent("/proc/mounts", "r");
    while (mounts != NULL && getmntent_r(mounts, &mount, text, sizeof text) != NULL) {
        if (strcmp(mount.mnt_dir, "/dev/shm") == 0) { /* the last one is on top */
            const char *option = hasmntopt(&mount, "huge");
            are = option != NULL && strncmp(option, "huge=never", strlen("huge=never")) != 0;
        }
    }
    if (mounts != NULL) {
        (void)endmntent(mounts);
    }
    return is_chosen(setting, "force") || (are && !is_chosen(setting, "deny"));
}

int ct_pages_are_huge(int shared) {
    static const char setting[] = "/sys/kernel/mm/transparent_hugepage/enabled";
    return shared ? are_shared_huge()
                  : is_chosen(setting, "madvise") || is_chosen(setting, "always");
}

void ct_pages_place(void *memory, size_t bytes) {
    if (bytes == 0) {
        return;
    }
#ifdef MADV_POPULATE_WRITE
    const size_t before = (uintptr_t)memory % CT_PAGE_BYTES;
    if (madvise((char *)memory - before, bytes + before, MADV_POPULATE_WRITE) == 0) {
        return;
    }
#endif
    memset(memory, 0, bytes);
}

void *ct_pages_alloc(size_t bytes) {
    size_t alignment = LINE_BYTES;
    if (bytes >= PAGED_FROM_BYTES) {
        alignment = bytes >= CT_HUGE_FROM_BYTES ? CT_HUGE_PAGE_BYTES : CT_PAGE_BYTES;
    }
    const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void *memory = aligned_alloc(alignment, rounded > 0 ? rounded : alignment);
    if (memory != NULL && bytes >= CT_HUGE_FROM_BYTES) {
        (void)madvise(memory, rounded, MADV_HUGEPAGE);
    }
    return memory;
}
