"""Driving the workers of a sweep until all rows are computed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, wait
from typing import TypeAlias

from ._chunk import Chunk, Failed, Spec
from ._error import SweepError, of_failure
from ._workers import Outcome, Workers

# Time between two looks at the workers, s: on Windows nothing else lets Ctrl-C through.
_CHECK_S = 0.2
# Time that a chunk takes, where its size is not given, s.
_CHUNK_S = 1.0
# Losses of workers, without a chunk finished in between, from which on the sweep ends.
_MOST_LOSSES = 3

Rows: TypeAlias = "tuple[int, int]"
Lost: TypeAlias = "tuple[Rows, BaseException]"


class Pace:
    """Sizes of chunks: given, or such that each takes about a second."""

    def __init__(self, chunk: int | None, begin: int) -> None:
        self._given = chunk
        self._size = begin if chunk is None else chunk

    def size(self, missing: int, workers: int) -> int:
        """Number of rows of the next chunk; towards the end they are shared evenly."""
        if self._given is not None:
            return self._given
        return max(1, min(self._size, -(-missing // workers)))

    def finished(self, chunk: Chunk) -> None:
        """Takes the time of a chunk; sizes grow fourfold at most."""
        wanted = int(_CHUNK_S * chunk.count / max(chunk.seconds, 1e-6))
        self._size = max(1, min(4 * max(chunk.count, self._size), wanted))


class Queue:
    """Rows that are still to be computed."""

    def __init__(self, gaps: list[Rows]) -> None:
        self._gaps = deque(gaps)
        self.rows = sum(count for _, count in gaps)

    def take(self, size: int) -> Rows:
        """The next rows: at most so many."""
        first, count = self._gaps.popleft()
        taken = min(size, count)
        if taken < count:
            self._gaps.appendleft((first + taken, count - taken))
        self.rows -= taken
        return first, taken

    def put_back(self, rows: Rows) -> None:
        """Rows whose worker was lost: they are the next ones."""
        self._gaps.appendleft(rows)
        self.rows += rows[1]


def drive(name: str, spec: Spec, seed: int, workers: Workers, queue: Queue, pace: Pace, take: Callable[[Chunk], None]) -> None:
    """Has all rows of the queue computed; each chunk goes to ``take`` when it is finished."""
    running: dict[Outcome, Rows] = {}
    losses = 0
    failed: Failed | None = None
    while (queue.rows or running) and failed is None:
        lost = _submit(spec, seed, workers, queue, pace, running)
        finished, _ = wait(running, timeout=_CHECK_S, return_when=FIRST_COMPLETED)
        for future in finished:
            rows = running.pop(future)
            try:
                found = future.result()
            except workers.lost as error:
                queue.put_back(rows)
                lost = (rows, error)
                continue
            except BrokenExecutor as error:
                raise SweepError(f"{name}: the executor has lost its workers ({error}); call again with a new one") from error
            if isinstance(found, Failed):
                # Chunks that finished beside it are kept first.
                failed = found
                continue
            take(found)
            pace.finished(found)
            losses = 0
        if lost is not None:
            losses += 1
            if losses > _MOST_LOSSES:
                raise _lost(name, losses, *lost)
            _restart(workers, queue, running)
    if failed is not None:
        raise of_failure(name, failed)


def _submit(spec: Spec, seed: int, workers: Workers, queue: Queue, pace: Pace, running: dict[Outcome, Rows]) -> Lost | None:
    """Begins chunks for all workers; returns the one for which there were no workers any more."""
    at_once = workers.count()
    while queue.rows and len(running) < workers.begun_for_each * at_once:
        rows = queue.take(pace.size(queue.rows, at_once))
        try:
            running[workers.submit(spec.part(*rows), *rows, seed)] = rows
        except workers.lost as error:
            queue.put_back(rows)
            return rows, error
    return None


def _restart(workers: Workers, queue: Queue, running: dict[Outcome, Rows]) -> None:
    """Makes new workers, and puts the rows back that were lost with the old ones."""
    if not workers.restart():
        return
    for future, rows in list(running.items()):
        if not future.done() or future.cancelled() or future.exception() is not None:
            del running[future]
            queue.put_back(rows)


def _lost(name: str, losses: int, rows: Rows, error: BaseException) -> SweepError:
    first, count = rows
    return SweepError(
        f"{name}: workers were lost {losses} times without a finished chunk, the last with the rows {first} to {first + count - 1} "
        f"(out of memory, or a crash: {type(error).__name__}: {error})"
    )
