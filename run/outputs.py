"""Files that programs of `run` write: whoever looks sees a whole one, and what cannot be written is said
before the work."""
import contextlib
import os
import pathlib


@contextlib.contextmanager
def replacing(path):
    """A temporary name beside a path, with its extension, which becomes the path in the end."""
    base, extension = os.path.splitext(path)
    temporary = f"{base}.partial-{os.getpid()}{extension}"
    try:
        yield temporary
        with open(temporary, "rb") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        with contextlib.suppress(OSError):
            os.remove(temporary)


def require_place(path):
    """Raises OSError where no file can be written at a path, directories being made as they are needed;
    nothing is made yet."""
    if os.path.isdir(path):
        raise IsADirectoryError(f"{path} is a directory; allowed: the name of a file")
    there = next(each for each in pathlib.Path(path).absolute().parents if each.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise NotADirectoryError(f"{path}: {there} is no directory that files can be written in")
