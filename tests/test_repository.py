"""What holds for the files of the project: who imports whom, what must not stand in them; and examples are true."""

import doctest
import pkgutil
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import bot
import games
import renderer
import storage

ROOT = Path(__file__).parents[1]
PACKAGES = (games, renderer, storage, bot)
LOCKS = sorted(ROOT.glob("requirements*.lock"))
RUN_WHEN_IMPORTED = ("storage.migrations.env",)
"""Alembic runs it; it migrates when it is imported."""
DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/notation.md"]

MACHINE_PATHS = re.compile(r"/(?:home|Users|work|root|mnt)/[\w.-]+/|[A-Z]:\\Users\\")
TOKENS = re.compile(
    r"\b\d{8,10}:AA[\w-]{33}\b|\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}\b|gh[pousr]_\w{36}|AKIA\w{16}"
)
MADE_UP = ".a-token-that-"
"""What tokens of the tests hold, so that everybody sees that they open nothing."""
PRIVATE_KEY = "-----BEGIN " + "PRIVATE KEY"


def modules() -> list[str]:
    """Every module of every package, but those that do something when they are imported."""
    found = [package.__name__ for package in PACKAGES]
    for package in PACKAGES:
        walked = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        found += [module.name for module in walked if not module.name.endswith("__main__")]
    return sorted(name for name in found if name not in RUN_WHEN_IMPORTED)


def kept_files() -> list[Path]:
    """What belongs to the repository: tracked by git, or about to be."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone of the repository")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def texts() -> list[tuple[str, str]]:
    """The kept files that are text: name and content."""
    read = []
    for path in kept_files():
        try:
            read.append((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue
    return read


def test_every_layer_knows_only_what_lies_below_it() -> None:
    lint = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


@pytest.mark.parametrize("name", modules())
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    counts = {name: sum(len(one.examples) for one in finder.find(import_module(name))) for name in modules()}
    assert sum(counts.values()) > 30
    assert counts["bot.matches"] > 0
    assert counts["bot.pace"] > 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_examples_of_a_document_are_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / name
    monkeypatch.chdir(ROOT)
    assert doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed == 0


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_names_no_index_and_has_a_hash_for_everything(lock: Path) -> None:
    written = lock.read_text(encoding="utf-8")
    assert "://" not in written
    wanted = re.findall(r"^[a-z0-9][\w.-]*==\S+.*(?:\n .*)*", written, re.MULTILINE | re.IGNORECASE)
    assert len(wanted) > 10
    assert [one for one in wanted if "--hash=sha256:" not in one] == []


def test_what_is_needed_is_locked() -> None:
    assert [path.name for path in LOCKS if path.name in ("requirements.lock", "requirements-dev.lock")] == [
        "requirements-dev.lock",
        "requirements.lock",
    ]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {_normal(re.split(r"[>=<\[;]", one)[0]) for one in project["dependencies"]}
    for lock in LOCKS:
        if lock.name in ("requirements.lock", "requirements-dev.lock"):
            locked = re.findall(r"^([\w.-]+)==", lock.read_text(encoding="utf-8"), re.MULTILINE)
            assert needed <= set(map(_normal, locked)), lock.name


def _normal(name: str) -> str:
    """A package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_no_file_names_a_machine_path() -> None:
    assert [(name, hit.group()) for name, text in texts() if (hit := MACHINE_PATHS.search(text))] == []


def test_no_file_holds_a_token_or_a_key() -> None:
    found = [(name, hit) for name, text in texts() for hit in TOKENS.findall(text) if MADE_UP not in hit]
    assert found == []
    assert [name for name, text in texts() if PRIVATE_KEY in text] == []


def test_what_must_stay_secret_is_not_kept() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in kept_files()}
    assert ".env" not in names
    assert not any(name.endswith((".sqlite3", ".pyc", ".pem")) for name in names)


def test_every_text_file_ends_with_a_line_and_holds_no_merge_marks() -> None:
    for name, text in texts():
        assert not text or text.endswith("\n"), name
        assert "\n<<<<<<< " not in text, name
        assert "\r" not in text, name


def test_what_may_not_stand_in_files_would_be_found() -> None:
    assert MACHINE_PATHS.search("see /" + "home/ann/notes.txt")
    assert TOKENS.search("token=" + "12345678" + ":AA" + "x" * 33)
    assert TOKENS.search("M" + "x" * 23 + "." + "abc123" + "." + "y" * 27)
