#include "apps/exchange/print/units.h"

#include <stdio.h>

exchange_unit exchange_unit_for(double seconds) {
    static const exchange_unit units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
    int i = 0;
    while (i < 3 && seconds < units[i].s) {
        i++;
    }
    return seconds > 0 ? units[i] : units[0];
}

const char *exchange_seconds(double seconds, char text[EXCHANGE_NUMBER]) {
    exchange_unit unit = exchange_unit_for(seconds);
    (void)snprintf(text, EXCHANGE_NUMBER, "%.4g %s", seconds / unit.s, unit.name);
    return text;
}

const char *exchange_size(ptrdiff_t bytes, char text[EXCHANGE_NUMBER]) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
    int unit = 0;
    for (; unit < 3 && bytes >= 1024 && bytes % 1024 == 0; unit++) {
        bytes /= 1024;
    }
    (void)snprintf(text, EXCHANGE_NUMBER, "%td %s", bytes, units[unit]);
    return text;
}
