/* Locks between processes: one has it, a dead one leaves nothing that counts, of either kind. */
#define _GNU_SOURCE /* mkdtemp, gethostname */
#include "expect.h"

#include "files/lock.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that takes the lock and says so; it gives it back when it is told to, or is killed. */
typedef struct child {
    pid_t process;
    int told;
} child;

static child begin(const char *path, ct_lock_kind kind) {
    int from[2] = {-1, -1};
    int into[2] = {-1, -1};
    char word = 0;
    EXPECT(pipe(from) == 0 && pipe(into) == 0);
    const pid_t process = fork();
    if (process == 0) {
        ct_lock lock;
        word = (char)ct_lock_try(path, kind, &lock);
        (void)!write(from[1], &word, 1);
        (void)close(into[1]);
        if (read(into[0], &word, 1) == 1) {
            ct_lock_release(&lock);
        }
        _exit(0);
    }
    EXPECT(read(from[0], &word, 1) == 1 && word == 1);
    (void)close(from[0]);
    (void)close(from[1]);
    (void)close(into[0]);
    return (child){process, into[1]};
}

static void end(child *holder, bool is_killed) {
    if (is_killed) {
        EXPECT(kill(holder->process, SIGKILL) == 0);
    } else {
        EXPECT(write(holder->told, "x", 1) == 1);
    }
    EXPECT(waitpid(holder->process, NULL, 0) == holder->process);
    (void)close(holder->told);
}

static void expect_one_owner(const char *path, const char *file, ct_lock_kind kind) {
    ct_lock lock;
    char holder[CT_HOLDER_BYTES];
    char wanted[CT_HOLDER_BYTES];
    for (int is_killed = 0; is_killed < 2; is_killed++) {
        child other = begin(path, kind);
        EXPECT_INT(ct_lock_try(path, kind, &lock), 0);
        EXPECT(ct_lock_is_held(path) || kind == CT_LOCK_FILE);
        (void)snprintf(wanted, sizeof wanted, "process %ld on host ", (long)other.process);
        ct_lock_holder(path, holder);
        EXPECT_TEXT(holder, wanted);
        end(&other, is_killed);
        EXPECT((access(file, F_OK) == 0) == is_killed);
        EXPECT(!ct_lock_is_held(path));
        EXPECT_INT(ct_lock_try(path, kind, &lock), 1);
        ct_lock_release(&lock);
        EXPECT(access(file, F_OK) != 0);
    }
}

/* Of the weaker lock: an owner that cannot be asked keeps it, one of a former boot does not. */
static void expect_owners(const char *path, const char *file) {
    ct_lock lock;
    char host[CT_HOLDER_BYTES] = "";
    EXPECT(gethostname(host, sizeof host - 1) == 0);
    for (int is_ours = 0; is_ours < 2; is_ours++) {
        FILE *stream = fopen(file, "w");
        EXPECT(stream != NULL);
        if (stream != NULL) {
            (void)fprintf(stream, "1 %s former-boot\n", is_ours ? host : "elsewhere");
            (void)fclose(stream);
        }
        EXPECT_INT(ct_lock_try(path, CT_LOCK_FILE, &lock), is_ours);
    }
    ct_lock_release(&lock);
    EXPECT_INT(ct_lock_try("no/such/file", CT_LOCK_FILE, &lock), -1);
    EXPECT_INT(ct_lock_try("no/such/file", CT_LOCK_KERNEL, &lock), -1);
}

static void write_file(const char *file, const char *text) {
    FILE *stream = fopen(file, "w");
    EXPECT(stream != NULL && fputs(text, stream) >= 0 && fclose(stream) == 0);
}

/* What has the lock's name by chance: a file with something in it, a link, a directory. */
static void expect_foreign(const char *path, const char *file) {
    static const char *const others[] = {"precious", "12 dozen of eggs\n", "1 host boot\nmore\n",
                                         "\n"};
    EXPECT(!ct_lock_is_foreign(path));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        write_file(file, others[i]);
        EXPECT(ct_lock_is_foreign(path));
    }
    write_file(file, "");
    EXPECT(!ct_lock_is_foreign(path)); /* of a job that was killed before it wrote */
    write_file(file, "1 host boot\n");
    EXPECT(!ct_lock_is_foreign(path));
    EXPECT(unlink(file) == 0 && symlink("nowhere", file) == 0 && ct_lock_is_foreign(path));
    EXPECT(unlink(file) == 0 && mkdir(file, 0777) == 0 && ct_lock_is_foreign(path));
    EXPECT(rmdir(file) == 0);
}

/* In a directory that users share: a lock of another user's counts, and what a dead one left is
 * removed. Where this is not root there is no other user. */
static void expect_other_users(const char *directory, const char *path, const char *file) {
    enum { NOBODY = 65534 };
    ct_lock lock;
    for (int is_killed = 0; is_killed < 2 && geteuid() == 0; is_killed++) {
        child root = begin(path, CT_LOCK_KERNEL);
        EXPECT(chmod(directory, 0777) == 0 && chmod(file, 0644) == 0 && seteuid(NOBODY) == 0);
        EXPECT(ct_lock_is_held(path));
        EXPECT_INT(ct_lock_try(path, CT_LOCK_KERNEL, &lock), 0);
        EXPECT(seteuid(0) == 0);
        end(&root, is_killed);
        EXPECT(seteuid(NOBODY) == 0);
        EXPECT(!ct_lock_is_held(path));
        EXPECT_INT(ct_lock_try(path, CT_LOCK_KERNEL, &lock), 1);
        ct_lock_release(&lock);
        EXPECT(seteuid(0) == 0 && chmod(directory, 0700) == 0);
    }
}

int main(void) {
    char directory[] = "lock-XXXXXX";
    char path[64];
    char file[64];
    EXPECT(mkdtemp(directory) != NULL);
    (void)snprintf(path, sizeof path, "%s/a", directory);
    (void)snprintf(file, sizeof file, "%s/a.lock", directory);
    expect_one_owner(path, file, CT_LOCK_KERNEL);
    expect_one_owner(path, file, CT_LOCK_FILE);
    expect_owners(path, file);
    expect_foreign(path, file);
    expect_other_users(directory, path, file);
    EXPECT(rmdir(directory) == 0);
    return expect_status();
}
