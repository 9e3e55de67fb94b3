#include "io/run/available.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* The number after `key` on a line of a file, times `unit`; without a key the file's first.
 * `otherwise` if there is none, such as for "max". */
static double read_number(const char *path, const char *key, double unit, double otherwise) {
    char line[256];
    double found = otherwise;
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const size_t length = strlen(key);
        char *end = NULL;
        if (strncmp(line, key, length) == 0) {
            const double number = strtod(line + length, &end);
            found = end != line + length ? number * unit : otherwise;
            break;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return found;
}

/* The files of a control group, by version. */
static const struct group_files {
    const char *limit, *usage, *idle; /* idle: a key in memory.stat */
} group_files[] = {{"memory.max", "memory.current", "inactive_file "},
                   {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "}};

double ct_available_in_group(const char *directory) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < sizeof group_files / sizeof *group_files; i++) {
        const struct group_files *files = &group_files[i];
        char limit[PATH_MAX];
        char usage[PATH_MAX];
        char stat[PATH_MAX];
        (void)snprintf(limit, sizeof limit, "%s/%s", directory, files->limit);
        (void)snprintf(usage, sizeof usage, "%s/%s", directory, files->usage);
        (void)snprintf(stat, sizeof stat, "%s/memory.stat", directory);
        least = fmin(least, read_number(limit, "", 1, HUGE_VAL) - read_number(usage, "", 1, 0) +
                                read_number(stat, files->idle, 1, 0));
    }
    return fmax(least, 0);
}

/* Bytes left by a control group and its ancestors under the mount point `mounted`. */
static double available_in_groups(const char *mounted, const char *group) {
    char directory[PATH_MAX];
    double least = HUGE_VAL;
    if (snprintf(directory, sizeof directory, "%s%s", mounted, group) >= (int)sizeof directory) {
        return least;
    }
    for (char *end = directory + strlen(directory);
         end != NULL && end >= directory + strlen(mounted); end = strrchr(directory, '/')) {
        *end = '\0';
        least = fmin(least, ct_available_in_group(directory));
    }
    return least;
}

/* The same over all hierarchies of this process. */
static double available_in_own_groups(void) {
    static const struct {
        const char *controllers, *mounted; /* of a line "number:controllers:group" */
    } hierarchies[] = {{"", "/sys/fs/cgroup"}, {"memory", "/sys/fs/cgroup/memory"}};
    char line[PATH_MAX];
    double least = HUGE_VAL;
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *controllers = strchr(line, ':');
        char *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (group == NULL) {
            continue;
        }
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        for (size_t i = 0; i < sizeof hierarchies / sizeof *hierarchies; i++) {
            if (strcmp(controllers + 1, hierarchies[i].controllers) == 0) {
                least = fmin(least, available_in_groups(hierarchies[i].mounted, group));
            }
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return least;
}

ct_available ct_available_on_node(void) {
    static const char memory[] = "/proc/meminfo";
    const ct_available machine = {read_number(memory, "MemAvailable:", 1024, HUGE_VAL) +
                                      read_number(memory, "SwapFree:", 1024, 0),
                                  "its memory"};
    const ct_available group = {available_in_own_groups(), "the limit of its control group"};
    return group.bytes < machine.bytes ? group : machine;
}

ct_available ct_available_alone(void) {
    struct rlimit space = {.rlim_cur = RLIM_INFINITY};
    (void)getrlimit(RLIMIT_AS, &space);
    const double taken = read_number("/proc/self/status", "VmSize:", 1024, 0);
    return (ct_available){space.rlim_cur == RLIM_INFINITY ? HUGE_VAL
                                                          : fmax((double)space.rlim_cur - taken, 0),
                          "its address space (ulimit -v)"};
}
