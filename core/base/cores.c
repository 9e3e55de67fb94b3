#define _GNU_SOURCE /* cpu_set_t */
#include "base/cores.h"

#include "base/arithmetic/hash.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Writes what tells this machine from others to `name`; returns its length. Host names are not
 * enough: several containers on one machine have a name each, and the same cores. */
static size_t name_machine(char *name, size_t bytes) {
    size_t length = 0;
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    if (file != NULL) {
        length = fread(name, 1, bytes, file);
        (void)fclose(file);
    }
    if (length == 0 && gethostname(name, bytes) == 0) {
        while (length < bytes && name[length] != '\0') {
            length++;
        }
    }
    return length;
}

/* The cores that this process may use: of more than the set holds, none. */
static cpu_set_t allowed(void) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    (void)sched_getaffinity(0, sizeof cores, &cores);
    return cores;
}

uint32_t ct_cores_identity(void) {
    char machine[64];
    const cpu_set_t cores = allowed();
    const uint32_t of_machine =
        ct_hash_bytes(CT_HASH_START_OF_BYTES, machine, name_machine(machine, sizeof machine));
    return ct_hash_bytes(of_machine, &cores, sizeof cores);
}

/* Ranks on this machine as the launcher has it; 0 where it says nothing. */
static long launched_here(void) {
    static const char *const variables[] = {"MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE",
                                            "SLURM_STEP_TASKS_PER_NODE"};
    for (int i = 0; i < (int)(sizeof variables / sizeof *variables); i++) {
        const char *text = getenv(variables[i]);
        if (text != NULL) {
            return strtol(text, NULL, 10);
        }
    }
    return 0;
}

int ct_cores_suffice(int ranks) {
    const cpu_set_t cores = allowed();
    return ranks <= CPU_COUNT(&cores) && launched_here() <= sysconf(_SC_NPROCESSORS_ONLN);
}
