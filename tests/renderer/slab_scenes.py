"""The scenes of Crumble that pictures in ``tests/pictures`` show. Their games were played by the rules."""

from collections.abc import Iterator
from dataclasses import replace

from games.core import Event, Rect
from games.crumble import GAME, Position
from renderer import Chip, Scene, Theme
from tests.renderer.scenes import NAMES

CHAINED = (
    "5,2VW 1,1HN 0,1H2-2S-S 0,3H3-1S-SE 0,1V3-2E-E 1,1VW 4,1V3-1W-WE 1,3V3-3E-E 1V3-3W-SSEENE 3,5J1,2N 3J1,3NNW "
    "1,3J2,1 4,2H3-1N-WSW 6,4VWSW 4,2,2V2-2W-WWWS"
)
DOUBLED = (
    "5,2VW 3,1VENN 3,2HN 5,1V2-1W-W 5VW 1,1V 5,4VE-SW 4,4V2-2E-ES 3V2-1W-W 0VE 6,2V2-2W-SSE 6,1HSWNNW 4,4V2-1E-E "
    "4,3V2-1W-NW 0,4,6J2,1ESWSNENWWNW"
)
SMALL = (
    "2,3HS 1,3H2-1S-SEE 4,3HN-WSS 5,3HS 1,2H3-3N-NNEE 0,2H3-1S-ENE 1,3V2-2E-EESEE 1,5VW-SSE 1,5VESEE 2,3V2-2E-EEEN "
    "2,7V 2,3V2-2E-EE 1,3V2-2E-EESEEENNE 0,3,3V3 2,1V3-3W-WWSSEEEEEESES 4HNES 5,4J1,2SWNWWWWWWNNEE 0,3,4H3-3N-NEN "
    "2,2V2-1E-NWNNWW 0,3,3H2-2N-NWNW"
)
HUNDRED = (
    "2,1VE 2VENN 4,4HSSE 2,2J3,1ESW 0,3V 5VWW 5,2H2 0,2V2-1W-NE 0,1V2-1E-NNE 7,4HS 1,2J1,2SW 2,4V 5,1V4-3E-E "
    "5,5VW-SSSSSW 7,2J1,2 0,4H2-1N-N 5,7VE 0,4H2-1S-SSSE 1HNWNNNNN 6HNNWNNN 2,3VE-S 4,3V2-1E-ESSS 2,3V3-2W-N "
    "6HNNNWNNW 5,2V2 0H4-1S-E 0,7,1HSSSSSESEEN 3,5H3-1S-SSS 1,5HSSWNN 4,5H4-3S-SES 4,7VES 4,8VE 7,8V2-2W-WSWWSS "
    "0,3,1HNW 2,3J2,1EW 0,1V 5,5J3,2WWNNENENESSS 2,7,5H2-2S-SE 2,7H2-2S-S 1,10H2-1N-EEWS 0VEEEE 3,7H3-1S-S "
    "2,8J1,3SSSWSS 5,7,3V3-2E-ES 0,3HS-ESEEE 2V3-1W-WW 7,3J3,2W 4,5H3-1S-ENSW 9,4V2-1W-WNWWNNENEEEE 7,7H3-3N-NES"
)
CHAIN_AND_JOIN = "4,1HN 5,4VW 3,2H3-2S-S 2,2HN-EEES 3,2V2-1E-EES 4,5J1,2SWWWN"
WON = f"{CHAIN_AND_JOIN} 4,5HS-WWW 3,1V2-1W-NNE 3V2-2E-SS"
JOINED = "0,1VE 2HN 1,1V2-1E-EE 2,2V2-1E-ES 1,1,3H3-1N-NWS 2,3J2,1ESES"
CAUGHT = "5,4H 4,4HS 0,5HS 3,3J2,1W 5,4V2-2W-W 3,5VES 0,5,4H2 5,6HS-WNSS"
FOUR = "2,3V 2,2VE-N 0,1H 2,3,1HS 2,3,1HS 3,3V 3,2VE-NW 1,1HN-WS 1,2V2-2E-E 3,1V 2,4,1J1,2N 0,3VESW"
EIGHT = "6,5VE 4,2VE 6,1HNW 6,7VE 2,3H 4,4VE 7,5VWWS 5,4H2-2S-SW 6,4V2-1W-WNNN 6,3V2-2W-NW"


def played(moves: str, size: str = "6") -> tuple[Position, tuple[Event, ...]]:
    """Plays a game and returns its last position and what the last turn did."""
    position = GAME.deal(2, "", {"size": size})
    events: tuple[Event, ...] = ()
    for move in moves.split():
        step = position.play(position.to_move[0], move)
        position, events = step.position, step.events
    assert isinstance(position, Position)
    return position, events


def board(
    moves: str, theme: Theme = "light", *, size: str = "6", asked: bool = False, begun: str | None = None
) -> Scene:
    """Shows a game: as it stands, to the player who is asked for a piece, or with a turn begun."""
    position, events = played(moves, size)
    shown = scene_of(position, events, theme)
    if begun is None:
        return replace(shown, targets=hints(position)) if asked else shown
    step = position.preview(position.turn, begun)
    return replace(shown, view=step.position, last=step.events or events, targets=hints(position, begun))


def scene_of(position: Position, events: tuple[Event, ...] = (), theme: Theme = "light") -> Scene:
    outcome = position.outcome
    chips = tuple(
        Chip(
            name,
            active=seat in position.to_move,
            won=outcome is not None and len(outcome.places) > 1 and seat in outcome.places[0],
        )
        for seat, name in enumerate(NAMES)
    )
    return Scene(position, chips, "" if outcome else "48h", events, (), theme)


def hints(position: Position, begun: str = "") -> tuple[Rect, ...]:
    """Returns where the next choices lie, those of groups too."""
    return tuple(_hints(position, begun))


def _hints(position: Position, begun: str) -> Iterator[Rect]:
    for choice in position.choices(position.turn, begun).items:
        if choice.group:
            yield from _hints(position, choice.text)
        elif choice.hint is not None:
            yield choice.hint


PICTURES = {
    "crumble-start-light": board("", asked=True),
    "crumble-chained-light": board(CHAINED),
    "crumble-chained-dark": board(CHAINED, "dark"),
    "crumble-pick-dark": board(DOUBLED, "dark", asked=True),
    "crumble-small-light": board(SMALL, asked=True),
    "crumble-cut-light": board(DOUBLED, begun="3,3"),
    "crumble-close-light": board(SMALL, begun="0,3,2"),
    "crumble-close-dark": board(SMALL, "dark", begun="0,2,4"),
    "crumble-walk-light": board(DOUBLED, begun="3,3VE"),
    "crumble-walk-close-light": board(SMALL, begun="0,3,2HS-E"),
    "crumble-hint-light": board(CHAIN_AND_JOIN),
    "crumble-won-dark": board(WON, "dark"),
    "crumble-joined-light": board(JOINED),
    "crumble-back-light": board(CAUGHT),
    "crumble-four-dark": board(FOUR, "dark", size="4", asked=True),
    "crumble-eight-light": board(EIGHT, size="8"),
    "crumble-hundred-dark": board(HUNDRED, "dark"),
}
