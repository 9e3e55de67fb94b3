"""Jobs that must fail, and jobs that something happens to: one message, the right status, inputs as
they were, nothing under the result's name that is not whole."""

import os
import signal

import h5py
import numpy as np

import stored
from jobs import file_name, sets
from running import expect

PROGRAMS = ["fft", "transpose"]
JUNK = ["", " ", "x", "-1", "0", "1e999", "nan", "99999999999999999999", "a,b", "1,2,3,4,5,6", "0x0x0",
        "%s%n", "\u00e9", "'", '"', "[1, 2]", "{a: b}", "true", "~", "../x", "/", "1e-300", "a" * 3000,
        "0,0", "2x2x2x2x2", "hdf5:a:b", "sin(", "1/0", "x*y", "-0", "+1", "0x10", "1 2", "\t", "\n"]
KEYS = {
    "fft": "operation.kind input.file input.dataset input.order second.file output.file "
           "output.dataset output.order output.overwrite grid.spacing transform.kinds "
           "transform.precision transform.direction transform.length transform.modes transform.points "
           "filter.kind filter.to filter.axis power.width poisson.boundaries fft.rigour fft.grid "
           "fft.spectrum_grid fft.pipeline exchange.algorithm exchange.parameters exchange.window "
           "exchange.tuning exchange.precision report.file no.such fft",
    "transpose": "input.file input.dataset generate.extent generate.type output.file output.dataset "
                 "transpose.axes transpose.conjugate distribution.input distribution.output "
                 "memory.in_place memory.limit exchange.algorithm exchange.parameters "
                 "exchange.tuning exchange.precision verify.checksum report.file x.y",
    "adi": "problem.kind problem.initial problem.kappa problem.sigma problem.source problem.mean "
           "x.cells x.from x.to x.spacing x.edges x.kappa x.low x.low_value y.high_a nonlinear.kind "
           "time.scheme time.start time.end time.step time.tolerance steady.tolerance "
           "distribution.grid output.file output.dataset output.every_steps output.every_time "
           "table.file table.probes checkpoint.file checkpoint.resume report.file"}


def small_job(case, program):
    """The words of a job that would succeed."""
    if program == "adi":
        return sets({"x.cells": 5, "y.cells": 4, "problem.initial": "sin(x)*y", "time.end": 0.05,
                     "output.file": "out.h5"})
    stored.store(case, stored.random_numbers(case, (6, 5, 4), "<f8"))
    more = {"fft.rigour": "estimate", "fft.wisdom": "false"} if program == "fft" else {}
    return sets({"input.file": "in.h5", "input.dataset": "volume", "output.file": "out.h5", **more})


def attempt(case, program, words, **how):
    """A run that succeeds as a whole, or fails as a whole."""
    (case.dir / "job.yaml").write_text("output:\n")
    case.guard("in.h5", "job.yaml")
    case.remember()
    done = case.run(program, ["job.yaml", *words], **how)
    case.expect_no_crash(done)
    case.expect_untouched()
    if done.status == 0:
        case.expect_success(done)
    else:
        case.expect_refused(done, program)
    return done


def junk_values(case):
    """Keys with values that make no sense, one or two at a time."""
    case.choose_ranks(3)
    program = case.pick(["fft", "transpose", "adi"])
    words = small_job(case, program)
    for _ in range(case.pick([1, 1, 2])):
        words += ["--set", f"{case.pick(KEYS[program].split())}={case.pick(JUNK)}"]
    if case.chance(0.3):
        words.append("--check")
    attempt(case, program, words)


def junk_config(case):
    """A config file of wrong bytes."""
    program = case.pick(["fft", "transpose", "adi"])
    text = "input:\n  file: in.h5\n  dataset: volume\noutput:\n  file: out.h5\n".encode()
    data = bytearray(text)
    for _ in range(case.integer(1, 4)):
        place = case.integer(0, len(data))
        data[place:place + case.integer(0, 3)] = case.random.bytes(case.integer(0, 3))
    small_job(case, program)
    (case.dir / "job.yaml").write_bytes(data)
    case.remember()
    done = case.run(program, ["job.yaml"])
    case.expect_no_crash(done)
    if done.status != 0:
        case.expect_refused(done, program)


def damaged_input(case):
    """A file that is cut off, or whose bytes are others: read as it is, or refused."""
    case.choose_ranks(3)
    program = case.pick(PROGRAMS)
    words = small_job(case, program)
    path = case.dir / "in.h5"
    data = bytearray(path.read_bytes())
    if case.chance(0.6):
        data = data[:case.integer(0, len(data) - 1)]
        case.tell(f"in.h5 is cut to {len(data)} bytes")
    else:
        place, count = case.integer(0, len(data) - 1), case.pick([1, 4, 64])
        data[place:place + count] = case.random.bytes(len(data[place:place + count]))
        case.tell(f"{count} bytes of in.h5 at {place} are others")
    path.write_bytes(data)
    attempt(case, program, words)


def foreign_input(case):
    """A thing in the input's place that is no file of numbers."""
    case.choose_ranks(2)
    program = case.pick(PROGRAMS)
    words = small_job(case, program)
    path = case.dir / "in.h5"
    kind = case.pick(["directory", "link", "empty", "text", "strings", "group", "scalar", "ragged",
                      "axes", "null", "nothing", "missing dataset", "zero"])
    case.tell(f"in.h5: {kind}")
    path.unlink()
    if kind == "directory":
        path.mkdir()
    elif kind == "link":
        path.symlink_to("nowhere")
    elif kind in ("empty", "text"):
        path.write_text({"empty": "", "text": "numbers: 1, 2, 3\n" * 1000}[kind])
    elif kind != "missing dataset":
        foreign_dataset(path, kind)
    attempt(case, program, words)


