"""Columns by name, as fleets and recordings have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from ._skidpad import UnknownNameError, unknown_name

Array = TypeVar("Array", covariant=True)


class NamedColumns(Mapping[str, Array]):
    """A mapping whose unknown names are `UnknownNameError`, which is no `KeyError`, and whose arrays are not compared."""

    def __contains__(self, name: object) -> bool:
        return any(name == known for known in self)

    def get(self, name: str, default: Any = None) -> Any:
        """The column of a name, or the default where there is none."""
        return self[name] if name in self else default

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class StoredColumns(NamedColumns[Array]):
    """Columns that are kept as they are."""

    def _stored(self) -> Mapping[str, Array]:
        """The columns."""
        raise NotImplementedError

    def __getitem__(self, name: str) -> Array:
        columns = self._stored()
        if name not in columns:
            raise UnknownNameError(unknown_name("column", name, list(columns)))
        return columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored())

    def __len__(self) -> int:
        return len(self._stored())


def listed(names: str | Iterable[str]) -> list[str]:
    """The names; a text is one of them."""
    return [names] if isinstance(names, str) else list(names)
