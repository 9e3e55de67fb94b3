/* Batches of small fields by codelets, beside the defining sums: all lengths along rows and
 * columns, complex and real, one to three axes, numbers of fields that are no multiples of
 * anything; past the cache or not, in place or not, in arrays that begin anywhere. The input stays
 * as it is, nothing beside the output is written, and a NaN stays in its field. Plans take them
 * without measuring too; other vector instructions go by FFTW. */
#include "field_sums.h"
#include "kernel_vectors.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/plan.h"

#include <cornerturn/memory.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD_BYTES = 64 };

/* Where and how a batch is transformed. */
typedef struct manner {
    int streams, in_place;
    ptrdiff_t from_offset, into_offset; /* in real numbers */
} manner;

typedef struct arrays {
    double complex *given, *wanted;
    char *input, *output, *work;
} arrays;

/* Fills the input; `spoils`: a number of the second field is NaN. */
static void fill(const ct_fft_fields_job *job, const arrays *a, char *input, int spoils) {
    for (ptrdiff_t field = 0; field < job->fields; field++) {
        recall_of(job, field, a->given, a->wanted);
        for (ptrdiff_t i = 0; i < numbers(job, 0); i++) {
            const int is_spoiled = spoils && field == 1 && i == 2;
            put(job, input + field * field_bytes(job, 0), i,
                is_spoiled ? CMPLX(NAN, NAN) : a->given[i]);
        }
    }
}

static void expect_fields(const ct_fft_fields_job *job, const arrays *a, const char *output,
                          int spoils) {
    for (ptrdiff_t field = 0; field < job->fields; field++) {
        ptrdiff_t wrong = 0;
        recall_of(job, field, a->given, a->wanted);
        const double rounding =
            job->factor * rounding_beside(a->wanted, numbers(job, 1), job->precision);
        for (ptrdiff_t i = 0; i < numbers(job, 1); i++) {
            const double complex found = get(job, 1, output + field * field_bytes(job, 1), i);
            wrong += !(cabs(found - job->factor * a->wanted[i]) <= rounding);
        }
        EXPECT(spoils && field == 1 ? wrong > 0 : wrong == 0);
    }
}

static int are_as_before(const char *array, ptrdiff_t bytes) {
    int are = 1;
    for (ptrdiff_t i = 0; i < bytes; i++) {
        are = are && array[i] == '\xff';
    }
    return are;
}

static void transform_so(const ct_fft_fields_job *all, manner how, int spoils) {
    ct_fft_fields_job job = *all;
    job.streams = how.streams;
    ct_fft_fields *fields = ct_fft_fields_create(&job);
    EXPECT(fields != NULL);
    const ptrdiff_t real_bytes = ct_real_bytes(job.precision);
    const ptrdiff_t bytes[2] = {job.fields * field_bytes(&job, 0),
                                job.fields * field_bytes(&job, 1)};
    const ptrdiff_t most = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
    const ptrdiff_t array_bytes = most + (ptrdiff_t)4 * GUARD_BYTES;
    const size_t numbers_most = (size_t)(numbers(&job, 0) + numbers(&job, 1));
    arrays a = {malloc(numbers_most * sizeof *a.given), malloc(numbers_most * sizeof *a.wanted),
                NULL, NULL, NULL};
    EXPECT_INT(ct_alloc(MPI_COMM_SELF, array_bytes, (void **)&a.input), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_SELF, array_bytes, (void **)&a.output), CT_OK);
    const ptrdiff_t work_bytes = ct_fft_fields_work_bytes(fields);
    EXPECT_INT(ct_alloc(MPI_COMM_SELF, work_bytes + GUARD_BYTES, (void **)&a.work), CT_OK);
    EXPECT(a.given != NULL && a.wanted != NULL);
    memset(a.input, 0xff, (size_t)array_bytes); /* NaNs */
    memset(a.output, 0xff, (size_t)array_bytes);
    memset(a.work, 0xff, (size_t)(work_bytes + GUARD_BYTES));
    char *input = a.input + GUARD_BYTES + how.from_offset * real_bytes;
    char *output = how.in_place ? input : a.output + GUARD_BYTES + how.into_offset * real_bytes;
    char *around = how.in_place ? a.input : a.output;
    fill(&job, &a, input, spoils);
    char *copy = malloc((size_t)bytes[0] + 1);
    EXPECT(copy != NULL);
    memcpy(copy, input, (size_t)bytes[0]);
    if (how.in_place) {
        ct_fft_fields_run(fields, 0, job.fields, input, output, a.work);
    } else { /* in two parts, as two threads do */
        const ptrdiff_t part = job.fields / 3;
        ct_fft_fields_run(fields, part, job.fields - part, input, output, a.work);
        ct_fft_fields_run(fields, 0, part, input, output, a.work);
    }
    expect_fields(&job, &a, output, spoils);
    EXPECT(how.in_place || memcmp(copy, input, (size_t)bytes[0]) == 0);
    EXPECT(are_as_before(around, output - around));
    const ptrdiff_t end = how.in_place ? most : bytes[1];
    EXPECT(are_as_before(output + end, GUARD_BYTES));
    EXPECT(are_as_before(a.work + work_bytes, GUARD_BYTES));
    ct_free((void **)&a.input);
    ct_free((void **)&a.output);
    ct_free((void **)&a.work);
    free(a.given);
    free(a.wanted);
    free(copy);
    free(fields);
}

