"""Sealed games, the set-up: points that are none, cards moved, scalars that open another card."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from nacl import bindings as sodium
from sealed import (
    ANN,
    BOB,
    KEYS,
    NONCES,
    STAGES,
    Stage,
    act,
    begun,
    caught,
    dealt,
    deck,
    discards,
    do,
    exchange,
    find,
    kept,
    play,
    playable,
    played,
    read,
    refused,
    secret,
    set_up,
    suspected,
    true_deck,
    turn,
)

from bridgette.cards import Range
from bridgette.errors import BridgetteError, SealedError
from bridgette.sealed.group import ORDER, inverse, is_point, multiplied, product
from bridgette.sealed.secrets import DECKS, DealSecret
from bridgette.sealed.stages import first_stage, second_stage
from bridgette.sealedgame import acting
from bridgette.sealedgame.ledger import UP_CARD
from bridgette.sealedgame.record import CARD_POINTS, POSITIONS

FIELD = 2**255 - 19
MINUS_ONE = (FIELD - 1).to_bytes(32, "little")  # the point of order two
ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
LITTLE = find(lambda cards: cards[UP_CARD].range in (None, Range.LITTLE))  # four draws
MAKERS = {1: ANN, 2: BOB, 3: ANN}


def twice(points: list[bytes]) -> None:
    points[40] = points[7]


def with_order_2(points: list[bytes]) -> None:
    points[7] = sodium.crypto_core_ed25519_add(points[7], MINUS_ONE)


def with_order_8(points: list[bytes]) -> None:
    points[7] = sodium.crypto_core_ed25519_add(points[7], ORDER_8)


def small(points: list[bytes]) -> None:
    points[7] = ORDER_8


def neutral(points: list[bytes]) -> None:
    points[7] = (1).to_bytes(32, "little")


def neutral_in_another_form(points: list[bytes]) -> None:
    points[7] = (FIELD + 1).to_bytes(32, "little")


def not_reduced(points: list[bytes]) -> None:
    points[7] = (FIELD + 3).to_bytes(32, "little")


def no_point(points: list[bytes]) -> None:
    points[7] = (2).to_bytes(32, "little")


FAULTS = (twice, with_order_2, with_order_8, small, neutral, neutral_in_another_form, not_reduced)


def number(value: int) -> bytes:
    return value.to_bytes(32, "little")


def as_number(scalar: bytes) -> int:
    return int.from_bytes(scalar, "little")


def changed(stage: int, change: Callable[[list[bytes]], None]) -> Stage:
    """A stage with a change at its end."""

    def make(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
        made = STAGES[stage](points, mine)
        change(made)
        return made

    return make


@pytest.mark.parametrize("stage", MAKERS)
@pytest.mark.parametrize("fault", [*FAULTS, no_point])
def test_bad_point(stage: int, fault: Callable[[list[bytes]], None]) -> None:
    """Points that are none, or there twice, are refused in every stage by everybody."""
    record = set_up(begun(steps=stage - 1), stage, make={4: changed(stage, fault)})
    who = MAKERS[stage]
    refused(record, "bad-point", who, deal=4, says="twice" if fault is twice else "none of")


def test_bad_points_of_the_test_are_bad() -> None:
    """The group takes none of these points, and the honest ones all."""
    for fault in (*FAULTS[1:], no_point):
        points = list(CARD_POINTS)
        fault(points)
        assert not is_point(points[7])
    assert all(map(is_point, CARD_POINTS))


@pytest.mark.parametrize("stage", MAKERS)
def test_other_points_than_signed(stage: int) -> None:
    """The points stand in the file for the hash that was signed."""
    record = begun(steps=stage)
    record.points[4] = [*reversed(record.points[4])]
    refused(record, "chain", deal=4)


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_points_left_out(steps: int) -> None:
    """No deck can be left out while the game goes on."""
    record = begun(steps=steps)
    del record.points[6]
    refused(record, "chain")


# Scalars for the first hand, which come with the third stage.

BAD_SHARES = {
    "zero": lambda _: number(0),
    "not reduced": lambda own: number(as_number(own) + ORDER),
    "the order itself": lambda _: number(ORDER),
    "all bits": lambda _: b"\xff" * 32,
    "another": lambda own: product(own, number(2)),
    "negative": lambda own: number(ORDER - as_number(own)),
    "upside down": inverse,
}


@pytest.mark.parametrize("place", [0, UP_CARD, UP_CARD + 1])
@pytest.mark.parametrize("what", BAD_SHARES)
def test_bad_scalar_with_the_third_stage(what: str, place: int) -> None:
    """A scalar that is none, or opens no card, is seen by the player whom it is owed."""
    bad = BAD_SHARES[what](secret("game-0", ANN, 1).scalars[place])
    record = set_up(begun(steps=2), 3, values={(1, place): bad})
    with caught("bad-share", ANN, deal=1):
        read(record, BOB)


@pytest.mark.parametrize("place", [1, UP_CARD, UP_CARD + 2])
@pytest.mark.parametrize("what", BAD_SHARES)
def test_bad_scalar_with_an_exchange(what: str, place: int) -> None:
    """The same of the dealer's hand, with the up-card, from the other."""
    record = begun(LITTLE)
    bad = BAD_SHARES[what](secret(LITTLE, BOB, 1).scalars[place])
    record = act(record, BOB, discards(record, BOB), values={(1, place): bad})
    with caught("bad-share", BOB, deal=1, move=1):
        read(record, ANN)


