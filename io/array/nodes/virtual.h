/* Virtual datasets: elements that lie in other files. Private to io; everything is local. */
#ifndef CT_IO_ARRAY_NODES_VIRTUAL_H
#define CT_IO_ARRAY_NODES_VIRTUAL_H

#include "io/array/handle.h"

/* Sets where the current dataset of the file, of elements of `type`, lies in files of nodes: at the
 * same name. Numbers whose file is missing are not numbers to readers that do not say so. */
ct_status ct_virtual_map(const ct_array_file *file, hid_t type, hid_t creation);

/* Whether all files of nodes that a virtual dataset of `path` shows are there and have their parts:
 * HDF5 itself reads fill values from those that are not, which elsewhere may be meant.
 * CT_ERROR_FILE names the first one. */
ct_status ct_virtual_check(const char *path, const char *dataset);

#endif
