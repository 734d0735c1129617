"""``python -m games``: shows, replays and checks without any chat."""

import io
import json
import runpy
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from games import GAMES
from games.__main__ import main
from games.core import Seat
from games.record import Record

ROOT = Path(__file__).parents[2]
POSITION = "J123/A234/A234/AJ23 a1,b4 0 jack -"
RECORD = """\
Game: collapsi 1
Options: start=joker
Seat 0: Ann
Result: 1 0 left

J123/A234/A234/AJ23 a1,b4 0 joker -

1. 0 c2
2. 1 B4 - B3
3. 0 drop
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a record."""
    path = tmp_path / "game.txt"
    path.write_text(RECORD, encoding="utf-8")
    return path


def piped(monkeypatch: pytest.MonkeyPatch, text: bytes | str) -> None:
    """Pipes text into the command."""
    data = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_show_a_position(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    piped(monkeypatch, f"# a thought\n\n  {POSITION}\r\n")
    assert main(["show", "-"]) == 0
    assert capsys.readouterr() == (
        "collapsi 1\n"
        "\n"
        "    a  b  c  d\n"
        " 1  J● A  2  3\n"
        " 2  A  2  3  4\n"
        " 3  A  2  3  4\n"
        " 4  A  J▲ 2  3\n"
        "JA23/A234/A234/AJ23 a1,b4 0 jack -\n"
        "Ply 0, seat 0 ● to move: b1 d1 a2 a4\n"
        "Result: *\n",
        "",
    )


def test_show_where_a_record_ends(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(file)]) == 0
    assert capsys.readouterr().out == (
        "collapsi 1\n"
        "Seat 0: Ann\n"
        "\n"
        "    a  b  c  d\n"
        " 1  ·  A  2  3\n"
        " 2  A  2  3  4\n"
        " 3  A  2▲ 3  4\n"
        " 4  A  ·  2  3\n"
        "jA23/A234/A234/Aj23 -,b3 1 joker -\n"
        "Ply 3, over: 1 0 left\n"
        "Result: 1 0 left\n"
    )


def test_show_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "headers": {"Seat 0": "Ann"},
        "game": "collapsi",
        "ply": 3,
        "position": "jA23/A234/A234/Aj23 -,b3 1 joker -",
        "board": ["    a  b  c  d", " 1  ·  A  2  3", " 2  A  2  3  4", " 3  A  2▲ 3  4", " 4  A  ·  2  3"],
        "to_move": [],
        "moves": {},
        "outcome": {"places": [[1], [0]], "reason": "left"},
        "result": {"places": [[1], [0]], "reason": "left"},
    }


