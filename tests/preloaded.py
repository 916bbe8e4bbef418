"""``scrapy …`` in a process of its own, forked from one that has imported everything.

A fresh interpreter spends longer on imports than most of these processes live. Each test process
keeps two parents, which take turns, since strings hash differently in each: a crawl that is resumed
must not depend on the order of a set any more than it does between two interpreters.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import cycle
from pathlib import Path
from typing import IO, Any, Self

ROOT = Path(__file__).parent.parent
# Packages whose modules Scrapy loads by name when a crawl starts.
PRELOADED = (
    "deepweb",
    "scrapy.commands",
    "scrapy.core",
    "scrapy.downloadermiddlewares",
    "scrapy.extensions",
    "scrapy.spidermiddlewares",
)
MAX_MESSAGE = 1_000_000


class ScrapyProcess:
    """A running ``scrapy …``, with the methods of ``subprocess.Popen`` that tests use.

    What it writes is kept in files, so that nobody has to read along.
    """

    def __init__(
        self,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        given: bytes = b"",
        terminal: int | None = None,
    ) -> None:
        """``given`` is its standard input; a ``terminal`` takes the place of standard error."""
        self.arguments = arguments
        self.returncode: int | None = None
        self._stdout, self._stderr = _file(), _file()
        told, report = os.pipe()
        self._told = os.fdopen(told)
        with _file(given) as stdin:
            stderr = self._stderr.fileno() if terminal is None else terminal
            files = [stdin.fileno(), self._stdout.fileno(), stderr, report]
            next(_parents).ask(arguments, os.environ if env is None else env, files)
        os.close(report)
        self.pid = self._number()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.kill()
        self.wait()
        for file in (self._told, self._stdout, self._stderr):
            file.close()

    @property
    def output(self) -> str:
        """What it wrote to standard output up to now."""
        return _content(self._stdout)

    @property
    def log(self) -> str:
        """What it wrote to standard error up to now."""
        return _content(self._stderr)

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        return self._code(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._code(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(self.arguments, timeout or 0)
        return code

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """All that it wrote to standard output and to standard error until it ended."""
        self.wait(timeout)
        return self.output, self.log

    def send_signal(self, how: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, how)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _code(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], timeout)[0]:
            self.returncode = self._number()
        return self.returncode

    def _number(self) -> int:
        line = self._told.readline()
        assert line, "the process that forks has died"
        return int(line)


def _file(content: bytes = b"") -> IO[bytes]:
    file = tempfile.TemporaryFile()  # noqa: SIM115
    file.write(content)
    file.seek(0)
    return file


def _content(file: IO[bytes]) -> str:
    """Without seeking: the process that writes has the same place in the file."""
    return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode()


def run_scrapy(
    *arguments: str,
    env: Mapping[str, str] | None = None,
    given: bytes = b"",
    timeout: float = 240,
) -> subprocess.CompletedProcess[str]:
    """Run ``scrapy …`` to its end."""
    with ScrapyProcess(*arguments, env=env, given=given) as process:
        output, log = process.communicate(timeout)
        return subprocess.CompletedProcess(arguments, process.wait(), output, log)


def run_fresh_scrapy(
    *arguments: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The same by a new interpreter, as a user starts it."""
    command = [sys.executable, "-m", "scrapy", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=240, check=False
    )


class Parent:
    """The process that forks; it starts at the first question and ends when it is stopped."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    def ask(
        self, arguments: tuple[str, ...], environment: Mapping[str, str], files: list[int]
    ) -> None:
        message = {
            "arguments": arguments,
            "environment": dict(environment),
            "file size": resource.getrlimit(resource.RLIMIT_FSIZE),
        }
        socket.send_fds(self._connection(), [json.dumps(message).encode()], files)

    def stop(self) -> None:
        if self._process is not None and self._socket is not None:
            self._socket.close()
            self._process.wait(60)
            self._process = self._socket = None

    def _connection(self) -> socket.socket:
        if self._socket is None:
            self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                command = [sys.executable, "-m", __name__, str(theirs.fileno())]
                self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()])
        return self._socket


PARENTS = (Parent(), Parent())
_parents = cycle(PARENTS)


# --- In the process that forks ---


def preload() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _import_all()
    assert "twisted.internet.reactor" not in sys.modules, "the child chooses its reactor"
    # What is never collected is never written to, and stays shared.
    gc.collect()
    gc.freeze()


def _import_all() -> None:
    for name in PRELOADED:
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            with suppress(ImportError):  # of what is optional, and not installed
                import_module(module.name)


def children(connection: socket.socket) -> Iterator[tuple[dict[str, Any], list[int]]]:
    """Yields in children only, once each: what to run, and its files."""
    while True:
        message, files, _, _ = socket.recv_fds(connection, MAX_MESSAGE, 4)
        _reap()
        if not message:
            return
        if os.fork() == 0:
            *files, report = files
            connection.close()
            if _is_child(report):
                yield json.loads(message), files
            os._exit(0)
        for file in files:
            os.close(file)


def _is_child(report: int) -> bool:
    """Fork once more: the one in between tells the process id and, at its end, the exit code."""
    if (pid := os.fork()) == 0:
        os.close(report)
        return True
    os.write(report, f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    os.write(report, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    return False


def _reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            """One more is gone."""
    except ChildProcessError:
        """None is left."""


def become_scrapy(asked: dict[str, Any], files: list[int]) -> None:
    """Make this process what a new interpreter would be, and run."""
    from scrapy.cmdline import execute  # noqa: PLC0415  (tests need not load it)

    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_FSIZE, asked["file size"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    time.tzset()
    if shown := os.environ.get("PYTHONWARNINGS"):
        warnings.simplefilter(shown)  # type: ignore[arg-type]
    sys.argv = ["scrapy", *asked["arguments"]]
    execute()


def main(number: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    preload()
    # numpy's threads are at rest, and start again in a child that needs them.
    warnings.filterwarnings("ignore", ".* is multi-threaded, use of fork", DeprecationWarning)
    for asked, files in children(socket.socket(fileno=number)):
        become_scrapy(asked, files)


if __name__ == "__main__":
    main(int(sys.argv[1]))
