"""Packages that only some calls need."""

from __future__ import annotations

import importlib
from typing import Any

from .._skidpad import Error


def needed(package: str, extra: str) -> Any:
    """A package of an extra, or an error that names the command to install it."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise Error(f"{package} is not installed: pip install 'skidpad[{extra}]' ({error})") from None
