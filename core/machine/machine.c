/* Machines: what a message and a barrier cost. */
#include <cornerturn/machine.h>

#include <math.h>

double ct_machine_distance_s(const ct_machine *machine, int size) {
    return machine->distance_s + machine->distance_doubling_s * log2(size);
}

double ct_machine_message_s(const ct_machine *machine, int size, double bytes) {
    return machine->start_up_s + ct_machine_distance_s(machine, size) + bytes * machine->byte_s;
}

double ct_machine_swap_s(const ct_machine *machine, int size, double bytes) {
    return (machine->half_duplex ? 2 : 1) * ct_machine_message_s(machine, size, bytes);
}

double ct_machine_barrier_s(const ct_machine *machine, int size) {
    return size < 2 ? 0 : machine->barrier_s + machine->barrier_doubling_s * log2(size);
}
