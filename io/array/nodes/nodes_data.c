/* What files of nodes hold. */
#include "base/mpi.h"
#include "files/sibling.h"
#include "io/array/chunks/choose.h"
#include "io/array/nodes/node_files.h"
#include "io/array/nodes/nodes.h"
#include "io/array/single/file.h"
#include "io/array/storage/hdf5.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

/* Extents of the dataset of the node's file for one of extents `whole`, and how it is stored. */
static ct_status prepare(ct_array_file *file, int axes, const ptrdiff_t *whole, ptrdiff_t *extent) {
    const ct_nodes *nodes = file->nodes;
    const ct_part *any = nodes->of_node; /* a rank has one at least */
    ct_array_layout *layout = &nodes->file->layout;
    const int lead = axes - any->box.axes;
    *layout = file->layout;
    layout->per_node = false;
    if (lead < 0) {
        return ct_raise(CT_ERROR_INTERNAL, "boxes of more axes than their array");
    }
    for (int a = 0; a < axes; a++) {
        extent[a] = a < lead ? whole[a] : any->extent[a - lead];
        layout->is_chunked = layout->is_chunked && extent[a] > 0; /* what is empty has no chunk */
    }
    const ct_box mine = ct_part_shift(nodes->mine, &nodes->mine->box);
    return ct_agree(file->comm, ct_chunks_cuts(nodes->comm, &mine, &nodes->file->cuts));
}

ct_status ct_nodes_add(ct_array_file *file, const char *dataset, int axes, const ptrdiff_t *whole,
                       const ct_new_type *kind) {
    ct_status status = CT_OK;
    ptrdiff_t extent[CT_MAX_AXES];
    CT_TRY(prepare(file, axes, whole, extent));
    status = ct_agree(file->comm, ct_single_add(file->nodes->file, dataset, axes, extent, kind));
cleanup:
    return status;
}

/* A maker whose boxes lie elsewhere. */
typedef struct shifted_maker {
    const ct_array_maker *maker;
    const ct_box *box, *shifted;
} shifted_maker;

static void make_shifted(void *context, const ct_box *part, void *elements) {
    const shifted_maker *this = context;
    ct_box own = *part;
    for (int a = 0; a < own.axes; a++) {
        own.first[a] += this->box->first[a] - this->shifted->first[a];
    }
    this->maker->make(this->maker->context, &own, elements);
}

/* Where a box lies in the node's file. */
static ct_status place_box(const ct_nodes *nodes, const ct_box *box, ct_box *shifted) {
    const ct_part *part = ct_parts_find(nodes->mine, nodes->mine_count, box);
    *shifted = (ct_box){.axes = box->axes};
    if (ct_box_elements(box) == 0) {
        return CT_OK;
    }
    if (part == NULL) {
        return ct_raise(CT_ERROR_INTERNAL, "output.per_node: a box that was not announced");
    }
    *shifted = ct_part_shift(part, box);
    return CT_OK;
}

ct_status ct_nodes_write(ct_array_file *file, const ct_box *box, const void *elements,
                         const ct_array_maker *maker, ct_progress *progress) {
    ct_status status = CT_OK;
    ct_nodes *nodes = file->nodes;
    ct_box shifted;
    shifted_maker context = {maker, box, &shifted};
    const ct_array_maker made = {make_shifted, &context};
    double bytes = (double)ct_box_elements(box) * (double)file->element_bytes;
    CT_TRY(ct_agree(file->comm, place_box(nodes, box, &shifted)));
    CT_TRY(ct_agree(file->comm, ct_single_write(nodes->file, &shifted, elements,
                                                maker != NULL ? &made : NULL, NULL)));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_SUM, file->comm));
    ct_progress_update(progress, bytes);
cleanup:
    return status;
}

/* The name of this node's file by the list of a file that is continued. */
static ct_status find_name(const ct_array_file *file, const char *list) {
    ct_nodes *nodes = file->nodes;
    char directory[PATH_MAX];
    int names = list != NULL;
    const char *own = list;
    for (const char *at = list; at != NULL && *at != '\0'; at++) {
        names += *at == '\n';
        own = *at == '\n' && names == nodes->node + 1 ? at + 1 : own;
    }
    if (own == NULL || names != nodes->count) {
        return ct_raise(CT_ERROR_FILE,
                        "cannot continue %s: it has files of %d nodes, and there are %d",
                        file->path, names, nodes->count);
    }
    ct_path_directory(file->final, directory);
    const int length = (int)strcspn(own, "\n");
    return snprintf(nodes->own, sizeof nodes->own, "%s/%.*s", directory, length, own) <
                   (int)sizeof nodes->own
               ? CT_OK
               : ct_raise(CT_ERROR_FILE, "cannot continue %s: its name is too long", file->path);
}

/* Opens the file that this node had. */
static ct_status open_files(ct_array_file *file) {
    ct_nodes *nodes = file->nodes;
    ct_status status = CT_OK;
    char *list = ct_node_files_list(file->temporary);
    CT_TRY(ct_agree(file->comm, find_name(file, list)));
    const ct_opening how = {
        .path = nodes->own, .temporary = nodes->own, .resumable = true, .again = true};
    status = ct_agree(file->comm, ct_single_open(nodes->comm, &how, &nodes->file));
    nodes->is_preserved = true;
cleanup:
    free(list);
    return status;
}

ct_status ct_nodes_select(ct_array_file *file, const char *dataset) {
    ct_status status = CT_OK;
    ct_nodes *nodes = file->nodes;
    CT_TRY(nodes->file == NULL ? open_files(file) : CT_OK);
    status = ct_agree(file->comm, ct_single_select(nodes->file, dataset));
cleanup:
    return status;
}
