"""Matches between programs: one whole game, or one sequence of decks played from both seats."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from bridgette.deal import Deal, Phase
from bridgette.errors import BridgetteError, NotationError, RuleError
from bridgette.game import Game, Header, seeded_deck
from bridgette.moves import SEATS, Move, Seat, format_move, is_same_name, parse_move
from bridgette.play import follower_wins
from bridgette.players.player import Advice, Budget, Player, advice_of
from bridgette.players.registry import player_of
from bridgette.savefile import dumps
from bridgette.view import View

_LONGEST_NAME = 64  # of a player in a game file


class Match(NamedTuple):
    """Who plays whom, by names of players (north, south), from which seed and with how much work.

    With `duplicate` every number stands for two games from the same decks, the second with the
    seats exchanged. With `save` results hold their game files.
    """

    players: tuple[str, str]
    seed: str = ""
    work: float = 0.0
    duplicate: bool = True
    save: bool = False

    @property
    def titles(self) -> tuple[str, str]:
        """The players' names for a file or a table, which are not to be alike, nor too long."""
        first, second = (name[: _LONGEST_NAME - 2] for name in self.players)
        return (f"{first} 1", f"{second} 2") if is_same_name(first, second) else (first, second)


class ColonUse(NamedTuple):
    """What became of one colon: `followed` (and barred), `led`, or `thrown`, and whether it won."""

    colon: str
    use: str
    won: bool


class DealResult(NamedTuple):
    """How a deal came out; players are numbered as in `Match.players`, not by their seats."""

    contract: str | None
    declarer: int | None
    tricks: int
    made: bool
    points: tuple[int, int]
    colons: tuple[ColonUse, ...]


class GameResult(NamedTuple):
    """How a game came out, by player; `winner` is None in a draw. `text` is its file, if wanted."""

    number: int
    swapped: bool
    winner: int | None
    scores: tuple[int, int]
    moves: int
    deals: tuple[DealResult, ...]
    text: str = ""


def play_number(match: Match, number: int) -> list[GameResult]:
    """The one game of a number, or in duplicate its two: a pure function of its arguments.

    Errors: BridgetteError, naming the game, if a player fails or breaks a rule.

    >>> [game.swapped for game in play_number(Match(("random", "random"), "doc"), 1)]
    [False, True]
    """
    turns = (False, True) if match.duplicate else (False,)
    return [_play_game(match, number, swapped=swapped) for swapped in turns]


def _play_game(match: Match, number: int, *, swapped: bool) -> GameResult:
    order = (1, 0) if swapped else (0, 1)  # who sits in each seat
    seed = f"{match.seed}/{number}"
    names = [match.players[player] for player in order]
    north, south = (match.titles[player] for player in order)
    title = f"{number}{'b' if swapped else 'a' if match.duplicate else ''}"
    game = Game(Header(f"game-{title}", north, south, event="simulation"))
    players = [player_of(name) for name in names]
    chances = [Random(f"{seed}/{player}/{swapped}") for player in order]
    dealer = Random(f"{seed}/dealer").choice(SEATS)
    while game.phase is not Phase.OVER:
        place = len(game.deals) + 1
        game.deal(seeded_deck(seed, place), dealer=dealer if place == 1 else None)
        while (turn := game.turn) is not None:
            budget = Budget.of_work(match.work)
            view = View(game, turn)
            try:
                move = chosen(names[turn], players[turn], view, chances[turn], budget)
                check_chosen(names[turn], game, move)
            except BridgetteError as error:
                error.message = f"in game {title} {error.message}"
                error.deal, error.move = place, len(game.current.moves) + 1
                raise
            game.apply(move)
    winner = game.winner
    return GameResult(
        number,
        swapped,
        order[winner] if isinstance(winner, Seat) else None,
        _by_player(game.scores, order),
        game.move_count,
        tuple(_deal_result(deal, order) for deal in game.deals if deal.resigned is None),
        dumps(game) if match.save else "",
    )


def chosen(name: str, player: Player, view: View, rng: Random, budget: Budget) -> Move:
    """A player's move, fit for a file. Errors: BridgetteError: usage, if the player fails."""
    with _playing(name):
        move = player.choose(view.apart(), rng, budget)
    return _as_move(name, move)


def advised(name: str, player: Player, view: View, rng: Random, budget: Budget) -> Advice:
    """A player's move, with its reason. Errors: as `chosen`."""
    with _playing(name):
        advice = advice_of(player, view.apart(), rng, budget)
    if not isinstance(advice, Advice):
        raise _gave(name, advice, "which is no Advice")
    for field, number in (("expected", advice.expected), ("making", advice.making)):
        if not (number is None or (isinstance(number, (int, float)) and math.isfinite(number))):
            raise _gave(name, number, f"which is no number, as what is {field}")
    return advice._replace(move=_as_move(name, advice.move), reason=str(advice.reason))


@contextmanager
def _playing(name: str) -> Iterator[None]:
    """Tells that it is the player who failed, which may be the user's own."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        what = f"{type(error).__name__}: {_shown(str, error)}"
        raise BridgetteError(f"the player “{name}” failed ({what})", code="usage") from error


def _as_move(name: str, move: object) -> Move:
    """The move as it is read again from a file: of its own fields nothing else counts."""
    if not isinstance(move, Move):
        raise _gave(name, move, "which is no move")
    try:
        return parse_move(format_move(move), strict=True)
    except NotationError as error:
        raise _gave(name, move, f"which no file can hold ({error})") from None


def _gave(name: str, what: object, why: str) -> BridgetteError:
    return BridgetteError(f"the player “{name}” gave {_shown(repr, what):.80}, {why}", code="usage")


def _shown(show: Callable[[object], str], what: object) -> str:
    """A thing of the user's as text, which may fail as well."""
    try:
        return show(what)
    except Exception:
        return f"a {type(what).__name__}"


def check_chosen(name: str, game: Game, move: Move) -> None:
    """Judges a player's move. Errors: RuleError, naming the player."""
    try:
        game.check(move)
    except RuleError as error:
        error.message = f"the player “{name}” chose {move.text}: {error.message}"
        raise


def _by_player(values: tuple[int, int], order: tuple[int, int]) -> tuple[int, int]:
    return values[order.index(0)], values[order.index(1)]


def _deal_result(deal: Deal, order: tuple[int, int]) -> DealResult:
    contract = deal.contract
    tricks = 0 if contract is None else deal.tricks[contract.declarer]
    return DealResult(
        None if contract is None else str(contract),
        None if contract is None else order[contract.declarer],
        tricks,
        contract is not None and tricks >= contract.goal,
        _by_player(deal.points, order),
        _colon_uses(deal),
    )


def _colon_uses(deal: Deal) -> tuple[ColonUse, ...]:
    uses = []
    if deal.play is not None:
        for trick in deal.play.trick_list():
            if len(trick) < len(SEATS):
                break
            led, followed = (play.card for play in trick)
            if led.is_colon:
                won = not follower_wins(led, followed, deal.play.trump)
                uses.append(ColonUse(led.text, "led", won))
            if followed.is_colon:
                matches = not led.is_colon and followed.range is led.range
                uses.append(ColonUse(followed.text, "followed" if matches else "thrown", False))
    return tuple(uses)