static void transform(const ct_fft_fields_job *job) {
    static const manner manners[] = {{1, 0, 0, 0}, {1, 0, 1, 3}, {1, 0, 2, 2},
                                     {0, 0, 0, 0}, {0, 0, 3, 1}, {0, 1, 1, 1}};
    if (!ct_fft_fields_suit(job)) {
        EXPECT(ct_fft_fields_create(job) == NULL);
        return;
    }
    for (unsigned i = 0; i < sizeof manners / sizeof *manners; i++) {
        transform_so(job, manners[i], 0);
    }
    if (job->fields > 1) {
        transform_so(job, manners[job->fields % 2], 1);
    }
}

typedef struct shape {
    int axes;
    ptrdiff_t extent[CT_FFT_FIELDS_AXES], fields;
} shape;

static ct_fft_fields_job job_of(const shape *s, ct_fft_class class, ct_direction direction,
                                ct_precision precision) {
    ct_fft_fields_job job = {.precision = precision,
                             .class = class,
                             .axes = s->axes,
                             .fields = s->fields,
                             .direction = direction,
                             .factor = direction == CT_FORWARD ? 1 : 0.5};
    memcpy(job.extent, s->extent, sizeof job.extent);
    return job;
}

/* The smallest fields go by FFTW where registers are half a vector. */
static int have_kernels_of(const shape *s, ct_precision precision) {
    static const ptrdiff_t least_of_narrow[2][CT_FFT_FIELDS_AXES] = {
        [CT_DOUBLE] = {17, 256, 512}, [CT_FLOAT] = {17, 121, 512}};
    ptrdiff_t points = 1;
    for (int a = 0; a < s->axes; a++) {
        points *= s->extent[a];
    }
    return ct_vectors_used() >= CT_VECTORS_AVX512 ||
           (have_kernels() && points >= least_of_narrow[precision][s->axes - 1]);
}

static void transform_shape(const shape *s, ct_precision precision, int is_expected) {
    static const struct {
        ct_fft_class class;
        ct_direction direction;
    } ways[] = {{CT_CLASS_C2C, CT_FORWARD},
                {CT_CLASS_C2C, CT_INVERSE},
                {CT_CLASS_R2C, CT_FORWARD},
                {CT_CLASS_C2R, CT_INVERSE}};
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        const ct_fft_fields_job job = job_of(s, ways[i].class, ways[i].direction, precision);
        EXPECT(!is_expected || i > 1 || ct_fft_fields_suit(&job));
        transform(&job);
    }
}

