/* Dumps: the CSV line by line. */
#include "written.h"

#include "check/ensemble.h"

#include <cornerturn/dump.h>

static void expect_dump(const char *what, const char *where, const char *wanted) {
    ct_topology topology;
    ct_pattern pattern;
    ct_ensemble *ensemble = generated(what, where, &topology, &pattern);
    FILE *file = begin();
    EXPECT_INT(ct_dump_blocks(file, ensemble, &pattern), CT_OK);
    end(file);
    EXPECT(strcmp(text, wanted) == 0);
    ct_ensemble_destroy(&ensemble);
}

/* Tokens that have no destination; that of a point-to-point movement is its target. */
static void expect_destinations(void) {
    ct_schedule *schedules[2] = {NULL};
    ct_ensemble *ensemble = NULL;
    for (int rank = 0; rank < 2; rank++) {
        EXPECT_INT(ct_schedule_create(2, rank, 0, &schedules[rank]), CT_OK);
        schedules[rank]->seconds = 3;
        ct_schedule_move(schedules[rank], 2, rank == 0 ? 1 : CT_NOBODY, rank == 0 ? CT_NOBODY : 0,
                         0);
    }
    ct_schedule_sends(schedules[0], 0, ct_schedule_range(schedules[0], 1, 2));
    ct_schedule_receives(schedules[1], 0, ct_schedule_range(schedules[1], 1, 2));
    EXPECT_INT(ct_ensemble_create(2, schedules, &ensemble), CT_OK);
    FILE *file = begin();
    ct_pattern broadcast = {.kind = CT_BROADCAST, .packets = 3};
    EXPECT_INT(ct_dump_blocks(file, ensemble, &broadcast), CT_OK);
    end(file);
    EXPECT(strcmp(text, "step,from,to,origin,destination\n2,0,1,0,\n2,0,1,0,\n") == 0);
    file = begin();
    ct_pattern to_one = {.kind = CT_POINT_TO_POINT, .target = 1, .packets = 3};
    EXPECT_INT(ct_dump_blocks(file, ensemble, &to_one), CT_OK);
    end(file);
    EXPECT(strcmp(text, "step,from,to,origin,destination\n2,0,1,0,1\n2,0,1,0,1\n") == 0);
    ct_ensemble_destroy(&ensemble);
}

static void expect_full_disk(void) {
    ct_topology topology;
    ct_pattern pattern;
    ct_ensemble *ensemble = generated("direct", "flat:80", &topology, &pattern);
    FILE *full = fopen("/dev/full", "w");
    if (full != NULL) {
        EXPECT_INT(ct_dump_blocks(full, ensemble, &pattern), CT_ERROR_FILE);
        (void)fclose(full);
    }
    ct_ensemble_destroy(&ensemble);
}

int main(void) {
    expect_dump("direct", "flat:1", "step,from,to,origin,destination\n");
    expect_dump("direct", "flat:3",
                "step,from,to,origin,destination\n1,0,1,0,1\n1,1,2,1,2\n1,2,0,2,0\n"
                "2,0,2,0,2\n2,1,0,1,0\n2,2,1,2,1\n");
    expect_dump("naive", "flat:2", "step,from,to,origin,destination\n1,1,0,1,0\n2,0,1,0,1\n");
    expect_destinations();
    expect_full_disk();
    return expect_status();
}
