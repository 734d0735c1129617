"""Settings are right, or refused in one sentence that tells no secret."""

import re
from pathlib import Path

import pytest

from bot import config
from bot.app import main
from bot.config import BadSetting, Settings

ROOT = Path(__file__).parents[2]
NAMES = [name.upper() for name in Settings.model_fields]

DISCORD = "MTA5Nzk4NTY1NDMyMTA5ODc2NQ" + ".GaBcDe." + "x" * 38
TELEGRAM = "123456789" + ":" + "A" * 35


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_nothing_needs_to_be_set() -> None:
    settings = config.read()
    assert settings.discord_token is settings.telegram_token is None
    assert settings.database_url.get_secret_value() == "sqlite:///data/tumbledown.sqlite3"
    assert (settings.web_table, settings.web_host, settings.web_port) == (True, "127.0.0.1", 8000)
    assert (settings.log_level, settings.source_url) == ("INFO", "")


def test_an_empty_value_means_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    before = config.read()
    for name in NAMES:
        monkeypatch.setenv(name, "")
    assert config.read() == before


def test_settings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {
        "DISCORD_TOKEN": DISCORD,
        "TELEGRAM_TOKEN": TELEGRAM,
        "DATABASE_URL": "postgresql+psycopg://app:pass@db/tumbledown",
        "WEB_TABLE": "false",
        "WEB_HOST": "::1",
        "WEB_PORT": "0",
        "LOG_LEVEL": "DEBUG",
        "SOURCE_URL": "https://example.org",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    settings = config.read()
    assert settings.discord_token is not None
    assert settings.telegram_token is not None
    assert settings.discord_token.get_secret_value() == DISCORD
    assert settings.telegram_token.get_secret_value() == TELEGRAM
    assert (settings.web_table, settings.web_host, settings.web_port) == (False, "::1", 0)
    assert (settings.log_level, settings.source_url) == ("DEBUG", "https://example.org")


def test_settings_are_read_from_a_file_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("WEB_PORT=8123\nLOG_LEVEL=ERROR\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("LOG_LEVEL", "WARNING")
    settings = config.read()
    assert (settings.web_port, settings.log_level) == (8123, "WARNING")


def test_tokens_do_not_show_when_settings_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", DISCORD)
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://app:hunter2@db/tumbledown")
    shown = repr(config.read()) + str(config.read())
    assert DISCORD not in shown
    assert "hunter2" not in shown


SECRET = "hunter2secret"
WRONG = [
    ("DISCORD_TOKEN", SECRET, "has three parts with dots between"),
    ("DISCORD_TOKEN", f"{SECRET}.{SECRET}", "has three parts with dots between"),
    ("DISCORD_TOKEN", TELEGRAM, "has three parts with dots between"),
    ("TELEGRAM_TOKEN", SECRET, "is a number, a colon and about 35 letters"),
    ("TELEGRAM_TOKEN", f"123:{SECRET}", "is a number, a colon and about 35 letters"),
    ("TELEGRAM_TOKEN", DISCORD, "is a number, a colon and about 35 letters"),
    ("DATABASE_URL", SECRET, "must look like sqlite:///data/tumbledown.sqlite3"),
    ("DATABASE_URL", f"mysql://app:{SECRET}@db/x", "must begin with sqlite:/// or postgresql+psycopg://"),
    ("DATABASE_URL", f"postgresql+psycopg://app:a@b:{SECRET}@db/x", "must look like"),
    ("DATABASE_URL", f"postgresql+psycopg://app@db:{SECRET}/x", "must look like"),
    ("WEB_HOST", "0.0.0.0", "must be a loopback address"),
    ("WEB_HOST", "192.168.1.4", "must be a loopback address"),
    ("WEB_HOST", "example.org", "must be a loopback address"),
    ("WEB_PORT", "70000", "65535"),
    ("WEB_PORT", "-1", "0"),
    ("WEB_PORT", "eighty", "integer"),
    ("WEB_TABLE", "perhaps", "boolean"),
    ("LOG_LEVEL", "LOUD", "DEBUG"),
]


@pytest.mark.parametrize(("name", "value", "told"), WRONG, ids=[f"{name}={value}" for name, value, _ in WRONG])
def test_a_wrong_value_is_refused_in_one_sentence_without_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str, told: str
) -> None:
    monkeypatch.setenv(name, value)
    assert main() == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith(f"{name}: ")
    assert line.endswith(" See .env.example.")
    assert told in line
    assert value not in line
    assert SECRET not in line


def test_the_first_of_several_wrong_values_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_PORT", "eighty")
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    with pytest.raises(BadSetting) as caught:
        config.read()
    assert str(caught.value).count("See .env.example.") == 1
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.9.9.9", "::1"])
def test_loopback_addresses(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("WEB_HOST", host)
    assert config.read().web_host == host


def test_the_example_names_every_setting_and_no_other() -> None:
    example = ROOT / ".env.example"
    named = re.findall(r"^#?\s*([A-Z][A-Z_]+)=", example.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(NAMES)


def test_the_example_holds_the_defaults(tmp_path: Path) -> None:
    example = ROOT / ".env.example"
    before = config.read()
    (tmp_path / ".env").write_text(example.read_text(encoding="utf-8"), encoding="utf-8")
    assert config.read() == before
