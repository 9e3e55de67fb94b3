/* The named machines. */
#include <cornerturn/machine.h>

#include <string.h>

static const ct_machine machines[] = {
    {
        .name = "ipsc860",
        .source = "Intel iPSC/860: Nicol, Bokhari 1994, section 5",
        .start_up_s = 177.5e-6, /* includes the zero-byte exchange that synchronises both
                                   directions */
        .byte_s = 0.394e-6,
        .distance_doubling_s = 10.3e-6,
        .permute_byte_s = 0.54e-6,
        .barrier_doubling_s = 150e-6,
        .link_byte_s = 0.394e-6,
        .ports = 1,
        .rails = 1,
    },
    {
        .name = "theory",
        .source = "the example of Bokhari 1993, Figure 1",
        .start_up_s = 100e-6,
        .byte_s = 2e-6,
        .distance_s = 10e-6,
        .permute_byte_s = 1e-6,
        .link_byte_s = 2e-6,
        .ports = 1,
        .rails = 1,
    },
    {
        .name = "paragon",
        .source = "Intel Paragon: Bokhari, Nicol, Table 1; links of 175 MB/s",
        .start_up_s = 231e-6,
        .byte_s = 0.022e-6,
        .barrier_s = -134e-6, /* 274 log2 n - 134 us on n x n, and P = n^2 */
        .barrier_doubling_s = 137e-6,
        .link_byte_s = 1 / 175e6,
        .ports = 1,
        .rails = 1,
    },
    {
        .name = "torus5000",
        .source = "Suh, Shin, An: start-up 5000 times a flit, here a byte of 1 ns",
        .start_up_s = 5000e-9,
        .byte_s = 1e-9,
        .link_byte_s = 1e-9,
        .ports = 1,
        .rails = 1,
    },
    {
        .name = "torus10000",
        .source = "Suh, Shin, An: start-up 10000 times a flit, here a byte of 1 ns",
        .start_up_s = 10000e-9,
        .byte_s = 1e-9,
        .link_byte_s = 1e-9,
        .ports = 1,
        .rails = 1,
    },
    {
        .name = "fattree",
        .source = "a cluster of today: 100 Gbit/s, full bisection",
        .start_up_s = 1.3e-6,
        .byte_s = 1 / 12.5e9,
        .permute_byte_s = 1 / 10e9,
        .barrier_doubling_s = 1.5e-6,
        .link_byte_s = 1 / 12.5e9,
        .local_start_up_s = 0.4e-6,
        .local_byte_s = 1 / 8e9,
        .ports = 1,
        .rails = 1,
    },
    {
        .name = "dragonfly",
        .source = "a cluster of today: 200 Gbit/s, adaptive routes of up to five links",
        .start_up_s = 1.8e-6,
        .byte_s = 1 / 25e9,
        .distance_s = 0.5e-6,
        .permute_byte_s = 1 / 20e9,
        .barrier_doubling_s = 1.8e-6,
        .link_byte_s = 1 / 25e9,
        .local_start_up_s = 0.3e-6,
        .local_byte_s = 1 / 12e9,
        .ports = 1,
        .rails = 1,
    },
};

const ct_machine *ct_machine_at(int index) {
    return index >= 0 && index < (int)(sizeof machines / sizeof *machines) ? &machines[index]
                                                                           : NULL;
}

/* Not tolower: in a program with a Turkish locale the small letter of I is not i. */
static char small(char letter) {
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *at = letter == '\0' ? NULL : strchr(capitals, letter);
    return at == NULL ? letter : "abcdefghijklmnopqrstuvwxyz"[at - capitals];
}

/* Whether they have the same letters and digits: "iPSC/860" is ipsc860. */
static int same_name(const char *a, const char *b) {
    for (;; a++, b++) {
        a += strcspn(a, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
        b += strcspn(b, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
        if (small(*a) != small(*b)) {
            return 0;
        }
        if (*a == '\0') {
            return 1;
        }
    }
}

const ct_machine *ct_machine_find(const char *name) {
    for (int i = 0; ct_machine_at(i) != NULL; i++) {
        if (same_name(machines[i].name, name)) {
            return &machines[i];
        }
    }
    return NULL;
}
