#include "io/array/nodes/nodes.h"

#include "base/mpi.h"
#include "files/sibling.h"
#include "files/unfinished.h"
#include "files/unfinished_share.h"
#include "io/array/nodes/node_files.h"
#include "io/array/single/file.h"
#include "io/array/storage/hdf5.h"
#include "node/context.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Which node this is, in the order of the lowest ranks on each. */
static ct_status find_nodes(ct_nodes *nodes) {
    ct_status status = CT_OK;
    int *ranks = NULL;
    int count = 0;
    int rank = 0;
    CT_MPI(MPI_Comm_rank(nodes->whole, &rank));
    CT_TRY(ct_node_ranks(nodes->whole, &ranks, &count));
    CT_MPI(MPI_Comm_split(nodes->whole, ranks[0], rank, &nodes->comm));
    CT_MPI(MPI_Comm_rank(nodes->comm, &nodes->rank));
    const int is_first = nodes->rank == 0;
    CT_MPI(MPI_Scan(&is_first, &nodes->node, 1, MPI_INT, MPI_SUM, nodes->whole));
    CT_MPI(MPI_Allreduce(&is_first, &nodes->count, 1, MPI_INT, MPI_SUM, nodes->whole));
    nodes->node--;
    CT_MPI(MPI_Bcast(&nodes->node, 1, MPI_INT, 0, nodes->comm));
cleanup:
    free(ranks);
    return status;
}

/* The name under which a node's file is written. A file that later runs can continue has its own
 * from the beginning, by which the unfinished named file finds it. */
static void name_temporary(const ct_array_file *file, int node, char name[PATH_MAX]) {
    char ending[CT_ENDING_BYTES];
    (void)snprintf(ending, sizeof ending, ".node%d", node);
    if (file->resumable) {
        ct_node_files_name(file->final, file->nodes->set, node, name);
    } else {
        (void)ct_path_sibling(file->temporary, ending, name);
    }
}

/* On rank 0: the list of the files in the named file and in that of unfinished ones. */
static ct_status note_files(const ct_array_file *file) {
    ct_nodes *nodes = file->nodes;
    char name[PATH_MAX];
    nodes->unfinished = malloc((size_t)nodes->count * sizeof *nodes->unfinished);
    if (nodes->unfinished == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the names of files");
    }
    for (int node = 0; node < nodes->count; node++) {
        name_temporary(file, node, name);
        nodes->unfinished[node] = ct_unfinished_add(name, true);
    }
    return ct_node_files_note(file->temporary, file->final, nodes->set, nodes->count);
}

static ct_status create_files(ct_array_file *file) {
    ct_nodes *nodes = file->nodes;
    ct_status status = CT_OK;
    char temporary[PATH_MAX];
    nodes->set = file->rank == 0 ? ct_node_files_free_set(file->final) : 0;
    CT_MPI(MPI_Bcast(&nodes->set, 1, MPI_INT, 0, file->comm));
    ct_node_files_name(file->final, nodes->set, nodes->node, nodes->own);
    name_temporary(file, nodes->node, temporary);
    const ct_opening how = {.path = nodes->own,
                            .temporary = temporary,
                            .resumable = strcmp(nodes->own, temporary) == 0};
    CT_TRY(ct_agree(file->comm, ct_single_open(nodes->comm, &how, &nodes->file)));
    CT_TRY(ct_agree_on_first(file->comm, file->rank == 0 ? note_files(file) : CT_OK));
    ct_unfinished_share(file->comm);
cleanup:
    return status;
}

