"""Sealed games, cheats that show when a deal ends, and with the name of the cheat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest
from sealed import (
    ANN,
    BOB,
    Stage,
    act,
    begun,
    caught,
    contract,
    dealt,
    deck,
    discards,
    do,
    exchange,
    exchanged,
    kept,
    lay_open,
    play,
    playable,
    played,
    read,
    refused,
    secret,
    set_up,
    suspected,
    turn,
)

from bridgette import BridgetteError, Card, Seat
from bridgette.cards import DECK, SUIT_BITS, bits_of
from bridgette.errors import SealedError
from bridgette.play import follows
from bridgette.sealed.group import multiplied, product
from bridgette.sealed.secrets import DealSecret
from bridgette.sealed.stages import first_stage, second_stage, third_stage
from bridgette.sealedgame import Record

GAME = "game-0"  # the dealer draws twelve cards
TWO = (2).to_bytes(32, "little")


class Cheat(NamedTuple):
    """A game in which somebody has cheated, and what is said of it when the deal ends."""

    record: Record
    who: Seat
    says: str
    move: int | None = None


def last_move(record: Record) -> int:
    return len(record.deals[0].moves)


# Cheats in the shuffle.


def with_stages(stages: dict[int, Stage]) -> Record:
    """A game before its first call, in which a stage of the first deck was made otherwise."""
    record = begun(steps=0)
    for number in (1, 2, 3):
        made = {1: stages[number]} if number in stages else None
        record = set_up(record, number, make=made)
    return exchange(exchange(record))


def at_place(place: int, scalar: bytes) -> Stage:
    """A first stage whose point at a dealt position is multiplied once more."""

    def make(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
        made = first_stage(points, mine)
        there = secret(GAME, BOB, 1).order[place]
        made[there] = multiplied(scalar, made[there]) or b""
        return made

    return make


def related_points() -> Cheat:
    """The double of a card instead of a card that is never dealt."""
    return Cheat(with_stages({1: at_place(54, TWO)}), ANN, "(stage 1)")


def two_locks() -> Cheat:
    """Another lock for one of the cards."""
    return Cheat(with_stages({1: at_place(54, secret(GAME, ANN, 2).lock)}), ANN, "(stage 1)")


def other_cards_in_the_deck() -> Cheat:
    """A multiple of the ace of spades instead of a low card that nobody is dealt."""

    def make(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
        made = first_stage(points, mine)
        double = multiplied(TWO, points[51]) or b""
        made[secret(GAME, BOB, 1).order[54]] = multiplied(mine.lock, double) or b""
        return made

    return Cheat(with_stages({1: make}), ANN, "(stage 1)")


def swapped_cards() -> Cheat:
    """Two cards that nobody is dealt the other way round, after the commitment."""

    def make(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
        made = first_stage(points, mine)
        one, other = (secret(GAME, BOB, 1).order[place] for place in (53, 54))
        made[one], made[other] = made[other], made[one]
        return made

    return Cheat(with_stages({1: make}), ANN, "(stage 1)")


def discarded_place(record: Record, seat: Seat) -> int:
    """A position that a player lets go in the exchange."""
    name = discards(record, seat).split()[1]
    return next(place for place, card in enumerate(deck(GAME)) if card.text == name)


def copies() -> Cheat:
    """A card of the dealer's, blindly, also under a position of one's own that is let go."""
    mine, place = secret(GAME, BOB, 1), discarded_place(begun(), BOB)

    def make(points: Sequence[bytes], _: DealSecret) -> list[bytes]:
        made = second_stage(points, mine)
        made[place] = multiplied(mine.scalars[place], points[mine.order[1]]) or b""
        return made

    return Cheat(do(with_stages({2: make}), "north bid 1S"), BOB, "(stage 2)")


def stacked() -> Cheat:
    """Two locked positions that nobody is dealt the other way round."""
    mine = secret(GAME, BOB, 1)

    def make(points: Sequence[bytes], _: DealSecret) -> list[bytes]:
        made = second_stage(points, mine)
        made[53], made[54] = made[54], made[53]
        return made

    return Cheat(do(with_stages({2: make}), "north bid 1S"), BOB, "(stage 2)")


def unseen_third_stage() -> Cheat:
    """A position that never opens, made from another."""

    def make(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
        made = third_stage(points, mine)
        made[54] = multiplied(mine.scalars[54], points[53]) or b""
        return made

    return Cheat(with_stages({3: make}), ANN, "(stage 3)")


SHUFFLES = (
    related_points,
    two_locks,
    other_cards_in_the_deck,
    swapped_cards,
    copies,
    stacked,
    unseen_third_stage,
)


# Cheats with the cards.


def answer(rule: str, fits: Callable[[Card], bool]) -> Cheat:
    """The dealer's answer to a led card, one that the rules do not allow."""
    record = contract()
    hand = kept(record, ANN)
    led, wrong = next(
        (led, card)
        for led in kept(record, BOB)
        for card in hand
        if led.suit is not None and fits(card) and not card.bit & follows(bits_of(hand), led)
    )
    record = do(record, f"south play {led.text}", f"north play {wrong.text}")
    return Cheat(record, ANN, f"broke {rule}", last_move(record))


