"""What many games between two programs came to: tables for the terminal, and the JSON value."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bridgette.cards import Denomination, Range
from bridgette.players.match import Match
from bridgette.players.tally import Interval, Tally
from bridgette.render.text import denomination_text, grid, plural, wrap
from bridgette.render.values import Value, by_seat, ok

_USES = (
    ("followed", "followed", False),
    ("led_won", "led", True),
    ("led_lost", "led", False),
    ("thrown", "thrown", False),
)


def contest_lines(match: Match, tally: Tally, columns: int) -> list[str]:
    """Who is better by how much, and how the deals were played."""
    if not tally.games:
        return ["No game was finished."]
    names = match.titles
    decks = "each deck from both seats" if match.duplicate else "decks not shared"
    title = f"{names[0]} – {names[1]} · {plural(tally.games, 'game')}, {decks}"
    rows = [
        ["Player", *names],
        ["Wins", *map(str, tally.wins)],
        ["Share", *(_percent(won, tally.games) for won in tally.wins)],
        ["95 % interval", *(_bounds(tally.win_share(player)) for player in (0, 1))],
        ["Points a game", *(f"{points.mean:.0f}" for points in tally.points)],
        ["Declared", *map(str, tally.declared)],
        ["Made", *map(_percent, tally.made_by, tally.declared)],
    ]
    draws = [plural(tally.draws, "draw")] if tally.draws else []
    return [
        *wrap(title, columns),
        "",
        *grid(rows, right=(1, 2)),
        *draws,
        "",
        *wrap(_verdict(names, tally), columns),
        "",
        *_contracts(tally, columns),
        "",
        *_colons(tally),
    ]


def _bounds(share: Interval | None) -> str:
    return "" if share is None else f"{100 * share.low:.1f} to {100 * share.high:.1f} %"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _whole_percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else ""


def _verdict(names: Sequence[str], tally: Tally) -> str:
    found = tally.difference.interval
    if found is None:
        return ""
    if not found.value:
        return "Neither is ahead."
    better = 0 if found.value > 0 else 1
    sign = 1 - 2 * better
    low, high = sorted((sign * found.low, sign * found.high))
    if math.isinf(low):
        return f"{names[better]} is ahead by {sign * found.value:.0f} points a game."
    sure = "" if low > 0 else ", which may be chance"
    return (
        f"{names[better]} is ahead by {sign * found.value:.0f} points a game"
        f" (95 % interval {low:.0f} to {high:.0f}){sure}."
    )


def _contracts(tally: Tally, columns: int) -> list[str]:
    """How often each contract was played, doubled or not, and how many of a column were made."""
    suits = list(reversed(Denomination))
    rows = [["Contract", *map(denomination_text, suits), "all", "made"]]
    for level in range(8):
        cells = [_count(tally, f"{level}{suit}") for suit in suits]
        played = sum(number for number, _ in cells)
        made = sum(number for _, number in cells)
        row = [str(number or "") for number, _ in cells]
        rows.append([f"level {level}", *row, str(played or ""), _whole_percent(made, played)])
    totals = [
        [sum(pair[part] for pair in (_count(tally, f"{level}{suit}") for level in range(8)))
         for part in (0, 1)]
        for suit in suits
    ]  # fmt: skip
    played, made = tally.contracts.total(), tally.made.total()
    row = [str(number) for number, _ in totals]
    rows.append(["all", *row, str(played), _whole_percent(made, played)])
    row = [_whole_percent(made, number) for number, made in totals]
    rows.append(["made", *row, "", ""])
    doubled = sum(n for text, n in tally.contracts.items() if text.endswith("X"))
    redoubled = sum(n for text, n in tally.contracts.items() if text.endswith("XX"))
    exact, three = (tally.by_over[over] for over in (0, 3))
    deals = f"{plural(tally.deals, 'deal')}, {tally.passed_out} passed out"
    if not played:
        return [f"{deals}."]
    facts = (
        f"{deals}; {plural(doubled, 'contract')} doubled, {redoubled} redoubled;"
        f" {_percent(made, played)} made: {_percent(exact, played)} exactly,"
        f" {_percent(three, played)} with three more."
    )
    return [*wrap(facts, columns), "", *grid(rows, right=range(1, len(rows[0])))]


def _count(tally: Tally, bid: str) -> tuple[int, int]:
    """How often a bid was the contract, doubled or not, and made."""
    texts = [bid + doubled for doubled in ("", "X", "XX")]
    return sum(tally.contracts[t] for t in texts), sum(tally.made[t] for t in texts)


def _colons(tally: Tally) -> list[str]:
    colons = list(reversed(Range))
    rows = [["Colons", *map(str, colons)]]
    for name, use, won in _USES:
        counts = (tally.colons[(str(colon), use, won)] for colon in colons)
        rows.append([name.replace("_", " and "), *map(str, counts)])
    played = (sum(n for key, n in tally.colons.items() if key[0] == str(c)) for c in colons)
    rows.append(["share of deals", *(_percent(count, tally.deals) for count in played)])
    return grid(rows, right=range(1, len(rows[0])))


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
