"""The ranker of groups of records: boosted trees as plain arrays (from ``train/regions.py``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from io import BytesIO
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class RegionModel:
    """Boosted regression trees. Row ``t`` of each array is a tree, column ``n`` one of its nodes:
    go left if the feature is at most the threshold. A leaf points to itself."""

    names: tuple[str, ...]
    base: float
    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int16]
    right: NDArray[np.int16]
    value: NDArray[np.float32]
    depth: int

    def scores(self, features: Mapping[str, Array]) -> Array:
        """The score of each group, about 0 to 1."""
        table = np.column_stack([features[name] for name in self.names]).astype(np.float32)
        rows = np.arange(len(table))[:, None] * len(self.names)
        cells, (roots, feature, threshold, branches, value) = table.ravel(), self._nodes
        at = np.repeat(roots[None, :], len(table), axis=0)
        for _ in range(self.depth):
            goes_left = cells.take(rows + feature.take(at)) <= threshold.take(at)
            at = branches.take(2 * at + goes_left)
        return np.asarray(self.base + value.take(at).sum(axis=1), dtype=np.float64)

    @cached_property
    def _nodes(self) -> tuple[NDArray[Any], ...]:
        """The nodes of all trees in one row, for quick lookup: roots, features, thresholds, right
        and left branches, values."""
        trees, nodes = self.feature.shape
        roots = np.arange(trees) * nodes
        branches = np.stack([self.right, self.left], axis=2) + roots[:, None, None]
        feature = self.feature.ravel().astype(np.intp)
        return roots, feature, self.threshold.ravel(), branches.ravel(), self.value.ravel()

    def to_bytes(self) -> bytes:
        """The model as a file of plain arrays."""
        file = BytesIO()
        stored = {field.name: np.array(getattr(self, field.name)) for field in fields(self)}
        np.savez_compressed(file, allow_pickle=False, **stored)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, stored: bytes) -> Self:
        with np.load(BytesIO(stored), allow_pickle=False) as file:
            return cls(
                names=tuple(file["names"].tolist()),
                base=float(file["base"]),
                feature=file["feature"],
                threshold=file["threshold"],
                left=file["left"],
                right=file["right"],
                value=file["value"],
                depth=int(file["depth"]),
            )