static void transform_all(ct_precision precision) {
    static const shape shapes[] = {
        {1, {128}, 5},       {1, {256}, 3},       {1, {512}, 2},       {1, {16}, 67},
        {1, {32}, 1},        {1, {64}, 9},        {1, {64}, 0},        {1, {14}, 37},
        {1, {100}, 7},       {1, {42}, 11},       {1, {1000}, 3},      {1, {2048}, 2},
        {1, {18}, 41},       {1, {144}, 5},       {1, {480}, 3},       {1, {500}, 2},
        {1, {250}, 3},       {2, {8, 8}, 71},     {2, {16, 16}, 3},    {2, {32, 32}, 3},
        {2, {16, 64}, 2},    {2, {10, 100}, 3},   {2, {12, 16}, 5},    {2, {20, 96}, 2},
        {2, {25, 24}, 3},    {2, {30, 72}, 2},    {2, {5, 10}, 9},     {2, {4, 12}, 13},
        {2, {7, 15}, 6},     {2, {9, 21}, 4},     {2, {6, 25}, 5},     {2, {12, 9}, 4},
        {2, {15, 14}, 4},    {2, {75, 20}, 2},    {2, {4, 640}, 3},    {2, {21, 50}, 2},
        {2, {10, 30}, 3},    {3, {8, 8, 8}, 5},   {3, {16, 8, 32}, 2}, {3, {32, 16, 8}, 3},
        {3, {10, 12, 8}, 3}, {3, {9, 15, 24}, 2}, {3, {12, 9, 24}, 3}, {3, {10, 10, 10}, 3},
        {3, {4, 16, 64}, 2}, {3, {6, 5, 14}, 4},  {3, {5, 16, 12}, 3}, {3, {24, 20, 18}, 1},
        {3, {7, 25, 10}, 2}, {1, {66}, 9},        {1, {127}, 5},       {1, {62}, 9},
        {1, {243}, 8},       {2, {11, 11}, 7},    {2, {17, 34}, 3},    {2, {13, 33}, 3},
        {2, {31, 20}, 3},    {3, {6, 11, 26}, 3}, {3, {17, 8, 38}, 2}};
    /* all points of a field in lanes; real ones are not */
    static const shape lanes[] = {{2, {5, 5}, 37},    {2, {6, 6}, 4},     {2, {13, 13}, 9},
                                  {2, {4, 4}, 3},     {2, {2, 2}, 20},    {2, {22, 22}, 8},
                                  {2, {3, 70}, 5},    {3, {5, 5, 5}, 11}, {3, {2, 3, 7}, 17},
                                  {3, {4, 11, 11}, 1}};
    static const shape doubles[] = {
        {2, {8, 4}, 3}, {2, {6, 7}, 5}, {3, {4, 4, 4}, 9}, {3, {5, 4, 12}, 3}, {3, {9, 6, 5}, 2}};
    static const shape none[] = {
        {1, {8}, 4},        {1, {11}, 4},          {1, {4099}, 4},         {2, {289, 2}, 4},
        {2, {100, 100}, 4}, {3, {64, 64, 640}, 4}, {3, {16, 16, 1000}, 1}, {3, {100, 100, 100}, 1}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        transform_shape(&shapes[i], precision, have_kernels_of(&shapes[i], precision));
    }
    for (unsigned i = 0; i < sizeof lanes / sizeof *lanes; i++) {
        const ct_fft_fields_job job = job_of(&lanes[i], CT_CLASS_C2C, CT_FORWARD, precision);
        EXPECT_INT(ct_fft_fields_in_rows(&job).axes,
                   ct_vectors_used() >= CT_VECTORS_AVX512 ? 1 : job.axes);
        transform_shape(&lanes[i], precision, 0);
    }
    for (unsigned i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        transform_shape(&doubles[i], precision,
                        precision == CT_DOUBLE && have_kernels_of(&doubles[i], precision));
    }
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++) {
        const ct_fft_fields_job job = job_of(&none[i], CT_CLASS_C2C, CT_FORWARD, precision);
        EXPECT_INT(ct_fft_fields_in_rows(&job).axes, job.axes);
        EXPECT(!ct_fft_fields_suit(&job) && ct_fft_fields_create(&job) == NULL);
    }
}

