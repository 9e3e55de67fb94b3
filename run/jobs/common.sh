# shellcheck shell=bash
# What the job scripts share; sourced by them.
#
# Config and overrides are the script's arguments, or, where a batch system passes none, come from
# the environment:
#   CT_CONFIG    the config file
#   CT_SET       overrides, section.key=value, with spaces between
# Also from the environment:
#   CT_HOME      the checkout (default: the directory of submission)
#   CT_PROGRAM   the program in build/apps/ to run (default: fft)
#   CT_SCRATCH   where the job works: made if missing, and where the config's relative paths start,
#                so that outputs lie there (default: the directory of submission). An input that is
#                not there is taken from the directory of submission.
#   CT_LAUNCHER  another way to start the ranks, with its options: "mpirun -n 64"
#
# Restart-safe: outputs have their names only when complete, and the report comes last, so what is there
# is finished and a second run of the same job does nothing. An override output.overwrite=true makes it run again.
# adi with checkpoints goes on where it was stopped: SIGTERM, which batch systems send at the time limit,
# or SIGUSR1 (Slurm: sbatch --signal=USR1@300) makes it write one and end well; then submit the job again.

ct_die() {
    echo "$(basename "$0"): $1" >&2
    exit 2
}

# The value of section.key: of the last override that sets it, else of the config. Nothing when
# neither has it. Configs are read by the program; here only the simple form of the example counts,
# a section and below it, indented, "key: value".
ct_value() {
    local wanted=$1 override value
    value=$(awk -v section="${wanted%%.*}:" -v key="${wanted#*.}:" '
        /^[^ #]/ { inside = ($1 == section) }
        /^ / && inside && $1 == key {
            sub(/^ *[^:]*: */, "")
            sub(/ +#.*$/, "")
            gsub(/^["\047]|["\047] *$/, "")
            print
            exit
        }' "$ct_config")
    for override in "${ct_overrides[@]}"; do
        [[ $override != "$wanted="* ]] || value=${override#*=}
    done
    printf '%s' "$value"
}

# Prepares the job: ct_prepare CHECKOUT DIRECTORY-OF-SUBMISSION [CONFIG [section.key=value...]]. Ends
# it, well, when its output is there.
ct_prepare() {
    local home submitted_in=$2 config=${3:-${CT_CONFIG:-}} more override output report input key file
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
    ct_program=$home/build/apps/${CT_PROGRAM:-fft}
    [ -x "$ct_program" ] || ct_die "there is no program $ct_program; run/quickstart builds it"

    mkdir -p "${CT_SCRATCH:-$submitted_in}"
    cd "${CT_SCRATCH:-$submitted_in}" || exit
    output=$(ct_value output.file)
    report=$(ct_value report.file)
    if [ -n "$output" ] && [ -e "$output" ] && ! ct_overwrites; then
        if [ -z "$report" ] || [ -e "$report" ]; then
            echo "$output is there, so this job is done; output.overwrite=true runs it again"
            exit 0
        fi
        # The report comes last: the job was killed between its files.
        ct_overrides+=("output.overwrite=true")
    fi
    input=$(ct_value input.file)
    if [ -n "$input" ] && [ ! -e "$input" ] && [ -e "$submitted_in/$input" ]; then
        ct_overrides+=("input.file=$submitted_in/$input")
    fi
    for key in problem.initial problem.kappa problem.sigma problem.source; do # hdf5:FILE:DATASET
        input=$(ct_value "$key")
        file=${input#hdf5:}
        file=${file%:*}
        if [[ $input = hdf5:* && ! -e $file && -e $submitted_in/$file ]]; then
            ct_overrides+=("$key=hdf5:$submitted_in/$file:${input##*:}")
        fi
    done
    for file in "$output" "$report" "$(ct_value table.file)" "$(ct_value checkpoint.file)"; do
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
    local launcher=("$@") settings=() override
    if [ -n "${CT_LAUNCHER:-}" ]; then
        read -r -a launcher <<<"$CT_LAUNCHER"
    fi
    for override in "${ct_overrides[@]}"; do
        settings+=(--set "$override")
    done
    launcher+=("$ct_program" "$ct_config" "${settings[@]}")
    echo "$(date '+%F %T') in $PWD:$(printf ' %q' "${launcher[@]}")"
    exec "${launcher[@]}"
}
