/* libyaml's emitter indents and quotes, but not texts that would read back as another type ("yes",
 * "1e5"): ct_text_is_plain decides on those. */
#include "io/output/report.h"

#include "base/escape.h"
#include "base/fail.h"
#include "files/output.h"
#include "io/config/text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { DEEPEST = 32 };

struct ct_report {
    char *path;
    ct_output *output;
    FILE *file; /* the output's bytes */
    yaml_emitter_t emitter;
    int depth; /* open maps and lists, the document's map included */
    bool is_list[DEEPEST];
    ct_status status; /* the first failure, and its message */
    char problem[512];
};

static void fail(ct_report *report, ct_status status, const char *problem) {
    if (report->status == CT_OK) {
        report->status = status;
        ct_text_append(report->problem, sizeof report->problem, "cannot write report %s: %s",
                       ct_escaped(report->path), problem);
    }
}

static int write_bytes(void *data, unsigned char *bytes, size_t count) {
    ct_report *report = data;
    if (fwrite(bytes, 1, count, report->file) == count) {
        return 1;
    }
    fail(report, CT_ERROR_FILE, strerror(errno));
    return 0;
}

/* Emits an event, unless creating it or an earlier call failed. */
static void emit(ct_report *report, int made, yaml_event_t *event) {
    if (!made) {
        fail(report, CT_ERROR_MEMORY, "no memory");
    } else if (report->status != CT_OK) {
        yaml_event_delete(event);
    } else if (!yaml_emitter_emit(&report->emitter, event)) {
        fail(report, CT_ERROR_INTERNAL, report->emitter.problem);
    }
}

static void emit_scalar(ct_report *report, const char *text, yaml_scalar_style_t style) {
    yaml_event_t event;
    bool plain = style == YAML_PLAIN_SCALAR_STYLE;
    int made = yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text,
                                            (int)strlen(text), plain, !plain, style);
    emit(report, made, &event);
}

/* Emits any text; bytes that are not UTF-8 become the replacement character. */
static void emit_text(ct_report *report, const char *text, yaml_scalar_style_t style) {
    static const char replacement[] = "\xEF\xBF\xBD";
    char *clean = malloc(strlen(text) * (sizeof replacement - 1) + 1);
    size_t used = 0;
    if (clean == NULL) {
        fail(report, CT_ERROR_MEMORY, "no memory");
        return;
    }
    while (*text != '\0') {
        size_t length = ct_text_character(text);
        const char *character = length > 0 ? text : replacement;
        size_t bytes = length > 0 ? length : sizeof replacement - 1;
        memcpy(clean + used, character, bytes);
        used += bytes;
        text += length > 0 ? length : 1;
    }
    clean[used] = '\0';
    emit_scalar(report, clean, style);
    free(clean);
}

static yaml_scalar_style_t style_of(const char *text) {
    return ct_text_is_plain(text) ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE;
}

/* Begins an entry: with a key in a map, without in a list. */
static void emit_key(ct_report *report, const char *key) {
    if (report->is_list[report->depth - 1] != (key == NULL)) {
        fail(report, CT_ERROR_INTERNAL, key == NULL ? "no key in a map" : "a key in a list");
    } else if (key != NULL) {
        emit_text(report, key, style_of(key));
    }
}

static void emit_map_start(ct_report *report) {
    yaml_event_t event;
    emit(report,
         yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE),
         &event);
}

static void begin(ct_report *report) {
    yaml_event_t event;
    yaml_emitter_set_output(&report->emitter, write_bytes, report);
    yaml_emitter_set_unicode(&report->emitter, 1);
    yaml_emitter_set_width(&report->emitter, -1);
    emit(report, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING), &event);
    emit(report, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1), &event);
    emit_map_start(report);
    report->depth = 1;
}

