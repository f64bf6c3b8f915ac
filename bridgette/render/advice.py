"""A proposed move with its reason, for the terminal and as a JSON value."""

from __future__ import annotations

from bridgette.moves import Exchange
from bridgette.players.player import Advice
from bridgette.render.table import Command, who
from bridgette.render.text import cards_text, deed, printable, wrap
from bridgette.render.values import Value, ok, word
from bridgette.view import View


def suggestion_lines(
    view: View, player: str, advice: Advice, columns: int, command: Command, option: str
) -> list[str]:
    """What to do, why, and what to type for it."""
    move = advice.move
    what = deed(move)
    if isinstance(move, Exchange):
        what = f"discards {cards_text(move.cards)}"
    lines = wrap(f"{player} as {who(view.game, move.seat)}: {what}.", columns, "    ")
    reasons = [printable(advice.reason)] if advice.reason else []
    if advice.expected is not None:
        reasons.append(f"expected score {advice.expected:+.0f}")
    if advice.making is not None:
        reasons.append(f"the contract is made with a chance of {100 * advice.making:.0f} %")
    if reasons:
        lines += wrap(f"Why: {', '.join(reasons)}.", columns, "    ")
    details = move.text.split(" ")[2:]
    return [*lines, "  " + " ".join(filter(None, [command(move.word), *details, option]))]


def suggested(view: View, file: str, player: str, advice: Advice) -> Value:
    """The answer of `suggest`; what the player does not say is null."""
    return ok(
        file=file,
        deal=len(view.game.deals),
        phase=str(view.game.phase),
        turn=word(view.game.turn),
        player=player,
        move=advice.move.text,
        expected=None if advice.expected is None else round(advice.expected, 1),
        making=None if advice.making is None else round(advice.making, 3),
        reason=advice.reason or None,
    )
