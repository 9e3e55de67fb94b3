/* Which checkpoint a run continues from, if any: the newest that is whole and of this problem. */
#include "apps/adi/checkpoint/restart.h"

#include "apps/adi/checkpoint/checkpoint.h"
#include "apps/common/lists.h"
#include "base/escape.h"
#include "base/fail.h"
#include "io/array/file.h"
#include "io/array/info.h"
#include "io/array/inspect.h"
#include "io/array/metadata.h"
#include "io/array/read.h"
#include "io/config/text.h"
#include <cornerturn/agree.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOTS = 2, PROBLEM_BYTES = 1024 };

/* What a file that may be a checkpoint is found to be. */
typedef struct candidate {
    char *path;
    bool is_there, is_whole;
    bool has_course, may_be_cut; /* without a course it is none, unless it is one cut off */
    char problem[PROBLEM_BYTES]; /* why it is not whole */
    adi_course course;
    ct_array_info state;
    char *run, *problem_text, *inputs_text, *sum;
} candidate;

/* Compares all that it holds with its checksum, whatever problem it is of. The state is read in
 * slabs. Collective. */
static ct_status verify(const adi_job *job, candidate *found) {
    adi_marked marked = {.course = &found->course,
                         .problem = found->problem_text,
                         .inputs = found->inputs_text,
                         .run = found->run};
    ct_array_info *info = &found->state;
    void *state = NULL;
    char sum[ADI_SUM_BYTES] = "";
    ct_status status = CT_OK;
    CT_TRY(ct_array_inspect(job->comm, found->path, "state", CT_ARRAY_NUMBERS, info));
    if (strcmp(info->type, "float64") != 0 && strcmp(info->type, "float32") != 0) {
        CT_FAIL(CT_ERROR_FILE, "its state is of %s", info->type);
    }
    marked.extent = info->extent;
    marked.precision = strcmp(info->type, "float32") == 0 ? CT_FLOAT : CT_DOUBLE;
    marked.box = ct_slab(info->axes, info->extent, 0, job->size, job->rank);
    state = malloc((size_t)(ct_box_elements(&marked.box) * info->element_bytes) + 1);
    CT_TRY(ct_agree(job->comm, state != NULL
                                   ? CT_OK
                                   : ct_raise(CT_ERROR_MEMORY, "no memory to read a checkpoint")));
    CT_TRY(ct_array_read(job->comm, found->path, "state", &marked.box, state, NULL));
    adi_state_checksum(job->comm, &marked, state, sum);
    if (strcmp(sum, found->sum) != 0) {
        CT_FAIL(CT_ERROR_FILE, "its checksum is %.20s and should be %s", found->sum, sum);
    }
cleanup:
    free(state);
    return status;
}

static ct_status read_notes(const adi_job *job, candidate *found) {
    ptrdiff_t count = 0;
    double *numbers = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_array_get_reals(job->comm, found->path, "course", &count, &numbers));
    found->has_course = true;
    if (count != ADI_COURSE_NUMBERS) {
        CT_FAIL(CT_ERROR_FILE, "its course has %td numbers and should have %d", count,
                (int)ADI_COURSE_NUMBERS);
    }
    memcpy(&found->course, numbers, sizeof found->course);
    CT_TRY(
        ct_array_get_attribute(job->comm, found->path, "state", "problem", &found->problem_text));
    CT_TRY(ct_array_get_attribute(job->comm, found->path, "state", "inputs", &found->inputs_text));
    CT_TRY(ct_array_get_attribute(job->comm, found->path, "state", "run", &found->run));
    CT_TRY(ct_array_get_attribute(job->comm, found->path, "state", "checksum", &found->sum));
cleanup:
    free(numbers);
    return status;
}

