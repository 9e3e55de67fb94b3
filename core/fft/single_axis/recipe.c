/* The recipes: by kind, the maps before and after the complex transform. For odd N that has N
 * points; for even N it has M = N / 2, pairs of real numbers (kinds 2 and 3 reordered after Makhoul
 * 1980). Kind 1 transforms its extension to 2 M points: the known ways without it lose accuracy. A
 * sine transform is the cosine transform with input or output reversed and signs changed. */
#include "fft/single_axis/recipe.h"

#include "base/fail.h"
#include "fft/single_axis/formulas.h"

/* Adds a run, unless it is empty; the caller may set its flags. */
static ct_fft_run *add_run(ct_fft_stream *stream, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count,
                           ptrdiff_t source, ptrdiff_t stride) {
    ct_fft_run *run = &stream->run[stream->runs];
    *run = (ct_fft_run){first, step, count, source, stride, 0, 0, 0};
    stream->runs += count > 0;
    return run;
}

/* Adds a run: positions 0 .. count-1 read elements from `source` on. */
static void add_plain(ct_fft_stream *stream, ptrdiff_t count, ptrdiff_t source, ptrdiff_t stride) {
    add_run(stream, 0, 1, count, source, stride);
}

/* Reverses the array: reads element length - 1 - n instead of n. */
static void mirror_sources(ct_fft_map *map, ptrdiff_t length) {
    for (int i = 0; i < map->streams * CT_FFT_RUNS; i++) {
        ct_fft_run *run = &map->stream[i / CT_FFT_RUNS].run[i % CT_FFT_RUNS];
        run->source = length - 1 - run->source;
        run->stride = -run->stride;
    }
}

/* Reverses the result; all steps are 1. */
static void mirror_positions(ct_fft_map *map, ptrdiff_t length) {
    for (int i = 0; i < map->streams * CT_FFT_RUNS; i++) {
        ct_fft_run *run = &map->stream[i / CT_FFT_RUNS].run[i % CT_FFT_RUNS];
        run->first = length - run->first - run->count;
        run->source += run->stride * (run->count - 1);
        run->stride = -run->stride;
    }
}

/* Reads the periodic coefficients k and M - k of M, for k = 0 .. M. */
static void read_mirrored(ct_fft_map *map, ptrdiff_t half) {
    map->streams = 2;
    map->reads_complex = 1;
    add_plain(&map->stream[0], half, 0, 1);
    add_run(&map->stream[0], half, 1, 1, 0, 1);
    add_plain(&map->stream[1], 1, 0, 1);
    add_run(&map->stream[1], 1, 1, half, half - 1, -1);
}

/* The coefficient shared by two signs of a frequency: forward their sum, inverse half of it each.
 */
static void describe_pair(const ct_fft_axis *axis, ct_direction direction, ct_fft_map *spectrum) {
    const ptrdiff_t pair = ct_fft_pair(axis);
    ct_fft_stream *stream = &spectrum->stream[0];
    if (pair > 0 && direction == CT_FORWARD) {
        spectrum->streams = 2;
        spectrum->formula = ct_fft_formulas_used()->after_pair;
        add_run(&spectrum->stream[1], pair, 1, 1, pair, 1);
    } else if (pair > 0) { /* first of the second range */
        ct_fft_run *high = &stream->run[1];
        add_run(stream, pair, 1, 1, high->source, 1)->halves = 1;
        add_run(stream, high->first + 1, 1, high->count - 1, high->source + 1, 1);
        high->count = high->halves = 1;
    }
}

/* Truncated modes, or padding, are a gap in the middle of the frequencies. */
static void describe_c2c(const ct_fft_axis *axis, ct_direction direction, ct_fft_recipe *recipe) {
    ct_fft_map *spectrum = direction == CT_FORWARD ? &recipe->after : &recipe->before;
    ct_fft_map *array = direction == CT_FORWARD ? &recipe->before : &recipe->after;
    ct_fft_range range[2];
    recipe->before.writes_complex = recipe->after.writes_complex = 1;
    recipe->before.reads_complex = recipe->after.reads_complex = 1;
    recipe->before.streams = recipe->after.streams = 1;
    add_plain(&array->stream[0], axis->points, 0, 1);
    ct_fft_ranges(axis, 1, range);
    for (int i = 0; i < 2; i++) {
        ptrdiff_t inside = range[i].inside;
        ptrdiff_t outside = range[i].outside;
        int forward = direction == CT_FORWARD;
        add_run(&spectrum->stream[0], forward ? outside : inside, 1, range[i].count,
                forward ? inside : outside, 1);
    }
    describe_pair(axis, direction, spectrum);
}