def foreign_dataset(path, kind):
    with h5py.File(path, "w") as file:
        if kind == "strings":
            file["volume"] = np.array([["a", "bc"]], dtype=h5py.string_dtype())
        elif kind == "group":
            file.create_group("volume")
        elif kind == "scalar":
            file["volume"] = 1.5
        elif kind == "ragged":
            file.create_dataset("volume", (2, 2), dtype=h5py.vlen_dtype("f8"))
        elif kind == "axes":
            file["volume"] = np.zeros((1, 2, 1, 2, 1))
        elif kind == "null":
            file["volume"] = h5py.Empty("f8")
        elif kind == "zero":
            file["volume"] = np.zeros((3, 0, 2))
        else:
            file["other"] = np.zeros((3, 3))


def not_finite(case):
    """NaN and infinities in the input of fft are said."""
    case.choose_ranks(2)
    data = stored.random_numbers(case, (6, 5, 4), case.pick(["<f8", "<f4", "<c16"]))
    data.flat[case.integer(0, data.size - 1)] = case.pick([np.nan, np.inf, -np.inf])
    stored.store(case, data, storage="contiguous")
    stored.store(case, stored.random_numbers(case, (2, 2, 2), "<f8"), "second.h5", "kernel",
                 "contiguous")
    kind = case.pick(["transform", "filter", "convolve", "poisson", "power"])
    more = {"convolve": {"second.file": "second.h5", "second.dataset": "kernel"},
            "filter": {"filter.kind": "gradient"}, "poisson": {"poisson.remove_mean": "true"}}
    words = sets({"input.file": "in.h5", "input.dataset": "volume", "fft.rigour": "estimate",
                  "fft.wisdom": "false", "operation.kind": kind, **more.get(kind, {}),
                  "output.file": "out.csv" if kind == "power" else "out.h5"})
    done = attempt(case, "fft", words)
    expect(done.status == 1, "what is not finite was taken")


def no_space(case):
    """A disk that is full, by the limit of a file's size."""
    case.choose_ranks(2)
    program = case.pick(PROGRAMS)
    # MPI's shared memory is files too, and needs some MiB.
    shape = (case.pick([160, 170]), 128, 128)  # 20 MiB and more
    words = sets({"generate.extent": "x".join(map(str, shape)), "output.file": "out.h5"})
    if program == "fft":
        data = np.broadcast_to(np.zeros((), "u1"), shape)
        stored.store(case, data, storage="contiguous")
        words = sets({"input.file": "in.h5", "input.dataset": "volume", "output.file": "out.h5",
                      "fft.rigour": "estimate", "fft.wisdom": "false"})
    attempt_precious(case, program, words, file_limit_bytes=case.pick([12, 16, 19]) << 20)


def attempt_precious(case, program, words, **how):
    """With a file of the result's name there before: it stays unless a whole one replaces it."""
    if case.chance(0.5):
        (case.dir / "out.h5").write_text("precious")
        case.guard("out.h5")
        words = [*words, "--set", "output.overwrite=true"]
    done = attempt(case, program, words, **how)
    expect(done.status == 1, "a full disk is no success")


def wrong_output(case):
    """A place where the result cannot be."""
    case.choose_ranks(2)
    program = case.pick(["fft", "transpose", "adi"])
    words = small_job(case, program)
    name = case.pick(["no/such/out.h5", ".", "..", "/proc/out.h5", "", "in.h5", "job.yaml", "there.h5",
                      "directory", "/dev/full", "/dev/null", "a" * 300, "loop", "directory/"])
    (case.dir / "there.h5").write_text("precious")
    (case.dir / "directory").mkdir()
    (case.dir / "loop").symlink_to("loop")
    case.guard("there.h5")
    if program == "adi" and name == "in.h5":
        name = "."
    done = attempt(case, program, [*words, "--set", f"output.file={name}"])
    expect(done.status != 0, "there can be no result there")


def killed(case):
    """SIGKILL, or a polite end, at any moment: no result, or the whole one."""
    case.choose_ranks(3)
    program = case.pick(PROGRAMS)
    name = file_name(case, "out", ".h5")
    extent = case.pick([(40, 50, 30), (8, 9, 10)])
    data = stored.random_numbers(case, extent, "<f8")
    stored.store(case, data, storage=case.pick(["contiguous", "chunked"]))
    words = sets({"input.file": "in.h5", "input.dataset": "volume", "output.file": name})
    if program == "fft":
        words += sets({"fft.rigour": "estimate", "fft.wisdom": "false"})
    (case.dir / "job.yaml").write_text("output:\n")
    case.guard("in.h5", "job.yaml")
    case.remember()
    number = case.pick([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
    done = case.run(program, ["job.yaml", *words], kill=(number, 0.4 * case.random.random()))
    case.expect_untouched()
    if (case.dir / name).exists():
        with h5py.File(case.dir / name) as file:
            found = file["result"][...]
        wanted = np.fft.fftn(data) if program == "fft" else data.transpose()
        expect(np.allclose(found, wanted), "half a result has the result's name")
    left = [other for other in os.listdir(case.dir) if ".partial" in other]
    expect(number == signal.SIGKILL or not left, f"{number}, and {left} stays: {done.err}")


CASES = [junk_values, junk_values, junk_values, junk_config, damaged_input, damaged_input,
         foreign_input, not_finite, wrong_output, killed, no_space]
