#include "timeline/json.h"

#include "base/arithmetic/point.h"
#include "base/escape.h"
#include <cornerturn/version.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const categories[CT_TRACE_KINDS] = {
    "phase", "exchange", "step", "send", "receive", "wait", "copy", "transform", "read", "write"};

/* A quoted text; bytes that are no UTF-8 become question marks. */
static void write_text(FILE *file, const char *text) {
    (void)fputc('"', file);
    while (*text != '\0') {
        const size_t length = ct_text_character(text);
        if (length == 0) {
            (void)fputc('?', file);
        } else if (*text == '"' || *text == '\\' || (unsigned char)*text < ' ') {
            (void)fprintf(file, "\\u%04x", (unsigned)*text);
        } else {
            (void)fwrite(text, 1, length, file);
        }
        text += length > 0 ? length : 1;
    }
    (void)fputc('"', file);
}

static void write_clocks(FILE *file, const ct_trace_hosts *hosts, const ct_trace_times *times) {
    (void)fprintf(file, "\"clocks\":[");
    for (int host = 0; host < hosts->count; host++) {
        const ct_trace_offset *before = &times->before[host];
        const ct_trace_offset *after = &times->after[host];
        (void)fprintf(file, "%s\n{\"host\":", host > 0 ? "," : "");
        write_text(file, hosts->name[hosts->first[host]]);
        (void)fprintf(
            file, ",\"ahead_s\":[%.9f,%.9f],\"error_s\":[%.3e,%.3e],\"compared_s\":[%.9f,%.9f]}",
            before->ahead_s, after->ahead_s, before->error_s, after->error_s,
            before->at_s - times->origin_s, after->at_s - times->origin_s);
    }
    (void)fprintf(file, "]");
}

static void write_summary(FILE *file, const ct_trace_part *parts, int size) {
    const ct_trace_summary of = ct_trace_summarise(parts, size);
    (void)fprintf(file,
                  ",\n\"summary\":{\"seconds\":%.9f,\"slowest_rank\":%d,\"slowest_waits_s\":%.9f,"
                  "\"wait_share\":%.6f,\"exchange_share\":%.6f,\"transform_share\":%.6f,"
                  "\"overlap_saves_s\":%.9f,\"events\":%.0f,\"dropped\":%.0f}",
                  of.seconds, of.slowest, of.slowest_waits_s, of.wait_share, of.exchange_share,
                  of.transform_share, of.overlap_saves_s, of.events, of.dropped);
    (void)fprintf(file, ",\n\"dropped\":[");
    for (int rank = 0; rank < size; rank++) {
        (void)fprintf(file, "%s%.0f", rank > 0 ? "," : "", parts[rank].dropped);
    }
    (void)fprintf(file, "]");
}

/* Names of processes and threads. pid 0 is the idle process to viewers, so hosts count from 1. */
static void write_names(FILE *file, const ct_trace_hosts *hosts, int size) {
    for (int host = 0; host < hosts->count; host++) {
        (void)fprintf(file,
                      "%s\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":",
                      host > 0 ? "," : "", host + 1);
        write_text(file, hosts->name[hosts->first[host]]);
        (void)fprintf(file, "}}");
    }
    for (int rank = 0; rank < size; rank++) {
        const int pid = hosts->of_rank[rank] + 1;
        (void)fprintf(file,
                      ",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,"
                      "\"args\":{\"name\":\"rank %d\"}}"
                      ",\n{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":%d,\"tid\":%d,"
                      "\"args\":{\"sort_index\":%d}}",
                      pid, rank, rank, pid, rank, rank);
    }
}

void ct_trace_json_begin(FILE *file, const ct_trace_hosts *hosts, const ct_trace_times *times,
                         const ct_trace_part *parts, int size) {
    const locale_t before = ct_point_begin();
    (void)fprintf(file,
                  "{\"displayTimeUnit\":\"ms\",\n\"otherData\":{\"software\":\"cornerturn %s\","
                  "\"ranks\":%d,\n",
                  ct_version(), size);
    write_clocks(file, hosts, times);
    write_summary(file, parts, size);
    (void)fprintf(file, "},\n\"traceEvents\":[");
    ct_point_end(before);
    write_names(file, hosts, size);
}

/* Microseconds from nanoseconds. */
static void write_us(FILE *file, const char *key, int64_t ns) {
    (void)fprintf(file, ",\"%s\":%" PRId64 ".%03" PRId64, key, ns / 1000, ns % 1000);
}

/* An end of the arrow of a message. */
static void write_flow(FILE *file, const ct_trace_event *event, int pid, int rank, int64_t ns) {
    (void)fprintf(file,
                  ",\n{\"name\":\"message\",\"cat\":\"message\",\"ph\":\"%s\",\"id\":\"0x%" PRIx64
                  "\",\"pid\":%d,\"tid\":%d",
                  event->kind == CT_TRACE_SEND ? "s" : "f\",\"bp\":\"e", event->message, pid, rank);
    write_us(file, "ts", ns);
    (void)fprintf(file, "}");
}

static void write_arguments(FILE *file, const ct_trace_event *event) {
    const char *between = "";
    (void)fprintf(file, ",\"args\":{");
    if (event->peer >= 0) {
        (void)fprintf(file, "\"peer\":%d", event->peer);
        between = ",";
    }
    if (event->bytes >= 0) {
        (void)fprintf(file, "%s\"bytes\":%td", between, event->bytes);
        between = ",";
    }
    if (event->step >= 0) {
        (void)fprintf(file, "%s\"step\":%d", between, event->step + 1);
    }
    (void)fprintf(file, "}");
}

void ct_trace_json_rank(FILE *file, const ct_trace_hosts *hosts, const ct_trace_times *times,
                        int rank, const ct_trace_event *events, int count) {
    const int host = hosts->of_rank[rank];
    for (int i = 0; i < count; i++) {
        const ct_trace_event *event = &events[i];
        int64_t ns[2];
        const double s[2] = {event->start_s, event->end_s};
        for (int side = 0; side < 2; side++) { /* rounded alike, so that what nests still does */
            const double aligned_s =
                ct_trace_aligned_s(&times->before[host], &times->after[host], s[side]);
            ns[side] = (int64_t)llround((aligned_s - times->origin_s) * 1e9);
        }
        (void)fprintf(file, ",\n{\"name\":");
        write_text(file, event->name);
        (void)fprintf(file, ",\"cat\":\"%s\",\"ph\":\"X\",\"pid\":%d,\"tid\":%d",
                      categories[event->kind], host + 1, rank);
        write_us(file, "ts", ns[0]);
        write_us(file, "dur", ns[1] - ns[0]);
        write_arguments(file, event);
        (void)fprintf(file, "}");
        if (event->message != 0) {
            write_flow(file, event, host + 1, rank, ns[0]);
        }
    }
}

void ct_trace_json_end(FILE *file) {
    (void)fprintf(file, "\n]}\n");
}
