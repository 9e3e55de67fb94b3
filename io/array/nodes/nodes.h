/*
 * Files of nodes: of an array file each node writes a file of its own, in which only its ranks
 * meet, and the named file has a virtual dataset over them. They are named before the named file
 * is, and a reader of that finds all of an output or none. Private to io; collective over the ranks
 * of the named file unless it says local. `nodes` may be NULL: nothing is done.
 */
#ifndef CT_IO_ARRAY_NODES_NODES_H
#define CT_IO_ARRAY_NODES_NODES_H

#include "io/array/handle.h"
#include "io/array/nodes/parts.h"
#include "io/array/single/data.h"
#include "io/run/progress.h"

typedef struct ct_nodes {
    MPI_Comm whole, comm; /* ranks of the named file (not its own), of this node */
    int node, count, rank;
    int set;             /* of the names */
    char path[PATH_MAX]; /* the named file's final name, */
    char own[PATH_MAX];  /* this node's */
    ct_array_file *file; /* this node's */
    bool is_named, is_preserved;
    ct_part *parts, *of_node, *mine; /* rank 0 of whole: of all nodes; this node's; this rank's */
    int parts_count, of_node_count, mine_count;
    int *unfinished; /* rank 0 of whole: of each node's file, in files/unfinished.h */
} ct_nodes;

/* Creates file->nodes with the file of each node; of a reopened file ct_nodes_select opens them. */
ct_status ct_nodes_create(ct_array_file *file);

/* What each rank writes of the next datasets, in their last axes. */
ct_status ct_nodes_set_parts(ct_nodes *nodes, int count, const ct_box *boxes);

/* As ct_single_add, in the file of each node. */
ct_status ct_nodes_add(ct_array_file *file, const char *dataset, int axes, const ptrdiff_t *whole,
                       const ct_new_type *kind);

/* Writes a box, from elements or by a maker, one of which is NULL. */
ct_status ct_nodes_write(ct_array_file *file, const ct_box *box, const void *elements,
                         const ct_array_maker *maker, ct_progress *progress);

/* As ct_array_select. */
ct_status ct_nodes_select(ct_array_file *file, const char *dataset);

ct_status ct_nodes_flush(const ct_nodes *nodes);
void ct_nodes_preserve(ct_nodes *nodes, bool stays); /* local, on all ranks */

/* Gives the files their names, or removes all of them; then, once it is known whether the named
 * file has its own, ct_nodes_settle removes them if it has not. */
ct_status ct_nodes_commit(ct_nodes *nodes);
void ct_nodes_settle(ct_nodes *nodes, bool is_good);

/* Removes files without names. Sets *nodes to NULL. */
void ct_nodes_free(ct_nodes **nodes);

#endif
