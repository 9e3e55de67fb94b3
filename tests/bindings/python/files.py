"""HDF5 files of the Python package: what fails on one rank is an exception on all, and nothing
unfinished is left."""

import os
import shutil
import tempfile

import h5py
import numpy as np

import cornerturn as ct
from compare import COMM, Calls, decompositions, distributed, numbers


class Files(Calls):
    def setUp(self):
        """A directory that all ranks know."""
        directory = tempfile.mkdtemp() if COMM.rank == 0 else ""
        told = ct.bcast(np.frombuffer(directory.encode().ljust(200), np.uint8).copy())
        self.directory = bytes(told).decode().strip()
        self.path = os.path.join(self.directory, "u.h5")

    def tearDown(self):
        COMM.barrier()
        if COMM.rank == 0:
            shutil.rmtree(self.directory)

    def expect_files(self, *names):
        COMM.barrier()
        self.assertEqual(sorted(os.listdir(self.directory)), sorted(names))
        COMM.barrier()

    def test_without_h5py(self):
        had, ct.hdf5.h5py = ct.hdf5.h5py, None
        try:
            self.fails(NotImplementedError, "pip install h5py", ct.hdf5.read, "u.h5", "u")
        finally:
            ct.hdf5.h5py = had

    def test_hdf5(self):
        for shape in ((7, 6, 5), (1, 3), (0, 4)):
            whole = numbers(shape)
            ct.hdf5.write(os.fsencode(self.path), "u", distributed(whole))
            if COMM.rank == 0:
                with h5py.File(self.path) as file:
                    np.testing.assert_array_equal(file["u"], whole)
            self.assertEqual(ct.hdf5.read(self.path, "u").shape, shape)
            if whole.size:
                self.same(ct.hdf5.read(self.path, "u"), whole, 0)
        self.fails(OSError, "other", ct.hdf5.read, self.path, "other")
        self.fails(OSError, "allowed: a dataset", ct.hdf5.read, self.path, "/")
        self.fails(OSError, "nowhere", ct.hdf5.read, os.path.join(self.directory, "nowhere"), "u")
        self.expect_files("u.h5")

    def test_damage_that_one_rank_reads(self):
        """In the last chunk of a file; the other ranks do not wait for that one later."""
        whole = numbers((12, 8))  # all ranks go on with the same numbers
        if COMM.rank == 0:
            with h5py.File(self.path, "w") as file:
                file.create_dataset("u", data=whole, chunks=(1, 8), fletcher32=True)
                chunk = file["u"].id.get_chunk_info(11)
            with open(self.path, "r+b") as file:
                file.seek(chunk.byte_offset)
                file.write(b"damaged!")
        COMM.barrier()
        self.fails(ct.FileError, "u.h5", ct.hdf5.read, self.path, "u")

    def test_what_cannot_be_written(self):
        """What was there stays, beside it nothing is left."""
        if COMM.rank == 0:
            os.mkdir(os.path.join(self.directory, "folder"))
            for name in ("u.h5", "u.h5.partial"):
                with open(os.path.join(self.directory, name), "w", encoding="ascii") as file:
                    file.write("precious")
        u = distributed(numbers((4, 3)))
        for dataset in ("", "/", None, 5):
            self.fails(ct.FileError, "u.h5", ct.hdf5.write, self.path, dataset, u)
        for name in ("none/a.h5", "folder", "n" * 300, "\udcff/a.h5"):
            self.fails(ct.FileError, "", ct.hdf5.write, os.path.join(self.directory, name), "a", u)
        for decomposition in decompositions((4, 3))[-2:]:
            v = distributed(numbers((4, 3)), decomposition)
            self.fails(ValueError, "allowed: of blocks or bounds", ct.hdf5.write, self.path, "a", v)
            self.fails(ValueError, "allowed: of blocks or bounds", ct.hdf5.write, self.path, "a", v)
        self.expect_files("folder", "u.h5", "u.h5.partial")
        with open(self.path, encoding="ascii") as file:
            self.assertEqual(file.read(), "precious")
