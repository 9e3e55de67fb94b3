/* Entries of a tuning file: names, classes, and a line each. */
#include "tune/tuning_entry.h"

#include "base/arithmetic/hash.h"
#include "base/arithmetic/point.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, NAME_ROOM = 40 };
static const char *const choice_word = "choice";
static const char *const calibration_word = "calibration";
static const char *const link_speed_word = "link_speed";
static const char *const rigours[] = {"measure", "exhaustive"};

static const struct {
    const char *name;
    size_t offset;
} curves[] = {
    {"local_messages", offsetof(ct_calibration, local_messages)},
    {"local_shared", offsetof(ct_calibration, local_shared)},
    {"local_private", offsetof(ct_calibration, local_private)},
    {"distant", offsetof(ct_calibration, distant)},
    {"library", offsetof(ct_calibration, library)},
    {"permute", offsetof(ct_calibration, permute)},
};
enum { CURVES = sizeof curves / sizeof *curves };

static ct_curve *curve_of(ct_calibration *calibration, int index) {
    return (ct_curve *)(void *)((char *)calibration + curves[index].offset);
}

/* The first words of a text as one word. */
static void shorten(const char *text, char name[NAME_ROOM]) {
    int used = 0;
    for (; *text != '\0' && *text != '\n' && *text != ',' && used < NAME_ROOM - 1; text++) {
        if (isalnum((unsigned char)*text) || *text == '.') {
            name[used++] = *text;
        } else if (used > 0 && name[used - 1] != '-') {
            name[used++] = '-';
        }
    }
    while (used > 0 && name[used - 1] == '-') {
        used--;
    }
    name[used] = '\0';
}

/* With the final 0, so that "ab" "c" differs from "a" "bc". */
static uint32_t hash(uint32_t so_far, const char *text) {
    return ct_hash_bytes(so_far, text, strlen(text) + 1);
}

void ct_tuning_name_machine(const char *processor, int cores, const char *mpi_library,
                            const char *version, char machine[CT_TUNING_MACHINE]) {
    char processor_name[NAME_ROOM];
    char library_name[NAME_ROOM];
    uint32_t all = hash(hash(hash(CT_HASH_START_OF_BYTES, processor), mpi_library), version);
    shorten(processor, processor_name);
    shorten(mpi_library, library_name);
    (void)snprintf(machine, CT_TUNING_MACHINE, "%s.%d-cores.%.24s.ct-%.12s.%08x", processor_name,
                   cores, library_name, version, (unsigned)all);
}

int ct_tuning_size_class(double block_bytes) {
    return block_bytes > 1 ? (int)lround(4 * log2(block_bytes)) : 0;
}

uint64_t ct_tuning_hash(uint64_t hash, const int *numbers, int count) {
    hash = hash != 0 ? hash : CT_HASH_START;
    for (int i = 0; i < count; i++) {
        hash = ct_hash_number(hash, (unsigned)numbers[i]);
    }
    return hash;
}

uint64_t ct_tuning_hash_text(uint64_t hash, const char *text) {
    for (const char *at = text; at != NULL && *at != '\0'; at++) {
        const int letter = (unsigned char)*at;
        hash = ct_tuning_hash(hash, &letter, 1);
    }
    return hash;
}

void ct_tuning_key_name(ct_tuning_key *key, const char *what, int axes, const ptrdiff_t *extent,
                        uint64_t hash) {
    const size_t capacity = sizeof key->pattern;
    int length = snprintf(key->pattern, capacity, "%s-", what);
    for (int a = 0; a < axes && length < (int)capacity - 18; a++) {
        length += snprintf(key->pattern + length, capacity - (size_t)length, "%s%td",
                           a > 0 ? "x" : "", extent[a]);
    }
    length =
        length < (int)capacity - 18 ? length : (int)capacity - 18; /* leaves space for the hash */
    (void)snprintf(key->pattern + length, capacity - (size_t)length, "-%016llx",
                   (unsigned long long)hash);
    (void)snprintf(key->network, sizeof key->network, "any"); /* calibrations hold for any
                                                                 network */
}

