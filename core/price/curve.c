/* Curves of measured times, and the fit of their lines. */
#include <cornerturn/curve.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

int ct_curve_add(ct_curve *curve, double bytes, double seconds) {
    int place = 0;
    while (place < curve->knots && curve->bytes[place] < bytes) {
        place++;
    }
    if (place == curve->knots || curve->bytes[place] != bytes) {
        if (curve->knots == CT_CURVE_KNOTS) {
            return 0;
        }
        size_t moved = (size_t)(curve->knots - place) * sizeof *curve->bytes;
        memmove(&curve->bytes[place + 1], &curve->bytes[place], moved);
        memmove(&curve->seconds[place + 1], &curve->seconds[place], moved);
        curve->knots++;
    }
    curve->bytes[place] = bytes;
    curve->seconds[place] = seconds;
    return 1;
}

double ct_curve_at(const ct_curve *curve, double bytes) {
    int last = curve->knots - 1;
    if (last < 0) {
        return HUGE_VAL;
    }
    if (last == 0 || bytes <= curve->bytes[0]) {
        return curve->seconds[0];
    }
    int right = 1;
    while (right < last && curve->bytes[right] < bytes) {
        right++;
    }
    int left = right - 1;
    if (bytes > curve->bytes[last]) { /* slope over two intervals: less noise */
        left = last > 1 ? last - 2 : 0;
    }
    double slope =
        (curve->seconds[right] - curve->seconds[left]) / (curve->bytes[right] - curve->bytes[left]);
    if (bytes > curve->bytes[last]) {
        slope = slope > 0 ? slope : 0;
        left = last;
    }
    return curve->seconds[left] + (bytes - curve->bytes[left]) * slope;
}

/* The line's sum of deviations; HUGE_VAL for a negative start-up or slope. */
static double deviation(const ct_curve *curve, double start_up_s, double byte_s) {
    double sum = 0;
    if (!(start_up_s >= 0 && byte_s >= 0)) {
        return HUGE_VAL;
    }
    for (int i = 0; i < curve->knots; i++) {
        sum += fabs((start_up_s + curve->bytes[i] * byte_s) / curve->seconds[i] - 1);
    }
    return sum;
}

static void keep_better(ct_curve *curve, double *least, double start_up_s, double byte_s) {
    double sum = deviation(curve, start_up_s, byte_s);
    if (sum < *least) {
        *least = sum;
        curve->start_up_s = start_up_s;
        curve->byte_s = byte_s;
    }
}

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median_error(const ct_curve *curve) {
    double errors[CT_CURVE_KNOTS] = {0};
    int count = curve->knots;
    for (int i = 0; i < count; i++) {
        double fitted_s = curve->start_up_s + curve->bytes[i] * curve->byte_s;
        errors[i] = fitted_s > 0 ? fabs(curve->seconds[i] / fitted_s - 1) : HUGE_VAL;
    }
    qsort(errors, (size_t)count, sizeof *errors, ascending);
    return count == 0 ? 0 : (errors[(count - 1) / 2] + errors[count / 2]) / 2;
}

/* A sum of absolute values is least for a line through two of the points, or through one with
 * start-up or slope 0: few enough to try all. */
void ct_curve_fit(ct_curve *curve) {
    double least = HUGE_VAL;
    curve->start_up_s = curve->byte_s = 0;
    for (int i = 0; i < curve->knots; i++) {
        keep_better(curve, &least, curve->seconds[i], 0);
        if (curve->bytes[i] > 0) {
            keep_better(curve, &least, 0, curve->seconds[i] / curve->bytes[i]);
        }
        for (int j = 0; j < i; j++) {
            double byte_s =
                (curve->seconds[i] - curve->seconds[j]) / (curve->bytes[i] - curve->bytes[j]);
            keep_better(curve, &least, curve->seconds[j] - curve->bytes[j] * byte_s, byte_s);
        }
    }
    curve->error = median_error(curve);
}
