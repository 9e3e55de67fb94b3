/* Machine files: what is written is read back to the last digit; errors tell their line. */
#include "expect.h"

#include "machine/machine_text.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static void expect_error(const char *text, const char *message) {
    ct_machine machine;
    EXPECT_INT(ct_machine_parse(text, "here", &machine), CT_ERROR_CONFIG);
    EXPECT_TEXT(ct_error_message(), message);
}

/* Writes a machine, or any text, to a file of its own and reads that. */
static ct_status through_file(const ct_machine *machine, const char *text, size_t length,
                              ct_machine *read) {
    char path[] = "/tmp/ct-machine-XXXXXX";
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    EXPECT(file != NULL);
    if (file == NULL) {
        return CT_ERROR_FILE;
    }
    if (machine != NULL) {
        EXPECT_INT(ct_machine_write(file, machine), CT_OK);
    } else {
        EXPECT_INT(fwrite(text, 1, length, file), length);
    }
    EXPECT_INT(fclose(file), 0);
    ct_status status = ct_machine_read(path, read);
    EXPECT_INT(remove(path), 0);
    return status;
}

static void expect_round_trip(const ct_machine *machine) {
    ct_machine read = {0};
    EXPECT_INT(through_file(machine, NULL, 0, &read), CT_OK);
    EXPECT(strcmp(read.name, machine->name) == 0 && strcmp(read.source, machine->source) == 0);
    EXPECT(read.start_up_s == machine->start_up_s && read.byte_s == machine->byte_s);
    EXPECT(read.distance_s == machine->distance_s && read.hop_s == machine->hop_s);
    EXPECT(read.distance_doubling_s == machine->distance_doubling_s);
    EXPECT(read.permute_byte_s == machine->permute_byte_s);
    EXPECT(read.barrier_s == machine->barrier_s);
    EXPECT(read.barrier_doubling_s == machine->barrier_doubling_s);
    EXPECT(read.pairwise_s == machine->pairwise_s && read.link_byte_s == machine->link_byte_s);
    EXPECT(read.local_start_up_s == machine->local_start_up_s);
    EXPECT(read.local_byte_s == machine->local_byte_s);
    EXPECT_INT(read.ports, machine->ports);
    EXPECT_INT(read.rails, machine->rails);
    EXPECT_INT(read.rails, machine->rails);
    EXPECT_INT(read.half_duplex, machine->half_duplex);
}

static void expect_reading(void) {
    ct_machine machine;
    const char *text = "# my cluster\n\nname  our cluster, rack 7\r\n\tstart_up_s 1e-6 # measured\n"
                       "byte_s 8e-11\nbarrier_s -1e-6\nports 0\nsource paper #3";
    EXPECT_INT(ct_machine_parse(text, "here", &machine), CT_OK);
    EXPECT(strcmp(machine.name, "our cluster, rack 7") == 0);
    EXPECT(strcmp(machine.source, "paper") == 0);
    EXPECT(machine.start_up_s == 1e-6);
    EXPECT(machine.barrier_s == -1e-6);
    EXPECT(machine.hop_s == 0);
    EXPECT_INT(machine.ports, 0);
    EXPECT_INT(ct_machine_parse("name a\nstart_up_s 1\nbyte_s 1", "here", &machine), CT_OK);
    EXPECT_INT(machine.ports, 1);
    EXPECT_INT(machine.rails, 1);
    EXPECT_INT(machine.rails, 1);
}

static void expect_costs(void) {
    const ct_machine *ipsc = ct_machine_find("ipsc860");
    const ct_machine *paragon = ct_machine_find("paragon");
    EXPECT(fabs(ct_machine_message_s(ipsc, 64, 100) - (177.5 + 61.8 + 39.4) * 1e-6) < 1e-15);
    EXPECT(fabs(ct_machine_barrier_s(ipsc, 64) - 900e-6) < 1e-15);
    EXPECT(ct_machine_barrier_s(ipsc, 1) == 0);
    /* 274 log2 n - 134 on n x n */
    EXPECT(fabs(ct_machine_barrier_s(paragon, 64) - (274 * 3 - 134) * 1e-6) < 1e-15);
    EXPECT(fabs(ct_machine_barrier_s(paragon, 144) - (274 * log2(12) - 134) * 1e-6) < 1e-15);
    ct_machine half = *ipsc;
    half.half_duplex = 1;
    EXPECT(ct_machine_swap_s(&half, 64, 10) == 2 * ct_machine_swap_s(ipsc, 64, 10));
}

int main(void) {
    ct_machine read;
    char nul[] = "name a\0b\n";
    char long_line[1024];
    memset(long_line, 'x', sizeof long_line);
    long_line[sizeof long_line - 1] = '\0';
    for (int i = 0; ct_machine_at(i) != NULL; i++) {
        expect_round_trip(ct_machine_at(i));
        EXPECT(ct_machine_find(ct_machine_at(i)->name) == ct_machine_at(i));
    }
    expect_round_trip(&(ct_machine){.name = "thirds",
                                    .start_up_s = 1.0 / 3,
                                    .byte_s = 5e-324,
                                    .hop_s = 0.1,
                                    .rails = 3,
                                    .half_duplex = 1});
    EXPECT(ct_machine_find("cray") == NULL);
    EXPECT(ct_machine_at(-1) == NULL);
    expect_reading();
    expect_costs();
    expect_error("name a\nbyte_s 1\n", "here: the key start_up_s is missing");
    expect_error("", "here: the key name is missing");
    expect_error("name a\n\nspeed 3\n", "here:3: unknown key \"speed\"; there are name, source");
    expect_error("name a\nbyte_s fast\n", "here:2: byte_s \"fast\": expected seconds, 0 or more");
    expect_error("byte_s -1\n", "here:1: byte_s \"-1\": expected seconds, 0 or more");
    expect_error("byte_s 1 s\n", "byte_s \"1 s\"");
    expect_error("byte_s nan\n", "expected seconds");
    expect_error("byte_s 1e999\n", "expected seconds");
    expect_error("byte_s\n", "here:1: byte_s \"\"");
    expect_error("byte_s 1\nbyte_s 2\n", "here:2: byte_s \"2\": expected once");
    expect_error("ports 1.5\n", "here:1: ports \"1.5\": expected a whole number");
    expect_error("ports -1\n", "expected a whole number");
    expect_error("half_duplex yes\n", "expected 0 or 1");
    expect_error("name\n", "expected a text");
    expect_error("name xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n", "47");
    expect_error(long_line, "here:1: a line of more than");
    EXPECT_INT(ct_machine_read("/no/such/file", &read), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "/no/such/file: No such file");
    EXPECT_INT(ct_machine_read("/tmp", &read), CT_ERROR_FILE);
    EXPECT_INT(through_file(NULL, nul, sizeof nul - 1, &read), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "no machine file");
    return expect_status();
}
