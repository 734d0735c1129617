"""How long things take."""

from datetime import UTC, datetime, timedelta

from bot import pace

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_a_turn_of_two_days() -> None:
    dues = [(kind, at - NOON) for kind, at in pace.turn_dues(NOON, NOON + pace.PACES["48h"])]
    assert dues == [
        ("nudge", timedelta(minutes=3)),
        ("remind", timedelta(hours=24)),
        ("remind", timedelta(hours=38, minutes=24)),
        ("claim", timedelta(hours=48)),
        ("call_off", timedelta(days=9)),
    ]


def test_reminders_stand_between_the_call_and_the_claim_whatever_the_time() -> None:
    for hours in (1, 12, 24, 48):
        kinds = [
            kind for kind, _ in sorted(pace.turn_dues(NOON, NOON + timedelta(hours=hours)), key=lambda due: due[1])
        ]
        assert kinds == ["nudge", "remind", "remind", "claim", "call_off"]


def test_what_people_were_promised() -> None:
    assert pace.DEFAULT in pace.PACES
    assert timedelta(hours=48) == pace.OPEN
    assert pace.NUDGE == pace.HERE == timedelta(minutes=3)
    assert timedelta(minutes=45) == pace.FRESH
    assert timedelta(seconds=10) == pace.DOUBLE_PRESS
    assert timedelta(days=1) == pace.MORE_TIME
