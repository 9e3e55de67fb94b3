/* Machine files: what is read is written so that it reads back alike, and prices are numbers. */
#include "fuzz.h"

#include "machine/machine_text.h"

#include <math.h>
#include <stdint.h>

/* As ct_machine_write has it. The caller frees it. */
static char *written(const ct_machine *machine) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&text, &bytes);
    FUZZ_EXPECT(stream != NULL);
    FUZZ_EXPECT(ct_machine_write(stream, machine) == CT_OK);
    (void)fclose(stream);
    return text;
}

static void expect_there_and_back(const ct_machine *machine) {
    ct_machine read;
    char *text = written(machine);
    FUZZ_EXPECT(ct_machine_parse(text, "written", &read) == CT_OK);
    char *again = written(&read);
    FUZZ_EXPECT(strcmp(text, again) == 0);
    free(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    ct_machine machine;
    ct_status status = ct_machine_parse(text, "input", &machine);
    fuzz_expect_status(status, 1u << CT_ERROR_CONFIG);
    if (status == CT_OK) {
        expect_there_and_back(&machine);
        FUZZ_EXPECT(!isnan(ct_machine_message_s(&machine, 64, 1024)));
        FUZZ_EXPECT(!isnan(ct_machine_swap_s(&machine, 64, 1024)));
        FUZZ_EXPECT(!isnan(ct_machine_barrier_s(&machine, 64)));
    }
    free(text);
    return 0;
}