def test_bad_scalar_of_the_up_card_blames_nobody_else() -> None:
    """Whatever number of draws goes with an up-card that cannot be opened."""
    bad = BAD_SHARES["another"](secret("game-0", BOB, 1).scalars[UP_CARD])
    record = begun()
    draws = {(1, place) for place in dealt(record, ANN) if place > UP_CARD}
    assert len(draws) == 12
    first = {(1, place) for place in range(UP_CARD + 2, UP_CARD + 6)}
    for lacks in ((), draws - first):
        cheat = act(record, BOB, discards(record, BOB), values={(1, UP_CARD): bad}, lacks=lacks)
        with pytest.raises(SealedError, match="Bob") as raised:
            read(cheat, ANN)
        assert raised.value.code in ("bad-share", "wrong-release")
        assert "Ann" not in raised.value.message


@pytest.mark.parametrize("seat", [ANN, BOB])
@pytest.mark.parametrize("what", BAD_SHARES)
def test_bad_scalar_with_a_card(what: str, seat: int) -> None:
    """A card comes with the scalar that shows it to everybody."""
    record = played(1 if seat is ANN else 0)
    card = playable(record)[0]
    place = true_deck(record, 1).index(card)
    bad = BAD_SHARES[what](secret("game-0", seat, 1).scalars[place])
    record = play(record, values={(1, place): bad})
    refused(record, "bad-share", seat, deal=1, move=len(record.deals[0].moves))


@pytest.mark.parametrize(
    "source", [lambda: secret("game-0", ANN, 2).scalars[0], lambda: secret("x", ANN, 1).scalars[0]]
)
def test_scalar_of_another_deal_or_game(source: Callable[[], bytes]) -> None:
    """Scalars are of one deal of one game."""
    record = set_up(begun(steps=2), 3, values={(1, 0): source()})
    suspected(record, "bad-share", ANN, deal=1)


def test_scalars_of_two_positions_swapped() -> None:
    """A scalar is of one position."""
    own = secret("game-0", ANN, 1).scalars
    record = set_up(begun(steps=2), 3, values={(1, 0): own[2], (1, 2): own[0]})
    suspected(record, "bad-share", ANN, deal=1)


# Cards moved, copied or related to each other.


