"""Fourier, cosine and sine transforms: scipy.fft's names and arguments, on distributed arrays.

Arguments as scipy's: `axes` or `axis`, `norm` (backward, ortho, forward), `s` or `n` (lengths; zeros
pad an axis that is transformed forward; to cut one is refused), `overwrite_x`, `workers` (OpenMP
threads of each rank), `orthogonalize`; `plan` is None. Besides: `out`, the array that gets the result,
in any decomposition; `modes`, one number for each axis: the result of a forward transform has only so
many coefficients there, the lowest (of c2c in FFTW's order), and an inverse one takes so many for `s`
points (products without aliasing; norm="forward" keeps amplitudes as points change); `rigour` (estimate, measure, patient, exhaustive), and the options of `exchange`.
float32 and complex64 are transformed in single precision. Sine transforms of types 2 and 3 are
orthogonal with norm="ortho", which those of scipy 1.10 are not (it scales the first coefficient, not
the last).

x is a cornerturn.Array, or a numpy array of this process alone; the result is an Array. A list of
Arrays that are alike gives a list, in less time than one by one where ranks send messages. All
transforms are collective. A plan is created by the first call with such arguments and used again.
"""

import numpy as np
from numpy.fft import fftfreq, rfftfreq

from .array import as_array, fields_of
from .library import ArgumentError, lib
from .transform import transformed

SWAPPED = {"backward": "forward", "forward": "backward", "ortho": "ortho"}
SAME = """

    x: an Array of any shape and decomposition, a list of such, or a numpy array of this process; the
    result, in units of x by `norm`, is an Array, over the same process grid, or `out`. Other arguments:
    as of scipy.fft, and see the module. Collective."""


def _documented(function):
    """With what is the same for all transforms."""
    function.__doc__ += SAME
    return function


@_documented
def fft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None, out=None,
        **options):
    """The forward transform of complex (or real) numbers along an axis: the same shape, complex."""
    return fftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def fft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None,
         out=None, **options):
    """The forward transform of complex (or real) numbers along axes: the same shape, complex."""
    return fftn(x, s, axes, norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def fftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None, out=None,
         **options):
    """The forward transform of complex (or real) numbers along axes: the same shape, complex."""
    return transformed("c2c", lib.CT_FORWARD, x, s, axes, norm, overwrite_x, workers, out, plan, options)


@_documented
def ifft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None, out=None,
         **options):
    """The inverse transform along an axis: the same shape, complex."""
    return ifftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def ifft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None,
          out=None, **options):
    """The inverse transform along axes: the same shape, complex."""
    return ifftn(x, s, axes, norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def ifftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None, out=None,
          **options):
    """The inverse transform along axes: the same shape, complex."""
    return transformed("c2c", lib.CT_INVERSE, x, s, axes, norm, overwrite_x, workers, out, plan, options)


@_documented
def rfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None, out=None,
         **options):
    """The forward transform of real numbers along an axis, which has its first n // 2 + 1
    coefficients."""
    return rfftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def rfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None,
          out=None, **options):
    """The forward transform of real numbers along axes, the last of which has its first n // 2 + 1
    coefficients."""
    return rfftn(x, s, axes, norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def rfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None, out=None,
          **options):
    """The forward transform of real numbers along axes, the last of which has its first n // 2 + 1
    coefficients."""
    return transformed("r2c", lib.CT_FORWARD, x, s, axes, norm, overwrite_x, workers, out, plan, options)


@_documented
def irfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None, out=None,
          **options):
    """Undoes rfft: real numbers. n: the length of the result; without it an even one."""
    return irfftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def irfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None,
           out=None, **options):
    """Undoes rfft: real numbers. s: the lengths of the result; without it the last is even."""
    return irfftn(x, s, axes, norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def irfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None,
           out=None, **options):
    """Undoes rfft: real numbers. s: the lengths of the result; without it the last is even."""
    return transformed("r2c", lib.CT_INVERSE, x, s, axes, norm, overwrite_x, workers, out, plan, options)


@_documented
def hfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None, out=None,
         **options):
    """The transform of a signal that is Hermitian in time, given by its first half: real numbers."""
    return hfftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def hfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None,
          out=None, **options):
    """The transform of a signal that is Hermitian in time, given by its first half: real numbers."""
    return hfftn(x, s, axes, norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def hfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None, out=None,
          **options):
    """The transform of a signal that is Hermitian in time, given by its first half: real numbers."""
    return irfftn(_conjugate(x), s, axes, _swapped(norm), True, workers, plan=plan, out=out, **options)


