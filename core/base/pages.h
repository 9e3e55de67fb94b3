/* Huge pages on this machine. Local. */
#ifndef CT_BASE_PAGES_H
#define CT_BASE_PAGES_H

#include <stddef.h>

/* Huge pages are requested from CT_HUGE_FROM_BYTES on: rounding up then costs less than an eighth.
 */
enum { CT_PAGE_BYTES = 4096, CT_HUGE_PAGE_BYTES = 2 << 20, CT_HUGE_FROM_BYTES = 16 << 20 };

/* Whether large arrays, of one rank or shared, get huge pages. A page fault costs 1 to 3 us: first
 * writing a gigabyte takes 0.5 to 1 s with pages of 4 KiB, more than reading or transforming it,
 * but a twentieth with pages of 2 MiB. */
int ct_pages_are_huge(int shared);

/* Memory of this rank alone, aligned to cache lines, large arrays to pages and in huge ones where
 * the system grants them. Not touched; the caller calls free. NULL on failure. */
void *ct_pages_alloc(size_t bytes);

/* Places the pages of memory as writing zeros would, in one call where the system has it: planning
 * c2r of 256^3 from wisdom, with 68 MB of shared memory on each of two ranks, 60 and 48 ms. Memory
 * whose pages exist already may keep what it holds. */
void ct_pages_place(void *memory, size_t bytes);

#endif
