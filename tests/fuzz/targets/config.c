#include "config.h"

#include <stdint.h>

#include "apps/common/exchange.h"
#include "fuzz.h"

/* The config's text. The caller frees it. */
static char *text_of(const void *config) {
    char *text = NULL;
    FUZZ_EXPECT(ct_config_text(fuzz_program->keys, fuzz_program->key_count, config, &text) ==
                CT_OK);
    return text;
}

static ct_status parse(const char *text, size_t bytes, void *config) {
    return ct_config_parse("job.yaml", text, bytes, fuzz_program->keys, fuzz_program->key_count,
                           NULL, 0, config);
}

static void expect_there_and_back(const void *config) {
    void *read = malloc(fuzz_config_bytes);
    char *text = text_of(config);
    FUZZ_EXPECT(read != NULL && parse(text, strlen(text), read) == CT_OK);
    char *again = text_of(read);
    FUZZ_EXPECT(strcmp(text, again) == 0);
    free(again);
    free(text);
    ct_config_free(fuzz_program->keys, fuzz_program->key_count, read);
    free(read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    void *config = malloc(fuzz_config_bytes);
    FUZZ_EXPECT(config != NULL);
    if (job_exchange_algorithms[0] == NULL) {
        job_exchange_prepare();
    }
    ct_status status = parse(text, size, config);
    fuzz_expect_status(status, 1u << CT_ERROR_CONFIG);
    if (status == CT_OK) {
        expect_there_and_back(config);
        fuzz_use_config(config);
        ct_config_free(fuzz_program->keys, fuzz_program->key_count, config);
    }
    free(config);
    free(text);
    return 0;
}
