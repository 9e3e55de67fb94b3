/* Datasets of a file, or of the files of nodes that it shows. */
#include "io/array/write.h"

#include "base/fail.h"
#include "io/array/nodes/nodes.h"
#include "io/array/single/data.h"

ct_status ct_array_select(ct_array_file *file, const char *dataset) {
    ct_status status = CT_OK;
    CT_TRY(ct_single_select(file, dataset));
    CT_TRY(file->nodes != NULL && file->is_virtual ? ct_nodes_select(file, dataset) : CT_OK);
cleanup:
    return status;
}

static ct_status add(ct_array_file *file, const char *dataset, int axes, const ptrdiff_t *whole,
                     const ct_new_type *kind) {
    ct_status status = CT_OK;
    CT_TRY(file->nodes != NULL ? ct_nodes_add(file, dataset, axes, whole, kind) : CT_OK);
    status = ct_single_add(file, dataset, axes, whole, kind);
cleanup:
    return status;
}

ct_status ct_array_add_like(ct_array_file *file, const char *dataset, int axes,
                            const ptrdiff_t *whole, const char *like_path, const char *like) {
    const ct_new_type kind = {.like_path = like_path, .like = like};
    return add(file, dataset, axes, whole, &kind);
}

ct_status ct_array_add_numbers(ct_array_file *file, const char *dataset, int axes,
                               const ptrdiff_t *whole, const char *number) {
    const ct_new_type kind = {.number = number};
    return add(file, dataset, axes, whole, &kind);
}

static ct_status write_from(ct_array_file *file, const ct_box *box, const void *elements,
                            const ct_array_maker *maker, ct_progress *progress) {
    return file->nodes != NULL ? ct_nodes_write(file, box, elements, maker, progress)
                               : ct_single_write(file, box, elements, maker, progress);
}

ct_status ct_array_write(ct_array_file *file, const ct_box *box, const void *elements,
                         ct_progress *progress) {
    return write_from(file, box, elements, NULL, progress);
}

ct_status ct_array_write_made(ct_array_file *file, const ct_box *box, const ct_array_maker *maker,
                              ct_progress *progress) {
    return write_from(file, box, NULL, maker, progress);
}

ct_status ct_array_write_complex(ct_array_file *file, const char *dataset, int axes,
                                 const ptrdiff_t *whole, const ct_box *box, const void *elements,
                                 ct_progress *progress) {
    ct_status status = CT_OK;
    CT_TRY(ct_array_add_numbers(file, dataset, axes, whole, "complex128"));
    CT_TRY(ct_array_write(file, box, elements, progress));
cleanup:
    return status;
}
