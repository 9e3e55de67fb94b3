#include "redistribute/swap/memory.h"

ptrdiff_t ct_swap_memory_bytes(ptrdiff_t slot_bytes) {
    return (ptrdiff_t)sizeof(ct_swap_counters) + CT_SWAP_SLOTS * slot_bytes;
}

void *ct_swap_slot(const ct_swap *swap, void *memory, uint64_t index) {
    return (char *)memory + sizeof(ct_swap_counters) +
           (ptrdiff_t)(index % CT_SWAP_SLOTS) * swap->slot_bytes;
}

void ct_swap_memory_clear(void *memory) {
    ct_swap_counters *mine = memory;
    atomic_init(&mine->filled, 0);
    atomic_init(&mine->emptied, 0);
}

uint64_t ct_swap_passed(const void *memory) {
    const ct_swap_counters *mine = memory;
    return atomic_load_explicit(&mine->filled, memory_order_relaxed);
}
