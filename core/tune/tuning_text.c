/* The lines of a tuning file. */
#include "tune/tuning_text.h"

#include "base/fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char title[] = "# cornerturn tuning file";
static const char title_end[] =
    ": what was measured on which machine, an entry a line; see cornerturn/tuning.h\n";
static const char comment[] = "# not understood: ";

/* Splits off the next line with its line feed; 0 at the end. */
static int next_line(ct_text *rest, ct_text *line) {
    if (rest->length == 0) {
        return 0;
    }
    const char *feed = memchr(rest->start, '\n', rest->length);
    line->start = rest->start;
    line->length = feed != NULL ? (size_t)(feed - rest->start) + 1 : rest->length;
    rest->start += line->length;
    rest->length -= line->length;
    return 1;
}

/* Parses a line with its line feed. A line that is too long, truncated or not text is broken,
 * unless it is a comment. Only choices and calibrations fill the large entry; others set the
 * kind. */
static void read_line(ct_text line, ct_tuning_entry *entry) {
    char copy[CT_TUNING_LINE];
    size_t length = line.length - 1;
    if (line.start[0] == '#' || line.start[0] == '\n') {
        entry->kind = CT_TUNING_COMMENT;
        return;
    }
    int is_text = line.start[length] == '\n' && length < sizeof copy;
    for (size_t i = 0; i < length && is_text; i++) {
        unsigned char letter = (unsigned char)line.start[i];
        is_text = (letter >= ' ' && letter != 127) || letter == '\t' || letter == '\r';
    }
    if (!is_text) {
        entry->kind = CT_TUNING_BROKEN;
        return;
    }
    memcpy(copy, line.start, length);
    copy[length] = '\0';
    ct_tuning_parse(copy, entry);
}

int ct_tuning_is_ours(ct_text text) {
    size_t length = strlen(title);
    return text.length == 0 || (text.length >= length && memcmp(text.start, title, length) == 0);
}

int ct_tuning_count_broken(ct_text text) {
    ct_text line;
    ct_tuning_entry entry;
    int broken = 0;
    while (next_line(&text, &line)) {
        read_line(line, &entry);
        broken += entry.kind == CT_TUNING_BROKEN;
    }
    return broken;
}

/* Comments and broken lines have none. */
static int is_same_key(const ct_tuning_entry *a, const ct_tuning_entry *b) {
    return a->kind == b->kind && a->kind != CT_TUNING_COMMENT && a->kind != CT_TUNING_BROKEN &&
           strcmp(a->key.machine, b->key.machine) == 0 && a->key.ranks == b->key.ranks &&
           a->key.node_ranks == b->key.node_ranks && strcmp(a->key.network, b->key.network) == 0 &&
           strcmp(a->key.pattern, b->key.pattern) == 0 && a->key.size_class == b->key.size_class;
}

/* Distance of a calibration from the key sought: by ranks a node, then by ranks. */
static double distance(const ct_tuning_key *a, const ct_tuning_key *b) {
    return 1000 * fabs(log((double)a->node_ranks / b->node_ranks)) +
           fabs(log((double)a->ranks / b->ranks));
}

int ct_tuning_find(ct_text text, ct_tuning_entry *entry) {
    ct_tuning_entry wanted = *entry;
    ct_text line;
    double nearest = HUGE_VAL;
    while (next_line(&text, &line)) {
        ct_tuning_entry found;
        read_line(line, &found);
        double apart = is_same_key(&found, &wanted) ? 0 : HUGE_VAL;
        if (wanted.kind == CT_TUNING_CALIBRATION && found.kind == wanted.kind &&
            strcmp(found.key.machine, wanted.key.machine) == 0) {
            apart = distance(&found.key, &wanted.key);
        }
        if (apart < nearest) {
            nearest = apart;
            *entry = found;
        }
    }
    return nearest < HUGE_VAL;
}

static char *append(char *end, const char *text, size_t length) {
    memcpy(end, text, length);
    return end + length;
}

/* Appends a line, as a comment if it is broken. */
static char *append_line(char *end, ct_text line, int is_broken) {
    if (is_broken) {
        end = append(end, comment, strlen(comment));
    }
    end = append(end, line.start, line.length);
    return line.start[line.length - 1] == '\n' ? end : append(end, "\n", 1);
}

static size_t count_lines(ct_text text) {
    ct_text line;
    size_t lines = 0;
    while (next_line(&text, &line)) {
        lines++;
    }
    return lines;
}

ct_status ct_tuning_merge(ct_text text, const ct_tuning_entry *entry, char **merged,
                          size_t *merged_length) {
    char mine[CT_TUNING_LINE];
    ct_text line;
    int placed = 0;
    size_t most = text.length + count_lines(text) * sizeof comment + sizeof title +
                  sizeof title_end + sizeof mine;
    char *end = *merged = malloc(most);
    if (*merged == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a tuning file of %zu bytes", most);
    }
    ct_tuning_format(entry, mine);
    if (text.length == 0) {
        end = append(end, title, strlen(title));
        end = append(end, title_end, strlen(title_end));
    }
    while (next_line(&text, &line)) {
        ct_tuning_entry found;
        read_line(line, &found);
        if (!is_same_key(&found, entry)) {
            end = append_line(end, line, found.kind == CT_TUNING_BROKEN);
        } else if (!placed++) {
            end = append(end, mine, strlen(mine));
        }
    }
    if (!placed) {
        end = append(end, mine, strlen(mine));
    }
    *merged_length = (size_t)(end - *merged);
    return CT_OK;
}
