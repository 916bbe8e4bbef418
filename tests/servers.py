"""Servers of one's own for tests: PostgreSQL and Redis, as Debian packages them.

Each lives in a folder of its own and is gone when the tests end. PostgreSQL refuses to run as root,
so root's tests run it as the user that the package made. Clients are imported by who asks for a
server, since most tests need none.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pytest

if TYPE_CHECKING:
    from redis import Redis

# Seconds until a server answers.
PATIENCE = 30.0
PASSWORD = "very-secret"
POSTGRES_USER = "postgres"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _wait_until(is_there: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not is_there():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} does not start")
        time.sleep(0.02)


class Server:
    """A process in a folder of its own that can be stopped, killed and started again."""

    stop_signal = signal.SIGTERM

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def start(self) -> None:
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(
            self.command(), stdout=log, stderr=log, cwd=self.folder, **self.rights()
        )
        log.close()
        _wait_until(self.answers, type(self).__name__)

    def stop(self) -> None:
        self._end(self.stop_signal)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def rights(self) -> dict[str, Any]:
        return {}

    def answers(self) -> bool:
        raise NotImplementedError


class RedisServer(Server):
    """Keeps what it is told over a kill, as a queue should."""

    @property
    def address(self) -> str:
        return f"redis://:{PASSWORD}@127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        found = shutil.which("redis-server")
        assert found, "no redis-server; install Debian's package of that name"
        given = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "requirepass": PASSWORD,
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "dir": str(self.folder),
        }
        return [found, *(part for name, value in given.items() for part in (f"--{name}", value))]

    def client(self) -> Redis:
        from redis import Redis  # noqa: PLC0415

        return Redis.from_url(self.address, decode_responses=True)

    def answers(self) -> bool:
        from redis.exceptions import RedisError  # noqa: PLC0415

        try:
            with self.client() as client:
                return bool(client.ping())
        except (RedisError, OSError):
            return False


class PostgresServer(Server):
    """Fast, since nothing needs to outlive the machine; databases are made one a test."""

    # Fast shutdown: it does not wait for whoever is connected.
    stop_signal = signal.SIGINT

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        found = shutil.which("initdb")
        assert programs or found, "no initdb; install Debian's package postgresql"
        self._programs = programs[-1] if programs else Path(str(found)).parent
        self._numbers = count(1)
        if os.geteuid() == 0:
            shutil.chown(folder, POSTGRES_USER, POSTGRES_USER)
        options = ["--username", POSTGRES_USER, "--auth", "password", "--encoding", "UTF8"]
        quick = ["--no-locale", "--no-sync", "--pwfile", str(self._password_file())]
        command = [str(self._programs / "initdb"), "--pgdata", str(folder / "data")]
        subprocess.run(
            [*command, *options, *quick],
            check=True, stdout=subprocess.DEVNULL, cwd=folder, **self.rights(),
        )  # fmt: skip

    def _password_file(self) -> Path:
        path = self.folder / "password"
        path.write_text(PASSWORD)
        path.chmod(0o644)
        return path

    def rights(self) -> dict[str, Any]:
        if os.geteuid() != 0:
            return {}
        return {"user": POSTGRES_USER, "group": POSTGRES_USER, "extra_groups": []}

    def command(self) -> list[str]:
        given = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "fsync": "off",
            "max_connections": "60",
        }
        options = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
        return [str(self._programs / "postgres"), "-D", str(self.folder / "data"), *options]

    def address(self, database: str = "postgres") -> str:
        place = f"127.0.0.1:{self.port}/{database}"
        return f"postgresql+psycopg://{POSTGRES_USER}:{PASSWORD}@{place}"

    def answers(self) -> bool:
        try:
            self.run("SELECT 1")
        except Exception:
            return False
        return True

    def run(self, statement: str) -> None:
        selected(self.address(), statement)

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE template0 STRATEGY file_copy")
        return self.address(name)


@contextmanager
def own_folder() -> Iterator[Path]:
    """Not pytest's, whose folders nobody but their owner may enter."""
    folder = Path(tempfile.mkdtemp(prefix="deepweb-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with own_folder() as folder, PostgresServer(folder) as server:
        yield server


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    with own_folder() as folder, RedisServer(folder) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def store_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that is not there yet, in a database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/new/folder/store.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database()


def selected(address: str, statement: str) -> list[Any]:
    """What a database holds, whatever the store says."""
    from sqlalchemy import create_engine, text  # noqa: PLC0415

    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            done = connection.execute(text(statement))
            return list(done.all()) if done.returns_rows else []
    finally:
        engine.dispose()
