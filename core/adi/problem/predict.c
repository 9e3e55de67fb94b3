/*
 * Reducing exchanges two numbers a line, twice; transposing exchanges the array, twice, and makes
 * one more pass over it. Both exchange with the same ranks. So reducing is faster, the more so the
 * slower the network, unless ranks have only a cell or two of each line.
 */
#include "adi/problem/predict.h"

#include "adi/problem/decompose.h"
#include "exchange/choose/predict.h"
#include "redistribute/predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ranks that share the lines of an axis, without those that have no cells. */
static int parts_of(const ct_distribution *cells, int axis) {
    return cells->grid[axis] < cells->extent[axis] ? cells->grid[axis] : (int)cells->extent[axis];
}

/* For the line of ranks that starts with `first`: by rank, the lowest rank on its node, numbered
 * along the line. Returns the number of nodes. */
static int list_leaders(const ct_adi_spread *spread, int first, int parts, int stride,
                        int *leader) {
    int nodes = 0;
    for (int i = 0; i < parts; i++) {
        const int node = spread->leader[first + i * stride];
        int lowest = 0;
        while (spread->leader[first + lowest * stride] != node) {
            lowest++;
        }
        leader[i] = lowest;
        nodes += lowest == i;
    }
    return nodes;
}

/* The same for the line on the most nodes, which is the slowest. `room` is workspace of the same
 * size. */
static void list_line(const ct_adi_spread *spread, int axis, int *leader, int *room) {
    const ct_distribution *cells = &spread->cells;
    const int parts = parts_of(cells, axis);
    int stride = 1;
    int most = 0;
    for (int a = axis + 1; a < cells->axes; a++) {
        stride *= cells->grid[a];
    }
    for (int first = 0; first + (parts - 1) * stride < spread->size; first++) {
        if (first / stride % cells->grid[axis] == 0 &&
            list_leaders(spread, first, parts, stride, room) > most) {
            most = list_leaders(spread, first, parts, stride, leader);
        }
    }
}

/* The exchange of two numbers a line among the ranks that share the lines. */
static double reduction_s(const ct_calibration *machine, const ct_exchange_options *options,
                          const ct_adi_spread *spread, int axis) {
    const ct_box box = ct_distribution_box(&spread->cells, 0);
    const int parts = parts_of(&spread->cells, axis);
    const ptrdiff_t lines = ct_box_elements(&box) / box.count[axis];
    ct_exchange_options of_line = *options;
    int *leader = malloc(2 * (size_t)parts * sizeof *leader);
    ct_prospect prospect = {.options = &of_line,
                            .leader = leader,
                            .size = parts,
                            .partners = lines < parts ? (int)lines : parts - 1,
                            .block_bytes =
                                2.0 * (double)lines * (double)spread->element_bytes / parts};
    double seconds = HUGE_VAL;
    if (leader != NULL) {
        list_line(spread, axis, leader, leader + parts);
        if (parts < spread->size) { /* as in ct_adi_exchanges_among */
            of_line.topology = NULL;
        }
        seconds = ct_exchange_predict(machine, &prospect);
        if (isinf(seconds) && parts < spread->size) {
            of_line.algorithm = NULL;
            seconds = ct_exchange_predict(machine, &prospect);
        }
    }
    free(leader);
    return seconds;
}

/* The transpose of rank 0's part, the largest, to whole lines. */
static double transpose_s(const ct_calibration *machine, const ct_exchange_options *options,
                          const ct_adi_spread *spread, int axis) {
    const ct_redistribution_setting setting = {machine, options, spread->size, spread->leader};
    const ct_distribution whole = ct_adi_whole_lines(&spread->cells, axis);
    const ct_ownership from = ct_ownership_of(&spread->cells, NULL, spread->element_bytes);
    const ct_ownership into = ct_ownership_of(&whole, NULL, spread->element_bytes);
    const ct_redistribution redistribution = ct_redistribution_of(&from, &into);
    int is_distant = 0;
    return ct_redistribution_predict(&setting, &redistribution, 1, &is_distant);
}

/* The additional pass over rank 0's part: elimination and substitution read and write it. */
static double sweep_s(const ct_calibration *machine, const ct_adi_spread *spread) {
    const ct_box box = ct_distribution_box(&spread->cells, 0);
    int busy = 0; /* ranks on rank 0's node */
    for (int rank = 0; rank < spread->size; rank++) {
        busy += spread->leader[rank] == spread->leader[0];
    }
    return 4 * (double)ct_box_elements(&box) * (double)spread->element_bytes * busy /
           machine->memory_bytes_per_s;
}

void ct_adi_predict_axis(const ct_calibration *machine, const ct_exchange_options *options,
                         const ct_adi_spread *spread, int axis, double seconds[2]) {
    seconds[0] = seconds[1] = 0;
    if (parts_of(&spread->cells, axis) > 1) {
        seconds[0] = 2 * reduction_s(machine, options, spread, axis);
        seconds[1] = 2 * transpose_s(machine, options, spread, axis) + sweep_s(machine, spread);
    }
}

void ct_adi_predict(const ct_calibration *machine, const ct_exchange_options *options,
                    const ct_adi_spread *spread, double seconds[2]) {
    seconds[0] = seconds[1] = 0;
    for (int axis = 0; axis < spread->cells.axes; axis++) {
        double of_axis[2];
        ct_adi_predict_axis(machine, options, spread, axis, of_axis);
        seconds[0] += of_axis[0];
        seconds[1] += of_axis[1];
    }
}
