"""Sweeps on processes, Dask and Ray: the bits of one process, whatever happens to the workers."""

import functools
import importlib.util
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from sweep_functions import always_dies, braked, dies_once, fails_at_three, slow, stops_m
from test_sweep import DRAWN, same

import skidpad
from skidpad.sweeps import Sweep, SweepError, Uniform, load, sweep
from skidpad.sweeps._chunk import Chunk, Spec
from skidpad.sweeps._drive import Pace, Queue, drive
from skidpad.sweeps._parameters import plan
from skidpad.sweeps._workers import Here

posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent by their numbers of POSIX")


@pytest.fixture(scope="module")
def alone() -> Sweep:
    """Cars that brake, in this process."""
    return sweep(braked, DRAWN, draws=30, seed=9)


def survives(executor: object, note: Path) -> Sweep:
    """A sweep whose worker is killed in the middle loses nothing; the processes that did the work are in the result."""
    found = sweep(functools.partial(dies_once, note=str(note)), {"x": range(40)}, executor=executor, chunk=4)
    assert note.exists() and found["half"].tolist() == [0.5 * x for x in range(40)]
    assert os.getpid() not in found["process"]
    return found


def test_processes_have_the_bits_of_one(alone) -> None:
    assert same(sweep(braked, DRAWN, draws=30, seed=9, executor=2), alone)


def test_threads_of_an_executor_have_the_bits_of_one(alone) -> None:
    with ThreadPoolExecutor(3) as threads:
        assert same(sweep(braked, DRAWN, draws=30, seed=9, executor=threads, chunk=4), alone)
        assert threads.submit(int, "1").result() == 1, "the executor is the caller's, and stays open"


@posix
def test_a_killed_process_loses_nothing(tmp_path) -> None:
    assert len(set(survives(2, tmp_path / "note")["process"])) >= 2


def test_chunks_that_a_lost_worker_takes_along_come_again() -> None:
    """A pool that breaks may tell of one chunk first, while others seem to run still."""

    class Lossy(Here):
        lost, begun_for_each, restarts = (BrokenProcessPool,), 3, 0

        def submit(self, *rows) -> Future:
            if self.restarts:
                return super().submit(*rows)
            begun: Future = Future()
            if rows[1] == 0:
                begun.set_exception(BrokenProcessPool("killed"))
            elif rows[1] == 1:
                begun = super().submit(*rows)
            return begun

        def restart(self) -> bool:
            self.restarts += 1
            return True

    found: list[Chunk] = []
    workers = Lossy()
    spec = Spec(slow, plan({"x": range(10), "wait_s": 0.0}, None), batched=False, records_errors=False)
    drive("slow", spec, 0, workers, Queue([(0, 10)]), Pace(1, 1), found.append)
    assert sorted(chunk.first for chunk in found) == list(range(10)) and workers.restarts == 1


@posix
def test_a_function_that_kills_every_process_ends_the_sweep(tmp_path) -> None:
    with pytest.raises(SweepError, match=r"always_dies: workers were lost 4 times without a finished chunk.* rows 0 to 0"):
        sweep(always_dies, {"x": [1]}, executor=1)


@posix
def test_a_lost_pool_of_the_caller_is_an_error_that_loses_no_chunks(tmp_path) -> None:
    pytest.importorskip("pyarrow")
    rows = {"function": functools.partial(dies_once, note=str(tmp_path / "note")), "parameters": {"x": range(40)}}
    with ProcessPoolExecutor(1, get_context("spawn")) as pool, pytest.raises(SweepError, match="call again with a new one") as error:
        sweep(**rows, executor=pool, folder=tmp_path / "rows", chunk=2)
    assert isinstance(error.value.__cause__, BrokenProcessPool)
    assert load(tmp_path / "rows").rows >= 2
    assert sweep(**rows, executor=None, folder=tmp_path / "rows")["half"].tolist() == [0.5 * x for x in range(40)]


def test_errors_come_from_processes_with_their_tracebacks() -> None:
    with pytest.raises(SweepError, match=r"failed at index 3 \(x = 3\): ZeroDivisionError") as error:
        sweep(fails_at_three, {"x": range(10)}, executor=1)
    assert isinstance(error.value.__cause__, ZeroDivisionError) and "sweep_functions.py" in str(error.value.__cause__.__cause__)


