#include "apps/exchange/request/options.h"

const exchange_option_row exchange_options[OPTIONS] = {
    [OPTION_TOPOLOGY] =
        {"--topology", NULL, "T",
         "hypercube:6, mesh:8x8, mesh:8x8x8, torus:16x16, flat:12, fattree:64, "
         "nodes:4x8 or dragonfly:2x4x8 (groups, nodes of a group, ranks of a node)"},
    [OPTION_ALGORITHM] = {"--algorithm", NULL, "A", "a name from \"exchange list\""},
    [OPTION_BLOCK] = {"--block", NULL, "BYTES",
                      "size of a block, what one rank has for one other: 512, 4k (4000), 4Ki "
                      "(4096), M, Mi, G, Gi"},
    [OPTION_MACHINE] =
        {"--machine", NULL, "NAME|FILE",
         "a name from \"exchange list --machines\", or a file written like its rows; default "
         "fattree (of plan: none)"},
    [OPTION_NODE_RANKS] = {"--node-ranks", NULL, "N",
                           "ranks that share a node and its memory; default: as the topology says, "
                           "else 1"},
    [OPTION_PATTERN] = {"--pattern", NULL, "KIND",
                        "what is to be delivered, such as all-gather; default exchange. Broadcast, "
                        "scatter and gather need --root, point-to-point --root and --target"},
    [OPTION_DIMENSION] = {"--dimension", "-d", "D",
                          "dimension of the hypercube, 2^D ranks: 1 .. 30"},
    [OPTION_RANKS] = {"--ranks", NULL, "P", "any number of ranks, factorised, instead of 2^D"},
    [OPTION_STEP] = {"--step", NULL, "K", "only this step, from 1"},
    [OPTION_EACH_STEP] = {"--each-step", NULL, NULL, "a table of the steps, too"},
    [OPTION_SCHEDULE] = {"--schedule", NULL, "FILE.csv",
                         "the schedule in a file as \"exchange dump --blocks\" writes it"},
    [OPTION_LIMITS] = {"--limits", NULL, "NAME=N,..",
                       "most steps, ports, link-load, messages, and sum (blocks in the largest "
                       "messages of all steps) that are accepted"},
    [OPTION_BLOCKS] = {"--blocks", NULL, NULL, "a line for every block, not for every message"},
    [OPTION_MACHINES] = {"--machines", NULL, NULL, "the machines and their constants instead"},
    [OPTION_PLOT] = {"--plot", NULL, "FILE.svg", "write the times over the block size as a figure"},
    [OPTION_LEAST] = {"--min", NULL, "BYTES",
                      "the smallest block, written as 512, 4Ki or 1Mi; "
                      "default 8"},
    [OPTION_MOST] = {"--max", NULL, "BYTES",
                     "the largest block; each is twice as large as the one before; default 4Mi"},
    [OPTION_ROUNDS] = {"--rounds", NULL, "N",
                       "rounds of each size, in which all take turns; default: as many as there is "
                       "time for in about a minute"},
    [OPTION_PLANNING] = {"--planning", NULL, "HOW",
                         "what auto may spend on choosing: estimate (model only), measure (times "
                         "the best few; the default) or exhaustive (times all)"},
    [OPTION_TRANSPORT] = {"--transport", NULL, "HOW",
                          "between ranks of a node: auto (the default), messages or shared"},
    [OPTION_ARRAYS] = {"--arrays", NULL, "KIND",
                       "shared (of ct_alloc; the default) or private (any other memory)"},
    [OPTION_TUNING] =
        {"--tuning", NULL, "FILE",
         "the tuning file: choices are read from it, and measured ones are written to it"},
    [OPTION_EXPLAIN] = {"--explain", NULL, NULL, "print the ranking behind every choice of auto"},
    [OPTION_CSV] = {"--csv", NULL, "FILE", "write a line for every size and algorithm"},
    [OPTION_TRACE] = {"--trace", NULL, "FILE.json",
                      "write what each rank does when (for ui.perfetto.dev); slows blocks of some "
                      "bytes down"},
    [OPTION_EVENTS] = {"--events", NULL, "N",
                       "of each rank are kept for --trace, the latest; default 32768"},
    [OPTION_OUTPUT] = {"--output", "-o", "FILE", "write to FILE instead of the terminal"},
    [OPTION_HELP] = {"--help", "-h", NULL, "print this and stop"},
    [OPTION_VERSION] = {"--version", NULL, NULL, "print the version and stop"},
};

unsigned exchange_known_options(const exchange_command *command) {
    unsigned own = command == NULL ? 0 : command->needed | command->allowed | 1u << OPTION_OUTPUT;
    return own | 1u << OPTION_HELP | 1u << OPTION_VERSION;
}
