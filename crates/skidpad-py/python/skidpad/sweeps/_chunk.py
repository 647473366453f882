"""A chunk: some rows of a sweep, computed by one call on any worker."""

from __future__ import annotations

import pickle
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from .._skidpad import Error
from ._draws import Values
from ._parameters import RESERVED, Grid, Listed


@dataclass(frozen=True)
class Spec:
    """Everything that a worker needs besides the indices of its rows and the seed."""

    function: Callable[..., Any]
    plan: Grid | Listed
    batched: bool
    records_errors: bool

    def part(self, first: int, count: int) -> Spec:
        """All of it that some rows need."""
        return Spec(self.function, self.plan.part(first, count), self.batched, self.records_errors)


@dataclass(frozen=True)
class Chunk:
    """Rows that were computed: parameters and results as columns."""

    first: int
    count: int
    columns: dict[str, Values]
    seconds: float


@dataclass(frozen=True)
class Failed:
    """A row, or with batched functions some rows, at which the function raised."""

    first: int
    count: int
    parameters: dict[str, Any]
    message: str
    trace: str
    error: bytes | None
    """The exception, pickled; None where it cannot be."""


def run_chunk(spec: Spec, first: int, count: int, seed: int) -> Chunk | Failed:
    """Computes the rows from ``first`` on. The numbers depend on the arguments alone: any worker computes them, and again after a loss."""
    began = time.monotonic()
    given = spec.plan.columns(first, count, seed)
    found = _batch(spec, given, first, count) if spec.batched else _row_by_row(spec, given, first, count)
    if isinstance(found, Failed):
        return found
    index = np.arange(first, first + count, dtype=np.int64)
    return Chunk(first, count, {"index": index, **given, **found}, time.monotonic() - began)


def _batch(spec: Spec, given: dict[str, Values], first: int, count: int) -> dict[str, Values] | Failed:
    try:
        found = {name: _column(name, value, count) for name, value in _named(spec.function(**given), given).items()}
    except Exception as error:
        return _failed(error, first, count, {name: values[0] for name, values in given.items()} if count == 1 else {})
    return found


def _row_by_row(spec: Spec, given: dict[str, Values], first: int, count: int) -> dict[str, Values] | Failed:
    listed = {name: values.tolist() for name, values in given.items()}
    rows = _Rows(count)
    errors: list[str | None] = [None] * count
    for place in range(count):
        parameters = {name: values[place] for name, values in listed.items()}
        try:
            rows.set(place, _named(spec.function(**parameters), given))
        except Exception as error:
            if not spec.records_errors:
                return _failed(error, first + place, 1, parameters)
            errors[place] = _message(error)
    found = rows.columns([error is not None for error in errors])
    if spec.records_errors:
        found["error"] = np.array(errors, dtype=object)
    return found


def _named(found: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Results by name; a result that is not a mapping is the column `value`."""
    named = dict(found) if isinstance(found, Mapping) else {"value": found}
    for name in named:
        if not isinstance(name, str):
            raise TypeError(f"results: names are texts, not {name!r}")
        if name in RESERVED or name in given:
            raise Error(f"results: `{name}` is a column already; choose another name")
    return named


class _Rows:
    """Results of rows, as lists by name, each of one kind."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._kinds: dict[str, type] = {}
        self._lists: dict[str, list[Any]] = {}

    def set(self, place: int, row: dict[str, Any]) -> None:
        kinds = {name: _kind(name, value) for name, value in row.items()}
        if not self._kinds:
            self._kinds = kinds
            self._lists = {name: [None] * self._count for name in kinds}
        check_kinds(self._kinds, kinds)
        for name, value in row.items():
            self._lists[name][place] = float("nan") if value is None else kinds[name](value)

    def columns(self, failed: list[bool]) -> dict[str, Values]:
        return {name: self._column(name, values, any(failed)) for name, values in self._lists.items()}

    def _column(self, name: str, values: list[Any], has_gaps: bool) -> Values:
        if self._kinds[name] is float:
            return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
        return np.array(values, dtype=np.bool_ if self._kinds[name] is bool and not has_gaps else object)


def check_kinds(known: Mapping[str, type], found: Mapping[str, type]) -> None:
    """Refuses results with other names or kinds than those of the rows before: columns must not depend on the order of rows."""
    if list(known) != list(found):
        raise Error(f"results: names are {', '.join(found)}, must be those of the other rows: {', '.join(known)}")
    for name, kind in found.items():
        if kind is not known[name]:
            raise Error(f"results: {name}: is of kind {kind.__name__}, must be {known[name].__name__} as in the other rows")


def _kind(name: str, value: Any) -> type:
    if isinstance(value, (bool, np.bool_)):
        return bool
    if value is None or isinstance(value, (Real, np.integer, np.floating)):
        return float
    if isinstance(value, str):
        return str
    raise TypeError(f"results: {name}: must be a number, a boolean or a text, is of {type(value).__name__}")


def _column(name: str, value: Any, count: int) -> Values:
    values = np.asarray(value)
    if values.shape != (count,):
        raise Error(f"results: {name}: must be an array of {count} values, one for each row, has shape {values.shape}")
    kind = values.dtype.kind
    if kind not in "biufU" and not (kind == "O" and all(isinstance(value, str) for value in values)):
        raise Error(f"results: {name}: must be an array of numbers, booleans or texts, is of {values.dtype}")
    # A copy: the function may give out the memory of a fleet that it steps on.
    return np.array(values, dtype=np.bool_ if kind == "b" else object if kind in "UO" else np.float64)


def _message(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _failed(error: Exception, first: int, count: int, parameters: dict[str, Any]) -> Failed:
    try:
        pickled: bytes | None = pickle.dumps(error)
        pickle.loads(pickled or b"")
    except Exception:
        pickled = None
    return Failed(first, count, parameters, _message(error), traceback.format_exc(), pickled)