static int is_sane(const ct_tuning_key *key) {
    return key->ranks >= 1 && key->node_ranks >= 1 && key->node_ranks <= key->ranks;
}

static int parse_choice(const char *line, ct_tuning_entry *entry) {
    ct_tuning_key *key = &entry->key;
    ct_tuned *tuned = &entry->tuned;
    char rigour[16];
    int end = -1;
    int found = sscanf(line, "%*d %*s %127s %9d %9d %79s %79s %9d = %15s %lf %lf %n", key->machine,
                       &key->ranks, &key->node_ranks, key->network, key->pattern, &key->size_class,
                       rigour, &tuned->measured_s, &tuned->predicted_s, &end);
    if (found != 9 || end < 0 || strlen(line + end) >= sizeof tuned->algorithm) {
        return 0;
    }
    memcpy(tuned->algorithm, line + end, strlen(line + end) + 1);
    tuned->exhaustive = strcmp(rigour, rigours[1]) == 0;
    return is_sane(key) && (tuned->exhaustive || strcmp(rigour, rigours[0]) == 0) &&
           tuned->algorithm[0] != '\0' && isfinite(tuned->measured_s) && tuned->measured_s > 0 &&
           tuned->predicted_s >= 0;
}

/* Parses "8:1e-6,16:2e-6" or "-" up to a blank; NULL on errors. */
static const char *parse_curve(const char *text, ct_curve *curve) {
    if (*text == '-') {
        return text + 1;
    }
    for (;; text++) {
        char *colon = NULL;
        char *end = NULL;
        double bytes = strtod(text, &colon);
        double seconds = *colon == ':' ? strtod(colon + 1, &end) : 0;
        if (end == NULL || !(bytes >= 0 && isfinite(bytes)) ||
            !(seconds > 0 && isfinite(seconds)) ||
            (curve->knots > 0 && bytes <= curve->bytes[curve->knots - 1]) ||
            !ct_curve_add(curve, bytes, seconds)) {
            return NULL;
        }
        text = end;
        if (*text != ',') {
            ct_curve_fit(curve);
            return text;
        }
    }
}

/* Parses " link_speed 3.9" or nothing, as in older files; NULL on errors. */
static const char *parse_link_speed(const char *text, double *speed) {
    char *end = NULL;
    if (*text == '\0') {
        return text;
    }
    size_t length = strlen(link_speed_word);
    if (text[0] != ' ' || strncmp(text + 1, link_speed_word, length) != 0 ||
        text[1 + length] != ' ') {
        return NULL;
    }
    text += length + 2;
    *speed = strtod(text, &end);
    return end != text && *speed > 0 && isfinite(*speed) ? end : NULL;
}

static int parse_calibration(const char *line, ct_tuning_entry *entry) {
    ct_tuning_key *key = &entry->key;
    ct_calibration *calibration = &entry->calibration;
    int end = -1;
    int found = sscanf(line, "%*d %*s %127s %9d %9d = barrier_s %lf memory_bytes_per_s %lf%n",
                       key->machine, &key->ranks, &key->node_ranks, &calibration->barrier_s,
                       &calibration->memory_bytes_per_s, &end);
    if (found != 5 || end < 0 || !is_sane(key) || !(calibration->barrier_s >= 0) ||
        !(calibration->memory_bytes_per_s >= 0)) {
        return 0;
    }
    const char *at = line + end;
    for (int i = 0; i < CURVES && at != NULL; i++) {
        size_t length = strlen(curves[i].name);
        int is_next =
            at[0] == ' ' && strncmp(at + 1, curves[i].name, length) == 0 && at[1 + length] == ' ';
        at = is_next ? parse_curve(at + length + 2, curve_of(calibration, i)) : NULL;
    }
    at = at != NULL ? parse_link_speed(at, &calibration->link_speed) : NULL;
    return at != NULL && *at == '\0';
}

