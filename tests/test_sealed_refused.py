"""Sealed games, refused at once: too much or too little published, wrong cards, wrong turns."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sealed import (
    ANN,
    BOB,
    KEYS,
    SEATS,
    STRANGER,
    act,
    begun,
    caught,
    contract,
    dealt,
    discards,
    do,
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
    true_deck,
    turn,
    written,
)

from bridgette import BridgetteError, Play, Seat, parse_move
from bridgette.cards import DECK
from bridgette.savefile import dumps
from bridgette.sealedgame import Record, acting
from bridgette.sealedgame.ledger import SECRET
from bridgette.sealedgame.record import move_of

GAME = "game-0"


def test_the_program_of_the_tests_is_honest() -> None:
    """Unless told to cheat it makes the same files as ours, byte by byte."""
    table = acting.create(begun(steps=0).header, ANN, KEYS[ANN], b"a" * 32)
    table = acting.join(read(table.record), KEYS[BOB], b"b" * 32)
    table = acting.proceed(read(table.record, ANN))
    assert table.record == begun()
    for cards in (24, 25, 26):
        mine = played(cards - 1)
        ours = acting.play(read(mine, turn(mine)), Play(turn(mine), playable(mine)[0])).record
        assert ours == (played(cards) if cards < 26 else lay_open(played(cards)))
        assert dumps(read(ours).game) == dumps(read(written(ours)).game)


# Too much or too little.


def first_exchange(**changes: object) -> Record:
    record = begun()
    return act(record, BOB, discards(record, BOB), **changes)


def claimed(**changes: object) -> Record:
    return act(do(contract(), "south claim 13"), ANN, "accept", **changes)


def passed_out(**changes: object) -> Record:
    return act(do(exchanged(), "north pass"), BOB, "pass", **changes)


def resigned(**changes: object) -> Record:
    return act(exchanged(), ANN, "resign", **changes)


def answered(**changes: object) -> Record:
    return act(claimed(), BOB, "continue", **changes)


def thirteenth(**changes: object) -> Record:
    """South's last card, who deals next."""
    cards = 24 if turn(played(24)) is BOB else 25
    return play(played(cards), **changes)


RELEASES: dict[str, tuple[Callable[..., Record], Seat, int | None]] = {
    "third stage": (lambda **more: set_up(begun(steps=2), 3, **more), ANN, None),
    "exchange": (first_exchange, BOB, 1),
    "card": (lambda **more: play(contract(), **more), BOB, 5),
    "thirteenth": (thirteenth, BOB, None),
    "accept": (claimed, ANN, 6),
    "second pass": (passed_out, BOB, 4),
    "resign": (resigned, ANN, 3),
    "continue": (answered, BOB, None),
}


def where(name: str) -> dict[str, object]:
    make, who, move = RELEASES[name]
    if name == "thirteenth":
        move = len(make().deals[0].moves)
    return {"who": who, "deal": None if name == "continue" else 1, "move": move}


@pytest.mark.parametrize("name", RELEASES)
def test_something_left_out(name: str) -> None:
    """Each single thing that is due with an action is missed."""
    make = RELEASES[name][0]
    before, after = make(lacks=()), make(lacks=())
    action = len(read(after).log)
    due = [
        (number, place)
        for number, deal in enumerate(before.deals, 1)
        for (_, place), (when, _) in deal.scalars.items()
        if when == action
    ]
    due += [
        (number, SECRET)
        for number, deal in enumerate(before.deals, 1)
        for when, _ in deal.secrets.values()
        if when == action
    ]
    assert due
    for item in {min(due), max(due)}:
        refused(make(lacks=[item]), "wrong-release", **where(name))
    refused(make(lacks=due), "wrong-release", **where(name))


@pytest.mark.parametrize("name", RELEASES)
@pytest.mark.parametrize("item", [(1, 50), (2, 50), (2, SECRET), (3, 0)])
def test_something_given_away(name: str, item: tuple[int, int]) -> None:
    """A player who shows more than is due plays with a partner, or another game."""
    refused(RELEASES[name][0](adds=[item]), "wrong-release", **where(name))


@pytest.mark.parametrize("name", ["third stage", "exchange", "card"])
def test_secret_too_early(name: str) -> None:
    """Who gives a secret while the deal goes on shows all of it."""
    refused(RELEASES[name][0](adds=[(1, SECRET)]), "wrong-release", **where(name))


