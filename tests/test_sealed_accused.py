"""Sealed games, accusations: true ones name the cheat, false ones the accuser."""

from __future__ import annotations

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
    deck,
    discards,
    do,
    exchange,
    exchanged,
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
    written,
)

from bridgette import Play, Resign, Seat
from bridgette.errors import SealedError
from bridgette.sealed.group import multiplied, product
from bridgette.sealed.secrets import DealSecret
from bridgette.sealed.stages import second_stage, third_stage
from bridgette.sealedgame import Record, acting
from bridgette.sealedgame.ledger import SECRET

GAME = "game-0"
LATE = "game-5"  # south leads to the last trick
TWO = (2).to_bytes(32, "little")


def bad_share() -> Record:
    """A wrong scalar for south's hand: only south can know."""
    own = secret(GAME, ANN, 1).scalars[0]
    return set_up(begun(steps=2), 3, values={(1, 0): product(own, TWO)})


def accused(record: Record, by: Seat) -> Record:
    """What the honest program of the accuser makes."""
    return acting.accuse(read(record, by, judging=False)).record


def test_true_accusation() -> None:
    """First the accused is named as owing, and then as the cheat, whatever they publish."""
    record = bad_share()
    suspected(record, "bad-share", ANN, deal=1)
    record = accused(record, BOB)
    table = read(record)
    assert table.stopped is BOB and table.awaits == (ANN, "continue")
    for seat in SEATS:
        read(record, seat)
    with pytest.raises(
        SealedError, match="Ann \\(north\\) is accused by Bob \\(south\\)"
    ) as raised:
        table.prove()
    assert raised.value.code == "owed"
    says = "a wrong scalar for position 1"
    refused(act(record, ANN, "continue"), "cheat", ANN, deal=1, says=says)
    refused(acting.proceed(read(record, ANN)).record, "cheat", ANN, deal=1, says=says)


def test_accused_who_answers_with_something_else() -> None:
    """Neither another secret, nor a move, nor an accusation in return is an answer."""
    record = accused(bad_share(), BOB)
    wrong = secret(GAME, ANN, 2).secret
    refused(act(record, ANN, "continue", values={(1, SECRET): wrong}), "wrong-release", ANN)
    refused(act(record, ANN, "continue", lacks=[(1, SECRET)]), "wrong-release", ANN)
    for seat in SEATS:
        refused(act(record, seat, "exchange ? ?", places=[]), "owed")
        refused(act(record, seat, "accuse"), "owed")
    refused(act(record, BOB, "continue"), "owed")
    for step in (acting.accuse, acting.proceed):
        with caught("owed"):
            step(read(record, BOB))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("make", [begun, exchanged, contract, lambda: play(contract())])
def test_false_accusation(seat: Seat, make: Callable[[], Record]) -> None:
    """Who accuses an honest player is named."""
    record = accused(make(), seat)
    read(record, seat.other)
    record = acting.proceed(read(record, seat.other)).record
    with caught("cheat", says="Ann (north) accused Bob" if seat is ANN else "Bob (south) accused"):
        read(record)


def test_accusation_by_the_cheat() -> None:
    """Who accuses shows their own hand as well."""
    record = accused(copies(), BOB)
    refused(act(record, ANN, "continue"), "cheat", BOB, deal=1, says="(stage 2)")


def test_accusation_for_a_deal_that_the_cheat_laid_open() -> None:
    """A deal that is laid open already can still be why somebody is accused."""

    def make(points: Sequence[bytes], mine: DealSecret) -> list[bytes]:
        made = third_stage(points, mine)
        made[54] = multiplied(mine.scalars[54], points[53]) or b""
        return made

    record = exchange(exchange(set_up(begun(steps=2), 3, make={1: make})))
    record = act(act(record, ANN, "pass"), BOB, "pass")
    record = lay_open(exchange(record))  # north, who owed the secret, begins the next deal
    with caught("cheat", ANN, deal=1, says="(stage 3)"):
        read(record, BOB)
    record = act(accused(record, BOB), ANN, "continue")
    for seat in (*SEATS, None):
        with caught("cheat", ANN, deal=1, says="(stage 3)"):
            read(record, seat).prove()


