#include "schedule/displace.h"

static int displaced(const ct_topology *topology, int rank, int by, int sign) {
    int moved = 0;
    for (int axis = 0, stride = 1; axis < topology->axes; axis++) {
        const int extent = topology->extent[axis];
        const int at = (rank % extent + sign * (by % extent) + extent) % extent;
        moved += at * stride;
        stride *= extent;
        rank /= extent;
        by /= extent;
    }
    return moved;
}

int ct_displaced(const ct_topology *topology, int rank, int by) {
    return displaced(topology, rank, by, 1);
}

int ct_displaced_back(const ct_topology *topology, int rank, int by) {
    return displaced(topology, rank, by, -1);
}
