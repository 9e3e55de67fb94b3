/* Patterns: initial and required final holders of every token. */
#include <cornerturn/pattern.h>

const char *ct_pattern_name(ct_pattern_kind kind) {
    switch (kind) {
    case CT_EXCHANGE:
        return "exchange";
    case CT_ALL_GATHER:
        return "all-gather";
    case CT_BROADCAST:
        return "broadcast";
    case CT_SCATTER:
        return "scatter";
    case CT_GATHER:
        return "gather";
    case CT_POINT_TO_POINT:
        return "point-to-point";
    }
    return "unknown pattern";
}

int ct_pattern_copies(const ct_pattern *pattern) {
    return pattern->kind == CT_ALL_GATHER || pattern->kind == CT_BROADCAST;
}

int ct_pattern_seconds(const ct_pattern *pattern, int size) {
    return pattern->packets > 0 ? pattern->packets : size;
}

ct_holding ct_pattern_start(const ct_pattern *pattern, int size, int rank) {
    ct_holding all_of_own = {rank, 1, 0, ct_pattern_seconds(pattern, size)};
    switch (pattern->kind) {
    case CT_EXCHANGE:
    case CT_ALL_GATHER:
        return all_of_own;
    case CT_GATHER:
        return (ct_holding){rank, 1, pattern->root, 1};
    case CT_BROADCAST:
    case CT_SCATTER:
    case CT_POINT_TO_POINT:
        break;
    }
    return rank == pattern->root ? all_of_own : (ct_holding){0};
}

ct_holding ct_pattern_end(const ct_pattern *pattern, int size, int rank) {
    ct_holding all_of_root = {pattern->root, 1, 0, ct_pattern_seconds(pattern, size)};
    switch (pattern->kind) {
    case CT_EXCHANGE:
        return (ct_holding){0, size, rank, 1};
    case CT_ALL_GATHER:
        return (ct_holding){0, size, 0, pattern->packets};
    case CT_BROADCAST:
        return all_of_root;
    case CT_SCATTER:
        return (ct_holding){pattern->root, 1, rank, 1};
    case CT_GATHER:
        return rank == pattern->root ? (ct_holding){0, size, rank, 1} : (ct_holding){0};
    case CT_POINT_TO_POINT:
        break;
    }
    return rank == pattern->target ? all_of_root : (ct_holding){0};
}