def test_a_function_that_processes_cannot_import_needs_cloudpickle(monkeypatch) -> None:
    if importlib.util.find_spec("cloudpickle"):
        assert sweep(lambda x: 2.0 * x, {"x": [1.0, 2.0]}, executor=1)["value"].tolist() == [2.0, 4.0]
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(skidpad.Error, match="other processes cannot import it: it is a lambda"):
        sweep(lambda x: 2.0 * x, {"x": [1.0, 2.0]}, executor=1)


PROGRAM = """
    import sys
    sys.path.insert(0, {tests!r})
    from sweep_functions import slow
    from skidpad.sweeps import sweep

    if __name__ == "__main__":
        sweep(slow, {{"x": range(400), "wait_s": 0.05}}, folder={folder!r}, executor={executor}, chunk=2,
              progress=lambda done, rows: print(done, flush=True))
"""


@posix
@pytest.mark.parametrize("executor", [None, 2])
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_program_that_ends_leaves_a_folder_that_goes_on(tmp_path, ctrl_c, executor, end) -> None:
    """Ctrl-C as in a terminal, to all its processes, or a kill of the program alone, whose workers end by themselves."""
    pytest.importorskip("pyarrow")
    folder = str(tmp_path / "rows")
    script = tmp_path / "program.py"
    script.write_text(textwrap.dedent(PROGRAM).format(tests=str(Path(__file__).parent), folder=folder, executor=executor))
    program = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert program.stdout is not None
    for line in program.stdout:
        if int(line) >= 6:
            break
    began = time.monotonic()
    (os.killpg if end == signal.SIGINT else os.kill)(program.pid, end)
    _, errors = program.communicate(timeout=10.0)
    assert time.monotonic() - began < 1.0
    assert program.returncode == -end and errors.count("Traceback") == (1 if end == signal.SIGINT else 0), errors
    ended = load(folder)
    assert 6 <= ended.rows < 100
    with ThreadPoolExecutor(100) as threads:
        found = sweep(slow, {"x": range(400), "wait_s": 0.05}, folder=folder, executor=threads, chunk=2)
    assert found["value"].tolist() == [0.5 * x for x in range(400)]


@pytest.fixture(scope="module")
def dask() -> Iterator[object]:
    """A client of a cluster of two processes on the loopback."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_dask_has_the_bits_of_one_process(dask, alone, tmp_path) -> None:
    assert same(sweep(braked, DRAWN, draws=30, seed=9, executor=dask, chunk=4, folder=tmp_path), alone)
    grid = {"speed_m_s": np.linspace(10.0, 50.0, 500), "grip": Uniform(0.5, 1.0)}
    assert same(sweep(stops_m, grid, draws=2, executor=dask, batched=True), sweep(stops_m, grid, draws=2, batched=True))


@posix
def test_a_killed_worker_of_dask_loses_nothing(dask, tmp_path) -> None:
    survives(dask, tmp_path / "note")


@pytest.fixture(scope="module")
def ray() -> Iterator[object]:
    """A Ray on the loopback, without dashboard, usage statistics and files in the home folder. Its workers import the functions of the tests."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in {"ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "USAGE_STATS_ENABLED": "0", "AUTH_TOKEN": "5a" * 32}.items():
            environment.setenv(f"RAY_{name}", value)
        environment.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=os.pathsep)
        ray = pytest.importorskip("ray")
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        assert ray.nodes()[0]["NodeManagerAddress"] == "127.0.0.1"
        yield ray
        ray.shutdown()


def test_ray_has_the_bits_of_one_process(ray, alone, tmp_path) -> None:
    assert same(sweep(braked, DRAWN, draws=30, seed=9, executor="ray", chunk=4, folder=tmp_path), alone)
    assert ray.is_initialized(), "the connection is the caller's, and stays"


@posix
def test_a_killed_worker_of_ray_loses_nothing(ray, tmp_path) -> None:
    survives(ray, tmp_path / "note")
