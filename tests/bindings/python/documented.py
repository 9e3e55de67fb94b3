"""Every public name says what it takes and gives, and who calls it."""

import inspect
import re
import sys
import unittest

import cornerturn as ct

MODULES = [ct, ct.fft, ct.heat, ct.hdf5, ct.schedules, ct.spectral, ct.trace, ct.tuning]
EVERYWHERE = {"self", "cls", "options", "comm", "unknown"}
SAYS_WHO = re.compile(r"\b[Cc]ollective|\b[Ll]ocal\b")


def public(owner):
    return [(name, each) for name, each in vars(owner).items() if not name.startswith("_")]


def belongs(each, module):
    """Defined there; of the package itself: in a part of it, and not what the parts share."""
    home = getattr(each, "__module__", "")
    return home == module.__name__ or (module is ct and home.startswith("cornerturn.")
                                       and home != "cornerturn.library")


def lacks(name, each, above):
    """What the text of a function lacks; `above`: texts that hold for it as well."""
    if isinstance(each, (classmethod, staticmethod)):
        each = each.__func__
    own = (each.fget if isinstance(each, property) else each).__doc__
    if not own:
        return [f"{name}: no text"]
    text = own + above
    found = [] if SAYS_WHO.search(text) else [f"{name}: neither collective nor local"]
    if inspect.isfunction(each):
        found += [f"{name}: nothing of {parameter}" for parameter in inspect.signature(each).parameters
                  if parameter not in EVERYWHERE and not re.search(rf"\b{parameter}\b", text)]
    return found


class Documented(unittest.TestCase):
    maxDiff = None

    def test_all(self):
        missing = []
        for module in MODULES:
            for name, each in public(module):
                if not belongs(each, module):
                    continue
                if inspect.isclass(each):
                    missing += lacks(name, each, "")
                    for member, method in public(each):
                        if inspect.isfunction(method) or isinstance(method, (property, classmethod, staticmethod)):
                            missing += lacks(f"{name}.{member}", method, each.__doc__)
                elif inspect.isfunction(each):
                    home = sys.modules[each.__module__].__doc__
                    missing += lacks(f"{module.__name__}.{name}", each, home)
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
