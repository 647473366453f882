"""Workers that compute chunks: this process, its children, or those of an executor, of Dask or of Ray."""

from __future__ import annotations

import importlib
import importlib.util
import multiprocessing
import operator
import os
import pickle
import secrets
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any

from .._skidpad import Error
from ._chunk import Chunk, Failed, Spec, run_chunk
from ._identity import name_of
from ._optional import needed

Outcome = Future["Chunk | Failed"]

KINDS = 'None, a number of processes, "all", "dask", "ray", a concurrent.futures.Executor or a distributed.Client'


class Workers:
    """Workers, as a sweep uses them."""

    lost: tuple[type[BaseException], ...] = ()
    """Exceptions of a chunk whose worker was lost: it is computed again."""
    begun_for_each = 2
    """Chunks that are submitted for each worker: none waits for its next one."""

    def count(self) -> int:
        """Number of chunks that are computed at once."""
        return 1

    def submit(self, spec: Spec, first: int, count: int, seed: int) -> Outcome:
        """Begins a chunk."""
        raise NotImplementedError

    def restart(self) -> bool:
        """Makes new workers in place of lost ones. Returns true where all chunks that were begun are lost, too."""
        return False

    def close(self, *, at_once: bool) -> None:
        """Ends the workers that were made for the sweep; ``at_once``: without waiting for their chunks."""


class Here(Workers):
    """This process, in which a chunk is computed when it is submitted."""

    begun_for_each = 1

    def submit(self, spec: Spec, first: int, count: int, seed: int) -> Outcome:
        found: Outcome = Future()
        found.set_result(run_chunk(spec, first, count, seed))
        return found


class Processes(Workers):
    """Child processes, spawned and not forked: a fork does not take the threads of fleets along."""

    lost = (BrokenExecutor,)

    def __init__(self, count: int, function: Callable[..., Any]) -> None:
        self._count = count
        self._by_value = _goes_by_value(function)
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._count, multiprocessing.get_context("spawn"), _begin_process)

    def count(self) -> int:
        return self._count

    def submit(self, spec: Spec, first: int, count: int, seed: int) -> Outcome:
        if self._by_value:
            cloudpickle: Any = importlib.import_module("cloudpickle")
            return self._pool.submit(_run_pickled, cloudpickle.dumps(spec), first, count, seed)
        return self._pool.submit(run_chunk, spec, first, count, seed)

    def restart(self) -> bool:
        self.close(at_once=True)
        self._pool = self._new()
        return True

    def close(self, *, at_once: bool) -> None:
        if at_once:
            # The pool itself waits for the chunks that its processes have begun. It has dropped its processes where it is broken.
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.kill()
        self._pool.shutdown(wait=not at_once, cancel_futures=True)


def _begin_process() -> None:
    """Makes a child process end with its parent alone."""
    # A terminal sends Ctrl-C to all processes, and the parent ends its children.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A parent that is killed ends nobody: its children would wait for their next chunk for ever.
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run_pickled(spec: bytes, first: int, count: int, seed: int) -> Chunk | Failed:
    return run_chunk(pickle.loads(spec), first, count, seed)


def _goes_by_value(function: Callable[..., Any]) -> bool:
    """Returns true for a function that a new process cannot import, which only cloudpickle sends; refuses it without that."""
    try:
        pickle.dumps(function)
    except Exception:
        reason = "it is a lambda or is defined within another function"
    else:
        main = sys.modules["__main__"]
        if getattr(function, "__module__", None) != "__main__" or hasattr(main, "__file__"):
            return False
        reason = "it is defined in an interpreter or a notebook"
    if importlib.util.find_spec("cloudpickle") is None:
        raise Error(f"{name_of(function)}: other processes cannot import it: {reason}; put it into a file, or: pip install cloudpickle")
    return True