@pytest.mark.parametrize("name", ["thirteenth", "accept", "second pass", "resign", "continue"])
@pytest.mark.parametrize(
    "wrong",
    [
        lambda who: bytes(32),
        lambda who: secret(GAME, who, 2).secret,
        lambda who: secret(GAME, who.other, 1).secret,
        lambda who: secret("game-1", who, 1).secret,
    ],
)
def test_wrong_secret(name: str, wrong: Callable[[Seat], bytes]) -> None:
    """Another secret than was committed to: none, or one of another deal, player or game."""
    make, who, _ = RELEASES[name]
    record = make(values={(1, SECRET): wrong(who)})
    refused(record, "wrong-release", **where(name), says="secret")


def test_discards_not_fixed() -> None:
    """An exchange without its map of discards would leave them open."""
    record = begun()
    names = discards(record, BOB).split()[1:]
    bare = act(record, BOB, "exchange ? ?", fixed=False)
    assert len(names) == 2 and not bare.deals[0].discards
    refused(bare, "wrong-release", BOB, deal=1, move=1)


# Cards from where they were not dealt.


def from_place(place: Callable[[Record], int], of: Callable[[Record], str] | None = None) -> Record:
    record = played(2)
    while turn(record) is not BOB:
        record = play(record)
    there = place(record)
    name = true_deck(record, 1)[there].text if of is None else of(record)
    return act(record, BOB, f"play {name}", place=there)


OWN_FIRST = 0
STRANGE_PLACES: dict[str, Callable[[Record], int]] = {
    "the other's hand": lambda record: dealt(record, ANN)[0],
    "the other's draw": lambda record: dealt(record, ANN)[-1],
    "the stock": lambda _: 54,
}


@pytest.mark.parametrize("what", STRANGE_PLACES)
def test_card_from_a_strange_position(what: str) -> None:
    """A card comes from a position that was dealt to its player."""
    record = from_place(STRANGE_PLACES[what])
    refused(record, "bad-share", BOB, deal=1, move=len(record.deals[0].moves))


def test_card_or_position_twice() -> None:
    """A card is played once, and so is a position."""
    record = from_place(lambda record: record.deals[0].places[0])
    illegal(record, "not-held")
    record = from_place(
        lambda record: record.deals[0].places[0],
        lambda record: true_deck(record, 1)[54].text,
    )
    refused(record, "bad-share", BOB, deal=1, move=len(record.deals[0].moves))


def test_another_card_than_was_dealt() -> None:
    """The position shows which card it is."""
    record = from_place(
        lambda record: true_deck(record, 1).index(playable(record)[0]),
        lambda record: next(
            c.text for c in DECK if c not in {*kept(record, ANN), *kept(record, BOB)}
        ),
    )
    refused(record, "bad-share", BOB, deal=1, move=len(record.deals[0].moves), says="was dealt")


# Turns: who owes, and who has nothing to say.


def test_move_while_the_other_owes() -> None:
    """After an accepted claim nobody moves before the other has given the secret."""
    record = claimed()
    assert read(record).awaits == (BOB, "continue")
    for seat in SEATS:
        refused(act(record, seat, "exchange ? ?", places=[]), "owed", deal=2, move=1, says="Bob's")
    with caught("owed", says="Bob's program has to answer"):
        acting.proceed(read(record, ANN))


def test_move_before_the_set_up_is_done() -> None:
    """Nobody moves before the third stage is there."""
    table = read(begun(steps=2), BOB)
    for act_ in (acting.proceed, lambda table: acting.play(table, move_of("south exchange ? ?"))):
        with caught("owed", says="Ann's program has to answer"):
            act_(table)
    record = begun(steps=1)
    assert read(record).awaits == (BOB, "join")
    with caught("owed", says="Bob (south) has to join"):
        acting.proceed(read(record, ANN))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("make", [begun, exchanged, contract, lambda: play(contract())])
def test_continue_without_owing(seat: Seat, make: Callable[[], Record]) -> None:
    """An answer that nobody waits for is none, from the player on turn or the other."""
    record = make()
    move = None
    refused(act(record, seat, "continue"), "owed", deal=1, move=move, says="owes nothing")
    with caught("owed", seat):
        acting.proceed(read(record, seat))


def test_continue_twice() -> None:
    """What was given once is not owed again."""
    refused(act(answered(), BOB, "continue"), "owed", deal=2)


def test_out_of_turn() -> None:
    """Nobody moves in the other's turn, as in an open game."""
    for record, what in (
        (exchanged(), "south bid 1S"),
        (contract(), f"north play {kept(contract(), ANN)[0].text}"),
        (exchanged(), "south resign"),
    ):
        illegal(do(record, what), "not-your-turn")