def revoke() -> Cheat:
    """Another suit, with a card of the suit led in hand."""
    return answer("R18", lambda card: not card.is_colon)


def wrong_colon() -> Cheat:
    """A colon of another range than the card led."""
    return answer("R21", lambda card: card.is_colon)


def revoke_of_the_second() -> Cheat:
    """The same by the other player, later on."""
    record = contract()
    while True:
        hand, answering = kept(record, BOB), len(record.deals[0].places) % 2
        if turn(record) is BOB and answering:
            legal = playable(record)
            wrong = [card for card in hand if card not in legal and not card.is_colon]
            if wrong:
                record = act(record, BOB, f"play {wrong[0].text}")
                return Cheat(record, BOB, "broke R18", last_move(record))
        record = play(record)


def barred_lead() -> Cheat:
    """The suit that was just answered by a colon, led again to the next trick."""
    record = contract()
    theirs, mine = kept(record, ANN), kept(record, BOB)
    led, colon, again = next(
        (led, colon, again)
        for led in mine
        for colon in theirs
        for again in mine
        if led.suit is not None and colon.bit == led.colon_bit
        if again.suit is led.suit and again is not led
    )
    record = do(record, f"south play {led.text}", f"north play {colon.text}")
    record = act(record, BOB, f"play {again.text}")
    return Cheat(record, BOB, "broke R22", last_move(record))


def short(hand: Sequence[Card], most: int, least: int = 0) -> list[str]:
    """The suits of which a hand has so many cards."""
    bits = bits_of(hand)
    return [
        "CDHS"[suit] for suit in range(4) if least <= (bits & SUIT_BITS[suit]).bit_count() <= most
    ]


def bid(rule: str, who: Seat, before: Sequence[str], what: str) -> Cheat:
    record = act(do(exchanged(), *before), who, f"bid {what}")
    return Cheat(record, who, f"broke {rule}", last_move(record))


def short_suit() -> Cheat:
    """A bid in a suit of fewer than two cards."""
    return bid("R12", ANN, [], f"1{short(kept(exchanged(), ANN), 1)[0]}")


def jump() -> Cheat:
    """A jump in a suit of fewer than four cards."""
    return bid("R13", BOB, ["north bid 1S"], f"4{short(kept(exchanged(), BOB), 3, 2)[0]}")


def no_trumps() -> Cheat:
    """A bid without trumps, and without a card of every suit."""
    assert short(kept(exchanged(), ANN), 0)
    return bid("R12", ANN, [], "1NT")


def discard(who: Seat, choose: Callable[[Record, list[int]], list[int]]) -> Record:
    """A game before its first call, in which the discards are other positions than they should."""
    record = begun()
    for seat in (BOB, ANN):
        names = discards(record, seat).split()[1:]
        places = [place for place, card in enumerate(deck(GAME)) if card.text in names]
        if seat is who:
            places = choose(record, places)
        record = act(record, seat, "exchange" + " ?" * len(names), places=places)
    return record


def discards_not_held(who: Seat, place: Callable[[Record], int]) -> Cheat:
    record = discard(who, lambda record, places: [*places[1:], place(record)])
    return Cheat(record, who, "discarded cards that were not held", 1 if who is BOB else 2)


def number_of_discards(who: Seat, change: Callable[[Record, list[int]], list[int]]) -> Cheat:
    record = discard(who, change)
    drawn = 2 if who is BOB else 12
    return Cheat(record, who, f"cards instead of {drawn}", 1 if who is BOB else 2)


def played_discard(who: Seat) -> Cheat:
    """A card that was let go, played all the same."""
    record = contract() if who is BOB else play(contract())
    held = kept(contract(), who)
    gone = next(card for place in dealt(record, who) if (card := deck(GAME)[place]) not in held)
    record = act(record, who, f"play {gone.text}")
    return Cheat(record, who, "was not among the cards kept", last_move(record))


