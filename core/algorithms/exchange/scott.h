/* Scott's exchange on meshes, by itself (scott.c) or bounded (bounded.c). */
#ifndef CT_ALGORITHMS_EXCHANGE_SCOTT_H
#define CT_ALGORITHMS_EXCHANGE_SCOTT_H

#include "algorithms/exchange/mesh.h"

/* Scott's exchange with `contention` of its steps run as one (it divides ct_mesh_parts), a barrier
 * every `interval` of the resulting steps, and those dealt out to `rails` networks: what the rows
 * of scott.c and bounded.c are made of. */
typedef struct ct_scott_form {
    int contention, interval, rails;
} ct_scott_form;

void ct_scott_generate(const ct_topology *topology, ct_scott_form form, ct_schedule *schedule);
ct_promise ct_scott_promise(const ct_topology *topology, ct_scott_form form);
double ct_scott_cost(const ct_topology *topology, ct_scott_form form, const ct_machine *machine,
                     double block_bytes);

#endif
