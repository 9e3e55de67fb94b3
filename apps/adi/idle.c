#include "apps/adi/idle.h"

#include "apps/common/idle.h"
#include "base/fail.h"

/* An axis places its cells in one way. */
static ct_status refuse_of_axis(const adi_config *config, int index) {
    const char *name = adi_axis_names[index];
    const adi_axis_config *axis = &config->axis[index];
    const bool has_edges = axis->edges[0] != '\0';
    static const char with_edges[] = "beside edges";
    const job_idle rows[] = {
        {name, "from", has_edges, with_edges, "no edges"},
        {name, "to", has_edges, with_edges, "no edges"},
        {name, "spacing", has_edges, with_edges, "no edges"},
        {name, "to", axis->spacing > 0, "beside spacing", "no spacing"},
    };
    return job_refuse_idle(&adi_program, config, rows, sizeof rows / sizeof *rows);
}

ct_status adi_refuse_idle(const adi_job *job) {
    const adi_config *config = &job->config;
    /* With both sections, `kind` chooses. */
    const bool is_forgotten =
        config->kind == ADI_TRANSIENT && !job_is_given(&adi_program, config, "time");
    bool have_own = true;
    for (int index = 0; index < job->shape.problem.axes; index++) {
        const adi_axis_config *axis = &config->axis[index];
        have_own = have_own && (axis->kappa[0] != '\0' || axis->conductivity[0] != '\0');
    }
    const bool has_law = config->edge_stop != CT_ADI_LINEAR;
    const bool resumes = config->resume == ADI_RESUME_ALWAYS;
    const job_idle rows[] = {
        {"z", NULL, job->shape.problem.axes < CT_ADI_AXES, "without cells along z",
         "z.cells above 0"},
        {"problem", "kappa", have_own, "where all axes have their own", "an axis without one"},
        {"problem", "conductivity", have_own, "where all axes have their own",
         "an axis without one"},
        {"steady", NULL, is_forgotten, "with problem.kind transient", "problem.kind steady"},
        {"steady", "parameters", config->steady_solver == CT_ADI_STEADY_MULTIGRID,
         "with steady.solver multigrid", "wachspress"},
        {"nonlinear", NULL, !has_law, "with nonlinear.kind none", "another nonlinear.kind"},
        {"checkpoint", "resume", resumes && config->checkpoint[0] == '\0',
         "without checkpoint.file", "checkpoint.file"},
    };
    ct_status status = CT_OK;
    CT_TRY(job_refuse_idle(&adi_program, config, rows, sizeof rows / sizeof *rows));
    for (int index = 0; index < CT_ADI_AXES; index++) {
        CT_TRY(refuse_of_axis(config, index));
    }
cleanup:
    return status;
}
