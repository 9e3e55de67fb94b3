#include "apps/exchange/explore/page.h"

/* Made of the folder page/ by join.cmake. */
const unsigned char exchange_page_head[] = {
#include "explore_head.inc"
};
const unsigned char exchange_page_tail[] = {
#include "explore_tail.inc"
};
const size_t exchange_page_head_bytes = sizeof exchange_page_head;
const size_t exchange_page_tail_bytes = sizeof exchange_page_tail;
