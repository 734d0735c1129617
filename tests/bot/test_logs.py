"""No token and no password ever stands in the log."""

import logging
import sys
from collections.abc import Iterator

import pytest

from bot import logs
from bot.logs import HIDDEN, Redacted
from tests.bot.test_config import DISCORD, TELEGRAM


def written(message: str, *args: object, secrets: tuple[str, ...] = (), trouble: Exception | None = None) -> str:
    info = None
    if trouble is not None:
        try:
            raise trouble
        except Exception:
            info = sys.exc_info()
    record = logging.LogRecord("bot", logging.INFO, "bot.py", 1, message, args, info)
    return Redacted(secrets).format(record)


@pytest.mark.parametrize("token", [DISCORD, TELEGRAM])
def test_a_token_is_known_by_its_shape(token: str) -> None:
    for message in (token, f"token={token}", f"'{token}',", f"Bot {token}", f"({token})"):
        line = written(message)
        assert token not in line
        assert HIDDEN in line


def test_a_token_in_an_address_is_known_too() -> None:
    line = written("POST https://api.telegram.org/bot%s/getMe failed", TELEGRAM)
    assert TELEGRAM not in line
    assert "A" * 20 not in line
    assert line.endswith("failed")


def test_a_token_in_a_traceback_is_hidden() -> None:
    for token in (DISCORD, TELEGRAM):
        line = written("it broke", trouble=RuntimeError(f"could not reach /bot{token}/getMe"))
        assert "RuntimeError" in line
        assert "could not reach" in line
        assert token not in line


def test_a_secret_of_any_shape_is_hidden_where_it_is_known() -> None:
    line = written("connected as app:%s", "hunter2", secrets=("hunter2", ""), trouble=OSError("hunter2 refused"))
    assert "hunter2" not in line
    assert line.count(HIDDEN) >= 2


def test_what_is_no_secret_stays() -> None:
    line = written("Discord: connected as %s in %d servers at 12:30:45", "Tumbledown", 3)
    assert line.endswith("INFO bot: Discord: connected as Tumbledown in 3 servers at 12:30:45")
    assert HIDDEN not in line


@pytest.fixture
def _root_logger() -> Iterator[None]:
    """Puts logging back as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    quiet = {name: logging.getLogger(name).level for name in logs.QUIET}
    root.handlers.clear()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in quiet.items():
        logging.getLogger(name).setLevel(before)


@pytest.mark.usefixtures("_root_logger")
def test_the_log_goes_to_standard_error_and_libraries_are_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("DEBUG", ("hunter2",))
    logging.getLogger("httpx").info("HTTP Request: POST https://api.telegram.org/bot%s/getMe", TELEGRAM)
    logging.getLogger("httpcore.connection").debug("connect_tcp.started")
    logging.getLogger("bot.herald").debug("hunter2 %s", "said")
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.endswith(f"DEBUG bot.herald: {HIDDEN} said")


@pytest.mark.usefixtures("_root_logger")
def test_the_level_is_the_hosts(capsys: pytest.CaptureFixture[str]) -> None:
    logs.setup("WARNING", ())
    logging.getLogger("bot").info("not this")
    logging.getLogger("bot").warning("but this")
    assert capsys.readouterr().err.count("\n") == 1
