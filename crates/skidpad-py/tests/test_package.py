"""The package itself."""

import doctest
import subprocess
import sys

import skidpad


def test_examples_in_its_documentation_are_true() -> None:
    private = (skidpad._fleet, skidpad._lap, skidpad._linear, skidpad._recording, skidpad.sweeps._sweep, skidpad.sweeps._intervals)
    for module in (skidpad, skidpad.sweeps, *private):
        found = doctest.testmod(module, extraglobs={"np": __import__("numpy")})
        assert found.attempted > 0 and found.failed == 0, module.__name__


def test_all_of_its_names_are_documented() -> None:
    for name in skidpad.__all__:
        assert name.startswith("__") or getattr(skidpad, name).__doc__, name
    for name in skidpad.sweeps.__all__:
        assert getattr(skidpad.sweeps, name).__doc__, name


def test_importing_it_brings_numpy_and_nothing_else() -> None:
    """Optional packages, which take a second to import, are imported where they are used."""
    program = "import sys, skidpad; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in modules
    assert not {"pandas", "polars", "pyarrow", "matplotlib", "gymnasium", "pettingzoo", "torch", "distributed", "ray", "cloudpickle"} & set(modules)
