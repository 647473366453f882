"""Results of a sweep."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._columns import StoredColumns
from ._chunk import Chunk, check_kinds
from ._draws import Values
from ._folder import to_arrow

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Sweep(StoredColumns[Values]):
    """Columns by name, in the order of the rows' indices: ``index``, parameters, results, and ``error`` where errors are recorded.

    Numbers, booleans and texts. A row that failed has NaN or None as its results.
    """

    def __init__(self, title: str, parameters: list[str], load: Callable[[], Mapping[str, Values]], folder: Path | None) -> None:
        self._title, self._parameters, self._load, self._folder = title, parameters, load, folder
        self._loaded: dict[str, Values] | None = None

    def _stored(self) -> dict[str, Values]:
        # A folder is read when it is needed: its rows may be more than fit into memory.
        if self._loaded is None:
            self._loaded = dict(self._load())
            for values in self._loaded.values():
                values.flags.writeable = False
        return self._loaded

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self["index"])

    @property
    def parameters(self) -> list[str]:
        """Names of the parameters."""
        return list(self._parameters)

    @property
    def results(self) -> list[str]:
        """Names of the results."""
        return [name for name in self if name not in ("index", "error", *self._parameters)]

    @property
    def folder(self) -> Path | None:
        """Folder with the Parquet files; None of a sweep in memory."""
        return self._folder

    def to_arrow(self) -> pyarrow.Table:
        """As a table of Arrow."""
        return to_arrow(self._stored())

    def to_pandas(self) -> pandas.DataFrame:
        """As a frame of pandas."""
        import pandas

        return pandas.DataFrame(self._stored())

    def to_polars(self) -> polars.DataFrame:
        """As a frame of polars."""
        import polars

        return polars.DataFrame(self._stored())

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<Sweep of {self._title}: {self.rows} rows of {', '.join(self)}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self)
        places = range(self.rows) if self.rows <= 8 else [0, 1, 2, self.rows - 2, self.rows - 1]
        cells = ("".join(f"<td>{_shown(column[place])}</td>" for column in self._stored().values()) for place in places)
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        rows = f"{self.rows} rows" if self.rows <= 8 else f"{self.rows} rows, of which the first and last are shown"
        return f"<p>{html.escape(self._title)}, {rows}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _shown(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else html.escape(str(value))


class Memory:
    """Chunks that are kept until all have come."""

    def __init__(self) -> None:
        self._chunks: list[Chunk] = []

    def write(self, chunk: Chunk) -> None:
        """Keeps a chunk."""
        self._chunks.append(chunk)

    def columns(self) -> dict[str, Values]:
        """All rows in order."""
        chunks = sorted(self._chunks, key=lambda chunk: chunk.first)
        widest = max(chunks, key=lambda chunk: len(chunk.columns)).columns
        return {name: np.concatenate([_part(chunk, name, widest) for chunk in chunks]) for name in widest}


def _part(chunk: Chunk, name: str, widest: Mapping[str, Values]) -> Values:
    if name in chunk.columns:
        return chunk.columns[name]
    # Where all rows of a chunk failed, it has no results.
    is_number = widest[name].dtype.kind == "f"
    return np.full(chunk.count, np.nan if is_number else None, dtype=np.float64 if is_number else object)


class Kinds:
    """Names and kinds of results, which all chunks must have alike."""

    def __init__(self) -> None:
        self._known: dict[str, type] | None = None

    def check(self, chunk: Chunk, parameters: list[str]) -> None:
        """Refuses a chunk with other columns than those before."""
        found = {name: _kind_of(values) for name, values in chunk.columns.items() if name not in ("index", "error", *parameters)}
        if not found and "error" in chunk.columns:
            return
        if self._known is None:
            self._known = found
        check_kinds(self._known, found)


def _kind_of(values: Values) -> type:
    if values.dtype.kind == "O":
        return bool if any(isinstance(value, bool) for value in values) else str
    return bool if values.dtype.kind == "b" else float