class Given(Workers):
    """An executor of the caller, who closes it."""

    def __init__(self, executor: Executor, count: Callable[[], int], lost: tuple[type[BaseException], ...] = ()) -> None:
        self._executor, self._count, self.lost = executor, count, lost
        self._begun: list[Outcome] = []

    def count(self) -> int:
        return max(1, self._count())

    def submit(self, spec: Spec, first: int, count: int, seed: int) -> Outcome:
        begun = self._executor.submit(run_chunk, spec, first, count, seed)
        self._begun = [*(future for future in self._begun if not future.done()), begun]
        return begun

    def close(self, *, at_once: bool) -> None:
        for future in self._begun:
            future.cancel()


class OwnDask(Given):
    """A cluster of Dask on this machine: a process for each core, on the loopback, without a dashboard."""

    def __init__(self) -> None:
        distributed = needed("distributed", "dask")
        self._cluster = distributed.LocalCluster(
            n_workers=os.cpu_count(), threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        )
        self._client = distributed.Client(self._cluster)
        super().__init__(*of_client(self._client))

    def close(self, *, at_once: bool) -> None:
        super().close(at_once=at_once)
        self._client.close()
        self._cluster.close()


def of_client(client: Any) -> tuple[Executor, Callable[[], int], tuple[type[BaseException], ...]]:
    """Executor of a client of Dask, with the number of its threads. Dask computes the chunks of lost workers again by itself."""
    distributed: Any = importlib.import_module("distributed")
    executor = client.get_executor(pure=False)
    return executor, lambda: sum(client.nthreads().values()), (distributed.KilledWorker,)


class Ray(Workers):
    """The cluster of Ray that this process is connected to, or one on this machine. Ray computes the chunks of lost workers again by itself."""

    def __init__(self) -> None:
        # Read when Ray is imported: the cluster listens on the loopback alone, sends no statistics, and leaves no token in the home folder.
        usual = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        self._added = {name: value for name, value in usual.items() if name not in os.environ}
        imported = sys.modules.get("ray")
        self._is_own = imported is None or not imported.is_initialized()
        if self._is_own:
            os.environ.update(self._added)
        ray = self._ray = needed("ray", "ray")
        if self._is_own:
            ray.init(address="local", include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        self.lost = (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError)
        self._run = ray.remote(run_chunk)
        self._begun: list[tuple[Any, Outcome]] = []

    def count(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, spec: Spec, first: int, count: int, seed: int) -> Outcome:
        reference = self._run.remote(spec, first, count, seed)
        begun: Outcome = reference.future()
        self._begun = [*((known, future) for known, future in self._begun if not future.done()), (reference, begun)]
        return begun

    def close(self, *, at_once: bool) -> None:
        if self._is_own:
            self._ray.shutdown()
            for name in self._added:
                os.environ.pop(name, None)
            return
        for reference, future in self._begun:
            if not future.done():
                self._ray.cancel(reference, force=True)


def workers_of(executor: Any, function: Callable[..., Any]) -> Workers:
    """The workers of the argument ``executor``."""
    if executor is None:
        return Here()
    if isinstance(executor, str):
        if executor == "all":
            return Processes(_cores(), function)
        if executor in ("dask", "ray"):
            return OwnDask() if executor == "dask" else Ray()
        raise Error(f"executor = {executor!r}: must be {KINDS}")
    if isinstance(executor, Executor):
        return Given(executor, lambda: int(getattr(executor, "_max_workers", None) or _cores()))
    if type(executor).__module__.partition(".")[0] == "distributed" and hasattr(executor, "get_executor"):
        return Given(*of_client(executor))
    if getattr(executor, "__name__", None) == "ray":
        return Ray()
    try:
        count = operator.index(executor)
    except TypeError:
        raise TypeError(f"executor: must be {KINDS}, not {type(executor).__name__}") from None
    if count < 1:
        raise Error(f"executor = {count}: must be 1 process or more")
    return Processes(count, function)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
