/*
 * Relayed exchange: blocks for some rows of a mesh or torus go along their own row first and then
 * down the column, with all others that do; of the rest those for some columns go down their own
 * column first; what is left goes straight. Of the few start-ups of an exchange by rows and columns
 * and the few bytes of direct exchange it takes as much as is best.
 *
 *   4x4, --rows 1 --columns 1, from (x, y) to (x + right, y + down), cyclically
 *   early   right 1, 2, 3            the own row's block, and the one for 3 rows down there
 *           down 1, 2                the own column's block, and the one for 3 columns right there
 *           half of right 1, 2 with down 1, 2, straight; the other half is late
 *   late    down 3                   what the row had for there
 *           right 3                  what has come down the column for there
 *
 * Rows are the nodes along the first axis, n of them; any mesh or torus of several. b of the N - 1
 * other rows are relayed and c of the n - 1 other columns, evenly spaced; 0 and 0: direct exchange,
 * all rows: two phases. Kinds of messages are spread evenly over their half and near ones take
 * turns with far ones, for ports and links to be busy all the time. Cost: messages of 1 + b, 1 + c,
 * 1, N-1-b and n blocks, lambda + blocks m tau + delta each. Source: between direct exchange and
 * the two phases that Bokhari, Nicol (mesh paper), section 8, leave as future work.
 */
#include "algorithms/exchange/phases.h"

#include <stdint.h>

enum { ROWS, COLUMNS }; /* places of the parameters */

typedef struct shape {
    int length, rows; /* of a row; number of rows */
    int relayed;      /* rows */
    int columns;      /* relayed ones */
} shape;

static int length_of(const ct_topology *topology) {
    return topology->axes > 0 ? topology->extent[0] : 1;
}
static int fits(const ct_topology *topology) {
    const int length = length_of(topology);
    return length > 1 && length < topology->size;
}

static shape shape_of(const ct_topology *topology, const ct_parameters *parameters) {
    const int length = length_of(topology);
    const int rows = topology->size / length;
    const int relayed = ct_parameter_item(parameters, ROWS);
    const int is_left = relayed < rows - 1; /* something that goes down first */
    return (shape){length, rows, relayed, is_left ? ct_parameter_item(parameters, COLUMNS) : 0};
}

static int rows_most(const ct_topology *topology) {
    return topology->size / length_of(topology) - 1;
}
static int columns_most(const ct_topology *topology) {
    return length_of(topology) - 1;
}
/* Every value, or about 8 of them. */
static int next_up_to(int most, ct_value *value) {
    const int before = value->count == 0 ? -1 : value->item[0];
    const int by = most > 16 ? most / 8 : 1;
    const int next = before < 0 ? 0 : before + by;
    *value = (ct_value){.count = 1, .item = {next < most ? next : most}};
    return before < most;
}

static int next_rows(const ct_topology *topology, ct_value *value) {
    return next_up_to(rows_most(topology), value);
}
static int next_columns(const ct_topology *topology, ct_value *value) {
    return next_up_to(columns_most(topology), value);
}

static int accepts_rows(const ct_topology *topology, const ct_value *value) {
    return value->item[0] >= 0 && value->item[0] <= rows_most(topology);
}
static int accepts_columns(const ct_topology *topology, const ct_value *value) {
    return value->item[0] >= 0 && value->item[0] <= columns_most(topology);
}

static const ct_parameter parameter_rows = {
    .name = "rows",
    .summary = "rows whose blocks go along the own row first",
    .allowed = "0 up to the number of rows less 1",
    .next = next_rows,
    .accepts = accepts_rows,
};

static const ct_parameter parameter_columns = {
    .name = "columns",
    .summary = "columns whose other blocks go down the own column first",
    .allowed = "0 up to the number of columns less 1",
    .next = next_columns,
    .accepts = accepts_columns,
};

/* As large a share of the columns as of the rows, or none. */
static int worth(const ct_topology *topology, const ct_parameters *parameters) {
    const int rows = ct_parameter_item(parameters, ROWS);
    const int columns = ct_parameter_item(parameters, COLUMNS);
    return columns == 0 || (rows < rows_most(topology) &&
                            columns == rows * columns_most(topology) / rows_most(topology));
}

