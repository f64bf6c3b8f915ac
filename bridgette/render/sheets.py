"""Score sheet, log and status lines, from a view."""

from __future__ import annotations

from bridgette.cards import UNKNOWN
from bridgette.deal import Deal, Phase
from bridgette.game import Game
from bridgette.moves import SEATS, Accept, Claim, Decline, Exchange, Move, Play, Resign, Seat
from bridgette.render.table import (
    deal_title,
    narrate,
    news,
    next_text,
    one_line,
    result_text,
    who,
)
from bridgette.render.text import (
    card_text,
    cards_text,
    contract_text,
    deed,
    grid,
    plural,
    width,
    wrap,
)
from bridgette.view import View


def made_up_of(deal: Deal) -> str:
    """How a deal's points are made up, value + accuracy + completion: `2 × (750 + 0 + 400)`."""
    result = deal.result
    if result is None or deal.contract is None:
        return "passed out" if deal.passed_out else "resigned" if deal.resigned is not None else ""
    under = deal.contract.goal - result.tricks
    if under > 0:
        return f"{under} down"
    parts = [result.value, result.accuracy, *([result.completion] if deal.contract.doubled else [])]
    if result.multiplier == 1:
        return " + ".join(map(str, parts))
    if deal.rules.bonus == "flat":
        return " + ".join([f"{result.multiplier} × {parts[0]}", *map(str, parts[1:])])
    return f"{result.multiplier} × ({' + '.join(map(str, parts))})"


def _row(game: Game, deal: Deal) -> list[str]:
    north, south = map(str, deal.points)
    contract, tricks, made = "–", "", made_up_of(deal)
    if deal.contract is not None:
        contract = f"{contract_text(deal.contract)} by {game.header.name(deal.contract.declarer)}"
        tricks = str(deal.tricks[deal.contract.declarer])
    if deal.phase is not Phase.OVER:
        made, north, south = f"in {deal.phase}", "", ""
    return [str(deal.number), contract, tricks, made, north, south]


def score_lines(view: View, columns: int) -> list[str]:
    """The score sheet of one game."""
    game, header = view.game, view.game.header
    names = [header.north, header.south]
    rows = [["Deal", "Contract", "Tricks", "Value + accuracy + completion", *names]]
    rows += [_row(game, deal) for deal in game.deals]
    rows.append(["", "", "", "Total", *map(str, game.scores)])
    lines = wrap(f"{who(game, Seat.NORTH)} – {who(game, Seat.SOUTH)} · game {header.game}", columns)
    table = grid(rows, right=(0, 2, 4, 5))
    if max(map(width, table)) <= columns:
        lines += table
    else:
        for number, contract, tricks, made, north, south in rows[1:-1]:
            parts = [contract.strip("–"), f"{tricks} tricks" if tricks else "", made]
            points = f": {header.north} {north}, {header.south} {south}" if north else ""
            text = f"Deal {number}: {', '.join(filter(None, parts))}{points}"
            lines += wrap(text, columns, "    ")
        totals = f"{header.north} {game.scores[0]}, {header.south} {game.scores[1]}"
        lines += wrap(f"Total: {totals}", columns)
    if game.phase is Phase.OVER:
        return lines + wrap(next_text(game), columns)
    return lines + wrap(f"Not over: {deal_title(game)}. {next_text(game)}", columns)


class Standings:
    """Games, wins, draws and points by player name over several games."""

    def __init__(self) -> None:
        self.games = 0
        self._players: dict[str, list[int]] = {}

    def add(self, view: View) -> None:
        """Counts one more game."""
        game = view.game
        self.games += 1
        for seat in SEATS:
            row = self._players.setdefault(game.header.name(seat), [0, 0, 0, 0])
            won = game.winner is seat
            for place, more in enumerate((1, won, game.winner == "draw", game.scores[seat])):
                row[place] += more

    def lines(self, columns: int) -> list[str]:
        """The table, most wins first."""
        ranked = sorted(self._players.items(), key=lambda it: (-it[1][1], -it[1][3], it[0]))
        rows = [["Player", "Games", "Wins", "Draws", "Points"]]
        rows += [[name, *map(str, row)] for name, row in ranked]
        return [part for line in grid(rows, right=(1, 2, 3, 4)) for part in wrap(line, columns)]


