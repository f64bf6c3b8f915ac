"""Sealed games: nobody is blamed for what others did to a file, and who is wronged can prove it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from cli import Cli
from sealed import (
    ANN,
    BOB,
    SEATS,
    act,
    begun,
    caught,
    contract,
    discards,
    do,
    exchange,
    exchanged,
    lay_open,
    play,
    read,
    refused,
    secret,
    set_up,
    suspected,
    true_deck,
    turn,
    written,
)
from test_sealed_cheats import CHEATS

from bridgette import BridgetteError, Seat
from bridgette.mail import block
from bridgette.sealed.group import multiplied, product
from bridgette.sealed.secrets import DealSecret
from bridgette.sealed.stages import second_stage
from bridgette.sealedgame import Record, SealedDeal, acting
from bridgette.sealedgame.ledger import UP_CARD

GAME = "game-0"
TWO = (2).to_bytes(32, "little")


@pytest.fixture
def homes(tmp_path: Path) -> dict[str, Cli]:
    """The homes of the two players of `sealed`, and of a third person; a folder each."""
    found = {}
    for name in ("ann", "bob", "carl"):
        home, folder = tmp_path / f"home of {name}", tmp_path / name
        home.mkdir()
        folder.mkdir()
        letter = name[0].upper().encode().hex()
        (home / "identity").write_text(f"bridgette identity 1: {letter * 32}\n")
        found[name] = Cli(folder, BRIDGETTE_HOME=str(home))
    return found


def put(cli: Cli, record: Record, name: str = "g.yaml") -> None:
    (cli.folder / name).write_text(written(record))


def accepted_claim() -> Record:
    """Ann accepts, who does not deal next: Bob owes the secret and Ann's next hand."""
    return act(do(contract(), "south claim 13"), ANN, "accept")


# What nobody has signed.


def states() -> dict[str, Record]:
    """Honest games of many kinds."""
    passed = exchange(do(exchanged(), "north pass", "south pass"))
    found = {
        "begun": begun(steps=1),
        "joined": begun(steps=2),
        "set up": begun(),
        "exchanged": exchanged(),
        "in play": play(contract(), 3),
        "claim accepted": accepted_claim(),
        "answered": act(accepted_claim(), BOB, "continue"),
        "second deal": lay_open(passed),
    }
    for name in ("set up", "in play", "claim accepted"):
        table = read(found[name], BOB)
        found[f"{name}, accused"] = acting.accuse(table).record
    return found


def bare_deal(record: Record, chance: random.Random) -> None:
    record.deals.append(SealedDeal())


def fewer_deals(record: Record, chance: random.Random) -> None:
    record.deals.pop()


def deal_before(record: Record, chance: random.Random) -> None:
    record.deals.insert(0, SealedDeal())


def move_moved(record: Record, chance: random.Random) -> None:
    record.deals.append(SealedDeal())
    one, other = record.deals[-2:]
    if one.moves:
        other.moves.append(one.moves.pop())
    if one.places:
        other.places.append(one.places.pop())


def move_gone(record: Record, chance: random.Random) -> None:
    moves = chance.choice(record.deals).moves
    if moves:
        moves.pop(chance.randrange(len(moves)))


def moves_swapped(record: Record, chance: random.Random) -> None:
    moves = chance.choice(record.deals).moves
    if len(moves) > 1:
        place = chance.randrange(len(moves) - 1)
        moves[place : place + 2] = moves[place + 1], moves[place]


def scalar_moved(record: Record, chance: random.Random) -> None:
    some = chance.choice(record.deals).scalars
    if some:
        key = chance.choice(list(some))
        action, value = some[key]
        some[key] = (max(1, action + chance.choice((-1, 1, 2))), value)


def extra(record: Record, chance: random.Random) -> None:
    count = 3 + len(record.extras) + sum(len(deal.moves) for deal in record.deals)
    record.extras[count] = (chance.choice(SEATS), chance.choice(("continue", "accuse")))


def secret_moved(record: Record, chance: random.Random) -> None:
    held = [deal for deal in record.deals if deal.secrets]
    if held:
        seat = chance.choice(list(held[0].secrets))
        chance.choice(record.deals).secrets[seat] = held[0].secrets.pop(seat)


EDITS = [bare_deal, fewer_deals, deal_before, move_moved, move_gone, moves_swapped, scalar_moved]
EDITS += [extra, secret_moved]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_an_editor_without_a_key_blames_nobody(
    edit: Callable[[Record, random.Random], None],
) -> None:
    """Whatever is moved in an honest file, it is `chain`, or as if it had not been."""
    chance = random.Random(edit.__name__)
    for name, honest in states().items():
        state = read(honest)
        for _ in range(3):
            record = honest.copy()
            edit(record, chance)
            fault = fault_of(record)
            if fault is None:
                found = read(record)
                assert (found.heads, found.awaits) == (state.heads, state.awaits), name
            else:
                assert fault[0] in ("chain", "schema"), (name, fault)
                assert "Ann" not in fault[1] and "Bob" not in fault[1], (name, fault)


