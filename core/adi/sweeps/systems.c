#include "adi/sweeps/systems.h"

#include "adi/problem/axis.h"

ct_adi_systems ct_adi_systems_of(const ct_adi_shape *shape, int rank, int size, int is_periodic) {
    ct_adi_systems systems = {.shape = *shape};
    systems.is_cyclic = size == 1 && is_periodic;
    systems.is_mirrored = !is_periodic && rank > 0 && rank == size - 1;
    systems.has_left = is_periodic || (rank > 0 && !systems.is_mirrored);
    return systems;
}

ptrdiff_t ct_adi_systems_numbers(const ct_adi_systems *systems, int is_variable) {
    const ptrdiff_t n = systems->shape.n;
    const ptrdiff_t lines = systems->shape.outer * systems->shape.inner;
    const int arrays = 1 + systems->has_left + systems->keeps_high;
    return is_variable ? lines * n * arrays + CT_ADI_ENDS * lines + n : ct_adi_constant_numbers(n);
}

void ct_adi_systems_place(const ct_adi_kernels *kernels, int is_variable, void *memory,
                          ct_adi_systems *systems) {
    const ptrdiff_t lines = systems->shape.outer * systems->shape.inner;
    const ptrdiff_t cells = lines * systems->shape.n;
    char *at = memory;
    systems->is_variable = is_variable;
    if (!is_variable) {
        ct_adi_constant_place(systems->shape.n, kernels, memory, systems);
        return;
    }
    systems->pivot = at;
    systems->left = at + cells * kernels->bytes;
    at += cells * kernels->bytes * (systems->has_left ? 2 : 1);
    systems->high = systems->keeps_high ? at : NULL;
    at += cells * kernels->bytes * systems->keeps_high;
    systems->ends = at;
    systems->scale = at + CT_ADI_ENDS * lines * kernels->bytes;
}
