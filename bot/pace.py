"""How long things take: a pure policy, all of it in this file.

>>> from datetime import UTC, datetime
>>> began = datetime(2026, 5, 1, 12, tzinfo=UTC)
>>> for kind, at in turn_dues(began, began + PACES["48h"]):
...     print(f"{at:%d %H:%M} {kind}")
01 12:03 nudge
02 12:00 remind
03 02:24 remind
03 12:00 claim
10 12:00 call_off
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

PACES = {"48h": timedelta(hours=48)}
"""The time a turn may take, by the name that pictures show."""
DEFAULT = "48h"

QUESTION = timedelta(hours=24)
"""How long a session's table has to decide something, or somebody to make a rule."""
AWAY = 0.1
"""Which part of the time of a turn is left to somebody who has let it run out again and again."""
PLAN = (timedelta(seconds=3), timedelta(seconds=20))
"""How soon and how late in a turn a plan is carried out: that it is not done at once tells that there was one."""

OPEN = timedelta(hours=48)
"""How long a challenge waits for an answer."""
SETUP = timedelta(hours=1)
"""How long a picker waits for a choice."""
NUDGE = timedelta(minutes=3)
"""After how long without a sign somebody is called who was not called because they seemed to be here."""
HERE = timedelta(minutes=3)
"""How long after a press or a typed line a person counts as present."""
FRESH = timedelta(minutes=45)
"""How long a message is edited; platforms make edits of older ones hard."""
REMINDERS = (0.5, 0.8)
"""At which parts of a turn's time a reminder goes out."""
MORE_TIME = timedelta(days=1)
OFFER_AGAIN = 8
"""Plies after which somebody may offer again what was refused."""
CALL_OFF = timedelta(days=7)
"""How long a win on time may be claimed before the match is called off."""
DOUBLE_PRESS = timedelta(seconds=10)
"""Within which time the same press by the same person is answered like the first one."""


def turn_dues(began: datetime, deadline: datetime, *, session: bool = False) -> Iterator[tuple[str, datetime]]:
    """Yields what falls due while a turn lasts, by kind and time. At the table of a session nobody claims anything."""
    yield "nudge", began + NUDGE
    for part in REMINDERS:
        yield "remind", began + (deadline - began) * part
    yield ("late" if session else "claim"), deadline
    yield "call_off", deadline + CALL_OFF