static void describe_r2c(ct_fft_recipe *recipe) {
    const ptrdiff_t length = recipe->length;
    ct_fft_map *after = &recipe->after;
    int is_even = length % 2 == 0;
    recipe->before.streams = 1;
    add_run(&recipe->before.stream[0], 0, is_even ? 1 : 2, length, 0, 1);
    after->writes_complex = 1;
    if (is_even) {
        read_mirrored(after, length / 2);
        after->formula = ct_fft_formulas_used()->after_r2c;
        recipe->roots.order = length;
    } else {
        after->streams = 1;
        after->reads_complex = 1;
        add_plain(&after->stream[0], length / 2 + 1, 0, 1);
    }
}

static void describe_c2r(ct_fft_recipe *recipe) {
    const ptrdiff_t length = recipe->length;
    const ptrdiff_t half = length / 2;
    ct_fft_map *before = &recipe->before;
    int is_even = length % 2 == 0;
    before->reads_complex = before->writes_complex = 1;
    if (is_even) {
        before->streams = 2;
        add_plain(&before->stream[0], half, 0, 1);
        add_plain(&before->stream[1], half, half, -1);
        before->formula = ct_fft_formulas_used()->before_c2r;
        recipe->roots.order = length;
    } else {
        before->streams = 1;
        add_plain(&before->stream[0], half + 1, 0, 1);
        add_run(&before->stream[0], half + 1, 1, half, half, -1)->conjugates = 1;
    }
    recipe->after.streams = 1;
    add_plain(&recipe->after.stream[0], length, 0, is_even ? 1 : 2);
}

/* Real numbers, or the real and imaginary parts of complex ones. */
static void describe_type1(ct_fft_recipe *recipe) {
    const ptrdiff_t half = recipe->points;
    ct_fft_stream *read = &recipe->before.stream[0];
    ct_fft_map *after = &recipe->after;
    recipe->before.streams = 1;
    recipe->roots.order = 2 * half;
    after->formula = ct_fft_formulas_used()->after_type1;
    if (recipe->is_sine) {
        add_run(read, 1, 1, half - 1, 0, 1);
        add_run(read, half + 1, 1, half - 1, half - 2, -1)->negates = 1;
        after->streams = 2;
        after->reads_complex = 1;
        add_plain(&after->stream[0], half - 1, 1, 1);
        add_plain(&after->stream[1], half - 1, half - 1, -1);
    } else {
        add_plain(read, half + 1, 0, 1);
        add_run(read, half + 1, 1, half - 1, half - 1, -1);
        read_mirrored(after, half);
    }
}

/* Reorders: the even elements, then the odd ones in reverse. */
static void describe_type2(ct_fft_recipe *recipe) {
    const ptrdiff_t length = recipe->length;
    const ptrdiff_t half = length / 2;
    const ptrdiff_t evens = length - half;
    const ptrdiff_t step = length % 2 == 0 ? 1 : 2;
    ct_fft_stream *read = &recipe->before.stream[0];
    ct_fft_map *after = &recipe->after;
    recipe->before.streams = 1;
    add_run(read, 0, step, evens, 0, 2);
    add_run(read, evens * step, step, half, 2 * half - 1, -2)->negates = recipe->is_sine;
    recipe->roots.order = 4 * length;
    after->reads_complex = 1;
    if (length % 2 == 0) { /* coefficients m and M - m, for k = m and k = N - m */
        after->streams = 2;
        add_plain(&after->stream[0], half, 0, 1);
        add_run(&after->stream[0], half, 1, 1, 0, 1);
        add_run(&after->stream[0], half + 1, 1, half - 1, half - 1, -1);
        add_plain(&after->stream[1], 1, 0, 1);
        add_run(&after->stream[1], 1, 1, half - 1, half - 1, -1);
        add_run(&after->stream[1], half, 1, half, 0, 1);
        after->formula = ct_fft_formulas_used()->after_type2_even;
    } else {
        after->streams = 1;
        add_plain(&after->stream[0], length, 0, 1);
        after->formula = ct_fft_formulas_used()->after_type2_odd;
    }
    if (recipe->is_sine) {
        mirror_positions(after, length);
    }
}

