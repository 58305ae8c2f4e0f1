"""damage_kinds.py: ways to damage a good set of parts, and what must be said of each.

A kind takes a Set: `files` (name to tree), `inputs` (names, in order), `parts` of the zone Wing as (file, zone).
It may return a function that damages the files once they are written.
"""

import numpy as np

KINDS = []


class Kind:
    """A way to damage a set of a convention."""

    def __init__(self, function, convention, reason, options, names):
        self.name = function.__name__
        self.about = function.__doc__
        self.damage = function
        self.convention = convention
        self.reason = reason
        self.options = list(options)
        self.names = names


def kind(convention, reason, *options, names=("file", "zone")):
    """Registers a kind: the reason is a regular expression; `names`: what the message must name."""

    def register(function):
        KINDS.append(Kind(function, convention, reason, options, names))
        return function

    return register


def numbers(zone):
    """The global numbers that Maia leaves in a zone."""
    return zone.child(":CGNS#GlobalNumbering")


def change(node, function):
    """Puts a changed copy of the value in the node."""
    value = node.value.copy()
    changed = function(value)
    node.value = value if changed is None else changed


def put(node, index, value):
    """Changes one number of a value."""
    node.value = node.value.copy()
    node.value[index] = value


def solution(zone, name="FlowSolution"):
    """A solution of a zone."""
    return zone.child(name)


def join_of(damaged, mark):
    """(zone, join) of the first join of Wing's parts of which `mark` is true."""
    return next((zone, join) for _, zone in damaged.parts for join in joins(zone) if mark(join))


def joins(zone):
    """The joins of a zone."""
    holder = zone.child("ZoneGridConnectivity")
    return holder.children if holder else []


def largest(damaged):
    """The part with most cells."""
    return max((zone for _, zone in damaged.parts), key=lambda zone: int(np.prod(zone.value[1])))
