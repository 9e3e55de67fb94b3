#include "tune/probe.h"

#include "base/mpi.h"
#include "tune/probe_messages.h"
#include "tune/tuning.h"
#include "tune/tuning_file.h"

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { NETWORKS = 4, KEPT_S = 24 * 3600 };

/* What has been measured, of a number of ranks and ranks a node; the oldest goes first. */
typedef struct network {
    int ranks, node_ranks;
    ct_calibration calibration;
} network;

/* Of each thread: what is given out stays as it is until the same thread asks again. */
static _Thread_local network networks[NETWORKS];
static _Thread_local int oldest;

static network *known(int ranks, int node_ranks) {
    for (int i = 0; i < NETWORKS; i++) {
        if (networks[i].ranks == ranks && networks[i].node_ranks == node_ranks) {
            return &networks[i];
        }
    }
    return NULL;
}

static network *add(int ranks, int node_ranks, const ct_calibration *calibration) {
    network *made = &networks[oldest++ % NETWORKS];
    *made = (network){ranks, node_ranks, *calibration};
    return made;
}

/* The folder of kept probes, which is made if `make`. False if there is none. */
static int find_folder(int make, char folder[PATH_MAX]) {
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int length = 0;
    if (cache != NULL && *cache == '/') {
        length = snprintf(folder, PATH_MAX, "%s", cache);
    } else if (home != NULL && *home != '\0') {
        length = snprintf(folder, PATH_MAX, "%s/.cache", home);
    }
    if (length <= 0 || length + (int)sizeof "/cornerturn" > PATH_MAX) {
        return 0;
    }
    if (make) {
        (void)mkdir(folder, 0777);
    }
    (void)snprintf(folder + length, (size_t)(PATH_MAX - length), "/cornerturn");
    return !make || mkdir(folder, 0777) == 0 || access(folder, W_OK) == 0;
}

static void name_ending(int ranks, int node_ranks, char ending[48]) {
    (void)snprintf(ending, 48, "-%dx%d", ranks, node_ranks);
}

/* A number of the set of hosts, in whatever order. Collective. */
static ct_status number_hosts(const ct_context *context, uint64_t *hosts) {
    struct utsname about;
    ct_status status = CT_OK;
    *hosts = 0;
    if (context->leader[context->rank] == context->rank && uname(&about) == 0) {
        *hosts = ct_tuning_hash_text(0, about.nodename);
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, hosts, 1, MPI_UINT64_T, MPI_SUM, context->comm));
cleanup:
    return status;
}

/* The file of a probe on rank 0; empty where none is kept, and on the others. An old one goes. */
static void find_file(const ct_context *context, int node_ranks, uint64_t hosts,
                      char path[PATH_MAX]) {
    char folder[PATH_MAX];
    char ending[48];
    struct stat about;
    path[0] = '\0';
    const char *wish = getenv("CT_PROBE");
    if (context->rank != 0 || (wish != NULL && strcmp(wish, "anew") == 0) ||
        !find_folder(1, folder)) {
        return;
    }
    name_ending(context->size, node_ranks, ending);
    const int length =
        snprintf(path, PATH_MAX, "%s/network-%016llx%s", folder, (unsigned long long)hosts, ending);
    if (length >= PATH_MAX) {
        path[0] = '\0';
    } else if (stat(path, &about) == 0 && time(NULL) - about.st_mtime > KEPT_S) {
        (void)unlink(path);
    }
}