def copied(to: int, source: int) -> Stage:
    """A third stage that has one position made from another."""

    def make(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
        points = list(points)
        points[to] = points[source]
        return STAGES[3](points, mine)

    return make


@pytest.mark.parametrize(("to", "source"), [(0, 1), (0, 2), (UP_CARD, 40), (24, 54)])
def test_card_moved_in_the_third_stage(to: int, source: int) -> None:
    """Who puts another card under a position cannot open it to its player."""
    record = set_up(begun(steps=2), 3, make={1: copied(to, source)})
    suspected(record, "bad-share", ANN, deal=1, says="no card")


def test_cards_exchanged_in_the_third_stage_with_their_scalars() -> None:
    """Nor do the scalars of the other position help, as each has the other player's lock too."""
    own = secret("game-0", ANN, 1).scalars

    def make(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
        made = STAGES[3](points, mine)
        made[0], made[1] = made[1], made[0]
        return made

    record = set_up(begun(steps=2), 3, make={1: make}, values={(1, 0): own[1]})
    suspected(record, "bad-share", ANN, deal=1, says="no card")


def test_own_cards_exchanged_in_the_third_stage() -> None:
    """Under one's own positions a card can be moved by a made-up scalar, until the audit."""
    own, theirs = secret("game-0", ANN, 1), secret("game-0", BOB, 1)
    cards = true_deck(played(0), 1)
    one, other = [n for n in dealt(begun(), ANN) if cards[n] in kept(played(0), ANN)][:2]

    def make(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
        points = list(points)
        points[one], points[other] = points[other], points[one]
        return STAGES[3](points, mine)

    record = exchange(exchange(set_up(begun(steps=2), 3, make={1: make})))
    record = play(do(record, "north bid 1S", "south pass"))
    fitting = product(
        own.scalars[one], product(theirs.scalars[other], inverse(theirs.scalars[one]))
    )
    what = f"play {cards[other].text}"
    record = act(record, ANN, what, place=one, values={(1, one): fitting})
    read(record, BOB)
    record = do(record, f"{turn(record)} resign", f"{turn(record).other} continue")
    refused(record, "cheat", ANN, deal=1, says="(stage 3)")


def test_copy_in_the_second_stage_played() -> None:
    """A copy of the dealer's card, once it is played or the dealer's own is dealt, shows itself."""
    mine = secret("game-0", BOB, 1)

    def make(points: Sequence[bytes], _: DealSecret) -> list[bytes]:
        made = second_stage(points, mine)
        copy = multiplied(mine.scalars[0], points[mine.order[1]])
        assert copy is not None
        made[0] = copy
        return made

    record = exchange(exchange(set_up(set_up(begun(steps=1), 2, make={1: make}), 3)))
    record = do(record, "north bid 1S", "south pass")
    read(record, ANN)  # nothing is to be seen yet
    card = deck("game-0")[1]
    record = act(record, BOB, f"play {card.text}", place=0)
    suspected(record, "bad-share", BOB, deal=1, move=5, says="a second time")


def related(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
    """A first stage of multiples of one card: 2, 3, 4 … times the ace of spades."""
    ace = points[51]
    cards = [multiplied(number(n), ace) for n in range(2, POSITIONS + 2)]
    return first_stage([card for card in cards if card is not None], mine)


def places_found(second: Sequence[bytes]) -> dict[int, int]:
    """Where the first player finds the marked cards, by what they are to each other.

    The position whose point, times 3/2, 4/2, 5/2 …, gives all the others holds the least multiple.
    """
    index = {point: place for place, point in enumerate(second)}
    half = inverse(number(2))
    factors = {n: product(number(n), half) for n in range(2, POSITIONS + 2)}
    best: dict[int, int] = {}
    for point in second:
        seen = {index.get(multiplied(factor, point) or b""): n for n, factor in factors.items()}
        found = {place: n for place, n in seen.items() if place is not None}
        best = max(best, found, key=len)
    return best if len(best) > 1 else {}


def test_related_points_locate_no_card() -> None:
    """What works against one lock for all cards finds nothing under a lock for each position."""
    mine, theirs = secret("game-0", ANN, 1), secret("game-0", BOB, 1)
    first = related(CARD_POINTS, mine)
    assert len(set(first)) == POSITIONS and all(map(is_point, first))
    multiples = [mine.order[there] + 2 for there in theirs.order]

    common = [multiplied(theirs.scalars[0], first[there]) or b"" for there in theirs.order]
    assert places_found(common) == dict(enumerate(multiples))
    assert places_found(second_stage(first, theirs)) == {}


def test_second_stage_tells_nothing_of_what_lies_where() -> None:
    """For every card at every position there is just one lock that gives what is to be seen."""
    mine, theirs = secret("game-0", ANN, 1), secret("game-0", BOB, 1)
    first = related(CARD_POINTS, mine)
    second = second_stage(first, theirs)
    for place in (0, 54):
        under = mine.order[theirs.order[place]] + 2
        for there in (0, 20, 54):
            ratio = product(number(under), inverse(number(mine.order[there] + 2)))
            lock = product(theirs.scalars[place], ratio)
            assert multiplied(lock, first[there]) == second[place]


def test_every_position_has_a_lock_of_its_own() -> None:
    """The program that joins locks no two positions alike, in this deal or in any other."""
    joined = acting.join(read(begun(steps=1)), KEYS[BOB], NONCES[BOB])
    secrets = [joined.secret(deal, BOB) for deal in range(1, DECKS + 1)]
    assert len({scalar for mine in secrets if mine for scalar in mine.scalars}) == DECKS * POSITIONS


@pytest.mark.parametrize("aside", [False, True])
def test_marked_card_that_comes_to_the_other_shows_at_once(aside: bool) -> None:
    """Who multiplies a card in the first stage does not know to whom it comes."""
    rules = {"up_card": "aside"} if aside else {}
    own, theirs = secret("game-0", ANN, 1), secret("game-0", BOB, 1)

    def make(points: Sequence[bytes], _: DealSecret) -> list[bytes]:
        made = first_stage(points, own)
        there = theirs.order[24]
        made[there] = multiplied(number(2), made[there]) or b""
        return made

    record = set_up(set_up(set_up(begun(steps=0, **rules), 1, make={1: make}), 2), 3)
    suspected(record, "bad-share", ANN, deal=1, says="no card")


def test_up_card_that_is_set_aside_is_in_no_hand() -> None:
    """With the up-card aside nobody can play it, or have it as a draw."""
    record = begun(up_card="aside")
    assert UP_CARD not in dealt(record, ANN) + dealt(record, BOB)
    record = do(exchange(exchange(record)), "north bid 1S", "south pass")
    record = act(record, BOB, f"play {true_deck(record, 1)[UP_CARD].text}")
    with pytest.raises(BridgetteError) as raised:
        read(record)
    assert (raised.value.code, raised.value.deal, raised.value.move) == ("not-held", 1, 5)
