/* Predictions: on straight lines they are the closed form, on curves they follow the curve; the
 * best parameters against trying everything; many ranks. */
#include "models.h"

#include "machine/port.h"

/* Every row and every value of its parameters, where all messages are alike or the row tells. */
static void expect_closed_forms(const char *network, int shared) {
    ct_calibration calibration = straight();
    ct_model model = model_of(&calibration, network, 0, 1000);
    model.steps_in_flight = 1;
    int all = model.topology.size;
    model.node_ranks = model.topology.kind == CT_NODES ? model.topology.extent[0] : all;
    if (model.topology.kind != CT_NODES) {
        calibration.distant.knots = 0;
    }
    ct_machine machine = ct_calibration_machine(&calibration, shared);
    int compared = 0;
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *row = ct_algorithm_at(i);
        ct_parameters parameters;
        if (row->pattern != NULL || row->cost == NULL ||
            !ct_algorithm_can_run(row, &model.topology)) {
            continue;
        }
        machine.permute_byte_s = 0;
        machine.pairwise_s = model.topology.kind == CT_NODES ? 5e-6 : 1e-6;
        for (int more = ct_parameters_first(row, &model.topology, &parameters); more;
             more = ct_parameters_next(row, &model.topology, &parameters), compared++) {
            double wanted_s = row->cost(&model.topology, &parameters, &machine, 1000);
            EXPECT(is_near(ct_predict(&model, row, &parameters, shared), wanted_s));
        }
    }
    EXPECT(compared > 4);
}

/* With steps in flight start-ups hide bytes, or bytes start-ups, but not what is passed on. */
static void expect_overlap(void) {
    static const struct {
        const char *algorithm;
        double messages, blocks, rounds; /* blocks: of a message */
    } wanted[] = {{"direct", 63, 1, 1},
                  {"bruck --radix 64", 63, 1, 1},
                  {"standard", 6, 32, 6},
                  {"direct --sync phase", 63, 1, 1},
                  {"multiphase --partition 3,3", 14, 8, 2},
                  {"bruck --radix 8", 14, 8, 2}};
    static const double sizes[] = {1000, 5000, 100000}; /* start-ups are longer, equal, shorter */
    ct_calibration calibration = straight();
    calibration.barrier_s = 0;
    for (size_t i = 0; i < 3 * sizeof wanted / sizeof *wanted; i++) {
        ct_model model = model_of(&calibration, "flat:64", 1, sizes[i % 3]);
        const ct_algorithm *row = NULL;
        ct_parameters parameters;
        double messages = wanted[i / 3].messages;
        double rounds = wanted[i / 3].rounds;
        double bytes_s = wanted[i / 3].blocks * sizes[i % 3] * 1e-9;
        EXPECT_INT(ct_algorithm_parse(wanted[i / 3].algorithm, &model.topology, &row, &parameters),
                   CT_OK);
        const double envelope_s = CT_ENVELOPE_BYTES * 1e-9; /* of the start-up, through the port */
        const double start_s = 5e-6 - envelope_s;
        const double port_s = bytes_s + envelope_s;
        double all_s = messages * fmax(start_s, port_s) + rounds * fmin(start_s, port_s);
        EXPECT(is_near(ct_predict(&model, row, &parameters, 0), all_s));
        model.steps_in_flight = 1;
        EXPECT(is_near(ct_predict(&model, row, &parameters, 0), messages * (5e-6 + bytes_s)));
        model.contention = 3;
        EXPECT(is_near(ct_predict(&model, row, &parameters, 0), 3 * messages * (5e-6 + bytes_s)));
    }
}

/* One phase is as long as its bytes, the other as its start-ups: a mean message would be neither.
 */
static void expect_unlike_messages(void) {
    ct_calibration calibration = straight();
    ct_model model = model_of(&calibration, "hypercube:8", 1, 100);
    const ct_algorithm *row = ct_algorithm_find("multiphase");
    ct_parameters parameters;
    ct_parameters_default(row, &model.topology, &parameters);
    calibration.distant = line(5e-6, 2e-9);
    const double envelope_s = CT_ENVELOPE_BYTES * 2e-9;
    double of_three_s = 5e-6 + 7 * 32 * 200e-9 + 6 * envelope_s;
    double of_five_s = 31 * 5e-6 + 8 * 200e-9 - 30 * envelope_s;
    EXPECT_INT(ct_parameters_set(row, "partition", "3,5", &parameters), CT_OK);
    EXPECT(is_near(ct_predict(&model, row, &parameters, 0), of_three_s + of_five_s));
    EXPECT_INT(ct_parameters_set(row, "partition", "5,3", &parameters), CT_OK);
    EXPECT(is_near(ct_predict(&model, row, &parameters, 0), of_three_s + of_five_s));
    row = ct_algorithm_find("direct");
    ct_parameters_default(row, &model.topology, &parameters);
    model.steps_in_flight = 2; /* two start-ups, and the bytes of two messages, at a time */
    model.block_bytes = 5000;
    EXPECT(is_near(ct_predict(&model, row, &parameters, 0), 255 * 10e-6 + 5e-6 + 254 * envelope_s));
    model.block_bytes = 50000;
    EXPECT(
        is_near(ct_predict(&model, row, &parameters, 0), 255 * 100e-6 + 5e-6 + 254 * envelope_s));
}

