/*
 * Names of the files that hold the elements of another, one of each node: of OUT.h5 they are
 * OUT.node0.h5, OUT.node1.h5, .., or OUT.2.node0.h5, .. where such a name is taken, as by the
 * files of an output that is about to be replaced: its readers find it whole until it is. OUT.h5
 * lists them in the attribute "node_files". Private to io; everything is local.
 */
#ifndef CT_IO_ARRAY_NODES_NODE_FILES_H
#define CT_IO_ARRAY_NODES_NODE_FILES_H

#include <cornerturn/status.h>

#include <limits.h>

/* The first set whose names are free in the directory: 1 is the one without number. */
int ct_node_files_free_set(const char *path);

/* The name of a node's file, in the directory of `path`, and without directory. */
void ct_node_files_name(const char *path, int set, int node, char name[PATH_MAX]);
const char *ct_node_files_own_name(const char *name);

/* Writes the list to the file `temporary`; reads that of a file: names with line ends between,
 * which the caller frees, or NULL for a file that has none, is missing or of another kind. */
ct_status ct_node_files_note(const char *temporary, const char *path, int set, int nodes);
char *ct_node_files_list(const char *path);

/* Removes the files that `list` has, which is of `path`, and `kept` has not. NULL: none. */
void ct_node_files_remove_listed(const char *path, const char *list, const char *kept);

#endif
