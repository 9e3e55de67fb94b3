/* exchange: every way to exchange data between ranks, as data; and, under mpirun, the exchanges. */
#include "apps/exchange/exchange.h"

#include "apps/exchange/bench/bench.h"
#include "apps/exchange/explore/explore.h"
#include "apps/exchange/parallel/parallel.h"
#include "apps/exchange/parallel/tune.h"
#include "apps/exchange/parallel/verify.h"
#include "apps/exchange/print/file.h"
#include "apps/exchange/request/parse.h"
#include "apps/exchange/request/perform.h"
#include "apps/exchange/schedules/check.h"
#include "apps/exchange/schedules/hull.h"
#include "apps/exchange/schedules/list.h"
#include "apps/exchange/schedules/plan.h"
#include "apps/exchange/schedules/price.h"
#include "apps/exchange/schedules/schedule.h"
#include "base/job/streams.h"
#include "files/signals.h"

enum {
    TOPOLOGY = 1u << OPTION_TOPOLOGY,
    ALGORITHM = 1u << OPTION_ALGORITHM,
    BLOCK = 1u << OPTION_BLOCK,
    MACHINE = 1u << OPTION_MACHINE,
    SIZES = 1u << OPTION_LEAST | 1u << OPTION_MOST,
    MEASURED = 1u << OPTION_PLANNING | 1u << OPTION_TRANSPORT | 1u << OPTION_ARRAYS
};

