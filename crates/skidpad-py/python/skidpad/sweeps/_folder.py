"""Folder of a sweep: a manifest, and a Parquet file for each chunk."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .._skidpad import Error
from ._chunk import Chunk
from ._draws import Values
from ._optional import needed

# Frames leave out files whose names begin with _ or a dot when they read a folder.
_MANIFEST = "_sweep.json"
_PART = re.compile(r"rows-(\d{12,})-(\d{12,})\.parquet")
_UNFINISHED = ".unfinished-"
# Version of the format of folders.
_FORMAT = 1


class Folder:
    """Results on disk. A file appears under its name when it is whole, so that an end at any time leaves whole chunks."""

    def __init__(self, path: str | os.PathLike[str], identity: Mapping[str, Any]) -> None:
        needed("pyarrow", "sweep")
        self.path = Path(path)
        manifest = self.path / _MANIFEST
        own: dict[str, Any] = json.loads(json.dumps({"format": _FORMAT, **identity}))
        if not manifest.exists():
            if self.path.exists() and (not self.path.is_dir() or any(not name.startswith(_UNFINISHED) for name in os.listdir(self.path))):
                raise Error(f"folder: {self.path}: is not that of a sweep; name a new or empty folder")
            self.path.mkdir(parents=True, exist_ok=True)
            self._write(manifest, json.dumps(own, indent=2).encode())
        else:
            known = read_manifest(self.path)
            different = [name for name in {**known, **own} if known.get(name) != own.get(name)]
            if different:
                raise Error(f"folder: {self.path}: holds another sweep ({_differences(known, own, different)}); name another folder")
        self._remove_unfinished()

    def write(self, chunk: Chunk) -> None:
        """Writes a chunk."""
        parquet = needed("pyarrow.parquet", "sweep")
        path = self.path / f"rows-{chunk.first:012}-{chunk.first + chunk.count - 1:012}.parquet"
        unfinished = self._unfinished(path.name)
        parquet.write_table(to_arrow(chunk.columns), unfinished)
        _settle(unfinished, path)

    def _write(self, path: Path, data: bytes) -> None:
        unfinished = self._unfinished(path.name)
        unfinished.write_bytes(data)
        _settle(unfinished, path)

    def _unfinished(self, name: str) -> Path:
        return self.path / f"{_UNFINISHED}{os.getpid()}-{name}"

    def _remove_unfinished(self) -> None:
        for name in os.listdir(self.path):
            if name.startswith(_UNFINISHED):
                (self.path / name).unlink(missing_ok=True)


def _settle(unfinished: Path, path: Path) -> None:
    """Gives a written file its name, after its content is on the disk."""
    with open(unfinished, "rb+") as file:
        os.fsync(file.fileno())
    os.replace(unfinished, path)


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a folder."""
    try:
        found = json.loads((path / _MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Error(f"folder: {path}: is not that of a sweep: has no {_MANIFEST}") from None
    except ValueError as error:
        raise Error(f"folder: {path / _MANIFEST}: is not readable ({error})") from None
    if not isinstance(found, dict) or found.get("format") != _FORMAT:
        raise Error(f"folder: {path}: is of another version of Skidpad")
    return found


def _differences(known: dict[str, Any], own: dict[str, Any], names: list[str]) -> str:
    def shown(value: Any) -> str:
        text = json.dumps(value)
        return text if len(text) <= 60 else f"{text[:57]}..."

    parts = []
    for name in names:
        old, new = known.get(name), own.get(name)
        if name == "function" and old and new and old["name"] == new["name"]:
            parts.append(f"function {new['name']}: its source, its bound values or its version changed")
        elif name == "parameters":
            parts.append("other parameters")
        else:
            parts.append(f"{name}: {shown(old)} there, {shown(new)} here")
    return "; ".join(parts)


def ranges(path: Path) -> list[tuple[int, int, Path]]:
    """First row, row behind the last and path of each file, in order."""
    found = []
    for name in os.listdir(path):
        match = _PART.fullmatch(name)
        if match:
            found.append((int(match[1]), int(match[2]) + 1, path / name))
    return sorted(found)


def missing(done: Iterable[tuple[int, int]], total: int) -> list[tuple[int, int]]:
    """First row and number of rows of each gap."""
    gaps, reached = [], 0
    for first, end in sorted(done):
        if first > reached:
            gaps.append((reached, first - reached))
        reached = max(reached, end)
    if reached < total:
        gaps.append((reached, total - reached))
    return gaps


def read(path: Path) -> Any:
    """All rows as a table of Arrow, in the order of their indices."""
    pyarrow, parquet = needed("pyarrow", "sweep"), needed("pyarrow.parquet", "sweep")
    tables, reached = [], 0
    for first, end, file in ranges(path):
        # Chunks of an earlier call may overlap those of this one: their rows are equal.
        if end > reached:
            tables.append(parquet.read_table(file, partitioning=None).slice(max(0, reached - first)))
            reached = max(reached, end)
    if not tables:
        return pyarrow.table({"index": pyarrow.array([], pyarrow.int64())})
    # Where all rows of a chunk failed, its file has no results.
    widest = max(tables, key=lambda table: len(table.column_names)).schema
    for place, table in enumerate(tables):
        if table.schema != widest:
            tables[place] = _widened(pyarrow, table, widest)
    return pyarrow.concat_tables(tables).combine_chunks()


def _widened(pyarrow: Any, table: Any, schema: Any) -> Any:
    unknown = [name for name in table.column_names if schema.get_field_index(name) < 0]
    if unknown or any(table.schema.field(name).type != schema.field(name).type for name in table.column_names):
        raise Error("results: names and kinds of columns differ from chunk to chunk")

    def column(field: Any) -> Any:
        if field.name in table.column_names:
            return table[field.name]
        gap = [float("nan")] if pyarrow.types.is_floating(field.type) else [None]
        return pyarrow.array(gap * len(table), field.type)

    return pyarrow.table([column(field) for field in schema], schema=schema)


def to_arrow(columns: Mapping[str, Values]) -> Any:
    """Columns of NumPy as a table of Arrow."""
    pyarrow = needed("pyarrow", "sweep")

    def array(values: Values) -> Any:
        if values.dtype.kind != "O":
            return pyarrow.array(values)
        is_boolean = any(isinstance(value, bool) for value in values)
        return pyarrow.array(values, pyarrow.bool_() if is_boolean else pyarrow.string())

    return pyarrow.table({name: array(values) for name, values in columns.items()})


def from_arrow(table: Any) -> dict[str, Values]:
    """A table of Arrow as columns of NumPy."""
    found = {}
    for name in table.column_names:
        column = table[name]
        if column.null_count or str(column.type) == "string":
            found[name] = np.array(column.to_pylist(), dtype=object)
        else:
            found[name] = column.to_numpy()
    return found
