"""A linear classifier of named features, and its file.

Logistic regression: the probability of a class is the softmax of a weighted sum of features. The
file is a NumPy archive of plain arrays, read without pickle, so a file from an untrusted place can
mislead but not run code. scikit-learn is needed to train, not to predict.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Features = Mapping[str, float]
FORMAT = 1  # version of the file
MAX_FEATURES = 2_000_000  # a file with more is not ours
MAX_BYTES = 500_000_000  # a file that is larger when unpacked is not ours
# What NumPy and zipfile raise for a broken, differently packed, encrypted or too large file.
_UNREADABLE = (
    OSError, ValueError, KeyError, TypeError, EOFError, RuntimeError, MemoryError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip


class ModelError(ValueError):
    """A model file that cannot be used, and why."""


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights of features, with a column for each class."""

    classes: tuple[str, ...]
    columns: Mapping[str, int]
    """Feature to its row of ``weights``."""
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]

    def probabilities(self, examples: Sequence[Features]) -> NDArray[np.float32]:
        """A row for each example, a column for each class."""
        scores = np.array([self._score(example) for example in examples], dtype=np.float32)
        scores = scores.reshape(len(examples), len(self.classes))
        odds = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-np.inf))
        shares: NDArray[np.float32] = odds / odds.sum(axis=1, keepdims=True)
        return shares

    def _score(self, example: Features) -> NDArray[np.float32]:
        known = [
            (row, w) for name, w in example.items() if (row := self.columns.get(name, -1)) >= 0
        ]
        if not known:
            return self.bias
        rows, weights = zip(*known, strict=True)
        weighed = np.array(weights, np.float32) @ self.weights[list(rows)]
        return np.asarray(self.bias + weighed, dtype=np.float32)

    def to_bytes(self) -> bytes:
        """The file, byte for byte the same for the same model."""
        arrays = {
            "format": np.array([FORMAT]),
            "classes": _packed(self.classes),
            "features": _packed(sorted(self.columns, key=self.columns.__getitem__)),
            "weights": self.weights.astype(np.float16),
            "bias": self.bias,
        }
        file = io.BytesIO()
        # Not numpy.savez: it writes the time of day into the archive.
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in arrays.items():
                member = io.BytesIO()
                np.save(member, array, allow_pickle=False)
                archive.writestr(
                    zipfile.ZipInfo(f"{name}.npy"), member.getvalue(), zipfile.ZIP_DEFLATED
                )
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> LinearModel:
        """Read a file; raises ``ModelError`` for anything that ``to_bytes`` has not written."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                if sum(member.file_size for member in file.zip.infolist()) > MAX_BYTES:
                    raise ValueError("it is too large")
                return cls._of(file)
        except _UNREADABLE as error:
            raise ModelError(f"no model of this version: {error}") from error

    @classmethod
    def _of(cls, file: Mapping[str, NDArray[np.generic]]) -> LinearModel:
        if file["format"].tolist() != [FORMAT]:
            raise ValueError(f"format {file['format'].tolist()}, not {FORMAT}")
        classes, features = _unpacked(file["classes"]), _unpacked(file["features"])
        weights = np.asarray(file["weights"], dtype=np.float32)
        bias = np.asarray(file["bias"], dtype=np.float32)
        if weights.shape != (len(features), len(classes)) or bias.shape != (len(classes),):
            raise ValueError("its arrays do not fit together")
        if not (np.isfinite(weights).all() and np.isfinite(bias).all()):
            raise ValueError("it holds weights that are no numbers")
        return cls(classes, {name: row for row, name in enumerate(features)}, weights, bias)


def train(
    examples: Sequence[Features], classes: Sequence[str], groups: Sequence[str], *, c: float = 1.0
) -> LinearModel:
    """Logistic regression with L2 penalty 1/``c``.

    Features of only one of the ``groups`` (sites) are left out: they cannot help with another one.
    """
    # Slow to import, and not needed to predict.
    from sklearn.feature_extraction import DictVectorizer  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from threadpoolctl import threadpool_limits  # noqa: PLC0415

    kept = _shared(examples, groups)
    vectorizer = DictVectorizer(dtype=np.float64)
    rows = vectorizer.fit_transform([{f: w for f, w in e.items() if f in kept} for e in examples])
    # With several threads, sums depend on their order; and one thread is three times as fast.
    with threadpool_limits(limits=1):
        fitted = LogisticRegression(C=c, max_iter=500, tol=1e-4).fit(rows, list(classes))
    names = tuple(map(str, fitted.classes_))
    weights, bias = fitted.coef_, fitted.intercept_
    if len(names) == 2:  # then scikit-learn keeps one row, that of the second class
        weights, bias = (
            np.vstack([-weights / 2, weights / 2]),
            np.array([-bias[0] / 2, bias[0] / 2]),
        )
    # As precise as in the file, so that what is measured is what ships.
    small = weights.T.astype(np.float16).astype(np.float32)
    return LinearModel(names, dict(vectorizer.vocabulary_), small, bias.astype(np.float32))


def _shared(examples: Sequence[Features], groups: Sequence[str]) -> set[str]:
    """Features that more than one group has."""
    first: dict[str, str] = {}
    shared: set[str] = set()
    for example, group in zip(examples, groups, strict=True):
        for feature in example:
            if first.setdefault(feature, group) != group:
                shared.add(feature)
    return shared


def _packed(names: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(names).encode(), dtype=np.uint8)


def _unpacked(array: NDArray[np.generic]) -> tuple[str, ...]:
    if array.dtype != np.uint8 or array.size > MAX_FEATURES * 50:
        raise ValueError("its names are not text")
    return tuple(array.tobytes().decode().split("\n"))