/* Of 0 .. count-1, near and far in turn: 0, h, 1, h+1, .. */
static int in_turn(int index, int count) {
    return index % 2 == 0 ? index / 2 : (count + 1) / 2 + index / 2;
}

/* Of the distances 1 .. all `chosen` are evenly spaced: number `index` of these, or of the others,
 * near and far in turn. */
static int distance_at(int index, int chosen, int all, int wanted) {
    const int count = wanted ? chosen : all - chosen;
    const int64_t turn = in_turn(index, count);
    return wanted ? (int)(((turn + 1) * all + chosen - 1) / chosen) : (int)(turn * all / count) + 1;
}

static int row_at(const shape *s, int index, int wanted) {
    return distance_at(index, s->relayed, s->rows - 1, wanted);
}
static int column_at(const shape *s, int index, int wanted) {
    return distance_at(index, s->columns, s->length - 1, wanted);
}

static int moved(const shape *s, int rank, int right, int down) {
    const int x = (rank % s->length + right + s->length) % s->length;
    const int y = (rank / s->length + down + s->rows) % s->rows;
    return y * s->length + x;
}

typedef enum leg { ROW_FIRST, COLUMN_FIRST, STRAIGHT, ROW_LAST, COLUMN_LAST, KINDS } leg;

typedef struct shift {
    leg kind;
    int right, down;
} shift;
/* Where what is relayed goes first, and then. */
static ct_rank_set relayed_from(ct_schedule *schedule, const shape *s, leg kind, int to) {
    const int count = kind == ROW_FIRST ? s->relayed : s->columns;
    ct_schedule_set_open(schedule);
    ct_schedule_set_add(schedule, (ct_run){to, 1, 1});
    for (int i = 0; i < count; i++) {
        const int right = kind == ROW_FIRST ? 0 : column_at(s, i, 1);
        const int down = kind == ROW_FIRST ? row_at(s, i, 1) : 0;
        ct_schedule_set_add(schedule, (ct_run){moved(s, to, right, down), 1, 1});
    }
    return ct_schedule_set_close(schedule);
}

/* Ranks of the column whose blocks have come down it to `sender`, to go along its row. */
static ct_rank_set come_down(ct_schedule *schedule, const shape *s, int sender) {
    ct_schedule_set_open(schedule);
    for (int i = 0; i < s->rows - 1 - s->relayed; i++) {
        ct_schedule_set_add(schedule, (ct_run){moved(s, sender, 0, -row_at(s, i, 0)), 1, 1});
    }
    return ct_schedule_set_close(schedule);
}

static void name_blocks(ct_schedule *schedule, const shape *s, shift by, int sender,
                        void (*name)(ct_schedule *, ct_rank_set, ct_rank_set)) {
    const int to = moved(s, sender, by.right, by.down);
    ct_rank_set from = sender;
    if (by.kind == ROW_LAST) {
        from = come_down(schedule, s, sender);
    } else if (by.kind == COLUMN_LAST) {
        from = ct_schedule_range(schedule, sender - sender % s->length, s->length);
    }
    name(schedule, from,
         by.kind == ROW_FIRST || by.kind == COLUMN_FIRST ? relayed_from(schedule, s, by.kind, to)
                                                         : to);
}

static void move(ct_schedule *schedule, const shape *s, int step, shift by, unsigned flags) {
    const int rank = schedule->rank;
    const int from = moved(s, rank, -by.right, -by.down);
    ct_schedule_move(schedule, step, moved(s, rank, by.right, by.down), from, flags);
    name_blocks(schedule, s, by, rank, ct_schedule_sends);
    name_blocks(schedule, s, by, from, ct_schedule_receives);
}

/* Messages of a kind. */
static int count_of(const shape *s, leg kind) {
    const int rows = s->rows - 1 - s->relayed;
    const int counts[KINDS] = {s->length - 1, rows, rows * (s->length - 1 - s->columns), s->columns,
                               s->relayed};
    return counts[kind];
}

/* What goes straight goes diagonally through rows and columns. */
static shift shift_at(const shape *s, leg kind, int index) {
    const int rows = s->rows - 1 - s->relayed;
    const int columns = s->length - 1 - s->columns;
    switch (kind) {
    case ROW_FIRST:
        return (shift){kind, 1 + in_turn(index, s->length - 1), 0};
    case COLUMN_FIRST:
        return (shift){kind, 0, row_at(s, index, 0)};
    case ROW_LAST:
        return (shift){kind, column_at(s, index, 1), 0};
    case COLUMN_LAST:
        return (shift){kind, 0, row_at(s, index, 1)};
    default:
        return (shift){kind, column_at(s, (index % rows + index / rows) % columns, 0),
                       row_at(s, index % rows, 0)};
    }
}