/* The first line in which the problems differ, with its section. */
static ct_status compare_problems(const adi_job *job, const candidate *found) {
    const char *theirs = found->problem_text;
    const char *ours = job->problem_text;
    char section[CT_EXCERPT_BYTES] = "";
    while (*theirs != '\0' && *ours != '\0') {
        const size_t length[2] = {job_line_bytes(theirs), job_line_bytes(ours)};
        if (!job_same_text(theirs, length[0], ours, length[1])) {
            const size_t indent[2] = {strspn(theirs, " "), strspn(ours, " ")};
            return ct_raise(CT_ERROR_CONFIG,
                            "%s is of another problem: under %s it says %.*s, and the config "
                            "%.*s; may change: %s; checkpoint.resume: never starts over",
                            ct_escaped(found->path), section, (int)(length[0] - indent[0]),
                            theirs + indent[0], (int)(length[1] - indent[1]), ours + indent[1],
                            adi_may_change);
        }
        if (*ours != ' ') {
            (void)snprintf(section, sizeof section, "%.*s", (int)strcspn(ours, ":\n"), ours);
        }
        theirs += length[0] + (theirs[length[0]] == '\n');
        ours += length[1] + (ours[length[1]] == '\n');
    }
    return *theirs == *ours
               ? CT_OK
               : ct_raise(
                     CT_ERROR_CONFIG,
                     "%s is of a program with other keys; checkpoint.resume: never starts over",
                     ct_escaped(found->path));
}

/* The first array whose values differ; the problems name the same ones. */
static ct_status compare_inputs(const adi_job *job, const candidate *found) {
    const char *theirs = found->inputs_text;
    const char *ours = job->inputs_text;
    while (*ours != '\0') {
        const size_t length = strcspn(ours, "\n") + 1;
        if (strncmp(theirs, ours, length) != 0) {
            return ct_raise(CT_ERROR_CONFIG,
                            "the values of %.*s are not those that %s was made with; may change: "
                            "%s; checkpoint.resume: never starts over",
                            (int)strcspn(ours, " "), ours, ct_escaped(found->path), adi_may_change);
        }
        theirs += length;
        ours += length;
    }
    return CT_OK;
}

/* Extents need not be in the config: arrays of inputs may have the same values in another shape. */
static ct_status compare_extents(const adi_job *job, const candidate *found) {
    const ct_adi_problem *problem = &job->shape.problem;
    if (found->state.axes == problem->axes &&
        memcmp(found->state.extent, problem->extent,
               (size_t)problem->axes * sizeof *problem->extent) == 0) {
        return CT_OK;
    }
    return ct_raise(CT_ERROR_CONFIG,
                    "%s is of another problem: its state has other extents; may change: %s; "
                    "checkpoint.resume: never starts over",
                    ct_escaped(found->path), adi_may_change);
}

static ct_status name_candidate(const adi_job *job, int slot, candidate *found) {
    found->path = adi_checkpoint_path(job, slot);
    return ct_agree(job->comm, found->path != NULL
                                   ? CT_OK
                                   : ct_raise(CT_ERROR_MEMORY, "no memory for a checkpoint"));
}

/* Only its notes are looked at here. Collective. */
static ct_status look_at(const adi_job *job, int slot, candidate *found) {
    int facts[2] = {0}; /* whether it is there, and may be cut off */
    ct_status status = CT_OK;
    CT_TRY(name_candidate(job, slot, found));
    if (job->rank == 0) {
        facts[0] = access(found->path, F_OK) == 0;
        facts[1] = ct_array_is_left(found->path);
    }
    (void)MPI_Bcast(facts, 2, MPI_INT, 0, job->comm);
    found->is_there = facts[0];
    found->may_be_cut = facts[1];
    if (found->is_there) {
        found->is_whole = read_notes(job, found) == CT_OK;
        (void)snprintf(found->problem, sizeof found->problem, "%s", ct_error_message());
    }
cleanup:
    return status;
}

/* A file of a user's would be replaced. What has no course is one, or may not be read, or another
 * process writes it; or a failing disk has cut off a checkpoint, which is believed beside another
 * that is not, and where runs may go on from that. */
static ct_status refuse_users(const adi_job *job, const candidate found[SLOTS]) {
    for (int slot = 0; slot < SLOTS; slot++) {
        const candidate *here = &found[slot];
        const bool is_damaged =
            here->may_be_cut && found[1 - slot].is_whole && job->config.resume != ADI_RESUME_NEVER;
        if (here->is_there && !here->has_course && !is_damaged) {
            return ct_raise(CT_ERROR_FILE,
                            "%s has the name of a checkpoint and is none: %s; allowed: another "
                            "checkpoint.file, or to move that file away",
                            ct_escaped(here->path), here->problem);
        }
    }
    return CT_OK;
}

