"""What many games between two programs came to: tables for the terminal, and the JSON value."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bridgette.cards import Denomination, Range
from bridgette.players.match import Match
from bridgette.players.tally import Interval, Tally
from bridgette.render.text import denomination_text, grid, plural
from bridgette.render.values import Value, by_seat, ok

_USES = (
    ("followed", "followed", False),
    ("led_won", "led", True),
    ("led_lost", "led", False),
    ("thrown", "thrown", False),
)


def labels(match: Match) -> tuple[str, str]:
    """The players' names for a table, which are not to be alike."""
    first, second = match.players
    return (first, second) if first != second else (f"{first} 1", f"{second} 2")


def contest_lines(match: Match, tally: Tally) -> list[str]:
    """Who is better by how much, and how the deals were played."""
    if not tally.games:
        return ["No game was finished."]
    names = labels(match)
    decks = "each deck from both seats" if match.duplicate else "decks not shared"
    lines = [f"{names[0]} – {names[1]} · {plural(tally.games, 'game')}, {decks}", ""]
    rows = [["Player", "Wins", "Share", "95 % interval", "Points a game", "Declared", "Made"]]
    for player, name in enumerate(names):
        share = tally.win_share(player)
        bounds = "" if share is None else f"{100 * share.low:.1f} to {100 * share.high:.1f} %"
        rows.append(
            [
                name,
                str(tally.wins[player]),
                _percent(tally.wins[player], tally.games),
                bounds,
                f"{tally.points[player].mean:.0f}",
                str(tally.declared[player]),
                _percent(tally.made_by[player], tally.declared[player]),
            ]
        )
    lines += grid(rows, right=(1, 2, 3, 4, 5, 6))
    if tally.draws:
        lines.append(plural(tally.draws, "draw"))
    return [*lines, "", _verdict(names, tally), "", *_contracts(tally), "", *_colons(tally)]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _verdict(names: Sequence[str], tally: Tally) -> str:
    found = tally.difference.interval
    if found is None:
        return ""
    better = 0 if found.value >= 0 else 1
    sign = 1 - 2 * better
    low, high = sorted((sign * found.low, sign * found.high))
    if math.isinf(low):
        return f"{names[better]} is ahead by {sign * found.value:.0f} points a game."
    sure = "" if low > 0 else ", which may be chance"
    return (
        f"{names[better]} is ahead by {sign * found.value:.0f} points a game"
        f" (95 % interval {low:.0f} to {high:.0f}){sure}."
    )


def _contracts(tally: Tally) -> list[str]:
    """How often each contract was played, doubled or not, and how many of a column were made."""
    suits = list(reversed(Denomination))
    rows = [["Contract", *map(denomination_text, suits), "all", "made"]]
    for level in range(8):
        cells = [_count(tally, f"{level}{suit}") for suit in suits]
        played = sum(number for number, _ in cells)
        made = sum(number for _, number in cells)
        row = [str(number or "") for number, _ in cells]
        rows.append([f"level {level}", *row, str(played or ""), _percent(made, played)])
    totals = [
        [sum(pair[part] for pair in (_count(tally, f"{level}{suit}") for level in range(8)))
         for part in (0, 1)]
        for suit in suits
    ]  # fmt: skip
    played, made = tally.contracts.total(), tally.made.total()
    row = [str(number) for number, _ in totals]
    rows.append(["all", *row, str(played), _percent(made, played)])
    row = [_percent(made, number) for number, made in totals]
    rows.append(["made", *row, _percent(made, played), ""])
    doubled = sum(n for text, n in tally.contracts.items() if text.endswith("X"))
    redoubled = sum(n for text, n in tally.contracts.items() if text.endswith("XX"))
    exact, three = (tally.by_over[over] for over in (0, 3))
    return [
        f"{plural(tally.deals, 'deal')}, {tally.passed_out} passed out;"
        f" {doubled} contracts doubled, {redoubled} of them redoubled;",
        f"{_percent(made, played)} made: {_percent(exact, played)} exactly,"
        f" {_percent(three, played)} with three more.",
        "",
        *grid(rows, right=range(1, len(rows[0]))),
    ]


def _count(tally: Tally, bid: str) -> tuple[int, int]:
    """How often a bid was the contract, doubled or not, and made."""
    texts = [bid + doubled for doubled in ("", "X", "XX")]
    return sum(tally.contracts[t] for t in texts), sum(tally.made[t] for t in texts)


def _colons(tally: Tally) -> list[str]:
    heads = ["Colon", "followed", "led and won", "led and lost", "thrown", "played in"]
    rows = [heads]
    for colon in reversed(Range):
        counts = [tally.colons[(str(colon), use, won)] for _, use, won in _USES]
        shares = [_percent(sum(counts), tally.deals)]
        rows.append([str(colon), *map(str, counts), *shares])
    return [*grid(rows, right=range(1, len(heads))), "(played in: the share of all deals)"]


def _interval(found: Interval | None) -> Value | None:
    if found is None:
        return None
    return {name: _finite(number) for name, number in found._asdict().items()}


def _finite(number: float) -> float | None:
    return round(number, 4) if math.isfinite(number) else None


def contest(match: Match, tally: Tally, *, asked: int, budget: float, interrupted: bool) -> Value:
    """The answer of `simulate`: `north` and `south` stand for the players of those options."""
    first, second = match.players
    return ok(
        north=first,
        south=second,
        seed=match.seed,
        duplicate=match.duplicate,
        budget=budget,
        games=tally.games,
        asked=asked,
        interrupted=interrupted,
        wins=by_seat(*tally.wins),
        draws=tally.draws,
        win_share=by_seat(*(_interval(tally.win_share(player)) for player in (0, 1))),
        difference=_interval(tally.difference.interval),
        points=by_seat(*(round(mean.mean, 4) for mean in tally.points)),
        deals=tally.deals,
        passed_out=tally.passed_out,
        moves=tally.moves,
        declared=by_seat(*tally.declared),
        made=by_seat(*tally.made_by),
        contracts={
            text: {"played": count, "made": tally.made[text]}
            for text, count in sorted(tally.contracts.items())
        },
        overtricks={str(over): tally.by_over[over] for over in sorted(tally.by_over)},
        colons={
            str(colon): {name: tally.colons[(str(colon), use, won)] for name, use, won in _USES}
            for colon in Range
        },
    )