def up_card_text(deal: Deal) -> str:
    """` · up-card A♠`; nothing where there is none, or it is not open yet."""
    if deal.exchange is None or deal.exchange.up_card is UNKNOWN:
        return ""
    return f" · up-card {card_text(deal.exchange.up_card)}"


def deal_lines(view: View, deal: Deal, columns: int) -> list[str]:
    """One deal of the log: exchange, auction, tricks, claims, remarks, result."""
    game = view.game
    name = game.header.name
    up_card = up_card_text(deal)
    facts = [f"Deal {deal.number} · dealer {who(game, deal.dealer)}{up_card}"]
    if deal.note:
        facts.append(f"  Note: {deal.note}")
    exchanges = [move for move in deal.moves if isinstance(move, Exchange)]
    if exchanges:
        done = [_exchanged(view, deal, move) for move in exchanges]
        facts.append("  Exchange: " + ", ".join(done))
    calls = deal.auction.calls if deal.auction else []
    if deal.auction:
        facts += [f"  {name(s)}: {one_line(deal.entry(s))}" for s in SEATS if view.knows(s, deal)]
    if calls:
        facts.append("  Auction: " + ", ".join(narrate(game, call) for call in calls))
    trick: list[str] = []
    count = 0
    for move in deal.moves:
        if isinstance(move, Play):
            trick.append(f"{name(move.seat)} {card_text(move.card)}{_said(move)}")
            if len(trick) == len(SEATS) and deal.play is not None:
                taken = name(deal.play.winner(count))
                count += 1
                facts.append(f"  Trick {count}: {', '.join(trick)} → {taken}")
                trick = []
        elif isinstance(move, (Claim, Accept, Decline, Resign)):
            facts.append(f"  {narrate(game, move)}")
    if trick:
        facts.append(f"  Trick {count + 1}: {trick[0]}")
    if deal.phase is Phase.OVER:
        facts.append(f"  Result: {result_text(game, deal)}")
    return [line for fact in facts for line in wrap(fact, columns, "      ")]


def _exchanged(view: View, deal: Deal, move: Exchange) -> str:
    named = f" ({cards_text(move.cards)})" if view.knows(move.seat, deal) else ""
    return f"{view.game.header.name(move.seat)} {deed(move)}{named}{_said(move)}"


def _said(move: Move) -> str:
    return f" “{move.remark}”" if move.remark else ""


def replay_lines(view: View, game: Game, move: Move | None) -> list[str]:
    """One step of a replay, just made: the deal or the move, and what it brought about."""
    deal = game.current
    if move is None:
        up_card = up_card_text(deal)
        lines = [f"Deal {deal.number} · dealer {who(game, deal.dealer)}{up_card}"]
        return lines if deal.exchange else [*lines, *_hands(view, game)]
    what = news(game, deal)
    after = f" → {what}" if what else ""
    named = ""
    if isinstance(move, Exchange) and view.knows(move.seat, deal):
        named = f": {cards_text(move.cards)}"
    lines = [f"{len(deal.moves):4}  {narrate(game, move)}{named}{after}"]
    if isinstance(move, Exchange) and deal.auction is not None:
        lines += _hands(view, game)
    if deal.phase is Phase.OVER:
        lines += [f"      {result_text(game, deal)}", ""]
    return lines


def _hands(view: View, game: Game) -> list[str]:
    """The hands of the last deal that the viewer knows, a line each."""
    return [
        f"      {game.header.name(seat)}: {one_line(game.current.entry(seat))}"
        for seat in SEATS
        if view.knows(seat, game.current)
    ]


def is_ours(view: View) -> bool:
    """Whether the game waits for the viewer, be it that somebody has yet to join it."""
    game = view.game
    joining = game.awaited == "join" and game.seal is not None and game.seal.me is None
    return game.acts_next is view.seat if view.seat is not None else joining


def status_line(view: View, file: str, age: str) -> str:
    """One game in one line; `*` marks that it is the viewer's turn."""
    game = view.game
    mark = "*" if is_ours(view) else " "
    scores = f"{game.header.north} {game.scores[0]}, {game.header.south} {game.scores[1]}"
    title = "" if game.phase is Phase.OVER else f"{deal_title(game)}. "
    moves = plural(game.move_count, "move")
    since = len(view.since()) if view.seat is not None else 0
    if since:
        moves += f", {since} since yours"
    return f"{mark} {file}  {title}{next_text(game)} {scores}. {moves}, {age}"
