/* Configs: good ones arrive whole on all ranks; every broken one is refused on all ranks with
 * status, file, line, key and what is allowed. */
#include "expect.h"
#include "settings.h"

#include <limits.h>
#include <sys/stat.h>

static void expect_refusal(const char *yaml, size_t bytes, const char *override,
                           const char *message) {
    settings loaded;
    EXPECT_INT(load_bytes(yaml, bytes, &override, override != NULL, &loaded), CT_ERROR_CONFIG);
    EXPECT_TEXT(ct_error_message(), message);
    EXPECT(strstr(ct_error_message(), "on rank") == NULL); /* all ranks say the same */
    EXPECT(loaded.file == NULL && loaded.dataset == NULL);
}

static void test_good(void) {
    settings loaded;
    EXPECT_INT(load("input: {file: a.h5}\n", &loaded), CT_OK);
    EXPECT(strcmp(loaded.file, "a.h5") == 0 && strcmp(loaded.dataset, "volume") == 0);
    EXPECT_INT(loaded.direction, 0);
    EXPECT_INT(loaded.rigour, 1);
    EXPECT_INT(loaded.wisdom, 1);
    EXPECT_INT(loaded.window, 0);
    EXPECT(loaded.scale == 1 && loaded.tolerance == 1e-14);
    ct_config_free(keys, KEYS, &loaded);

    const char *everything = "# a comment\n"
                             "---\n"
                             "exchange:\n"
                             "  window: 65536 # the most\n"
                             "  seed: -9223372036854775808\n"
                             "  tolerance: 2.5e-3\n"
                             "transform: {direction: inverse, scale: -1e300}\n"
                             "fft:\n"
                             "  wisdom: off\n"
                             "  rigour: 'patient'\n"
                             "input:\n"
                             "  file: \"a: b # c\"\n"
                             "  dataset: gr\xC3\xBC\xC3\x9F/d\n";
    EXPECT_INT(load(everything, &loaded), CT_OK);
    EXPECT(strcmp(loaded.file, "a: b # c") == 0);
    EXPECT(strcmp(loaded.dataset, "gr\xC3\xBC\xC3\x9F/d") == 0);
    EXPECT_INT(loaded.direction, 1);
    EXPECT_INT(loaded.rigour, 2);
    EXPECT_INT(loaded.wisdom, 0);
    EXPECT_INT(loaded.window, 65536);
    EXPECT_INT(loaded.seed, LLONG_MIN);
    EXPECT(loaded.scale == -1e300 && loaded.tolerance == 2.5e-3);
    ct_config_free(keys, KEYS, &loaded);
    EXPECT(loaded.file == NULL && loaded.dataset == NULL);

    EXPECT_INT(load("input:\n  file: a\nfft:\nexchange: {seed: 1e3}\n", &loaded), CT_OK);
    EXPECT_INT(loaded.seed, 1000);
    ct_config_free(keys, KEYS, &loaded);
}