/* A plan on all ranks, whose first and last fields are compared. */
static void execute(const shape *s, ct_fft_class class, ct_rigour rigour, int threads, int size,
                    ct_precision precision) {
    const ct_direction direction = class == CT_CLASS_C2R ? CT_INVERSE : CT_FORWARD;
    ct_fft_fields_job job = job_of(s, class, direction, precision);
    ct_fft_options options = {.direction = direction,
                              .scaling = CT_SCALING_UNITARY,
                              .rigour = rigour,
                              .threads = threads};
    ptrdiff_t extent[CT_MAX_AXES] = {s->fields * size};
    ct_fft_plan *plan = NULL;
    char *array[2] = {NULL};
    memcpy(extent + 1, s->extent, sizeof s->extent);
    ct_fft_problem problem = class == CT_CLASS_C2C ? ct_fft_complex(s->axes + 1, extent)
                                                   : ct_fft_real(s->axes + 1, extent);
    problem.kind[0] = CT_FFT_NONE;
    problem.precision = precision;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    const int has_rival = rigour != CT_ESTIMATE && (class == CT_CLASS_C2C || s->axes == 1) &&
                          have_kernels() && ct_codelet_registers_are_narrow(precision);
    EXPECT(plan->is_whole && (has_rival || (plan->fields != NULL) == have_kernels()));
    const ptrdiff_t bytes[2] = {ct_fft_input_bytes(plan), ct_fft_output_bytes(plan)};
    const ptrdiff_t apart = 2 * ct_real_bytes(precision);
    double points = 1;
    for (int a = 0; a < s->axes; a++) {
        points *= (double)s->extent[a];
    }
    job.factor = 1 / sqrt(points);
    const size_t numbers_most = (size_t)(numbers(&job, 0) + numbers(&job, 1));
    arrays a = {malloc(numbers_most * sizeof *a.given), malloc(numbers_most * sizeof *a.wanted),
                NULL, NULL, NULL};
    EXPECT(a.given != NULL && a.wanted != NULL);
    for (int i = 0; i < 2; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_SELF, bytes[i] + apart, (void **)&array[i]), CT_OK);
    }
    for (ptrdiff_t offset = 0; offset <= apart; offset += apart) {
        memset(array[1], 0xff, (size_t)(bytes[1] + apart));
        fill(&job, &a, array[0] + offset, 0);
        EXPECT_INT(ct_fft_execute(plan, array[0] + offset, array[1] + offset), CT_OK);
        expect_fields(&job, &a, array[1] + offset, 0);
    }
    free(a.given);
    free(a.wanted);
    ct_free((void **)&array[0]);
    ct_free((void **)&array[1]);
    ct_fft_plan_destroy(&plan);
}

static void execute_all(int size, ct_precision precision) {
    const ptrdiff_t many = precision == CT_FLOAT ? 2 : 1;
    const shape shapes[] = {{2, {16, 16}, many * 1031},
                            {1, {64}, many * 4099}, /* past the cache */
                            {3, {8, 16, 20}, 3}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const ct_rigour rigour = i == 1 ? CT_MEASURE : CT_ESTIMATE;
        const int measures = !have_kernels();
        execute(&shapes[i], CT_CLASS_C2C, measures ? CT_MEASURE : rigour,
                i == 0 && !measures ? 3 : 1, size, precision);
        execute(&shapes[i], i == 0 ? CT_CLASS_R2C : CT_CLASS_C2R, measures ? CT_MEASURE : rigour, 1,
                size, precision);
    }
}

int main(int argc, char **argv) {
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int most = CT_VECTORS_PORTABLE; most <= CT_VECTORS_AVX512; most++) {
        ct_vectors_limit((ct_vectors)most);
        for (int way = 0; way < 2; way++) {
            const ct_precision precision = way == 0 ? CT_DOUBLE : CT_FLOAT;
            if (size == 1) {
                transform_all(precision);
            }
            execute_all(size, precision);
        }
    }
    MPI_Finalize();
    return expect_status();
}
