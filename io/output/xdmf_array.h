/* Arrays as XDMF describes them, and files of such descriptions. Private to io; everything is
 * local. */
#ifndef CT_IO_OUTPUT_XDMF_ARRAY_H
#define CT_IO_OUTPUT_XDMF_ARRAY_H

#include "io/array/info.h"
#include "io/array/storage/source.h"

#include <stdint.h>
#include <stdio.h>

/* A number type: our name, and XDMF's. */
typedef struct ct_xdmf_number {
    const char *type, *name;
    int precision;
} ct_xdmf_number;

/* An array of a file as raw numbers. */
typedef struct ct_xdmf_array {
    const char *path, *array_path, *dataset; /* path: of the XDMF file */
    ct_source source;
    const ct_xdmf_number *number;
    uint64_t first_byte;
    bool big_endian;
    char extent[64]; /* as text */
} ct_xdmf_array;

/* NULL for a type on which ParaView's readers disagree. */
const ct_xdmf_number *ct_xdmf_find_number(const ct_array_info *info);

/* Sets offset and type of the dataset's numbers. CT_ERROR_FILE; CT_ERROR_INTERNAL for other types
 * and datasets that are not contiguous. */
ct_status ct_xdmf_find(ct_xdmf_array *array);

void ct_xdmf_put_escaped(FILE *stream, const char *text);

/* Numbers of the array from `first_byte` of its file on, of this extent. */
void ct_xdmf_put_numbers(FILE *stream, const ct_xdmf_array *array, uint64_t first_byte,
                         const char *extent);

/* Writes `path` by `put`, under a temporary name first. */
ct_status ct_xdmf_save(const char *path, void (*put)(FILE *stream, const void *context),
                       const void *context);

#endif
