"""Which coefficients make cosine and sine transforms orthogonal, norm="ortho" of `fft`."""

import math

from .library import lib


def ends_of(family, type, direction):
    """Positions and factors on the input and on the result that make `ortho` orthogonal."""
    ends = {("DCT", 1): (0, -1), ("DCT", 2): (0,), ("DCT", 3): (0,),
            ("DST", 2): (-1,), ("DST", 3): (-1,)}.get((family, type))
    if ends is None:
        return None, None
    up, down = (ends, math.sqrt(2)), (ends, math.sqrt(0.5))
    if type == 1:
        return up, down
    acts_as = type if direction == lib.CT_FORWARD else 5 - type
    return (None, down) if acts_as == 2 else (up, None)


def scale_ends(x, axes, what):
    for a in axes if what else ():
        for end in what[0]:
            position = end % x.shape[a] - x.box[a].start
            if 0 <= position < x.local.shape[a]:
                x.local[(slice(None),) * a + (position,)] *= what[1]