@_documented
def ihfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None, out=None,
          **options):
    """Undoes hfft: the first half of a Hermitian signal, complex."""
    return ihfftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def ihfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None,
           out=None, **options):
    """Undoes hfft: the first half of a Hermitian signal, complex."""
    return ihfftn(x, s, axes, norm, overwrite_x, workers, plan=plan, out=out, **options)


@_documented
def ihfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None,
           out=None, **options):
    """Undoes hfft: the first half of a Hermitian signal, complex."""
    return _conjugated(rfftn(x, s, axes, _swapped(norm), overwrite_x, workers, plan=plan, out=out,
                       **options))


@_documented
def dct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None,
        *, out=None, **options):
    """The cosine transform of a type (1 to 4) along an axis: the same shape; real and imaginary
    parts of complex numbers apart."""
    return dctn(x, type, _one(n), (axis,), norm, overwrite_x, workers, orthogonalize=orthogonalize,
                 out=out, **options)


@_documented
def dctn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None,
         *, out=None, **options):
    """The cosine transform of a type (1 to 4) along axes: the same shape; real and imaginary
    parts of complex numbers apart."""
    return transformed(("DCT", type), lib.CT_FORWARD, x, s, axes, norm, overwrite_x, workers,
                       out, None, {"orthogonalize": orthogonalize, **options})


@_documented
def idct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None,
         orthogonalize=None, *, out=None, **options):
    """The inverse of the cosine transform of a type (1 to 4) along an axis: the same shape; real
    and imaginary
    parts of complex numbers apart."""
    return idctn(x, type, _one(n), (axis,), norm, overwrite_x, workers, orthogonalize=orthogonalize,
                 out=out, **options)


@_documented
def idctn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None,
          *, out=None, **options):
    """The inverse of the cosine transform of a type (1 to 4) along axes: the same shape; real and
    imaginary
    parts of complex numbers apart."""
    return transformed(("DCT", type), lib.CT_INVERSE, x, s, axes, norm, overwrite_x, workers,
                       out, None, {"orthogonalize": orthogonalize, **options})


@_documented
def dst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None,
        *, out=None, **options):
    """The sine transform of a type (1 to 4) along an axis: the same shape; real and imaginary
    parts of complex numbers apart."""
    return dstn(x, type, _one(n), (axis,), norm, overwrite_x, workers, orthogonalize=orthogonalize,
                 out=out, **options)


@_documented
def dstn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None,
         *, out=None, **options):
    """The sine transform of a type (1 to 4) along axes: the same shape; real and imaginary
    parts of complex numbers apart."""
    return transformed(("DST", type), lib.CT_FORWARD, x, s, axes, norm, overwrite_x, workers,
                       out, None, {"orthogonalize": orthogonalize, **options})


@_documented
def idst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None,
         orthogonalize=None, *, out=None, **options):
    """The inverse of the sine transform of a type (1 to 4) along an axis: the same shape; real and
    imaginary
    parts of complex numbers apart."""
    return idstn(x, type, _one(n), (axis,), norm, overwrite_x, workers, orthogonalize=orthogonalize,
                 out=out, **options)


@_documented
def idstn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None,
          *, out=None, **options):
    """The inverse of the sine transform of a type (1 to 4) along axes: the same shape; real and
    imaginary
    parts of complex numbers apart."""
    return transformed(("DST", type), lib.CT_INVERSE, x, s, axes, norm, overwrite_x, workers,
                       out, None, {"orthogonalize": orthogonalize, **options})


def next_fast_len(target, real=False):
    """The least length from `target` points on that is transformed fast, whether it is `real` or not. Local."""
    return lib.ct_fft_good_length(int(target))


def fftshift(x, axes=None):
    """numpy's, of the array of one process: the zero frequency to the middle. Local. Of an Array the
    frequencies of this rank are `fftfreq(n, d)[u.box[axis]]`, and nothing has to move."""
    return np.fft.fftshift(_of_one(x), axes)


def ifftshift(x, axes=None):
    """Undoes fftshift, of the array of one process. Local."""
    return np.fft.ifftshift(_of_one(x), axes)


def _of_one(x):
    if hasattr(x, "decomposition"):
        raise ArgumentError(f"{x!r}; allowed: a numpy array, such as of `gather`")
    return x


def _one(n):
    return None if n is None else (n,)


def _swapped(norm):
    """The other way's, for a transform that is written as the other way's."""
    return SWAPPED.get(norm or "backward", norm)


def _conjugate(x):
    """A copy, of fields each."""
    if isinstance(x, (list, tuple)) and fields_of(x, None):
        return [_conjugate(each) for each in x]
    copied = as_array(x).copy()
    return _conjugated(copied)


def _conjugated(x):
    """In place."""
    for array in x if isinstance(x, list) else [x]:
        for part in array.locals if array.dtype.kind == "c" else ():
            np.conjugate(part, out=part)
    return x
