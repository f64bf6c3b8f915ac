"""Writing a game by hand: PyYAML's two back ends write some characters differently."""

from __future__ import annotations

from collections.abc import Sequence

from bridgette.cards import Card
from bridgette.deal import HouseRules, Phase
from bridgette.game import DEALS, Game, Header
from bridgette.moves import SEATS, Seat, format_move
from bridgette.savefile.schema import FREE_TEXTS, VERSION

_COLUMNS = 78


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def dumps(game: Game) -> str:
    """The canonical text of a game's file; what was loaded from such a text gives it again."""
    header = game.header
    lines = [
        _comment(game),
        f"bridgette: {VERSION}",
        f"game: {_quoted(header.game)}",
        "players:",
        f"  north: {_quoted(header.north)}",
        f"  south: {_quoted(header.south)}",
    ]
    texts = [(key, getattr(header, key)) for key in FREE_TEXTS]
    lines.extend(f"{key}: {_quoted(text)}" for key, text in texts if text)
    rules = [
        f"  {name}: {value}"
        for (name, value), default in zip(header.rules._asdict().items(), HouseRules(), strict=True)
        if value != default
    ]
    if rules:
        lines += ["rules:", *rules]
    if header.seed:
        lines.append(f"seed: {_quoted(header.seed)}")
    if game.seal is not None:
        return "\n".join([*lines, *_sealed_lines(game)]) + "\n"
    lines.append("deals:")
    for deal in game.deals:
        lines.append(f"- dealer: {deal.dealer}")
        if deal.deck is not None:
            lines += _deck_lines(deal.deck)
        elif deal.given is not None:
            lines.append("  hands:")
            lines.extend(f"    {seat}: {_row(deal.given[seat])}" for seat in SEATS)
        if deal.note:
            lines.append(f"  note: {_quoted(deal.note)}")
        moves = [_quoted(format_move(move)) if move.remark else move.text for move in deal.moves]
        lines.append(_moves_text(moves))
    return "\n".join(lines) + "\n"


def _sealed_lines(game: Game) -> list[str]:
    from bridgette.savefile.sealed import deal_lines, header_lines

    assert game.seal is not None
    record = game.seal.record
    lines = [*header_lines(record), "deals:"]
    for number, deal in enumerate(record.deals, 1):
        lines.append(f"- dealer: {record.dealer(number)}")
        if deal.deck is not None:
            lines += _deck_lines(deal.deck)
        lines += deal_lines(deal)
        if deal.note:
            lines.append(f"  note: {_quoted(deal.note)}")
        lines.append(
            _moves_text([_quoted(text) if " -- " in text else text for text in deal.moves])
        )
    return lines


def _deck_lines(deck: Sequence[Card]) -> list[str]:
    cards = [card.text for card in deck]
    return ["  deck:", *(f"  - {' '.join(cards[i : i + 11])}" for i in range(0, 55, 11))]


def _moves_text(texts: list[str]) -> str:
    return "  moves:\n  - " + "\n  - ".join(texts) if texts else "  moves: []"


def _row(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def _comment(game: Game) -> str:
    """Where a game stands in one line of public facts, with seats for names that are too long."""
    line = _summary(game, game.header)
    if len(line) <= _COLUMNS:
        return line
    return _summary(game, game.header._replace(north="North", south="South"))


def _summary(game: Game, header: Header) -> str:
    north, south = game.scores
    scores = f"{header.north} {north}, {header.south} {south}."
    phase, turn = game.phase, game.awaits[0] if game.awaits else game.turn
    if phase is Phase.OVER and game.stopped_by is not None:
        return f"# Stopped: {header.title(game.stopped_by)} accuses the other. {scores}"
    if phase is Phase.OVER:
        winner = game.winner
        end = f"{header.title(winner)} wins" if isinstance(winner, Seat) else "a draw"
        if game.resigned is not None:
            end += f", {header.name(game.resigned)} resigned"
        return f"# Over after {len(game.deals)} deal{'s' * (len(game.deals) != 1)}: {end}. {scores}"
    what = {"discard": "exchange", "call": "call", "play": "play", "answer": "answer a claim"}
    what |= {"join": "join", "continue": "answer once"}  # sealed games
    who = (
        f"{header.title(turn)} to {what[game.awaited or '']}" if turn is not None else "to be dealt"
    )
    return f"# Deal {game.number} of {max(game.number, DEALS)}, {phase}: {who}. {scores}"