def fault_of(record: Record) -> tuple[str, str] | None:
    """The code and message of what is wrong with a file, if anything is."""
    try:
        read(record)
    except BridgetteError as error:
        return error.code, error.message
    return None


def test_a_deal_that_is_due_comes_with_the_move() -> None:
    """Whether it stands in the file or not: else the answer would lack the hand that is due."""
    record = accepted_claim()
    shorter = record.copy()
    shorter.deals.pop()
    answered = acting.proceed(read(shorter, BOB)).record
    assert written(answered) == written(acting.proceed(read(record, BOB)).record)
    for seat in SEATS:
        assert read(answered, seat).awaits is None


def test_the_discards_of_a_deal_laid_open_have_one_order() -> None:
    record = lay_open(do(contract(), f"{turn(contract())} resign", "north continue"))
    read(record)
    moves = record.deals[0].moves
    number = next(n for n, move in enumerate(moves) if "exchange" in move)
    north, exchanges, *cards = moves[number].split()
    moves[number] = " ".join([north, exchanges, *reversed(cards)])
    refused(record, "chain")


def test_a_deal_is_laid_open_where_the_last_to_answer_did_not() -> None:
    """A modified program leaves the proof out; whoever reads the file makes it."""
    record = act(act(play(contract()), ANN, "resign"), BOB, "continue")
    assert record.deals[0].deck is None
    table = read(record)
    assert table.proved == 1
    assert table.record.deals == lay_open(record).deals


def test_the_up_card_comes_from_its_own_position() -> None:
    """Bob copies it to another of his positions; everybody sees it when he plays that."""
    mine = secret(GAME, BOB, 1)

    def copied(points: Sequence[bytes], _: DealSecret) -> list[bytes]:
        made = second_stage(points, mine)
        made[0] = multiplied(mine.scalars[0], points[mine.order[UP_CARD]]) or b""
        return made

    record = exchange(exchange(set_up(set_up(begun(steps=1), 2, make={1: copied}), 3)))
    record = do(record, "north bid 1S", "south pass")
    card = true_deck(record, 1)[UP_CARD]
    refused(act(record, BOB, f"play {card}", place=0), "bad-share", BOB, says="the up-card")


# What only one player can see, by mail.


def wrong_scalar() -> tuple[Record, Record]:
    """Bob exchanges, and publishes a wrong scalar for one of Ann's cards."""
    before = begun()
    wrong = product(secret(GAME, BOB, 1).scalars[1], TWO)
    return before, act(before, BOB, discards(before, BOB), values={(1, 1): wrong})


def test_a_fault_that_came_by_mail_can_be_proved(homes: dict[str, Cli]) -> None:
    """By doing what the messages say, without a terminal."""
    before, bad = wrong_scalar()
    suspected(bad, "bad-share", BOB)
    ann, bob, carl = homes.values()
    put(ann, before)
    put(carl, bad)
    (ann.folder / "m.eml").write_text(carl.ok("send", "g.yaml").out)
    files = ann.files()
    error = ann("receive", "g.yaml", "m.eml", "--json").value["error"]
    assert (error["code"], error["file"]) == ("bad-share", "m.eml")
    assert error["message"].endswith("bridgette receive NEW.yaml m.eml")
    assert ann.files() == files
    error = ann("receive", "NEW.yaml", "m.eml", "--json").value["error"]
    assert error["code"] == "bad-share"
    assert error["message"].endswith("bridgette accuse NEW.yaml")
    ann.ok("accuse", "NEW.yaml", "--resume")
    mail = ann.ok("send", "NEW.yaml").out
    (bob.folder / "m.eml").write_text(mail)
    assert bob("receive", "g.yaml", "m.eml").code == 0
    assert bob("continue", "g.yaml", "--resume").code == 0
    (carl.folder / "m.eml").write_text(bob.ok("send", "g.yaml").out)
    carl("receive", "NEW.yaml", "m.eml")
    verdict = carl("verify", "NEW.yaml").text
    assert "cheat: Bob (south) cheated in deal 1, and published a wrong scalar" in verdict


def test_a_fault_in_the_set_up_that_came_by_mail(homes: dict[str, Cli]) -> None:
    bob, carl = homes["bob"], homes["carl"]
    put(bob, begun(steps=2))
    wrong = product(secret(GAME, ANN, 1).scalars[0], TWO)
    put(carl, set_up(begun(steps=2), 3, values={(1, 0): wrong}))
    (bob.folder / "m.eml").write_text(carl.ok("send", "g.yaml").out)
    assert "receive NEW.yaml" in bob("receive", "g.yaml", "m.eml").err
    assert "accuse NEW.yaml" in "".join(bob("receive", "NEW.yaml", "m.eml").err.split("\n  "))
    bob.ok("accuse", "NEW.yaml", "--resume")


