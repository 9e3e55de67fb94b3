/* ct_refusing PROGRAM [ARGUMENT...]: the program where processes may not read each other's memory.
 */
#include "refusing.h"

#include <stdio.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count < 2 || !refuse_reads()) {
        (void)fprintf(stderr, "ct_refusing: needs a program, and filters of system calls\n");
        return 1;
    }
    (void)execvp(arguments[1], arguments + 1);
    perror(arguments[1]);
    return 1;
}
