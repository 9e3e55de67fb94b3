#include "apps/exchange/explore/json.h"

#include <string.h>

/* < would end the element that the data stand in: </script>. */
static void write_escaped(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == 127 || strchr("\"\\<>&", c) != NULL) {
            (void)fprintf(out, "\\u%04x", c);
        } else {
            (void)fputc(c, out);
        }
    }
}

void exchange_json_text(FILE *out, const char *key, const char *text) {
    (void)fprintf(out, "%s%s\":\"", *key == ',' ? "" : "\"", key);
    write_escaped(out, text == NULL ? "" : text);
    (void)fprintf(out, "\"");
}

void exchange_json_machine(FILE *out, const ct_machine *machine) {
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"start_up_s", machine->start_up_s},
                   {"byte_s", machine->byte_s},
                   {"distance_s", machine->distance_s},
                   {"distance_doubling_s", machine->distance_doubling_s},
                   {"hop_s", machine->hop_s},
                   {"permute_byte_s", machine->permute_byte_s},
                   {"barrier_s", machine->barrier_s},
                   {"barrier_doubling_s", machine->barrier_doubling_s},
                   {"pairwise_s", machine->pairwise_s},
                   {"link_byte_s", machine->link_byte_s},
                   {"local_start_up_s", machine->local_start_up_s},
                   {"local_byte_s", machine->local_byte_s},
                   {"ports", machine->ports},
                   {"rails", machine->rails},
                   {"half_duplex", machine->half_duplex}};
    (void)fprintf(out, "{");
    exchange_json_text(out, "name", machine->name);
    exchange_json_text(out, ",\"source", machine->source);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        (void)fprintf(out, ",\"%s\":%.17g", numbers[i].key, numbers[i].value);
    }
    (void)fprintf(out, "}");
}