def test_a_proven_cheat_is_told_though_the_mail_quotes_what_was_before(
    homes: dict[str, Cli],
) -> None:
    """The newest state is refused, and is no reason to say that nothing is new."""
    honest = play(contract(), 2)
    bad = lay_open(act(honest, turn(honest), "resign", values={(1, -1): b"x" * 32}))
    with caught("chain"):
        read(bad)
    bob = homes["bob"]
    put(bob, honest)
    quoted = "\n".join(f"> {line}" for line in block(written(honest).encode()).splitlines())
    text = f"Hello\n{block(written(bad).encode())}\nYou wrote:\n{quoted}\n"
    (bob.folder / "m.txt").write_text(text)
    error = bob("receive", "g.yaml", "m.txt", "--json").value["error"]
    assert (error["code"], error["file"]) == ("chain", "m.txt")


# Accusations that cross a move.


@pytest.mark.parametrize("by_mail", [False, True])
def test_an_accusation_that_crosses_a_move_is_answered(
    homes: dict[str, Cli], by_mail: bool
) -> None:
    """Bob exchanges while Ann accuses: he can answer, and is no cheat; then all is over."""
    ann, bob, carl = homes.values()
    before = begun()
    for cli in (ann, bob):
        put(cli, before)
    made = discards(before, BOB).split()
    bob.ok("exchange", "g.yaml", *made[1:], "--resume")
    mine = bob.folder / "g.yaml"
    exchanged_here = mine.read_text()
    ann.ok("accuse", "g.yaml", "--resume")
    if by_mail:
        (bob.folder / "m.eml").write_text(ann.ok("send", "g.yaml").out)
        error = bob("receive", "g.yaml", "m.eml", "--json").value["error"]
        assert error["code"] == "fork"
        assert "It is an accusation: receive it into a new file" in error["message"]
        bob.ok("receive", "acc.yaml", "m.eml")
    else:
        (bob.folder / "acc.yaml").write_bytes((ann.folder / "g.yaml").read_bytes())
    assert "bridgette continue acc.yaml" in bob("show", "acc.yaml").text
    bob.ok("continue", "acc.yaml")
    (carl.folder / "acc.yaml").write_bytes((bob.folder / "acc.yaml").read_bytes())
    assert "cheat: Ann (north) accused Bob (south) falsely" in carl("verify", "acc.yaml").text
    # Ann may have looked at the cards that he has laid open: he signs nothing more.
    record = exchange(read(exchanged_here).record)
    for state in (before, do(record, "north bid 1S")):
        put(bob, state)
        move = ("exchange", "g.yaml", *made[1:]) if state is before else ("pass", "g.yaml")
        for more in ((), ("--resume",)):
            assert bob(*move, *more, "--json").value["error"]["code"] == "memory"


def test_an_accusation_from_an_old_state_is_answered(homes: dict[str, Cli]) -> None:
    """Else its maker could have an honest player stand there as owing for ever."""
    bob = homes["bob"]
    late = play(contract(), 2)
    put(bob, late)
    bob.ok("play", "g.yaml", bob.json("legal", "g.yaml")["moves"][0].split()[2], "--resume")
    put(bob, acting.accuse(read(exchanged(), ANN)).record, "acc.yaml")
    bob.ok("continue", "acc.yaml")
    put(bob, play(contract(), 4), "on.yaml")
    move = bob.json("legal", "on.yaml")["moves"][0].split()[2]
    assert bob("play", "on.yaml", move, "--json").value["error"]["code"] == "memory"


# Accusations of what is proved already.


@pytest.mark.parametrize("by", SEATS)
def test_an_accusation_hides_no_proof(by: Seat) -> None:
    """A deal with both secrets names its cheat, whoever accuses whom afterwards and is awaited."""
    cheat = CHEATS["related_points"]()
    claimed = do(cheat.record, "north bid 1S", "south pass", "south claim 13", "north accept")
    record = act(claimed, BOB, "continue")
    with caught("cheat", cheat.who):
        read(record)
    table = read(act(record, by, "accuse"))
    assert table.awaits == (by.other, "continue")
    with caught("cheat", cheat.who, says=cheat.says):
        table.prove()


def test_the_up_card_of_a_deal_that_is_over_is_seen(homes: dict[str, Cli]) -> None:
    """Also where the non-dealer resigned instead of discarding."""
    record = lay_open(do(begun(), "south resign", "north continue"))
    card = true_deck(record, 1)[UP_CARD]
    for name in ("ann", "bob"):
        put(homes[name], record)
        assert homes[name].json("show", "g.yaml")["up_card"] == card.text
