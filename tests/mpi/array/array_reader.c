/* Bytes of a file, read past the page cache and through it: any offset, length and address; what is
 * in the page cache is taken from there; files that end early or lose direct reads meanwhile. */
#define _GNU_SOURCE /* O_DIRECT */
#include "expect.h"
#include "scratch.h"

#include "io/array/disk/blocks.h"
#include "io/array/disk/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES = (5 << 20) + 1234, ROOM_BYTES = FILE_BYTES + CT_DISK_BLOCK_BYTES };

static char *room; /* at a multiple of a block */

static char byte_at(ptrdiff_t i) {
    return (char)((i * 7 + i / 4099) % 251);
}

static void write_file(void) {
    for (ptrdiff_t i = 0; i < FILE_BYTES; i++) {
        room[i] = byte_at(i);
    }
    const int handle = open(scratch_path("bytes"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    EXPECT(handle >= 0);
    EXPECT_INT(write(handle, room, FILE_BYTES), FILE_BYTES);
    EXPECT_INT(close(handle), 0);
}

/* Nothing of the file stays in the page cache, where the kernel does as it is asked. */
static void forget(void) {
    const int handle = open(scratch_path("bytes"), O_RDONLY | O_CLOEXEC);
    EXPECT_INT(fsync(handle), 0);
    (void)posix_fadvise(handle, 0, 0, POSIX_FADV_DONTNEED);
    EXPECT_INT(close(handle), 0);
}

static int reads_directly(void) {
    const int handle = open(scratch_path("bytes"), O_RDONLY | O_CLOEXEC | O_DIRECT);
    const int does = handle >= 0 && pread(handle, room, CT_DISK_BLOCK_BYTES, 0) > 0;
    if (handle >= 0) {
        EXPECT_INT(close(handle), 0);
    }
    return does;
}

/* Bytes past the page cache. */
static ptrdiff_t expect_bytes(bool is_large, off_t offset, ptrdiff_t bytes, ptrdiff_t address) {
    ct_reader reader;
    ptrdiff_t wrong = 0;
    memset(room, 0x55, ROOM_BYTES);
    EXPECT_INT(ct_reader_open(scratch_path("bytes"), is_large, &reader), 0);
    EXPECT_INT(ct_reader_get(&reader, offset, bytes, room + address), 0);
    for (ptrdiff_t i = 0; i < bytes; i++) {
        wrong += room[address + i] != byte_at((ptrdiff_t)offset + i);
    }
    EXPECT_INT(wrong, 0);
    EXPECT_INT(room[address + bytes], 0x55);
    EXPECT(address == 0 || room[address - 1] == 0x55);
    const ptrdiff_t direct_bytes = reader.direct_bytes;
    ct_reader_close(&reader);
    return direct_bytes;
}

static void expect_places(int is_direct) {
    static const struct {
        off_t offset;
        ptrdiff_t bytes, address, direct;
    } cases[] = {
        {0, FILE_BYTES, 0, (ptrdiff_t)FILE_BYTES / CT_DISK_BLOCK_BYTES * CT_DISK_BLOCK_BYTES},
        {2048, (2 << 20) + 2048, 0, 2 << 20}, /* as h5py's arrays are */
        {100, 3 << 20, 9, (3 << 20) - CT_DISK_BLOCK_BYTES},
        {4095, (1 << 20) + 1, 512, 1 << 20},
        {4095, 1 << 20, 512, 0}, /* too short */
        {FILE_BYTES - 1, 1, 0, 0},
        {17, 0, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        forget();
        const ptrdiff_t found =
            expect_bytes(true, cases[i].offset, cases[i].bytes, cases[i].address);
        EXPECT_INT(found, is_direct ? cases[i].direct : 0);
        forget();
        EXPECT_INT(expect_bytes(false, cases[i].offset, cases[i].bytes, cases[i].address), 0);
    }
    EXPECT_INT(expect_bytes(true, 0, FILE_BYTES, 0), is_direct ? cases[0].direct : 0);
    EXPECT_INT(expect_bytes(false, 0, FILE_BYTES, 0), 0);
    EXPECT_INT(expect_bytes(true, 0, FILE_BYTES, 0), 0); /* it is in the page cache now */
}

static void expect_end(void) {
    for (int is_large = 0; is_large < 2; is_large++) {
        ct_reader reader;
        forget();
        EXPECT_INT(ct_reader_open(scratch_path("bytes"), is_large != 0, &reader), 0);
        errno = 0;
        EXPECT_INT(ct_reader_get(&reader, 1, FILE_BYTES, room), -1);
        EXPECT_INT(errno, ENODATA);
        EXPECT_INT(ct_reader_get(&reader, 1, FILE_BYTES - 1, room), 0);
        ct_reader_close(&reader);
    }
}

/* A device that refuses direct reads only when they come: here the handle has become another's. */
static void expect_refusal(void) {
    ct_reader reader;
    forget();
    EXPECT_INT(ct_reader_open(scratch_path("bytes"), true, &reader), 0);
    if (reader.direct >= 0) {
        const int other = open("/dev/null", O_WRONLY | O_CLOEXEC);
        EXPECT(dup2(other, reader.direct) >= 0);
        EXPECT_INT(close(other), 0);
    }
    memset(room, 0, ROOM_BYTES);
    EXPECT_INT(ct_reader_get(&reader, 5, FILE_BYTES - 5, room), 0);
    EXPECT_INT(reader.direct, -1);
    EXPECT_INT(room[FILE_BYTES - 6], byte_at(FILE_BYTES - 1));
    ct_reader_close(&reader);
    EXPECT_INT(ct_reader_open(scratch_path("nothing"), true, &reader), -1);
    EXPECT_INT(errno, ENOENT);
}

static void expect_large(void) {
    const double memory_bytes = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    EXPECT(!ct_reader_is_large(memory_bytes / 9));
    EXPECT(ct_reader_is_large(memory_bytes / 7));
    ct_reader_large_bytes = 100;
    EXPECT(!ct_reader_is_large(100));
    EXPECT(ct_reader_is_large(101));
    ct_reader_large_bytes = -1;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    scratch_begin();
    room = aligned_alloc(CT_DISK_BLOCK_BYTES,
                         (ROOM_BYTES / CT_DISK_BLOCK_BYTES + 1) * (size_t)CT_DISK_BLOCK_BYTES);
    EXPECT(room != NULL);
    write_file();
    expect_places(reads_directly());
    expect_end();
    expect_refusal();
    expect_large();
    EXPECT_INT(remove(scratch_path("bytes")), 0);
    EXPECT_INT(scratch_end(), 0);
    free(room);
    MPI_Finalize();
    return expect_status();
}
