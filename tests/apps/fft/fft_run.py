"""Runs fft on small arrays, and finds what it wrote."""

import h5py
import numpy as np
import yaml

from harness import FILES, RANKS, ProgramTest, relative_error

CONFIG = FILES + """\
  overwrite: true
fft:
  rigour: estimate
  wisdom: false
report:
  file: report.yaml
"""
TURNS = [ranks for ranks in (1, 2, 1, 1, 3, 1, 2, 1, 4, 1, 2, 7) if ranks in RANKS]


def sample(shape, seed=1, is_complex=False):
    random = np.random.default_rng(seed)
    real = random.standard_normal(shape)
    return real + 1j * random.standard_normal(shape) if is_complex else real


class OperationTest(ProgramTest):
    program = "fft"

    def setUp(self):
        super().setUp()
        self.config(CONFIG)
        self.turn = 0

    def ranks(self):
        """One number of ranks after the other, large ones seldom: they take longer than cores."""
        self.turn += 1
        return TURNS[self.turn % len(TURNS)]

    def run_fft(self, ranks=None, **settings):
        """Section and key with two underscores between."""
        words = [word for key, value in settings.items()
                 for word in ("--set", f"{key.replace('__', '.')}={value}")]
        return self.expect_success("job.yaml", *words, ranks=ranks or self.ranks())

    def result(self, file="out.h5", dataset="result"):
        with h5py.File(self.dir / file) as h5:
            return h5[dataset][...]

    def attributes(self):
        with h5py.File(self.dir / "out.h5") as h5:
            return dict(h5["result"].attrs)

    def report(self):
        return yaml.safe_load((self.dir / "report.yaml").read_text())

    def expect_close(self, found, wanted, allowed=1e-13):
        self.assertEqual(found.shape, wanted.shape)
        self.assertLess(relative_error(found, wanted), allowed)

    def compute(self, data, **settings):
        self.volume(data)
        self.run_fft(**settings)
        return self.result()
