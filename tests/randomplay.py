"""Random games through the library, seeded, with everything rare made frequent.

`states` yields a game before every move. What it does is up to a style, drawn from the seed:
doubles, colons, claims, remarks, pass-outs, resignations, seventh deals, house rules, deals
given by hands. Also here: all moves there are, and a dump of an object down to plain values.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from bridgette import (
    DECK,
    Accept,
    Bid,
    Card,
    Claim,
    Deal,
    Decline,
    Denomination,
    Double,
    Exchange,
    Game,
    Header,
    HouseRules,
    Move,
    Pass,
    Phase,
    Play,
    Range,
    Redouble,
    Resign,
    Seat,
    parse_move,
    seeded_deck,
)
from bridgette.deal import HOUSE_RULE_VALUES

ALL_RULES = [HouseRules(*values) for values in product(*HOUSE_RULE_VALUES.values())]
REMARKS = (
    "sorry!",
    "it's yours",
    'a "quoted" one: yes',
    "# no comment -- really",
    "Grüße, Zoë ♠ 橋",
    "- [x] {a: b} & *c !d |",
    "x" * 200,
)
NAMES = (("Ann", "Bob"), ("O'Brien", "no"), ("1:20", "017"), ("Zoë", "橋本 ♠"), ("1e3", "~"))
MOST_DEALS = 12  # with redeals


def every_move(seat: Seat) -> list[Move]:
    """All moves there are but the exchanges: 55 plays, 36 bids, other calls, claims, answers."""
    bids = [
        Bid(seat, level, suit)
        for level in range(8)
        for suit in Denomination
        if level or suit is Denomination.NO_TRUMP
    ]
    plays = [Play(seat, card) for card in DECK]
    claims = [Claim(seat, tricks) for tricks in range(15)]
    bare = [kind(seat) for kind in (Pass, Double, Redouble, Accept, Decline, Resign)]
    return [*plays, *bids, *claims, *bare]


CANDIDATES = {seat: every_move(seat) for seat in Seat}


class Style(NamedTuple):
    """How a random game goes; the numbers are probabilities at each chance."""

    rules: HouseRules
    double: float
    bid_on: float
    pass_out: float
    colon: float
    claim: float
    accept: float
    remark: float
    resign: float
    by_hands: float
    shaped: float
    tie: bool


def style_of(chance: random.Random) -> Style:
    tie = chance.random() < 0.15
    return Style(
        rules=chance.choice(ALL_RULES),
        double=chance.choice((0.1, 0.5, 0.9)),
        bid_on=chance.choice((0.2, 0.5, 0.8)),
        pass_out=1.0 if tie else chance.choice((0.05, 0.05, 0.5)),
        colon=chance.choice((0.0, 0.05, 0.5, 1.0)),
        claim=chance.choice((0.0, 0.02, 0.3)),
        accept=chance.choice((0.2, 0.8)),
        remark=chance.choice((0.0, 0.1)),
        resign=chance.choice((0.0, 0.0, 0.0, 0.004, 0.02)),
        by_hands=chance.choice((0.0, 0.2, 0.6)),
        shaped=chance.choice((0.3, 1.0)),
        tie=tie,
    )


def deck_of(chance: random.Random, seed: str, number: int, shaped: float) -> list[Card]:
    """The seeded deck, often with colons moved into the hands and any range turned up."""
    deck = seeded_deck(seed, number)
    if chance.random() < shaped:
        for card in DECK[-3:]:
            swap(deck, deck.index(card), chance.randrange(26))
        if chance.random() < 0.5:
            wanted = chance.choice(list(Range))
            places = [place for place in range(26, 55) if deck[place].range is wanted]
            if places:
                swap(deck, 26, chance.choice(places))
        if chance.random() < 0.2:
            swap(deck, 26, deck.index(chance.choice(DECK[-3:])))
    return deck


def swap(deck: list[Card], one: int, other: int) -> None:
    deck[one], deck[other] = deck[other], deck[one]


def deal_next(game: Game, chance: random.Random, style: Style, seed: str) -> Deal:
    number = len(game.deals) + 1
    dealer = chance.choice(list(Seat)) if not game.deals else None
    deck = deck_of(chance, seed, number, style.shaped)
    note = chance.choice(("", "", "it's: a # note"))
    if chance.random() >= style.by_hands:
        return game.deal(deck, dealer=dealer, note=note)
    if chance.random() < 0.7:  # two suits only: bars lapse, and colons are all that is left
        suits = chance.sample(list(Denomination)[:4], 2)
        deck.sort(key=lambda card: card.suit not in suits and not card.is_colon)
        deck[:26] = chance.sample(deck[:29], 26)
    return game.deal(hands=(deck[:13], deck[13:26]), dealer=dealer, note=note)


def choose_call(game: Game, chance: random.Random, style: Style) -> Move:
    legal = list(game.legal_moves())
    auction = game.current.auction
    assert auction is not None
    turn = game.turn
    assert turn is not None
    if auction.bid is None:
        redeal = style.rules.passed_out == "redeal" and len(game.deals) > 3
        passes = 0.0 if redeal else 0.5 if style.tie and game.counted > 5 else style.pass_out
        if chance.random() < passes:
            return Pass(turn)
    for move in legal:
        if isinstance(move, (Double, Redouble)) and chance.random() < style.double:
            return move
    if auction.bid is not None and chance.random() > style.bid_on:
        return Pass(turn)
    bids = sorted((move for move in legal if isinstance(move, Bid)), key=lambda bid: bid.rank)
    if not bids:
        return Pass(turn)
    return chance.choice(bids if chance.random() < 0.1 else bids[:6])


def choose_play(game: Game, chance: random.Random, style: Style) -> Move:
    turn, left = game.turn, game.current.claimable
    assert turn is not None
    if game.current.claim is not None:
        return (Accept if chance.random() < style.accept else Decline)(turn)
    if left is not None and chance.random() < style.claim:
        return Claim(turn, chance.choice((0, left, chance.randint(0, left))))
    legal = list(game.legal_moves())
    colons = [move for move in legal if isinstance(move, Play) and move.card.is_colon]
    others = [move for move in legal if move not in colons]
    return chance.choice(colons if chance.random() < style.colon and colons else others or colons)


def choose_exchange(game: Game, chance: random.Random) -> Move:
    turn, exchange = game.turn, game.current.exchange
    assert turn is not None
    assert exchange is not None
    hand = game.current.hand(turn)
    suits = [card for card in hand if not card.is_colon]  # colons are kept, mostly
    due = exchange.draws(turn)
    if chance.random() < 0.9 and len(suits) >= due:
        hand = suits
    return Exchange(turn, chance.sample(hand, due))


def choose(game: Game, chance: random.Random, style: Style) -> Move:
    assert game.turn is not None
    if chance.random() < style.resign:
        move: Move = Resign(game.turn)
    elif game.phase is Phase.EXCHANGE:
        move = choose_exchange(game, chance)
    elif game.phase is Phase.AUCTION:
        move = choose_call(game, chance, style)
    else:
        move = choose_play(game, chance, style)
    if chance.random() < style.remark:
        return parse_move(f"{move.text} -- {chance.choice(REMARKS)}", strict=True)
    return move


def states(
    seed: int, *, deals: int = MOST_DEALS, by_hands: bool = True
) -> Iterator[tuple[Game, Move | None]]:
    """A random game, at every state with the move about to be made.

    None stands for it between deals and at the end, which may be after fewer `deals`.
    """
    chance = random.Random(seed)
    style = style_of(chance)
    if not by_hands:
        style = style._replace(by_hands=0.0)
    north, south = chance.choice(NAMES)
    text = f"random {seed}"
    header = Header(f"random-{seed}", north, south, rules=style.rules, seed=text)
    if chance.random() < 0.3:
        header = header._replace(event="it's: an event", date="2024-02-30", place="~", note="# n")
    game = Game(header)
    while game.phase is not Phase.OVER and len(game.deals) < deals:
        deal = deal_next(game, chance, style, text)
        while deal.phase is not Phase.OVER:
            move = choose(game, chance, style)
            yield game, move
            game.apply(move)
        yield game, None


def finished(seed: int, *, deals: int = MOST_DEALS, by_hands: bool = True) -> Game:
    """The same game at its end."""
    *_, (game, _) = states(seed, deals=deals, by_hands=by_hands)
    return game


def dump(value: Any) -> Any:
    """An object down to plain values: equal dumps mean objects alike in every field."""
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Move):
        return type(value).__name__, value.text, value.remark
    if isinstance(value, (list, tuple)):
        return [dump(item) for item in value]
    fields = getattr(value, "__dict__", None)
    if fields is None or isinstance(value, type) or not type(value).__module__.startswith("bridg"):
        return str(value)
    if isinstance(value, (Phase, Seat, Denomination, Range)):
        return str(value)
    return {type(value).__name__: {name: dump(field) for name, field in fields.items()}}


def fingerprint(game: Game) -> Any:
    """The state of a game: all of its last deal, and what the earlier ones came to."""
    return len(game.deals), game.scores, game.move_count, dump(game.current)