CARDS: dict[str, Callable[[], Cheat]] = {
    "revoke": revoke,
    "revoke of the second": revoke_of_the_second,
    "wrong colon": wrong_colon,
    "barred lead": barred_lead,
    "bid in a short suit": short_suit,
    "jump in a short suit": jump,
    "no trumps": no_trumps,
    "discard of the other's card": lambda: discards_not_held(ANN, lambda r: dealt(r, BOB)[0]),
    "discard of the stock": lambda: discards_not_held(BOB, lambda _: 54),
    "too few": lambda: number_of_discards(BOB, lambda _, places: places[1:]),
    "none": lambda: number_of_discards(ANN, lambda _, __: []),
    "too many": lambda: number_of_discards(
        BOB, lambda record, places: sorted({*places, *dealt(record, BOB)[:3]})
    ),
    "discard played": lambda: played_discard(BOB),
    "discard played by the dealer": lambda: played_discard(ANN),
}
CHEATS: dict[str, Callable[[], Cheat]] = {make.__name__: make for make in SHUFFLES} | CARDS


def ended(cheat: Cheat) -> tuple[Record, Record]:
    """The deal ended by a resignation: before the second secret is there, and after."""
    seat = turn(cheat.record)
    before = act(cheat.record, seat, "resign")
    return before, act(before, seat.other, "continue")


@pytest.mark.parametrize("name", CHEATS)
def test_cheat_named_when_the_deal_ends(name: str) -> None:
    """The victim's program names the cheat before it gives its own secret, and then all do."""
    cheat = CHEATS[name]()
    where = {"deal": 1, "move": cheat.move, "says": cheat.says}
    before, after = ended(cheat)
    read(cheat.record, cheat.who.other)  # nobody can know yet
    if turn(cheat.record) is cheat.who:
        suspected(before, "cheat", cheat.who, **where)
    else:
        read(before, cheat.who.other)
    refused(after, "cheat", cheat.who, **where)


@pytest.mark.parametrize("name", CHEATS)
def test_cheat_who_lays_the_deal_open(name: str) -> None:
    """Whoever writes the deal as one that was audited is named all the same."""
    cheat = CHEATS[name]()
    laid = lay_open(ended(cheat)[1])
    if "instead of" in cheat.says:  # so many cards cannot even be written there
        with pytest.raises(BridgetteError):
            read(laid)
        return
    with caught("cheat", cheat.who, deal=1, move=cheat.move):
        read(laid, cheat.who.other)


def whole_deal(cheat: Cheat, cards: int) -> Record:
    calls = ["north bid 1S", "south pass"][len(cheat.record.deals[0].moves) - 2 :]
    return play(do(cheat.record, *calls), cards)


def test_cheats_in_the_shuffle_at_the_thirteenth_trick() -> None:
    """The last card brings it out: one's own as soon as the other's secret is there."""
    last = turn(played(25))
    mine, theirs = (copies, unseen_third_stage) if last is BOB else (unseen_third_stage, copies)
    cheat = theirs()  # the victim has the last card, and does not play it
    record = whole_deal(cheat, 25)
    suspected(record, "cheat", cheat.who, deal=1, says=cheat.says)
    cheat = mine()  # the cheat has the last card
    record = whole_deal(cheat, 25)
    read(record, cheat.who.other)
    record = play(record)
    refused(record, "cheat", cheat.who, deal=1, says=cheat.says)
    with caught("cheat", cheat.who, deal=1):
        read(lay_open(record), cheat.who.other)


def marked(card: Card) -> Record:
    """A dealer who put the double of a card under a position of their own, and plays it.

    The scalar is made up so that it opens the card itself.
    """
    place = next(n for n in dealt(begun(), ANN) if deck(GAME)[n] in kept(exchanged(), ANN))

    def make(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
        made = first_stage(points, mine)
        double = multiplied(TWO, points[DECK.index(card)]) or b""
        made[secret(GAME, BOB, 1).order[place]] = multiplied(mine.lock, double) or b""
        return made

    record = play(do(with_stages({1: make}), "north bid 1S", "south pass"))
    fitting = product(secret(GAME, ANN, 1).scalars[place], TWO)
    return act(record, ANN, f"play {card.text}", place=place, values={(1, place): fitting})


def test_multiple_of_a_card_in_no_hand() -> None:
    """A marked card that comes to the dealer is good for any play, until the audit."""
    record = marked(deck(GAME)[54])
    read(record, BOB)
    seat = turn(record)
    record = act(act(record, seat, "resign"), seat.other, "continue")
    refused(record, "cheat", ANN, deal=1, says="(stage 1)")
    with pytest.raises(SealedError):  # with the true scalar no signature holds
        read(lay_open(record))


def test_multiple_of_a_card_that_the_other_holds() -> None:
    """Played, it shows at once to the one who holds the card itself."""
    record = marked(kept(contract(), BOB)[-1])
    suspected(record, "bad-share", ANN, deal=1, move=6, says="a second time")
