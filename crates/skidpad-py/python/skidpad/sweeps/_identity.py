"""Identity of a function, by which a folder of results knows its sweep."""

from __future__ import annotations

import functools
import hashlib
import inspect
import pickle
import textwrap
from collections.abc import Callable
from typing import Any

from .._skidpad import Error


def name_of(function: Callable[..., Any]) -> str:
    """Name for people."""
    if isinstance(function, functools.partial):
        return name_of(function.func)
    return str(getattr(function, "__qualname__", type(function).__qualname__))


def identity(function: Callable[..., Any], version: str | None) -> dict[str, Any]:
    """Name of a function, with its version, or else the hash of its source and of the values bound to it."""
    if version is not None:
        return {"name": name_of(function), "version": version}
    digest = hashlib.sha256()
    _add(digest, function)
    return {"name": name_of(function), "sha256": digest.hexdigest()}


def _add(digest: Any, function: Any) -> None:
    if isinstance(function, functools.partial):
        _add(digest, function.func)
        digest.update(_pickled([function.args, sorted(function.keywords.items())], function))
        return
    is_function = inspect.isfunction(function)
    if inspect.isbuiltin(function):
        digest.update(function.__qualname__.encode())
        return
    if inspect.ismethod(function):
        digest.update(_pickled(function.__self__, function))
    elif not is_function:
        digest.update(_pickled(function, function))
    try:
        source = inspect.getsource(function if is_function or inspect.ismethod(function) else type(function))
    except (OSError, TypeError):
        # Typed into an interpreter: the compiled code stands for the source.
        code = getattr(function, "__code__", None)
        if code is None:
            raise _unknown(function) from None
        source = f"{code.co_code.hex()} {code.co_names} {[value for value in code.co_consts if not inspect.iscode(value)]}"
    digest.update(textwrap.dedent(source).encode())
    if is_function:
        bound = [cell.cell_contents for cell in function.__closure__ or ()]
        bound = [value for value in bound if value is not function]
        digest.update(_pickled([bound, function.__defaults__, function.__kwdefaults__], function))


def _pickled(value: object, function: Callable[..., Any]) -> bytes:
    try:
        return pickle.dumps(value, protocol=4)
    except Exception:
        raise _unknown(function) from None


def _unknown(function: Callable[..., Any]) -> Error:
    return Error(f"version: missing; values bound to {name_of(function)} cannot be pickled, so give its version as a text")
