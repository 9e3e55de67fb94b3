#include "apps/common/run.h"

#include "apps/common/exchange.h"
#include "base/escape.h"
#include "base/fail.h"
#include "io/array/file.h"
#include "io/array/metadata.h"
#include "io/output/xdmf.h"
#include <cornerturn/agree.h>
#include <stdlib.h>

ct_status job_start(const ct_program *program, MPI_Comm comm, int argc, char **argv,
                    ct_options *options, void *config, char **config_text) {
    job_exchange_prepare();
    return ct_program_start(program, comm, argc, argv, options, config, config_text);
}

void job_end(const ct_program *program, ct_options *options, void *config, char *config_text) {
    free(config_text);
    ct_config_free(program->keys, program->key_count, config);
    ct_options_free(options);
}

static bool is_none(const char *file) {
    return file == NULL || file[0] == '\0';
}

const char *job_report_file(const ct_options *options, const char *configured) {
    const char *file = options->report != NULL ? options->report : configured;
    return is_none(file) ? NULL : file;
}

ct_progress *job_progress_create(const ct_options *options) {
    return ct_progress_create(options->quiet || options->check);
}

ct_status job_can_create(MPI_Comm comm, const char *const *files, int count, bool overwrite) {
    ct_status status = CT_OK;
    for (int i = 0; i < count && status == CT_OK; i++) {
        status = is_none(files[i]) ? CT_OK : ct_array_can_create(comm, files[i], overwrite);
    }
    return status;
}

ct_status job_can_create_array(MPI_Comm comm, const char *path, const char *xdmf_file,
                               bool overwrite) {
    const char *const files[] = {path, xdmf_file};
    ct_status status = job_can_create(comm, files, 2, overwrite);
    if (status == CT_OK && xdmf_file != NULL) {
        int rank = 0;
        (void)MPI_Comm_rank(comm, &rank);
        status = ct_agree_on_first(comm, rank == 0 ? ct_xdmf_can_replace(xdmf_file, path) : CT_OK);
    }
    return status;
}

ct_status job_read_storage(const ct_storage_config *config, int axes, const ptrdiff_t *extent,
                           ptrdiff_t element_bytes, ct_array_layout *layout, char **xdmf_file) {
    const ct_status status = ct_storage_read(config, axes, extent, element_bytes, layout);
    if (!ct_array_is_one_run(layout)) {
        free(*xdmf_file);
        *xdmf_file = NULL;
    }
    return status;
}

ct_status job_attributes(ct_array_file *file, const char *dataset, const job_attribute *attributes,
                         size_t count) {
    ct_status status = CT_OK;
    for (size_t i = 0; i < count && status == CT_OK; i++) {
        status = ct_array_attribute(file, dataset, attributes[i].name, attributes[i].text);
    }
    return status;
}

void job_print_written(const char *const *files, int count) {
    int written = 0;
    for (int i = 0; i < count; i++) {
        if (!is_none(files[i])) {
            (void)printf("%s%s", written++ == 0 ? "wrote " : ", ", ct_escaped(files[i]));
        }
    }
    (void)printf("%s", written > 0 ? "\n" : "");
}