def illegal(record: Record, code: str) -> None:
    """Everybody refuses a file for a move that breaks a rule in public."""
    with pytest.raises(BridgetteError) as raised:
        read(record)
    error = raised.value
    assert (error.code, error.exit_code, error.deal) == (code, 20, 1), error
    assert error.move == len(record.deals[0].moves)
    assert error.text == record.deals[0].moves[-1]


def test_illegal_in_public() -> None:
    """What breaks a rule whatever the cards are is refused with that rule's code."""
    record = exchanged()
    bid = do(record, "north bid 2S")
    for after, code in (
        (do(bid, "south bid 1S"), "bid-too-low"),
        (do(bid, "south redouble"), "redouble-none"),
        (do(record, "north double"), "double-none"),
        (do(bid, "south double", "north double"), "double-own"),
        (do(record, "north claim 3"), "wrong-phase"),
        (do(contract(), "south claim 14"), "claim-range"),
        (do(contract(), "south accept"), "claim-none"),
        (do(contract(), "south pass"), "wrong-phase"),
        (do(contract(), "south claim 3", "north decline", "south claim 3"), "claim-again"),
    ):
        illegal(after, code)
    names = discards(begun(), BOB)
    illegal(act(begun(), BOB, f"{names} {names.split()[-1]}"), "discard-count")


def test_card_played_by_both() -> None:
    """A card that was played cannot be played by the other, wherever it is said to come from."""
    record = play(contract())
    name = record.deals[0].moves[-1].split()[-1]
    place = dealt(record, ANN)[0]
    illegal(act(record, ANN, f"play {name}", place=place), "not-held")


# What no sealed game is.


def test_equal_keys() -> None:
    """Nobody plays against themselves."""
    refused(set_up(begun(steps=1), 2, key=KEYS[ANN]), "sealed-rule")
    with caught("sealed-rule"):
        acting.join(read(begun(steps=1)), KEYS[ANN], b"n" * 32)


def test_joining_twice() -> None:
    """A game that is joined is full, for the same player and for a third."""
    for identity in (KEYS[BOB], STRANGER):
        with caught("rejoin", BOB):
            acting.join(read(begun(steps=2)), identity, b"n" * 32)


@pytest.mark.parametrize("header", ["seed: secret\n", "rules:\n  passed_out: redeal\n"])
@pytest.mark.parametrize("steps", [1, 3])
def test_seed_and_redeal(header: str, steps: int) -> None:
    """A sealed game has no seed, and seven decks are all it has."""
    text = written(begun(steps=steps)).replace("sealed:\n", f"{header}sealed:\n", 1)
    refused(text, "sealed-rule")
    record = begun(steps=steps, passed_out="redeal")
    refused(record, "sealed-rule")


def test_a_bystander_cannot_act() -> None:
    """Who has neither key makes no move, and sees no card."""
    table = read(contract()).open(STRANGER)
    assert table.me is None
    for seat in SEATS:
        assert not {*table.game.current.hand(seat)} & {*DECK}
    for act_ in (acting.proceed, acting.accuse, lambda t: acting.play(t, parse_move("south pass"))):
        with caught("sealed-rule"):
            act_(table)
    with caught("sealed-rule"):
        acting.play(read(contract(), BOB), parse_move("north resign"))


# Taken from elsewhere.


@pytest.mark.parametrize("part", ["signatures", "deals", "points", "hashes", "sides"])
def test_parts_of_another_game(part: str) -> None:
    """Nothing of another game of the same players fits into this one."""
    record, other = contract(), contract("game-1")
    setattr(record, part, getattr(other, part))
    with pytest.raises(BridgetteError) as raised:
        read(record)
    assert raised.value.code in ("chain", "signature"), raised.value


def test_action_of_another_game() -> None:
    """A move with all that came with it, signature and all, is of its game."""
    record, other = contract(), play(contract("game-1"))
    record.deals[0].moves.append(other.deals[0].moves[-1])
    record.deals[0].places = other.deals[0].places
    record.deals[0].scalars |= {
        item: value for item, value in other.deals[0].scalars.items() if value[0] == 8
    }
    record.signatures[BOB] = other.signatures[BOB]
    for head in (record.head, other.head):
        record.head = head
        refused(record, "chain")


def test_deal_of_the_same_game_again() -> None:
    """A finished deal does not stand for another."""
    record = do(exchanged(), "north pass", "south pass")
    record = lay_open(act(record, ANN, "exchange ? ?", places=[54]))
    record.deals[1] = record.deals[0].copy()
    with pytest.raises(BridgetteError) as raised:
        read(record)
    assert raised.value.code in ("chain", "signature", "dealer-order")