def test_nothing_to_accuse_of() -> None:
    """Before the cards are dealt, and when all is proven, there is nothing to accuse of."""
    for steps in (1, 2):
        record = begun(steps=steps)
        with caught("owed"):
            accused(record, ANN)
        assert len(read(record).log) == steps
    record = act(act(exchanged(), ANN, "resign"), BOB, "continue")
    for honest in (record, lay_open(record)):
        with caught("owed"):
            accused(honest, ANN)
        with pytest.raises(SealedError) as raised:
            read(act(honest, ANN, "accuse"))
        assert raised.value.code in ("owed", "chain")


def copy_played() -> Record:
    """South plays a copy of a card that north holds: only north can see it."""
    mine = secret(GAME, BOB, 1)

    def make(points: Sequence[bytes], _: DealSecret) -> list[bytes]:
        made = second_stage(points, mine)
        made[0] = multiplied(mine.scalars[0], points[mine.order[1]]) or b""
        return made

    record = exchange(exchange(set_up(set_up(begun(steps=1), 2, make={1: make}), 3)))
    record = do(record, "north bid 1S", "south pass")
    record = act(record, BOB, f"play {deck(GAME)[1].text}", place=0)
    suspected(record, "bad-share", BOB, deal=1, move=5, says="a second time")
    return record


def test_accusation_of_a_card_that_one_holds_oneself() -> None:
    """Such a file still opens for the accuser, who could not prove anything else."""
    record = act(accused(copy_played(), ANN), BOB, "continue")
    refused(record, "cheat", BOB, deal=1, says="(stage 2)")


def test_answer_to_a_cheat_who_accuses() -> None:
    """Whatever was played before, the accused can answer, and is not the one who is named."""
    record = act(copy_played(), BOB, "accuse")
    record = acting.proceed(read(record, ANN)).record
    refused(record, "cheat", BOB, deal=1, says="(stage 2)")


# The last trick, whose first card comes with the next deal's scalars.


def announced(**changes: object) -> Record:
    """The first card of the last trick, by south, who deals next."""
    before = played(24, LATE)
    assert turn(before) is BOB
    return play(before, **changes)


def wrongly_announced() -> Record:
    """The same with a wrong scalar for the deal to come."""
    return announced(values={(2, 0): product(secret(LATE, BOB, 2).scalars[0], TWO)})


@pytest.mark.parametrize("judging", [True, False])
def test_bad_share_of_the_deal_to_come(judging: bool) -> None:
    """What comes with the last trick for the next deal can be proven bad like any other."""
    record = wrongly_announced()
    if not judging:  # even by a player who goes on
        record = play(record)
    record = accused(record, ANN)
    if read(record).awaits is not None:
        record = act(record, BOB, "continue")
    refused(record, "cheat", BOB, says="wrong scalar")


def test_place_of_a_bad_share_of_the_deal_to_come() -> None:
    """The error says where the scalar stands, or of which deal it is."""
    record = wrongly_announced()
    with pytest.raises(SealedError, match=r"Bob \(south\) gives a scalar") as raised:
        acting.play(read(record, ANN), Play(ANN, playable(record)[0]))
    error = raised.value
    assert error.code == "bad-share"
    assert (error.deal, error.move) in ((2, None), (1, len(record.deals[0].moves)))


@pytest.mark.parametrize("seat", SEATS)
def test_false_accusation_in_the_last_trick(seat: Seat) -> None:
    """An honest next deal changes nothing: the accuser is named."""
    record = accused(announced(), seat)
    with caught("cheat", says="Ann (north) accused" if seat is ANN else "Bob (south) accused"):
        read(acting.proceed(read(record, seat.other)).record)


def test_resignation_in_the_last_trick() -> None:
    """A game that ends before the deal announced is dealt can be read by everybody."""
    over = acting.play(read(announced(), ANN), Resign(ANN)).record
    for seat in (*SEATS, None):
        table = read(over, seat)
        assert table.awaits is None
        assert table.game.winner is BOB
    read(over).prove()


