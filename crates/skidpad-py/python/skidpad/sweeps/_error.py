"""Errors of sweeps."""

from __future__ import annotations

import pickle
from typing import Any

from ._chunk import Failed


class SweepError(RuntimeError):
    """Sweep that could not be finished. Its folder, where it has one, keeps the rows that were computed.

    ``index`` and ``parameters`` are those of the row at which the function raised, whose exception is the cause; None and empty where it
    was something else.
    """

    def __init__(self, message: str, index: int | None = None, parameters: dict[str, Any] | None = None) -> None:
        super().__init__(message, index, parameters)
        self.index = index
        self.parameters = {} if parameters is None else parameters

    def __str__(self) -> str:
        return str(self.args[0])


class WorkerTraceback(Exception):
    """Traceback of a worker, as text."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


def of_failure(name: str, failed: Failed) -> SweepError:
    """The error of a function that raised."""
    given = ", ".join(f"{name} = {value!r}" for name, value in failed.parameters.items())
    where = f"at index {failed.first}" if failed.count == 1 else f"at indices {failed.first} to {failed.first + failed.count - 1}"
    at = f"{where} ({given})" if given else where
    error = SweepError(f"{name} failed {at}: {failed.message}", failed.first, failed.parameters)
    cause: BaseException = WorkerTraceback(failed.trace)
    if failed.error is not None:
        original = pickle.loads(failed.error)
        original.__cause__ = cause
        cause = original
    error.__cause__ = cause
    return error