/* On flat ranks of several nodes messages are inside as often as pairs of ranks are. */
static void expect_shares(void) {
    ct_calibration calibration = straight();
    ct_model model = model_of(&calibration, "flat:9", 3, 1000);
    model.steps_in_flight = 1;
    const ct_algorithm *row = ct_algorithm_find("direct");
    ct_parameters parameters;
    ct_parameters_default(row, &model.topology, &parameters);
    double distant_s = 6 * (5e-6 + 1e-6);
    EXPECT(is_near(ct_predict(&model, row, &parameters, 0), distant_s + 2 * 1.1e-6));
    EXPECT(is_near(ct_predict(&model, row, &parameters, 1), distant_s + 2 * 2.4e-7));
    model.private_arrays = 1;
    EXPECT(is_near(ct_predict(&model, row, &parameters, 1), distant_s + 2 * 3.8e-7));
    const double reduction_s = 4 * ct_curve_at(&calibration.distant, 8); /* of the plan, first */
    EXPECT(is_near(ct_predict_library(&model), reduction_s + 8 * 2.2e-6));
    model.runs = 1000; /* data types */
    EXPECT(is_near(ct_predict_library(&model), reduction_s + 8 * 2.2e-6 + 1000 * 7e-9));
    model.runs = 0;
    calibration.local_private.knots = 0;
    EXPECT(isinf(ct_predict(&model, row, &parameters, 1))); /* never chosen unmeasured */
    calibration.library.knots = 0;
    EXPECT(is_near(ct_predict_library(&model), reduction_s + 8 * 6e-6));
    model = model_of(&calibration, "flat:1", 1, 0);
    EXPECT(ct_predict(&model, row, &parameters, 0) == 0);
    EXPECT(ct_predict_library(&model) == 0);
}

/* The library's other collectives go by trees; a long broadcast is cut up. */
static void expect_library_movements(void) {
    ct_calibration calibration = straight();
    calibration.library = line(1e-6, 1e-9);
    ct_model model = model_of(&calibration, "flat:9", 1, 100);
    model.movement = CT_ALL_GATHER;
    EXPECT(is_near(ct_predict_library(&model), 4 * 1e-6 + 800 * 1e-9));
    model.movement = CT_GATHER;
    EXPECT(is_near(ct_predict_library(&model), 4 * 1e-6 + 800 * 1e-9));
    model.movement = CT_BROADCAST;
    EXPECT(is_near(ct_predict_library(&model), 4 * (1e-6 + 100 * 1e-9)));
    model.block_bytes = 1e6;
    EXPECT(is_near(ct_predict_library(&model), 12 * 1e-6 + 2 * 8e6 / 9 * 1e-9));
}

/* Blocks that share a message are gathered and scattered, out of a window copied once. */
static void expect_gathering(void) {
    ct_calibration calibration = straight();
    calibration.permute = line(3e-7, 2e-10);
    ct_model model = model_of(&calibration, "flat:8", 8, 100);
    const ct_algorithm *row = ct_algorithm_find("standard");
    ct_parameters parameters;
    ct_parameters_default(row, &model.topology, &parameters);
    double block_s = 3e-7 + 100 * 2e-10;
    EXPECT(is_near(ct_predict(&model, row, &parameters, 0),
                   3 * (1e-6 + 400 * 1e-10) + 2 * 12 * block_s));
    EXPECT(
        is_near(ct_predict(&model, row, &parameters, 1), 3 * (2e-7 + 400 * 4e-11) + 12 * block_s));
    EXPECT_INT(ct_parameters_set(row, "transit", "shuffled", &parameters), CT_OK);
    EXPECT(is_near(ct_predict(&model, row, &parameters, 0),
                   3 * (1e-6 + 400 * 1e-10) + 2 * 12 * block_s)); /* as it is run */
}

/* A step in the curve, where the library changes its protocol, is seen; a line would miss it. */
static void expect_curve_followed(void) {
    ct_calibration calibration = straight();
    const ct_algorithm *row = ct_algorithm_find("bruck");
    ct_predicted best;
    int count = 0;
    char before[CT_PARAMETERS_TEXT];
    char after[CT_PARAMETERS_TEXT];
    calibration.distant.knots = 0;
    ct_model model = model_of(&calibration, "flat:64", 64, 32);
    ct_predict_best(&model, row, 0, HUGE_VAL, 1, &best, &count);
    ct_parameters_format(row, &best.parameters, before);
    (void)ct_curve_add(&calibration.local_messages, 512, 1e-6 + 512e-10);
    (void)ct_curve_add(&calibration.local_messages, 513, 1e-4);
    count = 0;
    ct_predict_best(&model, row, 0, HUGE_VAL, 1, &best, &count);
    ct_parameters_format(row, &best.parameters, after);
    EXPECT(strcmp(before, after) != 0);
    EXPECT(best.seconds < 1e-4);
}