def copies() -> Record:
    """South's second stage with a card of the dealer's also under a position that is let go."""
    mine = secret(GAME, BOB, 1)
    name = discards(begun(), BOB).split()[1]
    place = next(place for place, card in enumerate(deck(GAME)) if card.text == name)

    def make(points: Sequence[bytes], _: DealSecret) -> list[bytes]:
        made = second_stage(points, mine)
        made[place] = multiplied(mine.scalars[place], points[mine.order[1]]) or b""
        return made

    return exchange(exchange(set_up(set_up(begun(steps=1), 2, make={1: make}), 3)))


# The same by commands.

IDENTITIES = {"ann": b"A" * 32, "bob": b"B" * 32, "carl": b"C" * 32}
FILE = "g.yaml"


@pytest.fixture
def homes(tmp_path: Path) -> dict[str, Cli]:
    """Three machines, each with the identity of its player; Carl only looks on."""
    found = {}
    for name, identity in IDENTITIES.items():
        home, folder = tmp_path / f"home-{name}", tmp_path / name
        home.mkdir()
        folder.mkdir()
        (home / "identity").write_text(f"bridgette identity 1: {identity.hex()}\n")
        found[name] = Cli(folder, BRIDGETTE_HOME=str(home))
    return found


def give(homes: dict[str, Cli], text: str) -> None:
    for home in homes.values():
        (home.folder / FILE).write_text(text, encoding="utf-8")


def pass_on(homes: dict[str, Cli], name: str, *words: str) -> None:
    """One of them does something, and all get the file."""
    homes[name].ok(*words, FILE, "--resume")
    give(homes, (homes[name].folder / FILE).read_text(encoding="utf-8"))


def all_see(homes: dict[str, Cli], code: str, says: str) -> None:
    """Everybody's `verify` fails, with exit code 30 and these words; `show` too."""
    for home in homes.values():
        answer = home("verify", FILE)
        assert answer.code == 30
        assert answer.out.startswith(f"FAILED  {FILE}  {code}: {says}"), answer
        (row,) = home("verify", "--json", FILE).rows
        assert row["ok"] is False
        assert row["error"]["code"] == code
        assert row["error"]["message"].startswith(says)
        if code == "cheat":
            assert home.fails("cheat", "show", FILE)["exit"] == 30


def test_true_accusation_by_commands(homes: dict[str, Cli]) -> None:
    """A bad share stops its victim only; after the accusation all see who owes, and who cheated."""
    give(homes, written(bad_share()))
    for name in ("ann", "carl"):
        assert homes[name].ok("verify", FILE).out.startswith("ok ")
    for words in (["show"], ["exchange"], ["resign"], ["continue"], ["status"]):
        assert homes["bob"](*words, FILE).code == 30
    error = homes["bob"].fails("bad-share", "resign", FILE)
    assert "Ann (north)" in error["message"] and "bridgette accuse" in error["plain"]
    pass_on(homes, "bob", "accuse")
    all_see(homes, "owed", "Ann (north) is accused by Bob (south)")
    pass_on(homes, "ann", "continue")
    all_see(homes, "cheat", "Ann (north) cheated in deal 1, and published a wrong scalar")


def test_false_accusation_by_commands(homes: dict[str, Cli]) -> None:
    """The accuser is named, for all to see."""
    give(homes, written(exchanged()))
    pass_on(homes, "ann", "accuse")
    assert homes["ann"].fails("owed", "accuse", FILE, "--resume")["exit"] == 30
    assert homes["ann"].fails("game-over", "pass", FILE, "--resume")["exit"] in (10, 30)
    pass_on(homes, "bob", "continue")
    all_see(homes, "cheat", "Ann (north) accused Bob (south) falsely")


def test_cheat_at_the_end_by_commands(homes: dict[str, Cli]) -> None:
    """The victim's program gives no secret to a cheat, but by an accusation."""
    record = copies()
    record = act(act(record, ANN, "bid 1S"), BOB, "resign")
    give(homes, written(record))
    for name in ("bob", "carl"):
        assert homes[name]("verify", FILE).code == 0
    error = homes["ann"].fails("cheat", "continue", FILE, "--resume")
    assert error["message"].startswith("Bob (south) cheated in deal 1")
    assert (error["deal"], error["exit"]) == (1, 30)
    pass_on(homes, "ann", "accuse")
    all_see(homes, "cheat", "Bob (south) cheated in deal 1, and did not shuffle and lock honestly")