static void parse(const char *line, ct_tuning_entry *entry) {
    char word[16] = "";
    int version = 0;
    entry->kind = CT_TUNING_BROKEN;
    const char *first = line + strspn(line, " \t\r");
    if (*first == '\0' || *first == '#') {
        entry->kind = CT_TUNING_COMMENT;
    } else if (sscanf(line, "%9d %15s", &version, word) != 2 || version < 1) {
        entry->kind = CT_TUNING_BROKEN;
    } else if (version != VERSION) {
        entry->kind = CT_TUNING_FOREIGN;
    } else if (strcmp(word, choice_word) == 0) {
        memset(entry, 0, sizeof *entry); /* padding too: entries are broadcast as bytes */
        entry->kind = parse_choice(line, entry) ? CT_TUNING_CHOICE : CT_TUNING_BROKEN;
    } else if (strcmp(word, calibration_word) == 0) {
        memset(entry, 0, sizeof *entry);
        entry->kind = parse_calibration(line, entry) ? CT_TUNING_CALIBRATION : CT_TUNING_BROKEN;
    } else {
        entry->kind = isalpha((unsigned char)word[0]) ? CT_TUNING_FOREIGN : CT_TUNING_BROKEN;
    }
}

void ct_tuning_parse(const char *line, ct_tuning_entry *entry) {
    const locale_t before = ct_point_begin();
    parse(line, entry);
    ct_point_end(before);
}

static void format_calibration(const ct_calibration *calibration, char *text, size_t capacity) {
    ct_calibration copy = *calibration;
    size_t used = (size_t)snprintf(text, capacity, "barrier_s %.6g memory_bytes_per_s %.6g",
                                   copy.barrier_s, copy.memory_bytes_per_s);
    for (int i = 0; i < CURVES; i++) {
        const ct_curve *curve = curve_of(&copy, i);
        used += (size_t)snprintf(text + used, capacity - used, " %s %s", curves[i].name,
                                 curve->knots == 0 ? "-" : "");
        for (int k = 0; k < curve->knots; k++) {
            used += (size_t)snprintf(text + used, capacity - used, "%s%.10g:%.6g", k > 0 ? "," : "",
                                     curve->bytes[k], curve->seconds[k]);
        }
    }
    if (copy.link_speed > 0) {
        (void)snprintf(text + used, capacity - used, " %s %.6g", link_speed_word, copy.link_speed);
    }
}

static void format(const ct_tuning_entry *entry, char line[CT_TUNING_LINE]) {
    /* at most 6 curves of 24 knots of 32 characters */
    enum { CALIBRATION_ROOM = CURVES * (CT_CURVE_KNOTS * 32 + 32) + 64 };
    const ct_tuning_key *key = &entry->key;
    const ct_tuned *tuned = &entry->tuned;
    if (entry->kind == CT_TUNING_CHOICE) {
        (void)snprintf(line, CT_TUNING_LINE, "%d %s %s %d %d %s %s %d = %s %.6g %.6g %s\n", VERSION,
                       choice_word, key->machine, key->ranks, key->node_ranks, key->network,
                       key->pattern, key->size_class, rigours[tuned->exhaustive], tuned->measured_s,
                       tuned->predicted_s, tuned->algorithm);
        return;
    }
    char text[CALIBRATION_ROOM];
    format_calibration(&entry->calibration, text, sizeof text);
    (void)snprintf(line, CT_TUNING_LINE, "%d %s %s %d %d = %s\n", VERSION, calibration_word,
                   key->machine, key->ranks, key->node_ranks, text);
}

void ct_tuning_format(const ct_tuning_entry *entry, char line[CT_TUNING_LINE]) {
    const locale_t before = ct_point_begin();
    format(entry, line);
    ct_point_end(before);
}
