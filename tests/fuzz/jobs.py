"""What random jobs of all programs share: names, settings, configs, running them."""

import pathlib

import h5py
import numpy as np

from running import expect

ALGORITHMS = ["auto", "direct", "cyclic", "bruck", "standard", "mixed", "multiphase", "node-aware",
              "mpi", "naive"]


def sets(settings):
    return [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]


def file_name(case, stem, ending):
    """Mostly a plain name; any name must do."""
    if case.chance(0.93):
        return stem + ending
    return stem + case.pick([" of 8", ":37", "-ä€", "'q\"", "#1", "%s%n", "\n2", "a" * 150, ",b", "=c",
                             "{d}", "*", "\\e"]) + ending


def common(case, settings):
    """What every program takes: how data is exchanged, reports, names."""
    if case.ranks > 1 and case.chance(0.5):
        settings["exchange.algorithm"] = case.pick(ALGORITHMS[:4] + ["mpi", "naive", "auto"])
    if case.ranks > 1 and case.chance(0.3):
        settings["exchange.parameters"] = "--transport messages"
    if case.chance(0.05):
        settings["exchange.planning"] = "measure"
    if case.chance(0.1):
        settings["exchange.window"] = case.integer(0, 3)
    if case.chance(0.2):
        settings["report.file"] = file_name(case, "report", ".yaml")
    return settings


def grid(case, axes):
    """Parts along each axis, no more than ranks."""
    parts, left = [1] * axes, case.ranks
    for axis in case.random.permutation(axes):
        parts[axis] = case.integer(1, left)
        left //= parts[axis]
    return "x".join(map(str, parts))


LISTS = ("input.order output.order output.chunk grid.spacing transform.kinds transform.length transform.modes "
         "transform.points poisson.boundaries fft.grid fft.spectrum_grid generate.extent transpose.axes "
         "distribution.input distribution.output distribution.grid x.edges y.edges z.edges").split()


def as_yaml(case, key, value):
    """In quotes, or what may be a list as one of either style."""
    text = str(value)
    if key in LISTS and "hdf5" not in text and case.chance(0.4):
        entries = text.replace("x", ",").split(",") if text.replace("x", "").isdigit() else text.split(",")
        if case.chance(0.5):
            return "[" + ", ".join(entry.strip() for entry in entries) + "]"
        return "".join(f"\n  - {entry.strip()}" for entry in entries)
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def write_config(case, program_settings):
    """Some keys are in the file, the others on the command line."""
    sections = {}
    words = []
    for key, value in program_settings.items():
        section, name = key.split(".")
        if case.chance(0.5):
            sections.setdefault(section, []).append(f"  {name}: {as_yaml(case, key, value)}")
        else:
            words += ["--set", f"{key}={value}"]
    lines = [line for section, rows in sections.items() for line in [f"{section}:", *rows]]
    name = file_name(case, "job", ".yaml")
    (case.dir / name).write_text("\n".join(lines) + "\n" if lines else "output:\n")
    return [name, *words] if case.chance(0.5) else [*words, name]


def outputs(settings):
    names = [settings.get("output.file"), settings.get("report.file")]
    if names[0]:
        names.append(str(pathlib.Path(names[0]).with_suffix(".xdmf")))
    return [name for name in names if name]


def run(case, program, settings):
    """A job that should succeed: what `--check` says first, and what is left."""
    words = write_config(case, settings)
    case.guard("in.h5", "second.h5")
    case.remember()
    if case.chance(0.1):
        done = case.run(program, [*words, "--check"])
        case.expect_success(done)
        case.expect_only([])
    case.expect_success(case.run(program, words))
    case.expect_only(outputs(settings))
    case.expect_untouched()


def result(case, settings):
    with h5py.File(case.dir / settings["output.file"]) as file:
        return file[settings.get("output.dataset", "result")][...]


def expect_close(found, wanted, allowed):
    expect(found.shape == wanted.shape, f"result {found.shape}, wanted {wanted.shape}")
    with np.errstate(all="ignore"):
        scale = max(np.sqrt(np.mean(np.abs(wanted) ** 2)), np.finfo(float).tiny)
        error = np.sqrt(np.mean(np.abs(found.astype(complex) - wanted) ** 2)) / scale
    expect(error <= allowed, f"error {error:.3g}, allowed {allowed:.3g}")


def as_computed(data, precision):
    """The input as the program has it in memory."""
    kind = {("c", 1): "c8", ("c", 0): "c16", ("f", 1): "f4", ("f", 0): "f8"}
    return data.astype(kind["c" if data.dtype.kind == "c" else "f", precision])