const exchange_command exchange_commands[] = {
    {
        .name = "list",
        .summary = "the algorithms: where they run, their parameters, source and cost",
        .details = "\nWith --topology, those that run there.\n",
        .allowed = TOPOLOGY | 1u << OPTION_MACHINES,
        .run = exchange_list,
    },
    {
        .name = "plan",
        .summary = "all candidates, the fastest first, and why the others are out",
        .details =
            "\nEvery algorithm takes part with its best parameters. A parameter that is given "
            "is held to that\nvalue in every algorithm that has it.\n\n"
            "The ranking is that of auto, by the calibration in the tuning file, or a built-in "
            "one: "
            "the first row\nis what auto takes, unless it measures. With --machine every schedule "
            "is priced on that machine\ninstead, step by step, as in the papers.\n\n"
            "  exchange plan --topology nodes:4x8 --block 1Ki\n"
            "  exchange plan --topology flat:4 --node-ranks 4 --block 64 --tuning out/tuning\n"
            "  exchange plan --topology hypercube:6 --block 32 --machine ipsc860 --sync phase\n",
        .needed = TOPOLOGY | BLOCK,
        .allowed = MACHINE | 1u << OPTION_PATTERN | 1u << OPTION_NODE_RANKS |
                   1u << OPTION_TRANSPORT | 1u << OPTION_ARRAYS | 1u << OPTION_TUNING,
        .parameters = true,
        .run = exchange_plan,
    },
    {
        .name = "check",
        .summary = "replays a schedule: does everything arrive, once, without contention or "
                   "deadlock",
        .details = "\nWithout --algorithm, every algorithm that runs there with every value of its "
                   "parameters. With\n--schedule a complete exchange that you wrote: a line for "
                   "every block that moves, with\nstep,from,to,origin,destination.\n\n"
                   "  exchange check --topology hypercube:3 --schedule mine.csv --limits "
                   "steps=3,ports=1\n"
                   "  exchange check --topology torus:8x8 --algorithm t1x --x 1 --rule A\n"
                   "  exchange check --topology hypercube:5\n",
        .needed = TOPOLOGY,
        .allowed = ALGORITHM | 1u << OPTION_EACH_STEP | 1u << OPTION_SCHEDULE | 1u << OPTION_LIMITS,
        .parameters = true,
        .run = exchange_check,
    },
    {
        .name = "price",
        .summary = "how long a schedule takes on a machine, and what the time goes to",
        .details =
            "\n  exchange price --topology hypercube:6 --algorithm multiphase --partition 3,3 "
            "\\\n                 --block 32 --machine ipsc860\n",
        .needed = TOPOLOGY | ALGORITHM | BLOCK,
        .allowed = MACHINE,
        .parameters = true,
        .run = exchange_price,
    },
    {
        .name = "hull",
        .summary = "which partition of a hypercube (or factorisation of P) is best for which block",
        .details =
            "\nEvery phase is synchronised and, where there are several, permuted: what multiphase "
            "--sync\nphase --transit shuffled does. \"exchange plan\" compares the other ways.\n\n"
            "  exchange hull --machine ipsc860 --dimension 6 --plot hull.svg\n"
            "  exchange hull --machine fattree --ranks 360 --block 4Ki\n",
        .allowed =
            MACHINE | BLOCK | 1u << OPTION_DIMENSION | 1u << OPTION_RANKS | 1u << OPTION_PLOT,
        .run = exchange_hull,
    },
    {
        .name = "dump",
        .summary = "what moves in every step, as CSV",
        .details =
            "\nSteps count from 1. Ranks: x + y nx + z nx ny; bit 0 of a hypercube's rank is "
            "its first\ndimension. All-gather and broadcast leave the destination empty.\n\n"
            "  exchange dump --topology hypercube:3 --algorithm standard --blocks\n",
        .needed = TOPOLOGY | ALGORITHM,
        .allowed = 1u << OPTION_BLOCKS,
        .parameters = true,
        .run = exchange_dump,
    },
    {
        .name = "draw",
        .summary = "messages and the load of the links as a picture (SVG)",
        .details = "\nWithout --step, every step has a picture of its own in the file.\n\n"
                   "  exchange draw --topology torus:8x8 --algorithm t1 --step 1 -o t1.svg\n",
        .needed = TOPOLOGY | ALGORITHM,
        .allowed = 1u << OPTION_STEP,
        .parameters = true,
        .draws = true,
        .run = exchange_draw,
    },
    {
        .name = "explore",
        .summary = "a page for a browser that plays schedules, counts and prices them",
        .details =
            "\nThe page is one file and needs no network. With --topology it has that one and all "
            "complete\nexchanges that run there by their defaults, with --algorithm A,B, or "
            "several "
            "--algorithm each\nfollowed by its parameters, only those; otherwise a choice of "
            "topologies.\n\n"
            "  exchange explore -o explorer.html\n"
            "  exchange explore --topology torus:8x8 --algorithm t1,direct -o torus.html\n"
            "  exchange explore --topology torus:8 --schedule mine.csv -o mine.html\n",
        .allowed = TOPOLOGY | ALGORITHM | BLOCK | MACHINE | 1u << OPTION_SCHEDULE,
        .parameters = true,
        .several = true,
        .run = exchange_explore,
    },
    {
        .name = "bench",
        .summary = "times exchanges against MPI_Alltoall and the lower bounds",
        .details =
            "\n--algorithm may be repeated, each followed by its own parameters: a name "
            "from "
            "\"exchange\nlist\", auto (the choice), mpi (the MPI library, by our plan) or all. "
            "Default: auto, its best few\ncandidates, and mpi. MPI_Alltoall itself always takes "
            "part. All take turns in every round; times\nare the slowest rank's, median and "
            "quartiles of the rounds.\n\n"
            "  mpirun -n 2 exchange bench --csv bench.csv --plot bench.svg\n"
            "  mpirun -n 8 exchange bench --algorithm direct --algorithm bruck --radix 4 --max "
            "4Ki\n",
        .allowed = SIZES | TOPOLOGY | ALGORITHM | MEASURED | 1u << OPTION_ROUNDS |
                   1u << OPTION_TUNING | 1u << OPTION_EXPLAIN | 1u << OPTION_CSV |
                   1u << OPTION_PLOT | 1u << OPTION_TRACE | 1u << OPTION_EVENTS,
        .parameters = true,
        .several = true,
        .parallel = true,
        .run = exchange_bench,
    },
    {
        .name = "tune",
        .summary = "measures what later plans are chosen by, into the tuning file",
        .details = "\nThe machine is calibrated, and for every block size auto's candidates are "
                   "timed. What "
                   "the file\nhas of this machine, these ranks and sizes already is not timed "
                   "again, unless "
                   "exhaustive comes\nafter measure; a file that is removed is made anew. Without "
                   "--tuning "
                   "it is the one that the\nenvironment variable CT_TUNING names, else "
                   "~/.config/cornerturn/tuning. With a topology\nits links are measured, too.\n\n"
                   "  mpirun -n 2 exchange tune --tuning out/tuning\n"
                   "  mpirun -n 2 exchange bench --planning estimate --tuning out/tuning\n",
        .allowed = SIZES | TOPOLOGY | MEASURED | 1u << OPTION_TUNING | 1u << OPTION_EXPLAIN,
        .parallel = true,
        .run = exchange_tune,
    },
    {
        .name = "verify",
        .summary = "exchanges small arrays by every algorithm and looks at every element",
        .details = "\nWithout --algorithm, every algorithm that runs on these ranks; messages and "
                   "shared memory, arrays\nof ct_alloc and private ones; blocks of one size and of "
                   "many, rows of matrices, and transposed.\nA line each.\n\n"
                   "  mpirun -n 2 exchange verify\n"
                   "  mpirun -n 4 exchange verify --topology torus:2x2 --algorithm t1\n",
        .allowed = TOPOLOGY | ALGORITHM | 1u << OPTION_TRANSPORT | 1u << OPTION_ARRAYS,
        .parameters = true,
        .several = true,
        .parallel = true,
        .run = exchange_verify,
    },
    {.name = NULL},
};

static ct_status run(const exchange_request *request) {
    exchange_file file;
    ct_status status = exchange_file_open(request->given[OPTION_OUTPUT], &file);
    if (status != CT_OK) {
        return status;
    }
    return exchange_file_close(&file, exchange_perform(request, file.stream));
}

int main(int argc, char **argv) {
    exchange_request request;
    ct_hold_streams();
    const exchange_command *command = exchange_find_command(exchange_commands, argc, argv);
    if (command != NULL && command->parallel) {
        return exchange_run_parallel(exchange_commands, argc, argv);
    }
    ct_signals_begin("exchange", true);
    ct_status status = exchange_parse(exchange_commands, argc, argv, &request);
    return exchange_conclude(status != CT_OK ? status : run(&request), true);
}
