"""Functions over many parameters."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .._skidpad import Error, __version__
from ._chunk import Chunk, Spec
from ._drive import Pace, Queue, drive
from ._folder import Folder, from_arrow, missing, ranges, read, read_manifest
from ._identity import identity, name_of
from ._parameters import plan
from ._result import Kinds, Memory, Sweep
from ._workers import workers_of

# Rows of the first chunk of a batched function, whose calls cost more than a row.
_FIRST_BATCH = 256


def sweep(
    function: Callable[..., Any],
    parameters: Mapping[str, Any] | Sequence[Mapping[str, Any]] | Any,
    *,
    draws: int | None = None,
    seed: int = 0,
    executor: Any = None,
    folder: str | os.PathLike[str] | None = None,
    chunk: int | None = None,
    batched: bool = False,
    on_error: str = "raise",
    version: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Sweep:
    """Calls a function for each row of parameters, on one or many workers, and returns parameters and results as columns.

    ``function``: takes the parameters by name, and returns a number, or a mapping of names to numbers, booleans or texts. It is called once
    for each row, with ``batched`` once for each chunk, with arrays, and returns arrays; its results may depend on nothing but the parameters.
    ``parameters``: a mapping of names to values. A list is an axis of a grid, a distribution such as `skidpad.sweeps.Uniform` is drawn,
    everything else is constant. Or the rows themselves: a list of mappings or a frame. ``draws``: number of draws for each combination of
    the axes. ``seed``: 0 to 2^64 - 1. A row's draws depend on the seed, its index and the parameter's name.

    ``executor``: None for this process; a number of processes, or "all" for one on each core; "dask" or "ray" for a cluster on this machine,
    Ray's being the one that this process is connected to; a ``distributed.Client``; any ``concurrent.futures.Executor``. Processes need a
    function that can be imported, and a script needs ``if __name__ == "__main__":``. The rows of a lost worker are computed again.

    ``folder``: for Parquet files, one for each chunk, and a manifest. The same call continues where the last one ended, in whatever way;
    the folder of another sweep is refused. ``version``: text that stands for the function in the manifest in place of the hash of its source,
    which knows nothing of functions that it calls.

    ``chunk``: rows of a chunk; by default such that each takes about a second. ``on_error``: "raise" a `SweepError` with index and parameters,
    or "record" the message in the column ``error``. ``progress``: is called with the number of finished rows and of all.

    Results have the same bits whatever the executor, the chunks and their order.

    >>> stop = sweep(lambda speed_m_s, grip: speed_m_s**2 / (2 * 9.81 * grip), {"speed_m_s": [20.0, 30.0], "grip": [0.5, 1.0]})
    >>> stop["value"].round(1).tolist()
    [40.8, 20.4, 91.7, 45.9]
    """
    if not callable(function):
        raise TypeError(f"function: must be a function, not {type(function).__name__}")
    if on_error not in ("raise", "record"):
        raise Error(f'on_error = {on_error!r}: must be "raise" or "record"')
    if batched and on_error == "record":
        raise Error('on_error = "record": a batched function fails for all rows of a chunk, not for one; let it return a column')
    seed = operator.index(seed)
    if not 0 <= seed < 2**64:
        raise Error(f"seed = {seed}: must be 0 to 2^64 - 1")
    if chunk is not None and operator.index(chunk) < 1:
        raise Error(f"chunk = {chunk}: must be 1 or more")
    rows = plan(parameters, draws)
    spec = Spec(function, rows, batched, on_error == "record")
    store: Folder | Memory = Memory()
    done: list[tuple[int, int]] = []
    if folder is not None:
        store = Folder(folder, _manifest(spec, seed, version))
        done = [(first, end) for first, end, _ in ranges(store.path)]
    queue = Queue(missing(done, rows.total))
    _compute(spec, seed, executor, queue, Pace(chunk, _FIRST_BATCH if batched else 1), store, progress)
    if isinstance(store, Folder):
        return _of_folder(name_of(function), rows.names, store.path)
    return Sweep(name_of(function), rows.names, store.columns, None)


def load(folder: str | os.PathLike[str]) -> Sweep:
    """The rows that a folder of `sweep` has so far."""
    path = Path(folder)
    manifest = read_manifest(path)
    [parameters] = manifest["parameters"].values() if "list" in manifest["parameters"] else [manifest["parameters"]["grid"]]
    return _of_folder(manifest["function"]["name"], list(parameters), path)


def _of_folder(title: str, parameters: list[str], path: Path) -> Sweep:
    return Sweep(title, parameters, lambda: from_arrow(read(path)), path)


def _manifest(spec: Spec, seed: int, version: str | None) -> dict[str, Any]:
    """Everything that the numbers depend on."""
    return {
        "function": identity(spec.function, version),
        "batched": spec.batched,
        "records_errors": spec.records_errors,
        "parameters": spec.plan.describe(),
        "rows": spec.plan.total,
        "seed": seed,
        "skidpad": __version__,
    }


def _compute(
    spec: Spec,
    seed: int,
    executor: Any,
    queue: Queue,
    pace: Pace,
    store: Folder | Memory,
    progress: Callable[[int, int], None] | None,
) -> None:
    total, kinds = spec.plan.total, Kinds()
    finished = total - queue.rows

    def take(chunk: Chunk) -> None:
        nonlocal finished
        kinds.check(chunk, spec.plan.names)
        store.write(chunk)
        finished += chunk.count
        if progress is not None:
            progress(finished, total)

    if not queue.rows:
        return
    workers = workers_of(executor, spec.function)
    try:
        drive(name_of(spec.function), spec, seed, workers, queue, pace, take)
    except BaseException:
        workers.close(at_once=True)
        raise
    workers.close(at_once=False)
