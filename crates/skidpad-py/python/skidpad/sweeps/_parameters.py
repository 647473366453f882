"""Parameters of a sweep by the index of their row: grids, lists and draws."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from .._skidpad import Error
from ._draws import Draw, Place, Values
from ._optional import needed

# Names of columns that a sweep adds.
RESERVED = ("index", "error")
# The longest list that stands in a manifest as it is; of longer ones it has the hash.
_LISTED = 100


class Grid:
    """Every combination of some axes, in the order of nested loops, and for each combination a number of draws."""

    def __init__(self, axes: dict[str, Values], draws: dict[str, Draw], each: int, order: list[str]) -> None:
        self._axes, self._draws, self._each, self.names = axes, draws, each, order
        self.total = each
        for values in axes.values():
            self.total *= len(values)

    def columns(self, first: int, count: int, seed: int) -> dict[str, Values]:
        """Parameters of some rows."""
        combination = np.arange(first, first + count, dtype=np.int64) // self._each
        found: dict[str, Values] = {}
        for name, values in reversed(self._axes.items()):
            combination, place = np.divmod(combination, len(values))
            found[name] = values[place]
        for name, draw in self._draws.items():
            found[name] = draw.draw(Place.of(seed, name, first, count))
        return {name: found[name] for name in self.names}

    def part(self, first: int, count: int) -> Grid:
        """All that `columns` needs for some rows."""
        return self

    def describe(self) -> dict[str, Any]:
        """Parameters as the manifest of a sweep has them."""
        known: dict[str, Any] = {name: _described(values) for name, values in self._axes.items()}
        known.update({name: draw.describe() for name, draw in self._draws.items()})
        return {"grid": {name: known[name] for name in self.names}, "draws": self._each}


class Listed:
    """Rows that are given one by one."""

    def __init__(self, columns: dict[str, Values], first: int = 0) -> None:
        self._columns, self._first, self.names = columns, first, list(columns)
        self.total = len(next(iter(columns.values())))

    def columns(self, first: int, count: int, seed: int) -> dict[str, Values]:
        """Parameters of some rows."""
        place = first - self._first
        return {name: values[place : place + count] for name, values in self._columns.items()}

    def part(self, first: int, count: int) -> Listed:
        """All that `columns` needs for some rows: a long list is not sent whole with every chunk."""
        return Listed(self.columns(first, count, 0), first)

    def describe(self) -> dict[str, Any]:
        """Parameters as the manifest of a sweep has them."""
        return {"list": {name: _described(values) for name, values in self._columns.items()}}


def plan(parameters: Any, draws: int | None) -> Grid | Listed:
    """The rows of the argument ``parameters``."""
    if isinstance(parameters, Mapping):
        return _grid(parameters, draws)
    if draws is not None:
        raise Error("draws: a list of rows draws nothing; leave draws out")
    if hasattr(parameters, "__arrow_c_stream__"):
        table = needed("pyarrow", "sweep").table(parameters)
        named = {str(name): table[name].to_pylist() for name in table.column_names}
    elif isinstance(parameters, Sequence) and not isinstance(parameters, (str, bytes)):
        named = _columns_of_rows(parameters)
    else:
        raise TypeError("parameters: must be a mapping of names to values, a list of such mappings, or a frame")
    if not named or not next(iter(named.values())):
        raise Error("parameters: has no rows")
    return Listed({_checked(name): _values(name, values) for name, values in named.items()})


def _grid(parameters: Mapping[str, Any], draws: int | None) -> Grid:
    axes: dict[str, Values] = {}
    drawn: dict[str, Draw] = {}
    for name, value in parameters.items():
        if isinstance(value, Draw):
            drawn[_checked(name)] = value
        else:
            axes[_checked(name)] = _values(name, value)
    if drawn and draws is None:
        raise Error(f"draws: missing; give the number of draws of {', '.join(drawn)}")
    if draws is not None and not drawn:
        raise Error("draws: nothing is drawn; give a parameter a distribution, such as Uniform(0.6, 1.0)")
    each = 1 if draws is None else operator.index(draws)
    if each < 1:
        raise Error(f"draws = {each}: must be 1 or more")
    return Grid(axes, drawn, each, list(parameters))


def _columns_of_rows(rows: Sequence[Any]) -> dict[str, list[Any]]:
    names = list(rows[0]) if rows else []
    for place, row in enumerate(rows):
        if not isinstance(row, Mapping) or sorted(row) != sorted(names):
            raise Error(f"parameters[{place}]: must be a mapping with the names of the first row: {', '.join(names)}")
    return {name: [row[name] for row in rows] for name in names}


def _checked(name: object) -> str:
    if not isinstance(name, str) or not name:
        raise TypeError(f"parameters: names are texts, not {name!r}")
    if name in RESERVED:
        raise Error(f"parameters: `{name}` is a column that the sweep adds; choose another name")
    return name


def _values(name: str, given: Any) -> Values:
    """Values as a column of one kind: booleans, whole numbers, numbers or texts."""
    if isinstance(given, Iterable) and not isinstance(given, (str, np.ndarray)):
        given = list(given)
    kinds = {type(value) is bool or isinstance(value, np.bool_) for value in given} if isinstance(given, list) else {False}
    values = np.atleast_1d(np.asarray(given))
    is_text = values.dtype.kind == "U" and (isinstance(given, (str, np.ndarray)) or all(isinstance(value, str) for value in given))
    if values.ndim != 1 or len(kinds) > 1 or not (is_text or values.dtype.kind in "biuf"):
        raise Error(f"parameters: {name}: must be a number, a text, a list of values of one kind or a distribution")
    if len(values) == 0:
        raise Error(f"parameters: {name}: has no values")
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise Error(f"parameters: {name}: must be finite")
    if values.dtype.kind == "u" and (values > 2**63 - 1).any():
        raise Error(f"parameters: {name}: must be at most 2^63 - 1")
    return values.astype({"U": object, "b": np.bool_, "i": np.int64, "u": np.int64, "f": np.float64}[values.dtype.kind])


def _described(values: Values) -> Any:
    listed = values.tolist()
    if len(listed) <= _LISTED:
        return listed
    digest = hashlib.sha256(repr(listed).encode()).hexdigest()
    return {"count": len(listed), "first": listed[0], "last": listed[-1], "sha256": digest}