ct_status ct_report_create(const char *path, ct_report **report) {
    ct_status status = CT_OK;
    ct_report *made = calloc(1, sizeof *made);
    if (made == NULL || !yaml_emitter_initialize(&made->emitter)) {
        free(made);
        return ct_raise(CT_ERROR_MEMORY, "no memory for report %s", ct_escaped(path));
    }
    made->path = strdup(path);
    if (made->path == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for report %s", ct_escaped(path));
    }
    CT_TRY(ct_output_create(path, true, &made->output));
    made->file = fopen(ct_output_temporary(made->output), "wb");
    if (made->file == NULL) {
        CT_FAIL(CT_ERROR_FILE, "cannot write report %s: %s", ct_escaped(path), strerror(errno));
    }
    begin(made);
    *report = made;
    return CT_OK;
cleanup:
    ct_report_discard(&made);
    return status;
}

/* Enters a map or list that was started. */
static void descend(ct_report *report, bool is_list) {
    if (report->depth == DEEPEST) {
        fail(report, CT_ERROR_INTERNAL, "too deep");
    }
    if (report->status == CT_OK) {
        report->is_list[report->depth++] = is_list;
    }
}

void ct_report_map(ct_report *report, const char *key) {
    emit_key(report, key);
    emit_map_start(report);
    descend(report, false);
}

void ct_report_list(ct_report *report, const char *key) {
    yaml_event_t event;
    emit_key(report, key);
    emit(report,
         yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE),
         &event);
    descend(report, true);
}

static void ascend(ct_report *report) {
    yaml_event_t event;
    report->depth--;
    emit(report,
         report->is_list[report->depth] ? yaml_sequence_end_event_initialize(&event)
                                        : yaml_mapping_end_event_initialize(&event),
         &event);
}

void ct_report_end(ct_report *report) {
    if (report->depth <= 1) {
        fail(report, CT_ERROR_INTERNAL, "an end too many");
    }
    if (report->status == CT_OK) {
        ascend(report);
    }
}

void ct_report_text(ct_report *report, const char *key, const char *value) {
    emit_key(report, key);
    emit_text(report, value, style_of(value));
}

void ct_report_block(ct_report *report, const char *key, const char *lines) {
    emit_key(report, key);
    emit_text(report, lines, YAML_LITERAL_SCALAR_STYLE);
}

void ct_report_number(ct_report *report, const char *key, double value) {
    char number[CT_NUMBER_BYTES];
    ct_text_number(value, number);
    emit_key(report, key);
    emit_scalar(report, number, YAML_PLAIN_SCALAR_STYLE);
}

void ct_report_count(ct_report *report, const char *key, long long value) {
    char number[CT_NUMBER_BYTES];
    (void)snprintf(number, sizeof number, "%lld", value);
    emit_key(report, key);
    emit_scalar(report, number, YAML_PLAIN_SCALAR_STYLE);
}

void ct_report_flag(ct_report *report, const char *key, int value) {
    emit_key(report, key);
    emit_scalar(report, value != 0 ? "true" : "false", YAML_PLAIN_SCALAR_STYLE);
}

/* Closes the document and the file. */
static void finish(ct_report *report) {
    yaml_event_t event;
    while (report->status == CT_OK && report->depth > 0) {
        ascend(report);
    }
    emit(report, yaml_document_end_event_initialize(&event, 1), &event);
    emit(report, yaml_stream_end_event_initialize(&event), &event);
    if (fclose(report->file) != 0) {
        fail(report, CT_ERROR_FILE, strerror(errno));
    }
    report->file = NULL;
}

ct_status ct_report_commit(ct_report **report) {
    ct_status status = CT_OK;
    finish(*report);
    if ((*report)->status != CT_OK) {
        CT_FAIL((*report)->status, "%s", (*report)->problem);
    }
    CT_TRY(ct_output_commit(&(*report)->output));
cleanup:
    ct_report_discard(report);
    return status;
}

void ct_report_discard(ct_report **report) {
    ct_report *gone = *report;
    if (gone == NULL) {
        return;
    }
    if (gone->file != NULL) {
        (void)fclose(gone->file);
    }
    ct_output_discard(&gone->output);
    yaml_emitter_delete(&gone->emitter);
    free(gone->path);
    free(gone);
    *report = NULL;
}