/* Type 3: the inverse of type 2, with its reordering. */
static void describe_type3(ct_fft_recipe *recipe) {
    const ptrdiff_t length = recipe->length;
    const ptrdiff_t half = length / 2;
    const ptrdiff_t stride = length % 2 == 0 ? 1 : 2;
    ct_fft_map *before = &recipe->before;
    ct_fft_stream *result = &recipe->after.stream[0];
    before->writes_complex = 1;
    recipe->roots.order = 4 * length;
    before->streams = length % 2 == 0 ? 4 : 2;
    add_plain(&before->stream[0], recipe->points, 0, 1);
    add_run(&before->stream[1], 1, 1, recipe->points - 1, length - 1, -1);
    before->formula = ct_fft_formulas_used()->before_type3_odd;
    if (length % 2 == 0) {
        add_plain(&before->stream[2], half, half, -1);
        add_plain(&before->stream[3], half, half, 1);
        before->formula = ct_fft_formulas_used()->before_type3_even;
    }
    recipe->after.streams = 1;
    add_run(result, 0, 2, length - half, 0, stride);
    add_run(result, 1, 2, half, (length - 1) * stride, -stride)->negates = recipe->is_sine;
    if (recipe->is_sine) {
        mirror_sources(before, length);
    }
}

static void describe_type4(ct_fft_recipe *recipe) {
    const ptrdiff_t length = recipe->length;
    const ptrdiff_t half = length / 2;
    const ptrdiff_t last = recipe->points - 1;
    ct_fft_map *before = &recipe->before;
    ct_fft_map *after = &recipe->after;
    before->writes_complex = 1;
    recipe->roots.order = 8 * length;
    if (length % 2 == 0) {
        before->streams = 2;
        add_plain(&before->stream[0], half, 0, 2);
        add_plain(&before->stream[1], half, length - 1, -2);
        before->formula = ct_fft_formulas_used()->before_type4_even;
        after->formula = ct_fft_formulas_used()->after_type4_even;
    } else {
        before->streams = 1;
        add_plain(&before->stream[0], length, 0, 1);
        before->formula = ct_fft_formulas_used()->before_type4_odd;
        after->formula = ct_fft_formulas_used()->after_type4_odd;
    }
    after->streams = 1;
    after->reads_complex = 1;
    add_run(&after->stream[0], 0, 2, length - half, 0, 1);
    add_run(&after->stream[0], 1, 2, half, last, -1);
    if (recipe->is_sine) {
        mirror_sources(before, length);
    }
}

static void describe(const ct_fft_axis *axis, ct_direction direction, ct_fft_recipe *recipe) {
    ct_fft_kind kind = direction == CT_FORWARD ? axis->kind : ct_fft_undoing(axis->kind);
    switch (kind) {
    case CT_FFT_C2C:
        recipe->direction = direction;
        describe_c2c(axis, direction, recipe);
        break;
    case CT_FFT_R2C:
        recipe->direction = direction;
        (direction == CT_FORWARD ? describe_r2c : describe_c2r)(recipe);
        break;
    case CT_FFT_DCT1:
    case CT_FFT_DST1:
        describe_type1(recipe);
        break;
    case CT_FFT_DCT2:
    case CT_FFT_DST2:
        describe_type2(recipe);
        break;
    case CT_FFT_DCT3:
    case CT_FFT_DST3:
        recipe->direction = CT_INVERSE;
        describe_type3(recipe);
        break;
    default:
        describe_type4(recipe);
    }
}

ct_status ct_fft_recipe_create(const ct_fft_shape *shape, ct_direction direction,
                               ct_fft_recipe *recipe) {
    const ct_fft_axis *axis = &shape->axis[0];
    *recipe = (ct_fft_recipe){.length = axis->length,
                              .points = shape->reduced_points,
                              .is_sine = axis->kind >= CT_FFT_DST1,
                              .direction = CT_FORWARD};
    describe(axis, direction, recipe);
    recipe->before.positions = recipe->points * (recipe->before.writes_complex ? 1 : 2);
    recipe->after.positions = direction == CT_FORWARD ? axis->modes : axis->points;
    return recipe->roots.order > 0 ? ct_fft_roots_create(recipe->roots.order, &recipe->roots)
                                   : CT_OK;
}

void ct_fft_recipe_destroy(ct_fft_recipe *recipe) {
    ct_fft_roots_destroy(&recipe->roots);
}
