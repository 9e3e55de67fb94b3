"""Locales of other languages, made where a test has its files."""

import pathlib
import shutil
import subprocess

OF_LANGUAGE = "CTYPE", "NUMERIC", "PAPER", "NAME", "ADDRESS", "TELEPHONE", "MEASUREMENT", "IDENTIFICATION"
OF_NONE = "COLLATE", "MONETARY", "TIME", "MESSAGES"  # the order of words takes longer than all else


def make(place, language):
    """The name of a locale in this folder with the letters and numbers of a language like tr_TR; None: the system
    makes none."""
    name = f"{language}.UTF-8"
    localedef = shutil.which("localedef")
    if localedef and not (pathlib.Path(place) / name).exists():
        source = pathlib.Path(place) / f"{language}.source"
        source.write_text("".join(f'LC_{part}\ncopy "{of}"\nEND LC_{part}\n'
                                  for parts, of in ((OF_LANGUAGE, language), (OF_NONE, "POSIX")) for part in parts))
        subprocess.run([localedef, "-c", "-i", str(source), "-f", "UTF-8", str(pathlib.Path(place) / name)],
                       check=False, capture_output=True)
    return name if (pathlib.Path(place) / name).exists() else None
