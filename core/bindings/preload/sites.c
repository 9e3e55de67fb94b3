#include "bindings/preload/sites.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ct_site sites[CT_SITES_MOST];
static int site_count;
static uint64_t calls_left_out;

static int is_alike(const ct_site *a, const ct_site *b) {
    return a->address == b->address && a->kind == b->kind && a->ranks == b->ranks &&
           a->bytes == b->bytes;
}

static ct_site *find(const ct_site *call) {
    for (int i = 0; i < site_count; i++) {
        if (is_alike(&sites[i], call)) {
            return &sites[i];
        }
    }
    if (site_count == CT_SITES_MOST) {
        return NULL;
    }
    ct_site *made = &sites[site_count++];
    *made = (ct_site){
        .kind = call->kind, .address = call->address, .ranks = call->ranks, .bytes = call->bytes};
    return made;
}

void ct_sites_add(const ct_site *call, double seconds, const char *label) {
    (void)pthread_mutex_lock(&lock);
    ct_site *site = find(call);
    if (site == NULL) {
        calls_left_out += call->calls;
    } else {
        site->calls += call->calls;
        site->sent_bytes += call->sent_bytes;
        site->seconds += seconds;
        if (label != NULL) {
            site->ours += call->calls;
            site->ours_s += seconds;
            (void)snprintf(site->algorithm, sizeof site->algorithm, "%s", label);
        }
    }
    (void)pthread_mutex_unlock(&lock);
}

const ct_site *ct_sites_list(int *count, uint64_t *left_out) {
    *count = site_count;
    *left_out = calls_left_out;
    return sites;
}

/* The bindings are libmpichfort and libmpi_mpifh, libmpi_usempif08, .. */
static int is_of_bindings(const void *address) {
    Dl_info info = {.dli_fname = NULL};
    if (dladdr(address, &info) == 0 || info.dli_fname == NULL) {
        return 0;
    }
    return strstr(info.dli_fname, "libmpichf") != NULL ||
           strstr(info.dli_fname, "libmpi_mpifh") != NULL ||
           strstr(info.dli_fname, "libmpi_usempi") != NULL;
}

const void *ct_sites_caller(const void *address) {
    enum { FRAMES = 12 };
    void *frames[FRAMES];
    if (!is_of_bindings(address)) {
        return address;
    }
    const int count = backtrace(frames, FRAMES);
    int at = 0;
    while (at < count && frames[at] != address) {
        at++;
    }
    while (at < count && is_of_bindings(frames[at])) {
        at++;
    }
    return at < count ? frames[at] : address;
}
