#include "io/array/storage/numbers.h"

#include <stdint.h>

typedef void (*conversion)(const void *from, ptrdiff_t count, int stride, void *into);

/* Two loops: compilers vectorise constant strides. */
#define CONVERSION(SOURCE, TARGET)                                                                 \
    static void SOURCE##_to_##TARGET(const void *from, ptrdiff_t count, int stride, void *into) {  \
        const SOURCE *restrict number = from;                                                      \
        TARGET *restrict result = into;                                                            \
        for (ptrdiff_t k = 0; stride == 1 && k < count; k++) {                                     \
            result[k] = (TARGET)number[k];                                                         \
        }                                                                                          \
        for (ptrdiff_t k = 0; stride == 2 && k < count; k++) {                                     \
            result[2 * k] = (TARGET)number[k];                                                     \
            result[2 * k + 1] = 0;                                                                 \
        }                                                                                          \
    }
#define CONVERSIONS(SOURCE) CONVERSION(SOURCE, float) CONVERSION(SOURCE, double)

CONVERSIONS(int8_t)
CONVERSIONS(uint8_t)
CONVERSIONS(int16_t)
CONVERSIONS(uint16_t)
CONVERSIONS(int32_t)
CONVERSIONS(uint32_t)
CONVERSIONS(int64_t)
CONVERSIONS(uint64_t)
CONVERSIONS(float)
CONVERSIONS(double)

enum { NONE, INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, FLOAT, DOUBLE, KINDS };

static const conversion conversions[KINDS][2] = {
    [INT8] = {int8_t_to_float, int8_t_to_double},
    [UINT8] = {uint8_t_to_float, uint8_t_to_double},
    [INT16] = {int16_t_to_float, int16_t_to_double},
    [UINT16] = {uint16_t_to_float, uint16_t_to_double},
    [INT32] = {int32_t_to_float, int32_t_to_double},
    [UINT32] = {uint32_t_to_float, uint32_t_to_double},
    [INT64] = {int64_t_to_float, int64_t_to_double},
    [UINT64] = {uint64_t_to_float, uint64_t_to_double},
    [FLOAT] = {float_to_float, float_to_double},
    [DOUBLE] = {double_to_float, double_to_double},
};

ct_numbers ct_numbers_of(hid_t type) {
    const struct {
        int kind;
        hid_t little, big;
    } known[] = {{INT8, H5T_STD_I8LE, H5T_STD_I8BE},      {UINT8, H5T_STD_U8LE, H5T_STD_U8BE},
                 {INT16, H5T_STD_I16LE, H5T_STD_I16BE},   {UINT16, H5T_STD_U16LE, H5T_STD_U16BE},
                 {INT32, H5T_STD_I32LE, H5T_STD_I32BE},   {UINT32, H5T_STD_U32LE, H5T_STD_U32BE},
                 {INT64, H5T_STD_I64LE, H5T_STD_I64BE},   {UINT64, H5T_STD_U64LE, H5T_STD_U64BE},
                 {FLOAT, H5T_IEEE_F32LE, H5T_IEEE_F32BE}, {DOUBLE, H5T_IEEE_F64LE, H5T_IEEE_F64BE}};
    const bool is_big_here = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const bool is_little = H5Tequal(type, known[i].little) > 0;
        if (is_little || H5Tequal(type, known[i].big) > 0) {
            return (ct_numbers){known[i].kind, is_little == is_big_here,
                                (ptrdiff_t)H5Tget_size(type)};
        }
    }
    return (ct_numbers){NONE, false, 0};
}

static void swap(void *numbers, ptrdiff_t bytes, ptrdiff_t count) {
    uint16_t *restrict two = numbers;
    uint32_t *restrict four = numbers;
    uint64_t *restrict eight = numbers;
    for (ptrdiff_t k = 0; bytes == 2 && k < count; k++) {
        two[k] = __builtin_bswap16(two[k]);
    }
    for (ptrdiff_t k = 0; bytes == 4 && k < count; k++) {
        four[k] = __builtin_bswap32(four[k]);
    }
    for (ptrdiff_t k = 0; bytes == 8 && k < count; k++) {
        eight[k] = __builtin_bswap64(eight[k]);
    }
}

void ct_numbers_convert(ct_numbers numbers, void *from, ptrdiff_t count, bool to_double, int stride,
                        void *into) {
    if (numbers.is_swapped) {
        swap(from, numbers.bytes, count);
    }
    conversions[numbers.kind][to_double](from, count, stride, into);
}

bool ct_numbers_are(ct_numbers numbers, bool doubles) {
    return !numbers.is_swapped && numbers.kind == (doubles ? DOUBLE : FLOAT);
}