/* The kind of the half's next message: the one that lags most behind its share. */
static leg next_kind(const int *ends, const int *gone, const int *begins, int total, int sent) {
    leg next = ROW_FIRST;
    double most = -1;
    for (int i = 0; i < KINDS; i++) {
        const int count = ends[i] - begins[i];
        const double behind = (double)count * (sent + 1) / total - (gone[i] - begins[i]);
        if (gone[i] < ends[i] && behind > most) {
            most = behind;
            next = (leg)i;
        }
    }
    return next;
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    const shape s = shape_of(topology, parameters);
    const int straight = count_of(&s, STRAIGHT);
    int gone[KINDS] = {0};
    for (int half = 0, step = 1; half < 2; half++) {
        int begins[KINDS];
        int ends[KINDS];
        int total = 0;
        for (int i = 0; i < KINDS; i++) {
            const int is_now = i == STRAIGHT || (i < STRAIGHT) == (half == 0);
            begins[i] = gone[i];
            ends[i] = is_now ? count_of(&s, (leg)i) : gone[i];
            ends[i] = i == STRAIGHT && half == 0 ? straight / 2 : ends[i];
            total += ends[i] - begins[i];
        }
        for (int sent = 0; sent < total; sent++, step++) {
            const leg now = next_kind(ends, gone, begins, total, sent);
            move(schedule, &s, step, shift_at(&s, now, gone[now]++), sent == 0 ? CT_MOVE_PHASE : 0);
        }
    }
}

static int blocks_of(const shape *s, leg kind) {
    return (int[KINDS]){1 + s->relayed, 1 + s->columns, 1, s->rows - 1 - s->relayed,
                        s->length}[kind];
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    const shape s = shape_of(topology, parameters);
    ct_promise promised = {.ports = 1, .lockstep = 1};
    for (int i = 0; i < KINDS; i++) {
        promised.steps += count_of(&s, (leg)i);
    }
    return promised;
}

static int is_chosen(int distance, int chosen, int all) {
    return (int64_t)distance * chosen / all > (int64_t)(distance - 1) * chosen / all;
}

/* Messages of a kind in which partners exchange with each other: half of a length away. */
static int swaps_of(const shape *s, leg kind) {
    const int right = s->length % 2 == 0;
    const int down = s->rows % 2 == 0;
    const int column = right && is_chosen(s->length / 2, s->columns, s->length - 1);
    const int row = down && is_chosen(s->rows / 2, s->relayed, s->rows - 1);
    return (int[KINDS]){right, down && !row, right && !column && down && !row, column, row}[kind];
}

static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    const shape s = shape_of(topology, parameters);
    double total_s = 0;
    for (int i = 0; i < KINDS; i++) {
        const double bytes = blocks_of(&s, (leg)i) * block_bytes;
        const int swaps = swaps_of(&s, (leg)i);
        total_s +=
            (count_of(&s, (leg)i) - swaps) * ct_machine_message_s(machine, topology->size, bytes) +
            swaps * ct_machine_swap_s(machine, topology->size, bytes);
    }
    return total_s;
}

const ct_algorithm ct_row_relayed = {
    .name = "relayed",
    .summary = "blocks for some rows and columns along row and column, the others straight",
    .sizes = "a mesh or torus of several rows and columns",
    .source = "Bokhari, Nicol (mesh paper), section 8: between direct and its two phases",
    .formula = "(n-1)(lambda + (b+1) m tau + delta) + k (lambda + (c+1) m tau + delta) + "
               "b (lambda + n m tau + delta) + c (lambda + k m tau + delta) + "
               "(n-1-c) k (lambda + m tau + delta), n ranks a row, k rows not relayed",
    .topologies = 1u << CT_MESH | 1u << CT_TORUS,
    .fits = fits,
    .parameters = {&parameter_rows, &parameter_columns},
    .worth = worth,
    .promise = promise,
    .cost = cost,
    .generate = generate,
};
