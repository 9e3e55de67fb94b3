/* The page without its data, which goes between the two parts. */
#ifndef CT_APPS_EXCHANGE_EXPLORE_PAGE_H
#define CT_APPS_EXCHANGE_EXPLORE_PAGE_H

#include <stddef.h>

extern const unsigned char exchange_page_head[], exchange_page_tail[];
extern const size_t exchange_page_head_bytes, exchange_page_tail_bytes;

#endif
