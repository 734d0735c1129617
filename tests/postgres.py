"""A PostgreSQL server for the tests, made by ``initdb`` and thrown away afterwards.

It needs the server's programs and nothing else: no service that runs, no account, no password. PostgreSQL does not run
as root, so root starts it as another user. It forgives itself every promise about power cuts, which makes it quick.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Self

import psycopg

ROOMY = "/dev/shm"
FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
CONNECTIONS = 100
UNPRIVILEGED = ("postgres", "nobody")


def programs() -> Path | None:
    """The folder of ``initdb`` and ``postgres``; None where they are not installed."""
    found = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: folder.parent.name, reverse=True)
    every = [Path(found).resolve().parent] if found else []
    return next((one for one in [*every, *folders] if (one / "initdb").exists() and (one / "postgres").exists()), None)


class Postgres:
    """A server that lives as long as the ``with`` block."""

    def __init__(self, folder: Path) -> None:
        self._programs = folder
        self._made = 0

    def __enter__(self) -> Self:
        roomy = ROOMY if os.access(ROOMY, os.W_OK) else None
        self._folder = Path(tempfile.mkdtemp(prefix="tumbledown-", dir=roomy))
        self._user = _unprivileged(self._folder)
        self._log = (self._folder / "log").open("w")
        data = self._folder / "data"
        trusting = ("--username=app", "--auth=trust", "--encoding=UTF8", "--no-sync", "--no-instructions")
        subprocess.run([self._programs / "initdb", f"--pgdata={data}", *trusting], check=True, **self._around())
        self.port = _free_port()
        settings = (
            *FORGETFUL,
            f"port={self.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self._folder}",
            f"max_connections={CONNECTIONS}",
        )
        options = [word for setting in settings for word in ("-c", setting)]
        self._process = subprocess.Popen([self._programs / "postgres", "-D", data, *options], **self._around())
        try:
            self._admin = self._connect()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._admin.close()
        self._stop()

    def _stop(self) -> None:
        self._process.send_signal(signal.SIGINT)  # without waiting for those who are connected
        self._process.wait(timeout=20)
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def database(self, template: str = "template1") -> str:
        """Makes a database, empty or a copy of another one, and returns its name."""
        self._made += 1
        name = f"test_{self._made}"
        self._admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
        return name

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql+psycopg://app@127.0.0.1:{self.port}/{database}"

    def _around(self) -> dict[str, Any]:
        """What both programs run in: a folder of their own, no settings of the host's, no noise."""
        clean = {"PATH": os.environ["PATH"], "HOME": str(self._folder), "LC_ALL": "C.UTF-8"}
        return {"env": clean, "cwd": self._folder, "stdout": self._log, "stderr": subprocess.STDOUT} | self._user

    def _connect(self) -> psycopg.Connection[Any]:
        """Knocks until the server opens; what it wrote tells why, if it never does."""
        for _ in range(600):
            try:
                return psycopg.connect(
                    f"host=127.0.0.1 port={self.port} user=app dbname=postgres", autocommit=True, connect_timeout=5
                )
            except psycopg.OperationalError:
                try:
                    self._process.wait(timeout=0.05)
                except subprocess.TimeoutExpired:
                    continue
                break
        raise RuntimeError((self._folder / "log").read_text())


def _unprivileged(folder: Path) -> dict[str, Any]:
    """For root: another user to run as, who gets the folder."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = next(known[name] for name in UNPRIVILEGED if name in known)
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