static void test_overrides(void) {
    settings loaded;
    const char *yaml = "input: {file: a.h5}\nexchange: {window: 3}\n";
    const char *several[] = {"exchange.window=4", "input.file=b=c.h5", "exchange.window=5",
                             "fft.wisdom=No", "input.dataset="};
    EXPECT_INT(load_bytes(yaml, strlen(yaml), several, 5, &loaded), CT_OK);
    EXPECT_INT(loaded.window, 5);
    EXPECT(strcmp(loaded.file, "b=c.h5") == 0);
    EXPECT(*loaded.dataset == '\0');
    EXPECT_INT(loaded.wisdom, 0);
    ct_config_free(keys, KEYS, &loaded);
    const char *given = "input.file=given.h5";
    EXPECT_INT(load_bytes("fft: {wisdom: true}", 19, &given, 1, &loaded), CT_OK);
    EXPECT(strcmp(loaded.file, "given.h5") == 0);
    ct_config_free(keys, KEYS, &loaded);

    static const char *const broken[][2] = {
        {"exchange.window=many", "--set exchange.window=many: \"many\" is not an integer; "
                                 "allowed: integer from 0 to 65536"},
        {"exchange.window=", "--set exchange.window=: \"\" is not an integer; allowed: integer"},
        {"fft.rigor=measure",
         "--set fft.rigor=measure: unknown key; allowed in fft: rigour, wisdom"},
        {"ftf.rigour=measure", "--set ftf.rigour=measure: unknown section; allowed: input, "
                               "transform, fft, exchange"},
        {"fft.rigour", "--set fft.rigour: not an override; allowed: section.key=value"},
        {"rigour=patient", "--set rigour=patient: not an override; allowed: section.key=value"},
        {"=", "--set =: not an override"},
        {".=", "--set .=: unknown section"},
        {"", "--set : not an override"},
        {"input.file=", "--set input.file=: required, but empty; allowed: text"},
        {"input.file=\xFF", "--set input.file=\\xff: \"\\xff\" is not UTF-8; allowed: text"},
        {"fft.wisdom=maybe\nnot", "\"maybe\\nnot\" is not allowed; allowed: true, false"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        expect_refusal(yaml, strlen(yaml), broken[i][0], broken[i][1]);
    }
}

/* YAML's null is no text; quoted, or said to be a text, it is the word. */
static void test_null(void) {
    static const char *const values[][2] = {
        {"~", ""},        {"null", ""},       {"Null", ""},        {"NULL", ""},
        {"", ""},         {"nULL", "nULL"},   {"'null'", "null"},  {"\"~\"", "~"},
        {"!!str ~", "~"}, {"! null", "null"}, {"~/a.h5", "~/a.h5"}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char yaml[128];
        settings loaded;
        const int bytes =
            snprintf(yaml, sizeof yaml, "input:\n  dataset: %s\n  file: a\n", values[i][0]);
        EXPECT_INT(load_bytes(yaml, (size_t)bytes, NULL, 0, &loaded), CT_OK);
        EXPECT(strcmp(loaded.dataset, values[i][1]) == 0);
        ct_config_free(keys, KEYS, &loaded);
    }
}

static void test_broken_values(void) {
    static const char *const broken[][2] = {
        {"transform:\n  direction: sideways\n",
         "x.yaml:2: transform.direction: \"sideways\" is not "
         "allowed; allowed: forward, inverse"},
        {"transform: {direction: Forward}", "x.yaml:1: transform.direction: \"Forward\" is not"},
        {"# c\n\ninput: {file: a}\nexchange:\n\n  window: many\n",
         "x.yaml:6: exchange.window: \"many\" is not an integer; allowed: integer from 0 to 65536"},
        {"exchange: {window: 12abc}", "\"12abc\" is not an integer"},
        {"exchange: {window: 0x10}", "\"0x10\" is not an integer"},
        {"exchange: {window: 1.5}", "\"1.5\" is not an integer"},
        {"exchange: {window: ' 1'}", "\" 1\" is not an integer"},
        {"exchange: {window: -}", "\"-\" is not an integer"},
        {"exchange: {window: }", "\"\" is not an integer"},
        {"exchange: {window: -1}", "\"-1\" is out of range; allowed: integer from 0 to 65536"},
        {"exchange: {window: 65537}", "\"65537\" is out of range"},
        {"exchange: {seed: 9223372036854775808}", "is out of range; allowed: integer"},
        {"exchange: {seed: 1e300}", "\"1e300\" is out of range; allowed: integer"},
        {"exchange: {seed: 1e999}", "\"1e999\" is out of range; allowed: integer"},
        {"exchange: {tolerance: -1e-9}", "out of range; allowed: number of at least 0"},
        {"exchange: {tolerance: .inf}", "\".inf\" is not a number"},
        {"exchange: {tolerance: nan}", "\"nan\" is not a number; allowed: number"},
        {"exchange: {tolerance: 1e400}", "\"1e400\" is out of range"},
        {"exchange: {tolerance: 1 2}", "\"1 2\" is not a number"},
        {"fft: {wisdom: 2}", "x.yaml:1: fft.wisdom: \"2\" is not allowed; allowed: true, false"},
        {"input:\n  file:\n", "x.yaml:2: input.file: required, but empty; allowed: text"},
        {"input:\n  file: ~\n", "x.yaml:2: input.file: required, but empty; allowed: text"},
        {"input: {file: null}\n", "x.yaml:1: input.file: required, but empty; allowed: text"},
        {"exchange: {window: ~}", "\"~\" is not an integer"},
        {"fft: {wisdom: yes}", "x.yaml: input.file: required; allowed: text"},
        {"{}", "x.yaml: input.file: required; allowed: text"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        char yaml[256]; /* a required key must not be what fails first */
        bool needs_file = strstr(broken[i][1], "input.file") == NULL;
        (void)snprintf(yaml, sizeof yaml, "%s", broken[i][0]);
        expect_refusal(yaml, strlen(yaml), needs_file ? "input.file=a" : NULL, broken[i][1]);
    }
}

static void test_broken_shapes(void) {
    static const char *const broken[][2] = {
        {"fft:\n  wisdom: true\n  rigor: patient\n",
         "x.yaml:3: fft.rigor: unknown key; allowed in fft: rigour, wisdom"},
        {"input:\n  file: a\ntransfrom:\n  direction: forward\n",
         "x.yaml:3: transfrom: unknown section; allowed: input, transform, fft, exchange"},
        {"input.file: a\n", "x.yaml:1: input.file: unknown section"},
        {"input: {file: a}\nfft: patient\n",
         "x.yaml:2: fft: a section must be a map of keys; allowed in fft: rigour, wisdom"},
        {"input:\n- file\n", "x.yaml:1: input: a section must be a map of keys"},
        {"input:\n  dataset: d\n  file: [a, b]\n",
         "x.yaml:3: input.file: a list or map, not a single value; allowed: text"},
        {"input: {file: a}\nexchange:\n  window:\n    at: 3\n",
         "x.yaml:3: exchange.window: a list or map, not a single value; allowed: integer from 0"},
        {"fft:\n  wisdom: true\n  rigour: patient\n  wisdom: true\n",
         "x.yaml:4: fft.wisdom: given twice; allowed: once"},
        {"fft: {wisdom: true}\ninput: {file: a}\nfft: {rigour: patient}\n",
         "x.yaml:3: fft: given twice"},
        {"input: {file: a}\n---\ninput: {file: b}\n",
         "x.yaml:2: a second document begins; allowed: one document"},
        {"input: &i {file: a}\nfft: *i\n", "x.yaml:2: alias *i: aliases are not allowed"},
        {"input: {file: !include a}\n", "x.yaml:1: tag !include: tags are not allowed"},
        {"input: {file: a}\nfft: !own {wisdom: true}\n", "x.yaml:2: tag !own: tags are not"},
        {"input: {file: a}\nfft: {wisdom: !own [1]}\n", "x.yaml:2: tag !own: tags are not"},
        {"? [input]\n: a\n", "x.yaml:1: a list or map as a key; allowed: a word"},
        {"input: {? {file: a} : b}\n", "x.yaml:1: a list or map as a key; allowed: a word"},
        {"input: {file: \"a\\0b\"}\n", "x.yaml:1: a value has a zero byte"},
        {"input:\n  \"fi\\0le\": a\n", "x.yaml:2: a key has a zero byte"},
        {"input:\n  file: a\n dataset: b\n", "x.yaml:3: not YAML: did not find expected"},
        {"input:\n  file: \"a\n", "not YAML: found unexpected end of stream"},
        {"input:\n\tfile: a\n",
         "x.yaml:2: not YAML: found character that cannot start any token while scanning for the "
         "next token; a tab indents; allowed: blanks"},
        {"input:\n  file: a\nfft: {\n", "x.yaml:4: not YAML: did not find expected"},
        {"input:\n  file: \xFF\n", "x.yaml:2: not YAML: invalid leading UTF-8 octet"},
        {"input:\n\n  file: \x01\n", "x.yaml:3: not YAML: control characters are not allowed"},
        {"", "x.yaml: empty; allowed sections: input, transform, fft, exchange"},
        {"# nothing\n\n", "x.yaml: empty; allowed sections"},
        {"hello\n", "x.yaml: not a map of sections; allowed: input, transform, fft, exchange"},
        {"- input\n", "x.yaml: not a map of sections"},
        {"--- ''\n", "x.yaml: not a map of sections"},
        {"\"bad\\nkey\": 1\n", "x.yaml:1: bad\\nkey: unknown section; allowed: input"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        expect_refusal(broken[i][0], strlen(broken[i][0]), NULL, broken[i][1]);
    }
    expect_refusal("input:\n  file: a\0b\n", 19, NULL,
                   "x.yaml:2: not YAML: control characters are not allowed");
}

/* Bytes in plenty: the message is short, and nobody waits. */
static void test_floods(void) {
    enum { PLENTY = 1 << 20 };
    char *flood = malloc(PLENTY + 1);
    settings loaded;
    EXPECT(flood != NULL);
    if (flood == NULL) {
        return;
    }
    memset(flood, '[', PLENTY);
    expect_refusal(flood, PLENTY, NULL, "x.yaml");
    memset(flood, '{', PLENTY);
    expect_refusal(flood, PLENTY, NULL, "x.yaml:1: a list or map as a key");
    memset(flood, 'k', PLENTY);
    memcpy(flood, "fft: {", 6);
    memcpy(flood + PLENTY - 4, ": 1}", 4);
    expect_refusal(flood, PLENTY, NULL, "x.yaml:1: ");
    memset(flood, '#', PLENTY);
    memcpy(flood, "input: {file: a}\n", 17);
    EXPECT_INT(load_bytes(flood, PLENTY, NULL, 0, &loaded), CT_OK);
    ct_config_free(keys, KEYS, &loaded);
    flood[PLENTY] = '\n';
    expect_refusal(flood, PLENTY + 1, NULL,
                   "x.yaml: larger than a config can be; allowed: up to 1 MiB");
    free(flood);
}

static void test_files(void) {
    settings loaded;
    EXPECT_INT(
        ct_config_load(MPI_COMM_WORLD, scratch_path("none.yaml"), keys, KEYS, NULL, 0, &loaded),
        CT_ERROR_CONFIG);
    EXPECT_TEXT(ct_error_message(), "none.yaml: No such file or directory");
    EXPECT(strstr(ct_error_message(), "on rank") == NULL);
    EXPECT_INT(ct_config_load(MPI_COMM_WORLD, scratch_directory, keys, KEYS, NULL, 0, &loaded),
               CT_ERROR_CONFIG);
    EXPECT_TEXT(ct_error_message(), "not a regular file; allowed: a YAML file");
    EXPECT_INT(ct_config_load(MPI_COMM_WORLD, "/dev/null", keys, KEYS, NULL, 0, &loaded),
               CT_ERROR_CONFIG);
    EXPECT_TEXT(ct_error_message(), "/dev/null: not a regular file");
    if (access("/proc/self/mem", R_OK) == 0) { /* a file whose reading fails */
        EXPECT_INT(ct_config_load(MPI_COMM_WORLD, "/proc/self/mem", keys, KEYS, NULL, 0, &loaded),
                   CT_ERROR_CONFIG);
        EXPECT_TEXT(ct_error_message(), "/proc/self/mem: Input/output error");
    }
    if (geteuid() != 0) { /* root may read everything */
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        const char *path = scratch_path("secret.yaml");
        if (rank == 0) {
            scratch_write("secret.yaml", "{}", 2);
            (void)chmod(path, 0);
        }
        EXPECT_INT(ct_config_load(MPI_COMM_WORLD, path, keys, KEYS, NULL, 0, &loaded),
                   CT_ERROR_CONFIG);
        EXPECT_TEXT(ct_error_message(), "secret.yaml: Permission denied");
        if (rank == 0) {
            scratch_remove("secret.yaml");
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    scratch_begin();
    test_good();
    test_overrides();
    test_null();
    test_broken_values();
    test_broken_shapes();
    test_floods();
    test_files();
    EXPECT_INT(scratch_end(), 0);
    MPI_Finalize();
    return expect_status();
}
