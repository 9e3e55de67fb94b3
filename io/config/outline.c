#include "io/config/outline.h"

#include "base/escape.h"
#include "base/fail.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

typedef struct outline_walk {
    const char *path;
    int documents, depth; /* depth: mappings around the next event */
    bool at_key, in_list, ended;
    char section[CT_EXCERPT_BYTES];
    size_t most, count;
    ct_place *places;
} outline_walk;

static int line_of(const yaml_event_t *event) {
    return (int)event->start_mark.line + 1;
}

/* Whether line `line` begins with a tab, for which libyaml's message is unclear. */
static bool tab_indents(const char *yaml, size_t yaml_bytes, int line) {
    size_t at = 0;
    for (int i = 1; i < line && at < yaml_bytes; at++) {
        i += yaml[at] == '\n';
    }
    while (at < yaml_bytes && yaml[at] == ' ') {
        at++;
    }
    return at < yaml_bytes && yaml[at] == '\t';
}

/* libyaml gives a line or, for invalid bytes, an offset. */
static ct_status syntax_error(const char *path, const yaml_parser_t *parser, const char *yaml,
                              size_t yaml_bytes) {
    int line = (int)parser->problem_mark.line + 1;
    const char *context = parser->context != NULL ? parser->context : "";
    if (parser->error == YAML_MEMORY_ERROR) {
        return ct_raise(CT_ERROR_MEMORY, "%s: no memory to read it", ct_escaped(path));
    }
    if (parser->error == YAML_READER_ERROR) {
        line = 1;
        for (size_t i = 0; i < parser->problem_offset && i < yaml_bytes; i++) {
            line += yaml[i] == '\n';
        }
    }
    return ct_raise(CT_ERROR_CONFIG, "%s:%d: not YAML: %s%s%s%s", ct_escaped(path), line,
                    parser->problem, *context != '\0' ? " " : "", context,
                    tab_indents(yaml, yaml_bytes, line) ? "; a tab indents; allowed: blanks" : "");
}

static ct_status visit_key(outline_walk *walk, const yaml_event_t *event, const char *name) {
    if (strlen(name) != event->data.scalar.length) {
        return ct_raise(CT_ERROR_CONFIG, "%s:%d: a key has a zero byte", ct_escaped(walk->path),
                        line_of(event));
    }
    if (walk->depth == 1) {
        ct_text_excerpt(name, walk->section);
    }
    if (walk->count < walk->most) {
        ct_place *place = &walk->places[walk->count++];
        place->line = line_of(event);
        place->is_null = place->is_list = false;
        memcpy(place->section, walk->section, sizeof place->section);
        ct_text_excerpt(walk->depth == 1 ? "" : name, place->name);
    }
    return CT_OK;
}

/* Whether a scalar is YAML's null. */
static bool is_null(const yaml_event_t *event) {
    static const char *const words[] = {"~", "null", "Null", "NULL"};
    const char *text = (const char *)event->data.scalar.value;
    bool is_one = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        is_one = is_one || strcmp(text, words[i]) == 0;
    }
    return is_one && event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
           event->data.scalar.tag == NULL;
}

static ct_status visit_scalar(outline_walk *walk, const yaml_event_t *event) {
    const char *text = (const char *)event->data.scalar.value;
    bool is_key = walk->at_key;
    walk->at_key = !is_key && walk->depth > 0 && !walk->in_list;
    if (is_key) {
        return visit_key(walk, event, text);
    }
    if (walk->depth == 2 && walk->count > 0 && !walk->in_list) {
        walk->places[walk->count - 1].is_null = is_null(event);
    }
    if (strlen(text) != event->data.scalar.length) {
        return ct_raise(CT_ERROR_CONFIG, "%s:%d: a value has a zero byte", ct_escaped(walk->path),
                        line_of(event));
    }
    return CT_OK;
}

/* The tag of a node, if it is not one of YAML's own: readers that know it would take the node for
 * something else. */
static const char *own_tag(const yaml_event_t *event) {
    const yaml_char_t *tag =
        event->type == YAML_SCALAR_EVENT           ? event->data.scalar.tag
        : event->type == YAML_SEQUENCE_START_EVENT ? event->data.sequence_start.tag
        : event->type == YAML_MAPPING_START_EVENT  ? event->data.mapping_start.tag
                                                   : NULL;
    static const char usual[] = "tag:yaml.org,2002:";
    const bool is_usual = tag == NULL || strcmp((const char *)tag, "!") == 0 ||
                          strncmp((const char *)tag, usual, sizeof usual - 1) == 0;
    return is_usual ? NULL : (const char *)tag;
}

static ct_status visit(outline_walk *walk, const yaml_event_t *event) {
    const char *tag = own_tag(event);
    if (tag != NULL) {
        return ct_raise(CT_ERROR_CONFIG, "%s:%d: tag %s: tags are not allowed",
                        ct_escaped(walk->path), line_of(event), ct_escaped(tag));
    }
    bool is_list = event->type == YAML_SEQUENCE_START_EVENT;
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (walk->documents++ > 0) {
            return ct_raise(CT_ERROR_CONFIG,
                            "%s:%d: a second document begins; allowed: one document",
                            ct_escaped(walk->path), line_of(event));
        }
        return CT_OK;
    case YAML_ALIAS_EVENT:
        return ct_raise(CT_ERROR_CONFIG, "%s:%d: alias *%s: aliases are not allowed",
                        ct_escaped(walk->path), line_of(event),
                        (const char *)event->data.alias.anchor);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        if (walk->at_key) {
            return ct_raise(CT_ERROR_CONFIG, "%s:%d: a list or map as a key; allowed: a word",
                            ct_escaped(walk->path), line_of(event));
        }
        if (is_list && walk->depth == 2 && !walk->in_list) {
            walk->in_list = true;
            walk->places[walk->count - 1].is_list = true;
            return CT_OK;
        }
        walk->ended = is_list || walk->depth == 2;
        walk->at_key = true;
        walk->depth++;
        return CT_OK;
    case YAML_SEQUENCE_END_EVENT:
        walk->in_list = false;
        walk->at_key = true;
        return CT_OK;
    case YAML_MAPPING_END_EVENT:
        walk->depth--;
        walk->at_key = walk->depth > 0;
        return CT_OK;
    case YAML_SCALAR_EVENT:
        return visit_scalar(walk, event);
    case YAML_STREAM_END_EVENT:
        walk->ended = true;
        return CT_OK;
    default:
        return CT_OK;
    }
}

ct_status ct_outline(const char *path, const char *yaml, size_t yaml_bytes, size_t most,
                     ct_place *places, size_t *count) {
    ct_status status = CT_OK;
    outline_walk walk = {.path = path, .most = most, .places = places};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        return ct_raise(CT_ERROR_MEMORY, "%s: no memory to read it", ct_escaped(path));
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)yaml, yaml_bytes);
    while (!walk.ended) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            CT_TRY(syntax_error(path, &parser, yaml, yaml_bytes));
        }
        status = visit(&walk, &event);
        yaml_event_delete(&event);
        CT_TRY(status);
    }
    *count = walk.count;
cleanup:
    yaml_parser_delete(&parser);
    return status;
}
