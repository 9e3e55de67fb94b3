"""Bokhari 1993: partitions of a hypercube's dimension, the paper's formula, and the library's hull."""
import re

from figure import exchange

START_UP, DISTANCE, BYTE, PERMUTE = 100e-6, 10e-6, 2e-6, 1e-6  # its Figure 1


def partitions(d, most=None):
    """Of d, parts falling."""
    if d == 0:
        yield ()
    for part in range(min(d, most or d), 0, -1):
        for rest in partitions(d - part, part):
            yield (part, *rest)


def is_equipartition(partition):
    return max(partition) - min(partition) <= 1


def line(partition):
    """Seconds for nothing, and for a byte of block; one phase permutes nothing."""
    d = sum(partition)
    permutations = len(partition) if len(partition) > 1 else 0
    return (sum(2**part - 1 for part in partition) * (START_UP + DISTANCE),
            2**d * (sum(1 - 2.0**-part for part in partition) * BYTE + permutations * PERMUTE))


def faces(d):
    """The library's hull: {partition: from so many bytes on}."""
    printed = exchange("hull", "--machine", "theory", "--dimension", str(d))
    rows = re.findall(r"^  (\d+(?:,\d+)*) +([\d.e+-]+) +(?:[\d.e+-]+|-) +[\d.e+-]+ +[\d.e+-]+$",
                      printed, re.MULTILINE)
    return {tuple(map(int, parts.split(","))): float(start) for parts, start in rows}


def corner(partition, other):
    """Bytes at which two partitions take the same time; the library prints them rounded."""
    (start, byte), (other_start, other_byte) = line(partition), line(other)
    return (other_start - start) / (byte - other_byte)
