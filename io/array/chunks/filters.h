/* Compression and checksums of chunks, by HDF5's filters. Private to io; everything is local. */
#ifndef CT_IO_ARRAY_CHUNKS_FILTERS_H
#define CT_IO_ARRAY_CHUNKS_FILTERS_H

#include "io/array/layout.h"

#include <hdf5.h>

/* Reads output.compression. CT_ERROR_CONFIG with the filters that are installed. */
ct_status ct_filters_read(const char *compression, ct_array_layout *layout);

/* Adds the filters of a layout to the properties of a dataset to be created. */
ct_status ct_filters_add(const ct_array_layout *layout, size_t number_bytes, hid_t creation);

#endif
