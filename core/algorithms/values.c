#include "algorithms/values.h"

#include "base/fail.h"

static const char *const sync_names[] = {"none", "pairwise", "phase", "step", NULL};
static const char *const mode_names[] = {"standard", "ready", NULL};

const ct_parameter ct_parameter_sync = {
    .name = "sync",
    .summary = "what is synchronised",
    .allowed = "none, pairwise (an empty exchange before the data), phase or step (a barrier "
               "before each)",
    .choices = sync_names,
};

const ct_parameter ct_parameter_mode = {
    .name = "mode",
    .summary = "kind of send; ready needs a barrier after the receives are posted",
    .allowed = "standard or ready",
    .choices = mode_names,
};

unsigned ct_sync_flags(int sync, int mode, int first_of_phase) {
    unsigned flags = mode == CT_MODE_READY ? CT_MOVE_READY : 0;
    if (first_of_phase) {
        flags |= CT_MOVE_PHASE;
    }
    if (sync == CT_SYNC_PAIRWISE) {
        flags |= CT_MOVE_PAIRWISE;
    }
    if (sync == CT_SYNC_STEP || (sync == CT_SYNC_PHASE && first_of_phase)) {
        flags |= CT_MOVE_FENCE;
    }
    return flags;
}

ct_status ct_sync_combines(int sync, int mode) {
    if (mode == CT_MODE_READY && sync != CT_SYNC_PHASE && sync != CT_SYNC_STEP) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "--mode ready needs --sync phase or step");
    }
    return CT_OK;
}

double ct_sync_cost_s(const ct_machine *machine, int size, int sync, int phases, int steps) {
    double barrier_s = ct_machine_barrier_s(machine, size);
    switch (sync) {
    case CT_SYNC_PAIRWISE:
        return steps * (machine->half_duplex ? 2 : 1) * machine->pairwise_s;
    case CT_SYNC_PHASE:
        return phases * barrier_s;
    case CT_SYNC_STEP:
        return steps * barrier_s;
    default:
        return 0;
    }
}

static int next_root(const ct_topology *topology, ct_value *value) {
    int last = topology->size - 1;
    int before = value->count == 0 ? -1 : value->item[0];
    int root = before < 0 ? 0 : before < last / 2 ? last / 2 : last;
    *value = (ct_value){.count = 1, .item = {root}};
    return root > before;
}

static int accepts_rank(const ct_topology *topology, const ct_value *value) {
    return ct_value_is_between(value, 0, topology->size - 1);
}

const ct_parameter ct_parameter_root = {
    .name = "root",
    .summary = "the rank that everything comes from, or goes to; 0 where not given",
    .allowed = "0 up to the number of ranks less 1",
    .is_problem = 1,
    .next = next_root,
    .accepts = accepts_rank,
};

/* From the last rank, halving. */
static int next_target(const ct_topology *topology, ct_value *value) {
    int before = value->count == 0 ? 2 * (topology->size - 1) + 1 : value->item[0];
    *value = (ct_value){.count = 1, .item = {before / 2}};
    return before > 0;
}

const ct_parameter ct_parameter_target = {
    .name = "target",
    .summary = "the rank that everything goes to; the last where not given",
    .allowed = "0 up to the number of ranks less 1",
    .is_problem = 1,
    .next = next_target,
    .accepts = accepts_rank,
};

static int next_packets(const ct_topology *topology, ct_value *value) {
    (void)topology;
    int before = value->count == 0 ? 0 : value->item[0];
    *value = (ct_value){.count = 1, .item = {before < 4 ? before + 1 : 2 * before}};
    return before < 8;
}

static int accepts_packets(const ct_topology *topology, const ct_value *value) {
    (void)topology;
    return value->item[0] >= 1 && value->item[0] <= CT_PACKETS_MOST;
}

const ct_parameter ct_parameter_packets = {
    .name = "packets",
    .summary = "how many packets a vector is cut into",
    .allowed = "1 .. 1048576",
    .next = next_packets,
    .accepts = accepts_packets,
};

const ct_parameter ct_parameter_path_packets = {
    .name = "packets",
    .summary = "how many packets go down each path",
    .allowed = "1 .. 1048576",
    .next = next_packets,
    .accepts = accepts_packets,
};

int ct_value_is_between(const ct_value *value, int least, int most) {
    int is_good = 1;
    for (int i = 0; i < value->count; i++) {
        is_good &= value->item[i] >= least && value->item[i] <= most;
    }
    return is_good;
}

int ct_value_only(int item, ct_value *value) {
    const int is_first = value->count == 0;
    *value = (ct_value){.count = 1, .item = {item}};
    return is_first;
}
