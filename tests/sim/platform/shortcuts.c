/* Preloaded into simulations: what SimGrid does at every call or message, and what nobody needs. */
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* It asks for the processor's time when an MPI call begins and ends, a tenth of all that it does,
 * and is told to take no account of it (simulation.py). The C library's names are not for programs:
 * NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int clock_gettime(clockid_t clock, struct timespec *now) {
    if (clock == CLOCK_THREAD_CPUTIME_ID || clock == CLOCK_PROCESS_CPUTIME_ID) {
        *now = (struct timespec){0, 0};
        return 0;
    }
    return (int)syscall(SYS_clock_gettime, clock, now);
}

/* SMPI has the pages of folded arrays (fold.c) entered in the page table when it maps them: of 128
 * GiB with 1024 ranks and blocks of 64 KiB, a fifth of all that it does. Nobody reads more than a
 * few. NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset) {
    const int wanted = (flags & MAP_SHARED) != 0 ? flags & ~MAP_POPULATE : flags;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): the system call's result is a number */
    return (void *)syscall(SYS_mmap, address, bytes, protection, wanted, file, offset);
}

/* SMPI numbers the messages of a sender, receiver and tag, in a table by the text of all three that
 * grows with every pair, so that short ones, which it would send in another way, overtake none.
 * Here all go the same way (simulation.py: no message is short), and in their order: each is the
 * one that is waited for. These are methods of its communicators. */
unsigned int sent_number(const void *comm, int from, int to,
                         int tag) __asm__("_ZN7simgrid4smpi4Comm23get_sent_messages_countEiii");
unsigned int
received_number(const void *comm, int from, int to,
                int tag) __asm__("_ZN7simgrid4smpi4Comm27get_received_messages_countEiii");
void number_sent(const void *comm, int from, int to,
                 int tag) __asm__("_ZN7simgrid4smpi4Comm29increment_sent_messages_countEiii");
void number_received(const void *comm, int from, int to, int tag) __asm__(
    "_ZN7simgrid4smpi4Comm33increment_received_messages_countEiii");

unsigned int sent_number(const void *comm, int from, int to, int tag) {
    (void)comm, (void)from, (void)to, (void)tag;
    return 0;
}

unsigned int received_number(const void *comm, int from, int to, int tag) {
    return sent_number(comm, from, to, tag);
}

void number_sent(const void *comm, int from, int to, int tag) {
    (void)comm, (void)from, (void)to, (void)tag;
}

void number_received(const void *comm, int from, int to, int tag) {
    number_sent(comm, from, to, tag);
}
