"""What the tests of the rules share: cards in short, games as texts, and the refusal of a move."""

from __future__ import annotations

from typing import Any

import pytest

from bridgette import (
    DECK,
    Card,
    CardPlay,
    Denomination,
    Game,
    Header,
    HouseRules,
    Play,
    RuleError,
    Seat,
    parse_card,
    parse_move,
)
from bridgette.cards import bits_of

TRUMPS = {str(denomination): denomination for denomination in Denomination}  # C D H S NT
UPWARDS = "23456789TJQKA"
COLON_OF = {"A": "Grand", **dict.fromkeys("KQJ", "Royal"), **dict.fromkeys("T98765432", "Little")}

# Two hands that may bid anything without a jump: 3 3 3 4 each.
EVEN = ("S:AKQ H:AKQ D:AKQ C:AKQJ", "S:JT9 H:JT9 D:JT9 C:T987")


def cards(text: str) -> list[Card]:
    """The cards of a text such as `S:AK H:52 9C Royal`."""
    found = []
    for word in text.split():
        suit, colon, ranks = word.partition(":")
        found.extend([rank + suit for rank in ranks] if colon else [word])
    return [parse_card(word, strict=True) for word in found]


def names(text: str) -> set[str]:
    """The same cards as a set of texts."""
    return {card.text for card in cards(text)}


def new_game(**house_rules: str) -> Game:
    return Game(Header(rules=HouseRules(**house_rules)))


def give(north: str, south: str, *, dealer: str = "north", **house_rules: str) -> Game:
    """A game whose first deal is these two hands, the dealer about to call."""
    game = new_game(**house_rules)
    game.deal(hands=(cards(north), cards(south)), dealer=Seat[dealer.upper()])
    return game


def deck(dealer: str, north: str = "", south: str = "", stock: str = "") -> list[Card]:
    """A deck that deals these cards to these hands (R5), and the stock from the up-card on.

    What is left open is filled up with the cards not named, two of clubs first.
    """
    hands = [cards(south), cards(north)] if dealer == "north" else [cards(north), cards(south)]
    pile = cards(stock)
    rest = [card for card in DECK if card not in {*hands[0], *hands[1], *pile}]
    for hand in hands:
        while len(hand) < 13:
            hand.append(rest.pop(0))
    dealt = [card for pair in zip(*hands, strict=True) for card in pair]
    return dealt + pile + rest


def do(game: Game, *texts: str) -> Game:
    """Makes moves, each given as its text."""
    for text in texts:
        game.apply(parse_move(text))
    return game


def auction(game: Game, text: str) -> Game:
    """Makes calls in turn: the seat of the first, then `1S`, `double`, `pass` and so on."""
    seat, *calls = text.split()
    for call in calls:
        do(game, f"{seat} bid {call}" if call[0].isdigit() else f"{seat} {call}")
        seat = {"north": "south", "south": "north"}[seat]
    return game


def tricks(game: Game, *texts: str) -> Game:
    """Plays tricks, each given as the leader's seat, the card led, and the answer."""
    for text in texts:
        leader, led, answer = text.split()
        other = {"north": "south", "south": "north"}[leader]
        do(game, f"{leader} play {led}", f"{other} play {answer}")
    return game


def legal(game: Game) -> set[str]:
    """What the player on turn may call, play or answer, without the seat and `bid` or `play`."""
    return {move.text.split()[-1] for move in game.legal_moves()}


def dump(game: Game) -> list[Any]:
    """All that a move could change."""
    deals = [
        (
            [repr(move) for move in deal.moves],
            [deal.hand(seat) for seat in Seat],
            [deal.count(seat) for seat in Seat],
            deal.turn,
            deal.phase,
            deal.claim,
            deal.claimable,
            deal.contract,
            deal.tricks,
            deal.points,
            deal.resigned,
        )
        for deal in game.deals
    ]
    return [deals, game.turn, game.phase, game.scores, game.winner, game.head, legal(game)]


def refused(game: Game, text: str, code: str, rule: str | None = None) -> None:
    """The move is refused with this code (and rule), and leaves no trace."""
    before = dump(game)
    move = parse_move(text)
    for judge in (game.check, game.apply):
        with pytest.raises(RuleError) as caught:
            judge(move)
        assert caught.value.code == code, f"{text}: {caught.value}"
        assert rule in (None, caught.value.rule), f"{text}: {caught.value}"
    assert not game.is_legal(move)
    assert dump(game) == before


def score_deal(game: Game, declarer: str, contract: str, made: int) -> Game:
    """Deals two even hands and has the contract made with so many tricks, by a claim (R28)."""
    game.deal(hands=(cards(EVEN[0]), cards(EVEN[1])))
    bid, crosses = contract.rstrip("X"), contract.count("X")
    start = str(game.turn) if str(game.turn) == declarer else f"{game.turn} pass"
    auction(game, f"{start} {bid} {('', 'double', 'double redouble')[crosses]} pass")
    leader = {"north": "south", "south": "north"}[declarer]
    return do(game, f"{leader} claim {13 - made}", f"{declarer} accept")


def pass_out(game: Game) -> Game:
    """Deals, and both pass."""
    game.deal(hands=(cards(EVEN[0]), cards(EVEN[1])))
    return auction(game, f"{game.turn} pass pass")


# A few cards in the middle of the play


def ending(leader: str, other: str, trump: str = "NT") -> CardPlay:
    """South, with the first hand, is about to lead to north, with the second."""
    return CardPlay([bits_of(cards(other)), bits_of(cards(leader))], TRUMPS[trump], Seat.SOUTH)


def may(play: CardPlay) -> set[str]:
    """The cards that the player on turn may play."""
    return {move.card.text for move in play.legal_plays()}


def put(play: CardPlay, card: str) -> CardPlay:
    move = Play(play.turn, parse_card(card))
    play.check(move)
    play.apply(move)
    return play


def trick(play: CardPlay, led: str, answer: str) -> str:
    """Plays a trick, and says who won it: `leader` or `second`."""
    leader = play.turn
    before = list(play.tricks)
    put(put(play, led), answer)
    before[play.turn] += 1
    assert play.tricks == before
    return "leader" if play.turn is leader else "second"


def answers(hand: str, led: str, trump: str = "NT") -> set[str]:
    """What a hand may play to a led card."""
    held = cards(hand)
    rest = [card.text for card in DECK if card.text != led and card not in held]
    return may(put(ending(" ".join([led, *rest[: len(held) - 1]]), hand, trump), led))


def turned_down(play: CardPlay, card: str) -> tuple[str, str | None]:
    """Code and rule of the refusal of a card, which changes nothing."""
    before = (list(play.hands), play.turn, play.led, play.barred, list(play.tricks))
    with pytest.raises(RuleError) as caught:
        play.check(Play(play.turn, parse_card(card)))
    assert (play.hands, play.turn, play.led, play.barred, play.tricks) == before
    return caught.value.code, caught.value.rule