/* Measures, or reads what was kept. Collective. */
static ct_status measure(const ct_context *context, int node_ranks, ct_calibration *calibration) {
    char path[PATH_MAX];
    uint64_t hosts = 0;
    ct_tuning *tuning = NULL;
    ct_tuning_entry entry = {.kind = CT_TUNING_CALIBRATION};
    ct_status status = CT_OK;
    CT_TRY(number_hosts(context, &hosts));
    find_file(context, node_ranks, hosts, path);
    CT_TRY(ct_tuning_look_up(context->comm, path, NULL, &tuning));
    *calibration = tuning->has_calibration ? tuning->calibration : *ct_calibration_default();
    if (tuning->has_calibration) {
        goto cleanup;
    }
    CT_TRY(ct_probe_measure(context, calibration));
    if (path[0] != '\0') { /* a failure only means that the next job measures again */
        entry.key.ranks = context->size;
        entry.key.node_ranks = node_ranks;
        entry.calibration = *calibration;
        memcpy(entry.key.machine, tuning->machine, sizeof entry.key.machine);
        (void)ct_tuning_file_put(path, &entry, 0);
    }
cleanup:
    ct_tuning_destroy(&tuning);
    return status;
}

/* What an earlier job with so many ranks has kept, or NULL: for ranks that are only supposed. */
static const ct_calibration *recall(int ranks, int node_ranks) {
    ct_calibration calibration;
    network *place = known(ranks, node_ranks);
    if (place == NULL && ct_probe_kept(ranks, node_ranks, &calibration)) {
        place = add(ranks, node_ranks, &calibration);
    }
    return place != NULL ? &place->calibration : NULL;
}

ct_status ct_probe(MPI_Comm comm, const ct_calibration **found) {
    ct_context *context = NULL;
    int node_ranks = 0;
    ct_status status = CT_OK;
    *found = NULL;
    CT_TRY(ct_context_of(comm, &context));
    for (int rank = 0; rank < context->size; rank++) {
        node_ranks += context->leader[rank] == context->leader[0];
    }
    if (node_ranks == context->size) {
        return CT_OK; /* all of them see that: one node */
    }
    const char *wish = getenv("CT_PROBE");
    if (context->is_supposed) {
        *found =
            wish == NULL || strcmp(wish, "off") != 0 ? recall(context->size, node_ranks) : NULL;
        return CT_OK;
    }
    const network *mine = known(context->size, node_ranks);
    int state[2] = {mine != NULL, context->rank != 0 || wish == NULL || strcmp(wish, "off") != 0};
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, state, 2, MPI_INT, MPI_MIN, context->comm));
    if (!state[1]) {
        return CT_OK;
    }
    ct_calibration calibration = mine != NULL ? mine->calibration : *ct_calibration_default();
    if (state[0]) { /* measured on other communicators, perhaps */
        CT_MPI(MPI_Bcast(&calibration, (int)sizeof calibration, MPI_BYTE, 0, context->comm));
    } else {
        CT_TRY(measure(context, node_ranks, &calibration));
    }
    network *place = known(context->size, node_ranks);
    if (place != NULL) {
        place->calibration = calibration;
    } else {
        place = add(context->size, node_ranks, &calibration);
    }
    *found = &place->calibration;
cleanup:
    return status;
}

int ct_probe_kept(int ranks, int node_ranks, ct_calibration *calibration) {
    char folder[PATH_MAX];
    char path[PATH_MAX + NAME_MAX + 2];
    char ending[48];
    time_t latest = 0;
    DIR *list = find_folder(0, folder) ? opendir(folder) : NULL;
    name_ending(ranks, node_ranks, ending);
    for (struct dirent *entry = NULL; list != NULL && (entry = readdir(list)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        const size_t least = strlen(ending);
        struct stat about;
        ct_tuning *tuning = NULL;
        if (strncmp(entry->d_name, "network-", strlen("network-")) != 0 || length < least ||
            strcmp(entry->d_name + length - least, ending) != 0) {
            continue;
        }
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &about) == 0 && about.st_mtime > latest &&
            ct_tuning_read(path, ranks, node_ranks, &tuning) == CT_OK && tuning->has_calibration) {
            latest = about.st_mtime;
            *calibration = tuning->calibration;
        }
        ct_tuning_destroy(&tuning);
    }
    if (list != NULL) {
        (void)closedir(list);
    }
    return latest > 0;
}