enum { FEW = 3 };

static void expect_best(const char *network, double block_bytes) {
    ct_calibration calibration = straight();
    ct_model model = model_of(&calibration, network, 1, block_bytes);
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *row = ct_algorithm_at(i);
        ct_predicted best[FEW];
        ct_parameters tried;
        double least_s = HUGE_VAL;
        if (row->pattern != NULL || !ct_algorithm_can_run(row, &model.topology)) {
            continue;
        }
        int count = 0;
        ct_predict_best(&model, row, 0, HUGE_VAL, FEW, best, &count);
        EXPECT(count >= 1 && count <= FEW);
        for (int k = 0; k < count; k++) {
            EXPECT_INT(ct_algorithm_supports(row, &model.topology, &best[k].parameters), CT_OK);
            EXPECT(row->cost == NULL ||
                   best[k].seconds == ct_predict(&model, row, &best[k].parameters, 0));
            EXPECT(k == 0 || !ct_predicted_less(best[k].seconds, best[k - 1].seconds));
        }
        int more = ct_parameters_first(row, &model.topology, &tried);
        for (int n = 0; more && n < 5000; n++) {
            least_s = fmin(least_s, ct_predict(&model, row, &tried, 0));
            more = ct_parameters_next(row, &model.topology, &tried);
        }
        EXPECT(best[0].seconds <= least_s * (1 + 1e-6) || isinf(best[0].seconds));
    }
}

/* With a limit the list has those whose lower bound is below it, and no schedule is generated for
 * the others; or the least of all. */
static void expect_left_out(void) {
    enum { MANY = 256 };
    static ct_predicted all[MANY], few[MANY];
    ct_calibration calibration = straight();
    const ct_algorithm *row = ct_algorithm_find("multiphase");
    ct_model model = model_of(&calibration, "flat:256", 1, 100);
    int count = 0;
    ct_predict_best(&model, row, 0, HUGE_VAL, MANY, all, &count);
    const double most_s = all[count / 2].seconds;
    int wanted = 0;
    for (int i = 0; i < count; i++) {
        wanted += ct_predicted_less(ct_predict_least(&model, row, &all[i].parameters, 0), most_s);
    }
    int found = 0;
    ct_predict_best(&model, row, 0, most_s / CT_PREDICTED_EXCESS, MANY, few, &found);
    EXPECT(count > 100 && wanted < count);
    EXPECT_INT(found, wanted);
    EXPECT(memcmp(few, all, (size_t)(count / 2) * sizeof *few) == 0);
    found = 0;
    ct_predict_best(&model, row, 0, CT_PREDICTED_LEAST, MANY, few, &found);
    EXPECT(found < count && few[0].seconds == all[0].seconds);
    ct_predict_best(&model, row, 0, HUGE_VAL, MANY, few, &found); /* the others besides */
    EXPECT_INT(found, count);
}

/* Where ranks have something for few, messages to the others are left out of rows that send every
 * block straight to its rank, and of the library; other rows have as many as ever. */
static void expect_few_partners(void) {
    ct_calibration calibration = straight();
    ct_model all = model_of(&calibration, "flat:64", 1, 100);
    ct_model few = all;
    ct_model among = model_of(&calibration, "flat:9", 1, 100 * 63.0 / 8);
    few.partners = 8;
    static const char *const algorithms[] = {"direct", "standard", "bruck --radix 8"};
    for (int i = 0; i < 3; i++) {
        const ct_algorithm *row = NULL;
        ct_parameters parameters;
        EXPECT_INT(ct_algorithm_parse(algorithms[i], &all.topology, &row, &parameters), CT_OK);
        const ct_model *same = i < 1 ? &among : &all;
        EXPECT(
            is_near(ct_predict(&few, row, &parameters, 0), ct_predict(same, row, &parameters, 0)));
    }
    const double reductions_s = 2 * ct_curve_at(&calibration.distant, 8); /* log2 of 64, and of 9 */
    EXPECT(is_near(ct_predict_library(&few), ct_predict_library(&among) + reductions_s));
    EXPECT(ct_predict_library(&few) < ct_predict_library(&all));
    few.partners = 63;
    EXPECT(is_near(ct_predict_library(&few), ct_predict_library(&all)));
}

int main(void) {
    static const char *const networks[] = {"flat:8", "flat:7", "flat:12", "nodes:2x4", "nodes:3x3"};
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        expect_closed_forms(networks[i], 0);
        expect_closed_forms(networks[i], 1);
        expect_best(networks[i], 50);
    }
    expect_overlap();
    expect_unlike_messages();
    expect_shares();
    expect_few_partners();
    expect_gathering();
    expect_library_movements();
    expect_curve_followed();
    expect_left_out();
    expect_best("flat:1024", 8); /* 512 partitions */
    expect_best("flat:720", 3000);
    expect_best("flat:1021", 100);
    return expect_status();
}
