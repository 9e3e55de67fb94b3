#!/usr/bin/python3
"""A filter by way of the spectrum, in Python: the brain of run/convert, smoothed, with the power of
what was taken out.

    export PYTHONPATH=build/python
    mpiexec -n 2 run/examples/filter_brain.py [INPUT.h5 [DATASET [OUTPUT.h5]]]

Beside the output a picture of the middle slices is written, where matplotlib is there.
"""

import sys

import numpy as np

import cornerturn as ct

WIDTH = 3.0  # of the Gaussian, in points


def main(source="data/brain.h5", dataset="volume", target="out/smooth.h5"):
    u = ct.hdf5.read(source, dataset)
    smooth = ct.spectral.gaussian(u, WIDTH)

    # arithmetic on the parts is numpy's; sums over all ranks are an exchange of one number each
    lost = np.sum((u.local - smooth.local) ** 2)
    whole = np.sum(np.asarray(u.local, float) ** 2)
    lost, whole = ct.allgather(np.array([lost, whole])).sum(axis=0)

    ct.hdf5.write(target, "smooth", smooth)
    images = [array.gather() for array in (u, smooth)]
    if u.comm.rank == 0:
        print(f"{' x '.join(map(str, u.shape))} on {u.comm.size} ranks: a Gaussian of {WIDTH:g} points "
              f"takes {100 * lost / whole:.3g} % of the power; wrote {target}")
        plot([image[len(image) // 2] for image in images], target.removesuffix(".h5") + ".png")


def plot(slices, path):
    try:
        import matplotlib
    except ImportError:
        return
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, len(slices), figsize=(8, 4), layout="constrained")
    for place, image, title in zip(axes, slices, ("as it was", "smoothed")):
        place.imshow(image, cmap="gray", vmin=slices[0].min(), vmax=slices[0].max(), origin="lower")
        place.set(title=title, xticks=[], yticks=[])
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
