# shellcheck shell=bash
# What the job scripts share; sourced by them.
#
# Config and overrides are the script's arguments, or, where a batch system passes none, come from
# the environment:
#   CT_CONFIG    the config file
#   CT_SET       overrides, section.key=value, with spaces between
# Also from the environment:
#   CT_HOME      the checkout, or share/cornerturn of what is installed (default: the directory of
#                submission)
#   CT_PROGRAM   the program of build/apps/ or of what is installed to run (default: fft)
#   CT_SCRATCH   where the job works: made if missing, and where the config's relative paths start,
#                so that outputs lie there (default: the directory of submission). An input that is
#                not there is taken from the directory of submission.
#   CT_LAUNCHER  another way to start the ranks, with its options: "mpirun -n 64"
#
# Restart-safe: outputs have their names only when complete, and the report comes last, so what is there
# is finished and a second run of the same job does nothing. An override output.overwrite=true makes it run again.
# adi with checkpoints goes on where it was stopped: SIGTERM, which batch systems send at the time limit,
# or SIGUSR1 (Slurm: sbatch --signal=USR1@300) makes it write one and end with status 75; then submit the
# job again.

ct_die() {
    echo "$(basename "$0"): $1" >&2
    exit 2
}

# The program with its config and overrides: ct_command [OPTION...].
ct_command() {
    local settings=() override
    for override in "${ct_overrides[@]}"; do
        settings+=(--set "$override")
    done
    ct_words=("$ct_program" "$ct_config" "${settings[@]}" "$@")
}

# The value of SECTION.KEY as the program understands its config: one question a key, for a value may
# have several lines. What is wrong with the config is found here, before any rank is started.
ct_get() {
    ct_command --get "$1"
    "${ct_words[@]}"
}

# The program of a checkout, or of what is installed: ct_find_program CHECKOUT.
ct_find_program() {
    ct_program=$1/build/apps/${CT_PROGRAM:-fft}
    if [ ! -x "$ct_program" ] && [ -x "$1/../../bin/${CT_PROGRAM:-fft}" ]; then
        ct_program=$(cd "$1/../../bin" && pwd)/${CT_PROGRAM:-fft}
    fi
    [ -x "$ct_program" ] || ct_die "there is no program $ct_program; run/quickstart builds it"
}

# Prepares the job: ct_prepare COMMAND-THAT-SUBMITS-SUCH CHECKOUT DIRECTORY-OF-SUBMISSION
# [CONFIG [section.key=value...]]. Ends it, well, when its output is there.
ct_prepare() {
    CT_SUBMISSION=$1$([ $# -le 3 ] || printf ' %q' "${@:4}")
    export CT_SUBMISSION # for what adi says when it is stopped
    shift
    local home submitted_in=$2 config=${3:-${CT_CONFIG:-}} more override output report input key file
    local inputs=(input.file) others=() outputs=()
    home=$(cd "$1" && pwd)
    [ -n "$config" ] || ct_die "which config? The head of this script shows how to give one"
    ct_config=$(cd "$submitted_in" && realpath -e -q -- "$config") ||
        ct_die "there is no config $config in $submitted_in"
    ct_overrides=("${@:4}")
    if [ -n "${CT_SET:-}" ]; then
        read -r -a more <<<"$CT_SET"
        ct_overrides+=("${more[@]}")
    fi
    for override in "${ct_overrides[@]}"; do
        [[ $override == *.*=* ]] || ct_die "\"$override\" is not section.key=value"
    done
    ct_find_program "$home"

    mkdir -p "${CT_SCRATCH:-$submitted_in}"
    cd "${CT_SCRATCH:-$submitted_in}" || exit
    if [ "$(basename "$ct_program")" = adi ]; then
        inputs=(problem.initial problem.kappa problem.sigma problem.source)
        others=(table.file checkpoint.file)
    fi
    output=$(ct_get output.file) || exit
    report=$(ct_get report.file) || exit
    if [ -n "$output" ] && [ -e "$output" ] && ! ct_overwrites; then
        if [ -z "$report" ] || [ -e "$report" ]; then
            echo "$output is there, so this job is done; output.overwrite=true runs it again"
            exit 0
        fi
        # The report comes last: the job was killed between its files.
        ct_overrides+=("output.overwrite=true")
    fi
    for key in "${inputs[@]}"; do # FILE, or hdf5:FILE:DATASET, or an expression
        input=$(ct_get "$key") || exit
        if [ "$key" = input.file ]; then
            if [ -n "$input" ] && [ ! -e "$input" ] && [ -e "$submitted_in/$input" ]; then
                ct_overrides+=("$key=$submitted_in/$input")
            fi
        elif [[ $input = hdf5:* ]]; then
            file=${input#hdf5:}
            file=${file%:*}
            if [ ! -e "$file" ] && [ -e "$submitted_in/$file" ]; then
                ct_overrides+=("$key=hdf5:$submitted_in/$file:${input##*:}")
            fi
        fi
    done
    for key in "${others[@]}"; do
        file=$(ct_get "$key") || exit
        outputs+=("$file")
    done
    for file in "$output" "$report" "${outputs[@]}"; do
        [ -z "$file" ] || mkdir -p "$(dirname "$file")"
    done
}

# Do the overrides ask for a new output? The config's own word is for the first run.
ct_overwrites() {
    local override last=false
    for override in "${ct_overrides[@]}"; do
        [[ $override != output.overwrite=* ]] || last=${override#*=}
    done
    [[ $last =~ ^(true|yes|on)$ ]]
}

# Becomes the program, started by LAUNCHER with its options: ct_launch LAUNCHER [OPTION...].
ct_launch() {
    local launcher=("$@")
    if [ -n "${CT_LAUNCHER:-}" ]; then
        read -r -a launcher <<<"$CT_LAUNCHER"
    fi
    ct_command
    launcher+=("${ct_words[@]}")
    echo "$(date '+%F %T') in $PWD:$(printf ' %q' "${launcher[@]}")"
    exec "${launcher[@]}"
}
