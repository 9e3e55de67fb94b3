/* The tuning file of a job: rank 0 reads and writes, and broadcasts. */
#include "tune/tuning.h"
#include "base/escape.h"
#include "base/mpi.h"
#include "node/segment.h"
#include "node/supposed/cluster.h"
#include "tune/tuning_file.h"
#include <cornerturn/agree.h>
#include <cornerturn/version.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The processor's name, from /proc/cpuinfo or uname. */
static void name_processor(char *name, size_t capacity) {
    char line[256];
    struct utsname about;
    (void)snprintf(name, capacity, "%s", uname(&about) == 0 ? about.machine : "processor");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", strlen("model name")) == 0 && colon != NULL) {
            (void)snprintf(name, capacity, "%s", colon + 1);
            break;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

static void name_machine(char machine[CT_TUNING_MACHINE]) {
    char processor[256];
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "MPI";
    int length = 0;
    name_processor(processor, sizeof processor);
    (void)MPI_Get_library_version(library, &length);
    ct_tuning_name_machine(processor, (int)sysconf(_SC_NPROCESSORS_ONLN), library, ct_version(),
                           machine);
}

ct_status ct_most_node_ranks(MPI_Comm comm, int *most) {
    int *ranks = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_node_ranks(comm, &ranks, most));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 1, MPI_INT, MPI_MAX, comm));
cleanup:
    free(ranks);
    return status;
}

/* Reads the file; errors become a warning. Local. */
static void read_file(const char *path, int ranks, int node_ranks, const ct_tuning_key *key,
                      ct_tuning *tuning) {
    char *start = NULL;
    size_t length = 0;
    ct_tuning_entry entry = {.kind = CT_TUNING_CALIBRATION};
    if (ct_tuning_file_read(path, &start, &length) != CT_OK) {
        (void)snprintf(tuning->warning, sizeof tuning->warning, "%s", ct_error_message());
        return;
    }
    ct_text text = {start, length};
    int broken = ct_tuning_count_broken(text);
    if (!ct_tuning_is_ours(text)) {
        (void)snprintf(tuning->warning, sizeof tuning->warning, "%s is not a tuning file",
                       ct_escaped(path));
        free(start);
        return;
    }
    if (broken > 0) {
        (void)snprintf(tuning->warning, sizeof tuning->warning,
                       "tuning file %s: %d line%s not understood and left out", ct_escaped(path),
                       broken, broken > 1 ? "s are" : " is");
    }
    entry.key.ranks = ranks;
    entry.key.node_ranks = node_ranks;
    memcpy(entry.key.machine, tuning->machine, sizeof entry.key.machine);
    tuning->has_calibration = ct_tuning_find(text, &entry);
    tuning->calibration = entry.calibration;
    if (key != NULL) {
        entry = (ct_tuning_entry){.kind = CT_TUNING_CHOICE, .key = *key};
        memcpy(entry.key.machine, tuning->machine, sizeof entry.key.machine);
        tuning->has_choice = ct_tuning_find(text, &entry);
        tuning->choice = entry.tuned;
    }
    free(start);
}

ct_status ct_tuning_read(const char *path, int ranks, int node_ranks, ct_tuning **tuning) {
    *tuning = calloc(1, sizeof **tuning);
    if (*tuning == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a tuning file");
    }
    name_machine((*tuning)->machine);
    (void)snprintf((*tuning)->path, sizeof(*tuning)->path, "%s", path);
    read_file(path, ranks, node_ranks, NULL, *tuning);
    return CT_OK;
}

ct_status ct_tuning_look_up(MPI_Comm comm, const char *path, const ct_tuning_key *key,
                            ct_tuning **tuning) {
    ct_status status = CT_OK;
    int rank = 0;
    int size = 1;
    int node_ranks = 1;
    ct_tuning *loaded = calloc(1, sizeof *loaded);
    if (loaded == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a tuning file");
    }
    status = ct_agree(comm, status);
    if (loaded == NULL || status != CT_OK) {
        goto cleanup;
    }
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_TRY(ct_cluster_size(comm, &size));
    CT_TRY(ct_most_node_ranks(comm, &node_ranks));
    if (rank == 0) {
        name_machine(loaded->machine);
        (void)snprintf(loaded->path, sizeof loaded->path, "%s", path);
        if (*path != '\0') {
            read_file(path, size, node_ranks, key, loaded);
        }
    }
    CT_MPI(MPI_Bcast(loaded, (int)sizeof *loaded, MPI_BYTE, 0, comm));
    *tuning = loaded;
    loaded = NULL;
cleanup:
    free(loaded);
    return status;
}

ct_status ct_tuning_load(MPI_Comm comm, const char *path, ct_tuning **tuning) {
    *tuning = NULL;
    return ct_tuning_look_up(comm, path, NULL, tuning);
}

void ct_tuning_destroy(ct_tuning **tuning) {
    if (tuning != NULL) {
        free(*tuning);
        *tuning = NULL;
    }
}

const ct_calibration *ct_tuning_calibration(const ct_tuning *tuning) {
    return tuning->has_calibration ? &tuning->calibration : NULL;
}

const char *ct_tuning_warning(const ct_tuning *tuning) {
    return tuning->warning[0] != '\0' ? tuning->warning : NULL;
}

const char *ct_tuning_machine(const ct_tuning *tuning) {
    return tuning->machine;
}

ct_status ct_tuning_check(MPI_Comm comm, const char *path) {
    ct_status status = CT_OK;
    int rank = 0;
    CT_TRY(ct_comm_check(comm));
    CT_MPI(MPI_Comm_rank(comm, &rank));
    status = ct_agree_on_first(comm, rank == 0 ? ct_tuning_file_check(path) : CT_OK);
cleanup:
    return status;
}

ct_status ct_tuning_store(MPI_Comm comm, const char *path, const ct_tuning_entry *entry) {
    ct_status status = CT_OK;
    ct_status mine = CT_OK;
    int rank = 0;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    if (rank == 0) {
        ct_tuning_entry named = *entry;
        name_machine(named.key.machine);
        mine = ct_tuning_file_put(path, &named, 0);
    }
    status = ct_agree_on_first(comm, mine);
cleanup:
    return status;
}

ct_status ct_tuning_store_calibration(MPI_Comm comm, const char *path,
                                      const ct_calibration *calibration) {
    ct_status status = CT_OK;
    ct_tuning_entry entry = {.kind = CT_TUNING_CALIBRATION, .calibration = *calibration};
    CT_TRY(ct_comm_check(comm));
    CT_MPI(MPI_Comm_size(comm, &entry.key.ranks));
    CT_TRY(ct_most_node_ranks(comm, &entry.key.node_ranks));
    status = ct_tuning_store(comm, path, &entry);
cleanup:
    return status;
}