ct_status ct_nodes_create(ct_array_file *file) {
    ct_status status = CT_OK;
    ct_nodes *nodes = calloc(1, sizeof *nodes);
    file->nodes = nodes;
    status =
        ct_agree(file->comm,
                 nodes != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for files of nodes"));
    if (status != CT_OK || nodes == NULL) {
        free(nodes);
        file->nodes = NULL;
        return status;
    }
    nodes->whole = file->comm;
    nodes->comm = MPI_COMM_NULL;
    memcpy(nodes->path, file->final, sizeof nodes->path);
    CT_TRY(find_nodes(nodes));
    CT_TRY(file->is_reopened ? CT_OK : create_files(file));
cleanup:
    return status;
}

/* All of a node's parts, or, from the first ranks of nodes, of all nodes on rank 0. `counts` has
 * space for two numbers of each rank. */
static ct_status collect(MPI_Comm comm, const ct_part *mine, int count, bool on_all, int *counts,
                         ct_part **all, int *total) {
    ct_status status = CT_OK;
    const int bytes = count * (int)sizeof *mine;
    int size = 0;
    int *first = NULL;
    CT_MPI(MPI_Comm_size(comm, &size));
    first = counts + size;
    CT_MPI(MPI_Allgather(&bytes, 1, MPI_INT, counts, 1, MPI_INT, comm));
    int sum = 0;
    for (int r = 0; r < size; r++) {
        first[r] = sum;
        sum += counts[r];
    }
    free(*all);
    *all = malloc((size_t)sum + 1);
    *total = sum / (int)sizeof *mine;
    CT_TRY(ct_agree(comm, *all != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for boxes")));
    if (on_all) {
        CT_MPI(MPI_Allgatherv(mine, bytes, MPI_BYTE, *all, counts, first, MPI_BYTE, comm));
    } else {
        CT_MPI(MPI_Gatherv(mine, bytes, MPI_BYTE, *all, counts, first, MPI_BYTE, 0, comm));
    }
cleanup:
    return status;
}

ct_status ct_nodes_set_parts(ct_nodes *nodes, int count, const ct_box *boxes) {
    ct_status status = CT_OK;
    int size = 0;
    int before = 0;
    int *counts = NULL;
    ct_part *mine = calloc((size_t)count + 1, sizeof *mine);
    CT_MPI(MPI_Comm_size(nodes->whole, &size));
    counts = calloc(2 * (size_t)size, sizeof *counts);
    CT_TRY(ct_agree(nodes->whole, counts != NULL && mine != NULL
                                      ? CT_OK
                                      : ct_raise(CT_ERROR_MEMORY, "no memory for boxes")));
    for (int i = 0; i < count; i++) {
        mine[i] = (ct_part){.node = nodes->node, .box = boxes[i]};
    }
    CT_TRY(ct_agree(nodes->whole, collect(nodes->comm, mine, count, true, counts, &nodes->of_node,
                                          &nodes->of_node_count)));
    ct_parts_stack(nodes->of_node, nodes->of_node_count);
    for (int r = 0; r < nodes->rank; r++) {
        before += counts[r] / (int)sizeof *mine;
    }
    nodes->mine = nodes->of_node + before;
    nodes->mine_count = count;
    CT_TRY(collect(nodes->whole, nodes->of_node, nodes->rank == 0 ? nodes->of_node_count : 0, false,
                   counts, &nodes->parts, &nodes->parts_count));
cleanup:
    free(mine);
    free(counts);
    return status;
}

ct_status ct_nodes_flush(const ct_nodes *nodes) {
    return nodes != NULL ? ct_agree(nodes->whole, ct_single_flush(nodes->file)) : CT_OK;
}

static void drop_unfinished(ct_nodes *nodes) {
    for (int node = 0; nodes->unfinished != NULL && node < nodes->count; node++) {
        ct_unfinished_drop(&nodes->unfinished[node]);
    }
}

void ct_nodes_preserve(ct_nodes *nodes, bool stays) {
    if (nodes != NULL) {
        ct_single_preserve(nodes->file, stays);
        drop_unfinished(nodes);
        nodes->is_preserved = stays;
    }
}

ct_status ct_nodes_commit(ct_nodes *nodes) {
    ct_status status = CT_OK;
    if (nodes == NULL) {
        return CT_OK;
    }
    status = ct_single_commit(nodes->file);
    ct_single_free(&nodes->file);
    nodes->is_named = status == CT_OK;
    status = ct_agree(nodes->whole, status);
    if (status != CT_OK) {
        ct_nodes_settle(nodes, false);
    }
    return status;
}

void ct_nodes_settle(ct_nodes *nodes, bool is_good) {
    if (nodes != NULL && nodes->is_named && !is_good && !nodes->is_preserved && nodes->rank == 0) {
        (void)unlink(nodes->own);
    }
}

void ct_nodes_free(ct_nodes **nodes) {
    ct_nodes *this = *nodes;
    if (this == NULL) {
        return;
    }
    ct_single_free(&this->file);
    drop_unfinished(this);
    if (this->comm != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&this->comm);
    }
    free(this->unfinished);
    free(this->of_node);
    free(this->parts);
    free(this);
    *nodes = NULL;
}
