/* exchange tune: measures once what later plans are chosen by. */
#include "apps/exchange/parallel/tune.h"

#include "apps/exchange/parallel/job.h"
#include "apps/exchange/print/table.h"
#include "apps/exchange/print/units.h"
#include "base/escape.h"
#include "base/fail.h"
#include "trace/clock.h"
#include <cornerturn/agree.h>
#include <cornerturn/calibrate.h>
#include <cornerturn/tuning.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = 4096 };

/* Makes the directories above `path`, as far as they are missing. */
static ct_status make_directories(const char *path) {
    char directory[PATH_ROOM];
    (void)snprintf(directory, sizeof directory, "%s", path);
    for (char *slash = strchr(directory + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
            return ct_raise(CT_ERROR_FILE, "cannot make the directory %s: %s",
                            ct_escaped(directory), strerror(errno));
        }
        *slash = '/';
    }
    return CT_OK;
}

/* What the environment names: as the library's calls have it, and as this program alone had it
 * before. */
static const char *named_file(void) {
    const char *named = getenv("CT_TUNING");
    return named != NULL && named[0] != '\0' ? named : getenv("CORNERTURN_TUNING");
}

/* The file of --tuning, of the environment, or in the user's own directory, which is made. */
static ct_status find_path(const exchange_request *request, char path[PATH_ROOM]) {
    const char *given = request->given[OPTION_TUNING];
    const char *named = named_file();
    const char *home = getenv("HOME");
    int length = 0;
    if (given == NULL && named != NULL && named[0] != '\0') {
        given = named;
    }
    if (given == NULL && (home == NULL || home[0] == '\0')) {
        return ct_raise(CT_ERROR_CONFIG, "--tuning is missing: %s",
                        "neither CT_TUNING nor HOME says where the tuning file is");
    }
    length = given != NULL ? snprintf(path, PATH_ROOM, "%s", given)
                           : snprintf(path, PATH_ROOM, "%s/.config/cornerturn/tuning", home);
    if (length >= PATH_ROOM) {
        return ct_raise(CT_ERROR_CONFIG, "--tuning: the path has %d characters; allowed: %d",
                        length, PATH_ROOM - 1);
    }
    return given == NULL ? make_directories(path) : CT_OK;
}

static void print_curve(exchange_table *table, const char *what, const ct_curve *curve) {
    char number[EXCHANGE_NUMBER];
    if (curve->knots > 0) {
        exchange_cell(table, "%s", what);
        exchange_cell(table, "%s", exchange_seconds(curve->start_up_s, number));
        exchange_cell(table, "%.4g ns", curve->byte_s * 1e9);
        exchange_cell(table, "%.0f %%", 100 * curve->error);
    }
}

static ct_status print_calibration(FILE *out, const ct_calibration *calibration) {
    static const char *const heads[] = {"", "start-up", "a byte", "error"};
    exchange_table table = {.columns = "lrrr"};
    char number[EXCHANGE_NUMBER];
    for (int i = 0; i < 4; i++) {
        exchange_cell(&table, "%s", heads[i]);
    }
    print_curve(&table, "shared memory, ct_alloc", &calibration->local_shared);
    print_curve(&table, "shared memory, private", &calibration->local_private);
    print_curve(&table, "messages inside a node", &calibration->local_messages);
    print_curve(&table, "messages between nodes", &calibration->distant);
    print_curve(&table, "MPI_Alltoall, to each rank", &calibration->library);
    print_curve(&table, "gathering blocks", &calibration->permute);
    ct_status status = exchange_table_print(out, &table, "  ");
    exchange_table_free(&table);
    (void)fprintf(out, "  barrier %s, memory %.1f GB/s read and written by all ranks of a node\n",
                  exchange_seconds(calibration->barrier_s, number),
                  calibration->memory_bytes_per_s * 1e-9);
    if (calibration->link_speed > 0) {
        (void)fprintf(out, "  links %.2f times as fast as messages between nodes\n",
                      calibration->link_speed);
    }
    return status;
}

/* Says which file and machine it is about. */
static ct_status print_head(const exchange_job *job) {
    ct_tuning *tuning = NULL;
    ct_status status = CT_OK;
    CT_TRY(exchange_job_load_tuning(job, &tuning));
    exchange_job_print(job);
    (void)fprintf(job->out, ", arrays %s, transport %s, planning %s\nmachine %s\nfile %s\n\n",
                  exchange_arrays[job->options.private_arrays],
                  exchange_transports[job->options.transport],
                  exchange_plannings[job->options.planning], ct_tuning_machine(tuning),
                  job->options.tuning_file);
    (void)fflush(job->out);
cleanup:
    ct_tuning_destroy(&tuning);
    return status;
}

static ct_status calibrate(const exchange_job *job) {
    ct_calibration calibration;
    ct_status status = CT_OK;
    double start_s = ct_clock_s();
    CT_TRY(ct_calibrate(job->comm, job->options.topology, &calibration));
    (void)fprintf(job->out, "calibrated in %.1f s\n", ct_clock_s() - start_s);
    CT_TRY(ct_agree(job->comm, print_calibration(job->out, &calibration)));
    status = ct_tuning_store_calibration(job->comm, job->options.tuning_file, &calibration);
cleanup:
    return status;
}

/* Plans for every size: a plan that measures keeps what it found. */
static ct_status choose(const exchange_job *job) {
    ct_status status = CT_OK;
    (void)fprintf(job->out, "\n%8s  auto takes\n", "block");
    for (ptrdiff_t bytes = 0; (bytes = exchange_job_next(job, bytes)) > 0;) {
        ct_exchange_plan *plan = NULL;
        char number[EXCHANGE_NUMBER];
        CT_TRY(exchange_job_plan(job, "auto", bytes, &plan));
        (void)fprintf(job->out, "%8s  %s: %s\n", exchange_size(bytes, number),
                      ct_exchange_algorithm(plan), ct_exchange_reason(plan));
        if (job->request->given[OPTION_EXPLAIN] != NULL) {
            ct_exchange_explain(plan, job->out);
        }
        (void)fflush(job->out);
        ct_exchange_plan_destroy(&plan);
    }
cleanup:
    return status;
}

ct_status exchange_tune(const exchange_request *request, FILE *out) {
    char path[PATH_ROOM] = ""; /* of rank 0 */
    exchange_job job;
    ct_status status = exchange_job_begin(request, out, &job);
    if (status != CT_OK) {
        return status;
    }
    if (job.options.planning == CT_PLAN_ESTIMATE) {
        CT_FAIL(CT_ERROR_CONFIG, "--planning estimate measures nothing: there are measure and "
                                 "exhaustive");
    }
    CT_TRY(ct_agree_on_first(job.comm, job.rank == 0 ? find_path(request, path) : CT_OK));
    job.options.tuning_file = path;
    CT_TRY(ct_tuning_check(job.comm, path)); /* not after the minute it takes to fill it */
    CT_TRY(print_head(&job));
    CT_TRY(calibrate(&job));
    status = choose(&job);
cleanup:
    exchange_job_end(&job);
    return status;
}