static void say_damaged(const adi_job *job, const candidate *damaged, const candidate *other) {
    if (job->rank == 0 && !job->options.quiet) {
        (void)printf("%s is damaged (%s): continuing from %s\n", ct_escaped(damaged->path),
                     damaged->problem, ct_escaped(other->path));
    }
}

/* The newest candidate that is whole, or NULL. *status is a refusal: only what is whole is believed
 * to be of another problem. Collective. */
static candidate *choose(const adi_job *job, candidate found[SLOTS], ct_status *status) {
    const bool second =
        found[1].is_whole && (!found[0].is_whole || found[1].course.step > found[0].course.step);
    for (int turn = 0; turn < SLOTS; turn++) {
        candidate *here = &found[turn == 0 ? second : !second];
        if (here->is_whole && verify(job, here) != CT_OK) {
            here->is_whole = false;
            (void)snprintf(here->problem, sizeof here->problem, "%s", ct_error_message());
        }
        if (here->is_whole) {
            *status = compare_problems(job, here);
            *status = *status == CT_OK ? compare_extents(job, here) : *status;
            *status = *status == CT_OK ? compare_inputs(job, here) : *status;
            return *status == CT_OK ? here : NULL;
        }
    }
    return NULL;
}

/* Takes over what the checkpoint says about the run. */
static void take(adi_job *job, candidate *chosen) {
    job->restart = chosen->path;
    chosen->path = NULL;
    job->course = chosen->course;
    job->course.slot = 1 - chosen->course.slot; /* it stays until the next one is whole */
    job->resumed_step = chosen->course.step;
    (void)snprintf(job->run, sizeof job->run, "%s", chosen->run);
}

/* Nothing to continue from. */
static ct_status start_over(const adi_job *job, const candidate found[SLOTS]) {
    const candidate *damaged = found[0].is_there ? &found[0] : &found[1];
    if (damaged->is_there) {
        return ct_raise(
            CT_ERROR_FILE,
            "cannot continue from %s: it is damaged: %s; checkpoint.resume: never starts "
            "over",
            ct_escaped(damaged->path), damaged->problem);
    }
    return job->config.resume != ADI_RESUME_ALWAYS
               ? CT_OK
               : ct_raise(
                     CT_ERROR_CONFIG,
                     "checkpoint.resume: always, but there is neither %s nor %s; allowed: auto, "
                     "never",
                     ct_escaped(found[0].path), ct_escaped(found[1].path));
}

ct_status adi_restart_find(adi_job *job) {
    candidate found[SLOTS] = {{.path = NULL}, {.path = NULL}};
    ct_status status = CT_OK;
    const bool has_checkpoints = job->config.checkpoint[0] != '\0';
    if (!has_checkpoints && job->config.resume == ADI_RESUME_ALWAYS) {
        CT_FAIL(CT_ERROR_CONFIG,
                "checkpoint.resume: always, but checkpoint.file is empty; allowed: "
                "auto, never, or the name of checkpoints");
    }
    if (!has_checkpoints) {
        goto cleanup;
    }
    CT_TRY(look_at(job, 0, &found[0]));
    CT_TRY(look_at(job, 1, &found[1]));
    CT_TRY(refuse_users(job, found));
    if (job->config.resume == ADI_RESUME_NEVER) {
        goto cleanup;
    }
    candidate *chosen = choose(job, found, &status);
    if (status != CT_OK) {
        goto cleanup;
    }
    if (chosen == NULL) {
        CT_TRY(start_over(job, found));
        goto cleanup;
    }
    const candidate *other = &found[chosen == &found[0]];
    if (other->is_there && !other->is_whole) {
        say_damaged(job, other, chosen);
    }
    take(job, chosen);
cleanup:
    for (int slot = 0; slot < SLOTS; slot++) {
        free(found[slot].path);
        free(found[slot].run);
        free(found[slot].problem_text);
        free(found[slot].inputs_text);
        free(found[slot].sum);
    }
    return status;
}

ct_status adi_restart_load(adi_job *job) {
    const ct_box box = ct_adi_state_box(job->plan);
    ct_status status =
        ct_array_read(job->comm, job->restart, "state", &box, ct_adi_state(job->plan), NULL);
    ct_adi_set_time(job->plan, job->course.time);
    return status;
}