def test_replay_prints_every_ply(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert [line for line in told.split("\n") if line[:1].isdigit() or line[:3] in ("Ply", "Mov", "Dro")] == [
        "Ply 0, seat 0 ● to move: b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 c4 d4",
        "1. 0 c2",
        "Moved(seat=0, path=('a1', 'b1', 'c1', 'c2'))",
        "Ply 1, seat 1 ▲ to move: b1 c1 d1 a2 b2 d2 a3 b3 c3 d3 a4 c4 d4",
        "2. 1 b3",
        "Moved(seat=1, path=('b4', 'b3'))",
        "Ply 2, seat 0 ● to move: c1 b2 d2 a3 c3 d4",
        "3. 0 drop",
        "Dropped(seat=0)",
        "Ply 3, over: 1 0 left",
    ]


def test_replay_as_json_is_a_line_for_every_ply(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", str(file)]) == 0
    plies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [ply["ply"] for ply in plies] == [0, 1, 2, 3]
    assert plies[0]["moves"]["0"][0] == "b1"
    assert "move" not in plies[0]
    assert (plies[2]["seat"], plies[2]["move"]) == (1, "b3")
    assert plies[2]["events"] == [{"event": "Moved", "seat": 1, "path": ["b4", "b3"]}]


def test_fractions_and_pieces_are_told_as_json_by_their_texts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "4 b w0,0,1,1;b1,0,1,1;w2,0,1,1;b3,0,1,1;b0,1,2,1;w2,1,1,1;w3,1,1,1;b0,2,2,2;w2,2,2,2 -"
    piped(monkeypatch, f"Game: crumble 1\n\n{text}\n\n1. 0 3vw\n2. 1 2,1j3,1\n")
    assert main(["replay", "--json", "-"]) == 0
    plies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    line = {"axis": "V", "at": "7/2", "begin": "0", "end": "1"}
    assert plies[1]["events"] == [
        {"event": "Split", "seat": 0, **line, "pieces": ["b3,0,1,1"]},
        {"event": "Walked", "seat": 0, "path": ["b3,0,1/2,1", "b2,0,1,1"]},
    ]
    assert plies[2]["events"] == [
        {"event": "Joined", "seat": 1, "piece": "w2,1,2,1", "pieces": ["w2,1,1,1", "w3,1,1,1"]}
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_of_every_kind_is_replayed_as_json(
    slug: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, chance = GAMES[slug], Random(slug)
    position = start = game.deal(game.seats[0], "replayed", game.settle({}))
    moves: list[tuple[Seat, str | None]] = []
    while position.to_move and len(moves) < 30:
        seat = position.to_move[0]
        move = chance.choice(list(position.moves(seat)))
        moves.append((seat, move))
        position = position.play(seat, move).position
    piped(monkeypatch, str(Record(slug, game.version, {}, str(start), tuple(moves), outcome=position.outcome)))
    assert main(["replay", "--json", "-"]) == 0
    plies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [ply["move"] for ply in plies[1:]] == [move for _, move in moves]
    assert plies[-1]["position"] == str(position)
    assert all(ply["events"] for ply in plies[1:])


def test_replay_a_position(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    piped(monkeypatch, POSITION)
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().out.count("Ply") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (RECORD, "ok: collapsi, 3 plies, result 1 0 left"),
        (RECORD.replace("3. 0 drop\n", "").replace("1 0 left", "*"), "ok: collapsi, 2 plies, result *"),
        (
            RECORD.replace("3. 0 drop\n", "").replace("1 0 left", "0 1 claimed on time"),
            "ok: collapsi, 2 plies, result 0 1 claimed on time (outside the rules)",
        ),
        (POSITION, "ok: collapsi, 0 plies, result *"),
        ("3AaAa a1,d1 0 jack -", "ok: collapsi, 0 plies, result 1 0 stuck"),
        ("\ufeff" + RECORD.replace("\n", "\r\n"), "ok: collapsi, 3 plies, result 1 0 left"),
    ],
)
def test_check_says_ok(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    piped(monkeypatch, text)
    assert main(["check", "-"]) == 0
    assert capsys.readouterr() == (told + "\n", "")


def test_check_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "game": "collapsi",
        "plies": 3,
        "result": {"places": [[1], [0]], "reason": "left"},
        "by_the_rules": True,
    }


UNREAD = "refused=('collapsi: fields', 'crumble: fields', 'lopti: fields')"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "position: line=1, refused=('collapsi: fields', 'crumble: fields', 'lopti: hand'), text=''"),
        ("\n\nhello", f"position: line=3, {UNREAD}, text='hello'"),
        (
            "JX a1,b1 0 jack -",
            "position: line=1, refused=('collapsi: card', 'crumble: size', 'lopti: fields'), text='JX a1,b1 0 jack -'",
        ),
        ("\x1b[31mred", f"position: line=1, {UNREAD}, text='[31mred'"),
        (
            "x" * 999,
            f"position: line=1, refused=('collapsi: fields', 'crumble: fields', 'lopti: fields'), text='{'x' * 199}…",
        ),
        ("Date: today", "game: line=1, found=''"),
        (RECORD.replace("1. 0", "7. 0"), "ply: line=8, expected=1, found=7"),
        (
            RECORD.replace("c2", "b4"),
            "move: line=8, because='occupied', ply=1, seat=0, move='b4', "
            "position='JA23/A234/A234/AJ23 a1,b4 0 joker -'",
        ),
        (RECORD.replace("1 0 left", "*"), "result: line=4, expected='1 0 left', found='*'"),
        (b"\xff\xfe", "not UTF-8: byte 0"),
        (b"Game: collapsi \xe9", "not UTF-8: byte 15"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str | bytes, told: str
) -> None:
    piped(monkeypatch, text)
    assert main(["check", "-"]) == 2
    assert capsys.readouterr() == ("", f"-: {told}\n")


@pytest.mark.parametrize("command", ["show", "replay", "check"])
def test_every_command_refuses_an_illegal_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    piped(monkeypatch, RECORD.replace("c2", "b4"))
    assert main([command, "-"]) == 2
    assert "move: line=8" in capsys.readouterr().err


def test_a_file_that_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(tmp_path / "nothing")]) == 2
    assert capsys.readouterr() == ("", f"{tmp_path / 'nothing'}: No such file or directory\n")


def test_a_folder_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path}: Is a directory\n"


def test_the_game_may_be_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (POSITION, RECORD):
        piped(monkeypatch, text)
        assert main(["check", "--game", "collapsi", "-"]) == 0
    piped(monkeypatch, "hello")
    assert main(["check", "--game", "collapsi", "-"]) == 2
    assert capsys.readouterr().err == "-: position: line=1, refused=('collapsi: fields',), text='hello'\n"


def test_a_record_of_another_game_than_the_named_one_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped(monkeypatch, RECORD.replace("collapsi 1", "chess 1"))
    assert main(["check", "--game", "collapsi", "-"]) == 2
    assert capsys.readouterr().err == "-: game: line=1, expected='collapsi', found='chess'\n"


@pytest.mark.parametrize("arguments", [[], ["show"], ["move", "-"], ["show", "--game", "chess", "-"]])
def test_a_command_that_nobody_knows_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "python -m games" in capsys.readouterr().err


def test_a_terminal_that_lacks_a_sign_gets_a_question_mark(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert main(["show", str(file)]) == 0
    assert b" 3  A  2? 3  4\n" in written.getvalue()


def test_a_reader_that_has_seen_enough_is_no_error(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_off(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(
        sys, "stdout", SimpleNamespace(encoding="utf-8", write=break_off, flush=break_off, close=break_off)
    )
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().err == ""


def test_the_module_is_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    piped(monkeypatch, POSITION)
    monkeypatch.setattr(sys, "argv", ["games", "check", "-"])
    monkeypatch.delitem(sys.modules, "games.__main__")
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("games", run_name="__main__")
    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith("ok: collapsi")


@pytest.mark.parametrize(("text", "code"), [(RECORD, 0), ("nonsense", 2)])
def test_the_command_works_through_a_pipe(text: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "games", "check", "-"], input=text.encode(), capture_output=True, check=False, cwd=ROOT
    )
    assert done.returncode == code
    assert (b"ok: collapsi" in done.stdout) == (code == 0)
    assert (done.stderr.count(b"\n") == 1) == (code == 2)


def test_every_game_can_be_shown_from_its_deal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in GAMES.values():
        position = game.deal(game.seats[0], "shown", game.settle({}))
        piped(monkeypatch, str(position))
        assert main(["show", "-", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["game"], told["position"]) == (game.slug, str(position))
