"""What the tests of run/ share: a scratch directory, and running commands in it."""
import importlib.machinery
import importlib.util
import os
import runpy
import struct
import subprocess
import sys
import tempfile
import traceback
import unittest

import h5py

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def load_script(name):
    """A script of run/ as a module, beside the modules that it imports."""
    if os.path.join(ROOT, "run") not in sys.path:
        sys.path.insert(0, os.path.join(ROOT, "run"))
    path = os.path.join(ROOT, "run", name)
    loader = importlib.machinery.SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def as_main(path, arguments):
    """Ends this process as an interpreter with this script and these arguments would."""
    sys.argv = [path, *arguments]
    sys.path.insert(0, os.path.dirname(path))
    status = 0
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as leave:
        status = leave.code if isinstance(leave.code, int) else int(leave.code is not None)
        if leave.code is not None and not isinstance(leave.code, int):
            print(leave.code, file=sys.stderr)
    except BaseException:  # pylint: disable=broad-except
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


class ScratchTest(unittest.TestCase):
    """A test in a directory of its own, whose name has a space."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="ct run ")
        self.addCleanup(directory.cleanup)
        self.scratch = directory.name

    def path(self, *names):
        return os.path.join(self.scratch, *names)

    def write(self, name, text, executable=False):
        """A file of this text; its directory is made. Returns its path."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        if executable:
            os.chmod(path, 0o755)
        return path

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def run_script(self, script, *arguments, directory=None, environment=None, path_first=None):
        """Runs run/SCRIPT, or a script given by its path. Nothing comes on its standard input."""
        environment = {**os.environ, **(environment or {})}
        if path_first:
            environment["PATH"] = path_first + os.pathsep + environment["PATH"]
        return subprocess.run([os.path.join(ROOT, "run", script), *arguments], check=False,
                              cwd=directory or self.scratch, env=environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True)

    def run_python(self, script, *arguments):
        """What run_script does of a Python script, in a copy of this process: what the test has
        imported, most of the time of a small run, is not imported again."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors, \
                open(os.devnull, "rb") as nothing:
            child = os.fork()
            if child == 0:
                for stream, file in enumerate((nothing, out, errors)):
                    os.dup2(file.fileno(), stream)
                os.chdir(self.scratch)
                as_main(os.path.join(ROOT, "run", script), arguments)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            texts = []
            for file in out, errors:
                file.seek(0)
                texts.append(file.read().decode())
        return subprocess.CompletedProcess([script, *arguments], status, *texts)

    def expect(self, result, status, *texts):
        """Asserts the exit status, and that each text is in what the script printed."""
        printed = result.stdout + result.stderr
        self.assertEqual(result.returncode, status, printed)
        for text in texts:
            self.assertIn(text, printed)
        self.assertNotIn("Traceback", printed)


class PlotTest(ScratchTest):
    """What the tests of run/plot share."""

    @classmethod
    def setUpClass(cls):
        load_script("pictures.py")  # imports matplotlib, which takes as long as two pictures

    def store(self, name, dataset, array, **attributes):
        with h5py.File(self.path(name), "w") as file:
            file[dataset] = array
            file[dataset].attrs.update(attributes)

    def plot(self, *arguments, status=0, texts=()):
        self.expect(self.run_python("plot", *arguments), status, *texts)
        left = [name for name in os.listdir(self.scratch) if ".partial" in name]
        self.assertEqual(left, [])

    def picture_size(self, name):
        with open(self.path(name), "rb") as file:
            head = file.read(24)
        self.assertEqual(head[:8], b"\x89PNG\r\n\x1a\n")
        return struct.unpack(">II", head[16:])
