/* Descriptors of standard streams that are closed are not given to files. */
#include "expect.h"

#include "base/job/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

/* In a child with these streams closed: 0 if all is as it should be, else the number of a check. */
static int look(unsigned closed) {
    char byte = 'x';
    for (int stream = 0; stream < 3; stream++) {
        if ((closed >> stream & 1) != 0) {
            (void)close(stream);
        }
    }
    ct_hold_streams();
    if (open("/dev/zero", O_RDONLY) < 3) {
        return 1;
    }
    for (int stream = 1; stream < 3; stream++) {
        if ((closed >> stream & 1) != 0 && (write(stream, &byte, 1) != -1 || errno != EBADF)) {
            return 2;
        }
    }
    if ((closed & 1) != 0 && read(STDIN_FILENO, &byte, 1) != 0) {
        return 3;
    }
    return (closed & 2) == 0 && write(STDOUT_FILENO, "", 0) != 0 ? 4 : 0;
}

static void holds(void) {
    for (unsigned closed = 0; closed < 8; closed++) {
        int status = -1;
        const pid_t child = fork();
        if (child == 0) {
            _exit(look(closed));
        }
        EXPECT(child > 0 && waitpid(child, &status, 0) == child);
        EXPECT_INT(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
    }
}

int main(void) {
    holds();
    return expect_status();
}
