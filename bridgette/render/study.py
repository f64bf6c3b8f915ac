"""What `analyse` says of a deal: lines for the terminal, and the JSON value."""

from __future__ import annotations

from collections.abc import Sequence

from bridgette.game import Game
from bridgette.moves import SEATS
from bridgette.render.table import result_text, who
from bridgette.render.text import card_text, cards_text, contract_text, deed, grid, wrap
from bridgette.render.values import Value, by_seat, ok, word
from bridgette.solver.best import Best
from bridgette.solver.study import Study
from bridgette.solver.values import Objective


def study_lines(game: Game, study: Study, columns: int) -> list[str]:
    """One deal: its value, each play with its cost, sums, and the best contracts."""
    deal = game.deals[study.number - 1]
    name = game.header.name
    unit = "tricks" if study.objective is Objective.TRICKS else "points"
    contract = study.contract
    if deal.turn is None:
        facts = [f"Deal {study.number}: {result_text(game, deal)}"]
    elif contract is None:
        facts = [f"Deal {study.number}: in the {deal.phase}"]
    else:
        facts = [f"Deal {study.number}: {contract_text(contract)} by {name(contract.declarer)}"]
    if contract is not None and study.value is not None:
        declarer = who(game, contract.declarer)
        facts.append(f"  With best play from the first lead {study.value} {unit} for {declarer}")
    lines = [part for fact in facts for part in wrap(fact, columns, "    ")]
    rows = [["Move", "", "Cost", "Value", "Better"]]
    for move, play, value, cost, best in study.plays:
        better = cards_text(best) if cost else ""
        rows.append([str(move), f"{name(play.seat)} {deed(play)}", str(cost), str(value), better])
    claim = study.claim
    if claim is not None:
        deal_text = f"{name(claim.made.seat)} {deed(claim.made)}"
        rows.append([str(claim.move), deal_text, str(claim.cost), str(claim.value), ""])
    if len(rows) > 1:
        table = grid(rows, right=(0, 2, 3))
        lines += [part for line in table for part in wrap(f"  {line}", columns, "      ")]
        costs = ", ".join(f"{name(seat)} {study.cost(seat)}" for seat in SEATS)
        by_claim = ""
        if claim is not None and claim.cost:
            by_claim = f", and by the claim {name(claim.made.seat)} {claim.cost}"
        lines += wrap(f"  Cost in {unit}: {costs}{by_claim}", columns, "    ")
    if deal.auction is not None:
        best_texts = [f"{name(seat)} {_best_text(study.best[seat])}" for seat in SEATS]
        lines += wrap(f"  Best contracts: {', '.join(best_texts)}", columns, "    ")
    if study.now is not None:
        worths = [f"{card_text(card)} {value}" for card, value in study.now.cards]
        text = f"  Now {who(game, study.now.turn)} is on turn, value {study.now.value}"
        lines += wrap(": ".join([text, *([", ".join(worths)] if worths else [])]), columns, "    ")
    return lines


def _best_text(best: Best | None) -> str:
    return "none" if best is None else f"{contract_text(best.contract)} ({best.value})"


def total_lines(costs: dict[str, list[int]], objective: Objective) -> list[str]:
    """The costs by player over several deals: what was lost, and by how many plays."""
    unit = "Tricks" if objective is Objective.TRICKS else "Points"
    rows = [["Player", f"{unit} lost", "Plays", "A play"]]
    for name, (lost, plays) in costs.items():
        rows.append([name, str(lost), str(plays), f"{lost / plays:.2f}" if plays else "–"])
    return grid(rows, right=(1, 2, 3))


def study_value(study: Study, file: str) -> Value:
    """The answer of `analyse` for one deal."""
    now, claim = study.now, study.claim
    return ok(
        file=file,
        deal=study.number,
        objective=str(study.objective),
        contract=word(study.contract),
        declarer=word(study.contract and study.contract.declarer),
        value=study.value,
        plays=[
            {
                "move": move,
                "text": play.text,
                "value": value,
                "cost": cost,
                "best": sorted(f"{play.seat} play {card}" for card in best),
            }
            for move, play, value, cost, best in study.plays
        ],
        costs=by_seat(*(study.cost(seat) for seat in SEATS)),
        best_contracts=by_seat(*map(_best_value, study.best)),
        now=now
        and {
            "turn": str(now.turn),
            "value": now.value,
            "moves": _moves(str(now.turn), [(card.text, value) for card, value in now.cards]),
        },
        claim=claim
        and {
            "move": claim.move,
            "text": claim.made.text,
            "value": claim.value,
            "cost": claim.cost,
        },
    )


def _moves(turn: str, values: Sequence[tuple[str, int]]) -> list[Value]:
    return [
        {"text": text, "value": value}
        for text, value in sorted((f"{turn} play {card}", value) for card, value in values)
    ]


def _best_value(best: Best | None) -> Value | None:
    return best and {"contract": str(best.contract), "value": best.value}
