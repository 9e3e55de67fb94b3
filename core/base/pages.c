#include "base/pages.h"

#include <mntent.h>
#include <stdio.h>
#include <string.h>

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
