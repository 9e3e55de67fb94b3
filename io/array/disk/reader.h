/* Reads bytes of a file by system calls, past the page cache where that pays. Private to io;
 * everything is local. */
#ifndef CT_IO_ARRAY_DISK_READER_H
#define CT_IO_ARRAY_DISK_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct ct_reader {
    int handle;
    int direct;   /* the same file without page cache; -1: not wanted, or not possible here */
    char *bounce; /* aligned, for arrays that are not; NULL until it is needed */
    ptrdiff_t direct_bytes; /* read past it so far */
} ct_reader;

/* Whether a node that reads so many bytes reads them past the page cache where they are not in it:
 * a copy of them there would take more than an eighth of its memory or, for tests, more than the
 * variable says, if it is not negative. */
extern double ct_reader_large_bytes;
bool ct_reader_is_large(double node_bytes);

/* Each returns 0, or -1 and errno, which is ENODATA where the file ends too early. */
int ct_reader_open(const char *file_name, bool is_large, ct_reader *reader);
int ct_reader_get(ct_reader *reader, off_t offset, ptrdiff_t bytes, char *into);
void ct_reader_close(ct_reader *reader);

#endif
