/* Keys that hold lists: a list of YAML, of any style, is the text of its entries with commas
 * between; keys that hold no list refuse one, and what is in no list is refused with key and line.
 */
#include "expect.h"
#include "settings.h"

static void test_lists(void) {
    static const char *const same[][2] = {
        {"axes: x,y,z", "x,y,z"},
        {"axes: [x, y, z]", "x,y,z"},
        {"axes: [ x,\n    y , z,\n  ]", "x,y,z"},
        {"axes:\n  - x\n  - y\n  - z", "x,y,z"},
        {"axes:\n\n    # why these\n    - x # first\n\n    - 'y'\n    - \"z\"", "x,y,z"},
        {"axes: [x]", "x"},
        {"axes: [2, 0x1, 1e-3, true, ~]", "2,0x1,1e-3,true,~"},
        {"axes: !!seq [!!str x, 'a, b']", "x,a, b"},
        {"axes: []", ""},
        {"axes: ['', '']", ","},
        {"axes: ~", ""},
        {"axes: x", "x"},
        {"scale: 3", "all"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        settings loaded;
        char yaml[256];
        (void)snprintf(yaml, sizeof yaml,
                       "input:\n  file: a\ntransform:\n  %s\n  direction: inverse\n", same[i][0]);
        EXPECT_INT(load(yaml, &loaded), CT_OK);
        if (loaded.axes != NULL) {
            EXPECT_TEXT(loaded.axes, same[i][1]);
            EXPECT_INT((long long)strlen(loaded.axes), (long long)strlen(same[i][1]));
            EXPECT_INT(loaded.direction, 1);
        }
        ct_config_free(keys, KEYS, &loaded);
    }
}

/* Entries of a block may stand below their key without being indented. */
static void test_flush(void) {
    settings loaded;
    EXPECT_INT(load("transform:\n  axes:\n  - x\n  - y\n  scale: 2\ninput: {file: a}\n", &loaded),
               CT_OK);
    EXPECT(loaded.axes != NULL && strcmp(loaded.axes, "x,y") == 0 && loaded.scale == 2);
    ct_config_free(keys, KEYS, &loaded);
}

static void test_overrides(void) {
    static const char *const given[][2] = {
        {"transform.axes=x,y", "x,y"},   {"transform.axes=[x, y]", "x, y"},
        {"transform.axes=[]", ""},       {"transform.axes=[", "["},
        {"transform.axes=", ""},         {"transform.axes=a]", "a]"},
        {"transform.axes=[[x]]", "[x]"},
    };
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        settings loaded;
        const char *yaml = "input: {file: a}\ntransform: {axes: [u, v]}\n";
        EXPECT_INT(load_bytes(yaml, strlen(yaml), &given[i][0], 1, &loaded), CT_OK);
        EXPECT(loaded.axes != NULL && strcmp(loaded.axes, given[i][1]) == 0);
        ct_config_free(keys, KEYS, &loaded);
    }
    settings loaded; /* brackets are of lists only */
    const char *file = "input.file=[a]";
    EXPECT_INT(load_bytes("{}", 2, &file, 1, &loaded), CT_OK);
    EXPECT(loaded.file != NULL && strcmp(loaded.file, "[a]") == 0);
    ct_config_free(keys, KEYS, &loaded);
}

static void test_refusals(void) {
    static const char *const broken[][2] = {
        {"transform:\n  axes: [x, [y]]\n",
         "x.yaml:2: transform.axes: a map, or a list of lists or maps; allowed: text or list"},
        {"transform:\n  axes:\n  - x: y\n", "x.yaml:2: transform.axes: a map, or a list of"},
        {"transform:\n  scale: 1\n  axes: {x: y}\n", "x.yaml:3: transform.axes: a map, or a list"},
        {"transform: {axes: [x]}\nexchange:\n  window: [1]\n",
         "x.yaml:3: exchange.window: a list or map, not a single value; allowed: integer"},
        {"transform: {axes: [x]}\nexchange:\n  seed: 3\n  window: many\n",
         "x.yaml:4: exchange.window: \"many\" is not an integer"},
        {"transform: {axes: [x, y]}\nexchange:\n  widow: 1\n", "x.yaml:3: exchange.widow: unknown"},
        {"transform:\n  axes: [x]\n  axes: y\n", "x.yaml:3: transform.axes: given twice"},
        {"transform:\n  axes: x\n  axes: [y]\n", "x.yaml:3: transform.axes: given twice"},
        {"transform: [x]\n", "x.yaml:1: transform: a section must be a map of keys"},
        {"transform:\n  axes: [x,\n    \"a\\0b\"]\n", "x.yaml:3: a value has a zero byte"},
        {"transform:\n  axes: [x, *y]\n", "x.yaml:2: alias *y: aliases are not allowed"},
        {"transform:\n  axes: [x, !include y]\n", "x.yaml:2: tag !include: tags are not allowed"},
        {"transform:\n  axes: [x, y\nfft: {}\n", "x.yaml:3: not YAML"},
        {"transform:\n  axes: [\"\\xFF\", \xFF]\n", "x.yaml:2: not YAML"},
        {"transform:\n  axes: x\n    - y\n  scale: two\n", "x.yaml:4: transform.scale: \"two\" is"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        const char *file = "input.file=a";
        settings loaded;
        EXPECT_INT(load_bytes(broken[i][0], strlen(broken[i][0]), &file, 1, &loaded),
                   CT_ERROR_CONFIG);
        EXPECT_TEXT(ct_error_message(), broken[i][1]);
        EXPECT(loaded.file == NULL && loaded.axes == NULL);
    }
}

/* A list as long as a config can be. */
static void test_long(void) {
    enum { ENTRIES = 200000 };
    static const char begin[] = "input: {file: a}\ntransform: {axes: [";
    const size_t before = strlen(begin);
    char *yaml = malloc(before + (size_t)2 * ENTRIES + 8);
    settings loaded;
    EXPECT(yaml != NULL);
    if (yaml == NULL) {
        return;
    }
    memcpy(yaml, begin, before);
    for (size_t i = 0; i < ENTRIES; i++) {
        memcpy(yaml + before + 2 * i, "7,", 2);
    }
    memcpy(yaml + before + (size_t)2 * ENTRIES, "]}\n", 4);
    EXPECT_INT(load(yaml, &loaded), CT_OK);
    EXPECT(loaded.axes != NULL && strlen(loaded.axes) == (size_t)2 * ENTRIES - 1);
    ct_config_free(keys, KEYS, &loaded);
    free(yaml);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    scratch_begin();
    test_lists();
    test_flush();
    test_overrides();
    test_refusals();
    test_long();
    EXPECT_INT(scratch_end(), 0);
    MPI_Finalize();
    return expect_status();
}
