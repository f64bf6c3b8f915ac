"""Every pair of histories: what came against what is here, and what `receive` makes of it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from cli import two_deals
from helpers import EVEN, auction, cards, deck, do, give, score_deal
from randomplay import finished
from test_mail_journey import Post, refuses, takes

from bridgette import Game, HouseRules, Play, Seat, seeded_deck
from bridgette.mail import Outcome, block, compare
from bridgette.replay import rewind, steps
from bridgette.savefile import dumps


@pytest.fixture
def post(tmp_path: Path) -> Post:
    return Post(tmp_path)


def grown(game: Game, *texts: str) -> Game:
    """The same game, a few moves later."""
    return do(rewind(game, len(game.deals)), *texts)


def called(text: str = "north 1S pass") -> Game:
    return auction(give(*EVEN), text)


# Equal, ahead, behind


def test_equal(post: Post) -> None:
    for game in (give(*EVEN), called(), two_deals(), finished(3)):
        value = takes(post, "already", game, game)
        assert value["moves"] == []
    before = (post.put(game).stat().st_mtime_ns, post.files()["g.yaml"])
    assert post.receives(post.sent(game)).code == 0
    path = post.folder / "g.yaml"
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before


def test_ahead(post: Post) -> None:
    ours = called()
    for moves in (["south play JH"], ["south play JH -- yours"], ["south claim 4"]):
        value = takes(post, "applied", ours, grown(ours, *moves))
        assert value["moves"] == [move.partition(" -- ")[0] for move in moves]
    answer = post.receives(post.sent(grown(called(), "south play JH -- yours")), name="new.yaml")
    post.put(ours)
    answer = post.receives(post.sent(grown(ours, "south play JH -- yours")))
    assert "South plays J♥ “yours”." in answer.text
    assert "North to play to J♥." in answer.text


def test_behind(post: Post) -> None:
    ours = grown(called(), "south play JH", "north play AH", "north play KH")
    error = refuses(post, "older", ours, rewind(ours, 1, 4))
    assert "by 1 move:" in error["message"]
    assert "North plays K♥" in error["message"]
    for moves in range(len(ours.current.moves)):
        error = refuses(post, "older", ours, rewind(ours, 1, moves))
        assert f"by {len(ours.current.moves) - moves} move" in error["message"]
        assert "--takeback" in error["message"]


def test_takeback(post: Post) -> None:
    ours = grown(called(), "south play JH", "north play AH -- ha", "north play KH")
    theirs = rewind(ours, 1, 3)
    value = takes(post, "applied", ours, theirs, "--takeback")
    assert (value["moves"], value["undone"]) == ([], ["north play AH", "north play KH"])
    post.put(ours)
    answer = post.receives(post.sent(theirs), "--takeback")
    assert "Taken back: North plays A♥ “ha”, North plays K♥." in answer.text
    other = grown(rewind(ours, 1, 3), "north play QH")
    refuses(post, "fork", ours, other, "--takeback")
    takes(post, "already", ours, ours, "--takeback")
    takes(post, "applied", theirs, ours, "--takeback")


def test_takeback_from_a_reply_that_quotes_what_is_taken_back(post: Post) -> None:
    ours = called()
    theirs = rewind(ours, 1, 1)
    text = block(dumps(theirs).encode()), block(dumps(ours).encode()).replace("\n", "\n> ")
    post.put(ours)
    answer = post.receives(f"\n{text[0]}\n\n> {text[1]}\n".encode(), "--takeback", "--json")
    assert answer.value["head"] == theirs.head


def test_ahead_by_several_deals(post: Post) -> None:
    game = finished(3)
    for start in (0, 1, 2):
        ours = rewind(game, start + 1, 1)
        value = takes(post, "applied", ours, game)
        assert len(value["moves"]) == game.move_count - ours.move_count
        error = refuses(post, "older", game, ours)
        assert f"by {game.move_count - ours.move_count} moves" in error["message"]
        takes(post, "applied", game, ours, "--takeback")


def test_ahead_by_nothing_but_a_deal(post: Post) -> None:
    ours = two_deals()
    theirs = two_deals()
    theirs.deal(seeded_deck("x", 3))
    assert takes(post, "applied", ours, theirs)["moves"] == []
    refuses(post, "older", theirs, ours)


def test_a_finished_game(post: Post) -> None:
    game = finished(3)
    last = rewind(game, len(game.deals), len(game.current.moves) - 1)
    post.put(last)
    answer = post.receives(post.sent(game))
    assert answer.code == 0
    assert "The game is over:" in answer.text
    assert takes(post, "applied", last, game)["turn"] is None
    takes(post, "already", game, game)
    refuses(post, "older", game, last)
    refuses(post, "fork", game, grown(last, f"{last.turn} resign"))


def test_created(post: Post) -> None:
    for game in (give(*EVEN), called(), finished(3)):
        value = takes(post, "created", None, game)
        assert value["moves"] == []
    (post.folder / "d").mkdir()
    assert post.receives(post.sent(called()), name="d/x.yaml").code == 0
    answer = post.receives(post.sent(called()), name="nowhere/x.yaml")
    assert answer.code == 22


def test_a_seat_that_is_none(post: Post) -> None:
    """An option that is wrong is told before anything is written."""
    message = post.sent(grown(called(), "south play JH"))
    for words, env in (["--as", "carol"], {}), ([], {"BRIDGETTE_SEAT": "carol"}):
        for ours in (None, called()):
            (post.folder / "g.yaml").unlink(missing_ok=True)
            if ours is not None:
                post.put(ours)
            answer = post.receives(message, *words, **env)
            saved = (post.folder / "g.yaml").exists() and post.game().head != called().head
            assert (answer.code == 0) == saved, (words, env, answer)


# Parting


def both(game: Game, one: str, other: str) -> Any:
    return pytest.param(game, one, other, id=f"{one}, {other}")


def exchanging() -> Game:
    game = Game()
    game.deal(deck("north", south="S:AKQJT98765432"))
    return game


BIDDEN, CLAIMED = called("north 1S"), do(called(), "south claim 4")
FORKS = [
    both(exchanging(), "south exchange 3S 2S", "south exchange AS 2S"),
    both(exchanging(), "south exchange 3S 2S", "south exchange 2S 3S"),
    both(give(*EVEN), "north bid 1S", "north bid 1H"),
    both(BIDDEN, "south pass", "south double"),
    both(BIDDEN, "south pass", "south bid 2C"),
    both(do(called("north 1S double")), "north redouble", "north pass"),
    both(called(), "south play JH", "south play TH"),
    both(called(), "south play JH", "south claim 4"),
    both(called(), "south claim 5", "south claim 4"),
    both(CLAIMED, "north accept", "north decline"),
    both(CLAIMED, "north resign", "north decline"),
    both(called(), "south resign", "south play JH"),
]
SAID = {
    "exchange": "discards 2 cards",
    "bid": "bids",
    "pass": "passes",
    "double": "doubles",
    "redouble": "redoubles",
    "play": "plays",
    "claim": "claims",
    "accept": "accepts",
    "decline": "declines",
    "resign": "resigns",
}


@pytest.mark.parametrize(("game", "one", "other"), FORKS)
def test_a_fork(post: Post, game: Game, one: str, other: str) -> None:
    for mine, yours in ((one, other), (other, one)):
        ours, theirs = grown(game, mine), grown(game, yours)
        for words in ([], ["--as", "north"], ["--as", "south"], ["--all"]):
            error = refuses(post, "fork", ours, theirs, *words)
            assert (error["deal"], error["move"]) == (1, len(game.current.moves) + 1)
            message = error["message"]
            here, there = (SAID[move.split()[1]] for move in (mine, yours))
            assert here in message.partition("in the message")[0]
            assert there in message.partition("in the message")[2]
            assert "AS" not in message
            assert "A♠" not in message
        refuses(post, "fork", ours, theirs, "--takeback")


def test_a_fork_shows_both_continuations(post: Post) -> None:
    ours = grown(called(), "south play JH", "north play AH", "north play AS")
    theirs = grown(called(), "south play TH", "north play KH")
    message = refuses(post, "fork", ours, theirs)["message"]
    here, _, there = message.partition("in the message")
    assert [card in here for card in ("J♥", "A♥", "A♠")] == [True] * 3
    assert [card in there for card in ("T♥", "K♥")] == [True] * 2


def test_another_deck_for_the_same_deal(post: Post) -> None:
    one, two = two_deals(), two_deals()
    one.deal(seeded_deck("one", 3))
    two.deal(seeded_deck("two", 3))
    on = rewind(one, 3)
    seat = on.current.dealer.other
    do(on, f"{seat} exchange " + " ".join(str(card) for card in on.current.hand(seat)[:2]))
    for ours, theirs in ((one, two), (two, one), (on, two), (two, on)):
        error = refuses(post, "fork", ours, theirs)
        assert (error["deal"], error["move"]) == (3, None)
        assert "deal 3" in error["message"]
    given = two_deals()
    given.deal(hands=(cards(EVEN[0]), cards(EVEN[1])))
    assert refuses(post, "fork", two, given)["deal"] == 3
    first = score_deal(Game(), "north", "3SX", 10)
    assert refuses(post, "fork", two, first)["deal"] == 1
    dealer = refuses(post, "fork", give(*EVEN), give(*EVEN, dealer="south"))
    assert dealer["deal"] == 1


# Another game


def renamed(whole: Game, **fields: Any) -> Game:
    other = Game(whole.header._replace(**fields))
    for deal in whole.deals:
        other.deal(deal.deck, hands=deal.given, dealer=deal.dealer)
        do(other, *(move.text for move in deal.moves))
    return other


OTHER = [
    {"game": "another"},
    {"north": "Nora"},
    {"south": "Sophy"},
    {"north": "South", "south": "North"},
    {"rules": HouseRules(up_card="aside")},
    {"rules": HouseRules(opening_jump="yes")},
    {"rules": HouseRules(passed_out="redeal")},
    {"rules": HouseRules(bonus="flat")},
]


@pytest.mark.parametrize("fields", OTHER)
def test_another_game(post: Post, fields: dict[str, Any]) -> None:
    ours = called()
    for theirs in (renamed(ours, **fields), renamed(grown(ours, "south play JH"), **fields)):
        error = refuses(post, "other-game", ours, theirs)
        assert "another game" in error["message"]
        refuses(post, "other-game", theirs, ours, "--takeback")


def test_free_text_is_no_part_of_the_state(post: Post) -> None:
    ours = called()
    theirs = renamed(ours, note="x", event="y", date="z", place="~")
    takes(post, "already", ours, theirs)
    takes(post, "applied", ours, grown(theirs, "south play JH"))


def test_a_newer_format_version(post: Post) -> None:
    ours = called()
    newer = dumps(grown(ours, "south play JH")).replace("bridgette: 1", "bridgette: 2").encode()
    attached = f"Content-Type: a/b\nContent-Transfer-Encoding: 8bit\n\n{newer.decode()}".encode()
    for message in (newer, f"\n{block(newer)}\n".encode(), attached):
        for name in ("g.yaml", "new.yaml"):
            post.put(ours)
            answer = post.receives(message, "--json", name=name)
            assert answer.code == 21
            assert answer.value["error"]["code"] == "format-version"
            assert "version 2" in answer.value["error"]["message"]
            assert post.game().head == ours.head
            assert not (post.folder / "new.yaml").exists()
    (post.folder / "g.yaml").write_bytes(newer)
    answer = post.receives(post.sent(ours))
    assert (answer.code, post.files()["g.yaml"]) == (21, newer)


# Moves made for the receiver


def alone() -> Game:
    """South is to lead, and north has one heart to play to it, then spades for twelve tricks."""
    hands = "S:AKQJT9876543 H:2", "H:AKQJT9876543 C:2"
    return auction(give(*hands), "north 1S pass")


def refused_for(post: Post, ours: Game, theirs: Game, seat: str) -> Any:
    name = "North" if seat == "north" else "South"
    found = [
        refuses(post, "fork", ours, theirs, *words, **env)
        for words, env in (
            (["--as", seat], {}),
            (["--as", name.upper()], {}),
            ([], {"BRIDGETTE_SEAT": seat}),
            ([], {"BRIDGETTE_SEAT": name}),
        )
    ]
    assert all(error == found[0] for error in found)
    assert "for you" in found[0]["message"]
    return found[0]


@pytest.mark.parametrize(("game", "mine", "yours"), FORKS)
def test_a_move_made_for_the_receiver(post: Post, game: Game, mine: str, yours: str) -> None:
    theirs = grown(game, mine)
    seat, other = mine.split(maxsplit=1)[0], str(Seat[mine.split(maxsplit=1)[0].upper()].other)
    error = refused_for(post, game, theirs, seat)
    assert (error["deal"], error["move"]) == (1, len(game.current.moves) + 1)
    assert SAID[mine.split()[1]] in error["message"]
    takes(post, "applied", game, theirs, "--as", other)
    takes(post, "applied", game, theirs)
    takes(post, "applied", game, theirs, "--all", BRIDGETTE_SEAT=seat)
    takes(post, "already", theirs, theirs, "--as", seat)


def test_forced_plays_made_for_the_receiver(post: Post) -> None:
    ours = alone()
    theirs = grown(ours, "south play AH", "north play 2H")
    takes(post, "applied", ours, theirs, "--as", "north")
    takes(post, "applied", ours, grown(theirs, "south play KH"), "--as", "north")
    assert refused_for(post, ours, theirs, "south")["move"] == 3
    more = grown(theirs, "south play KH", "north play 3S")
    assert refused_for(post, ours, more, "north")["move"] == 6
    late = grown(ours)
    while len(late.current.moves) < 2 + 24:
        late.apply(late.legal_moves()[0])
    over = grown(late, *(f"{seat} play {late.current.hand(seat)[0]}" for seat in the_order(late)))
    for seat in ("north", "south"):
        takes(post, "applied", late, over, "--as", seat)


def the_order(game: Game) -> list[Seat]:
    assert game.turn is not None
    return [game.turn, game.turn.other]


# Remarks


def test_remarks_travel_and_never_part(post: Post) -> None:
    ours = do(give(*EVEN), "north bid 1S -- mine", "south pass")
    theirs = do(give(*EVEN), "north bid 1S -- other", "south pass -- words", "south play JH -- go")
    path = post.put(ours)
    assert post.receives(post.sent(theirs)).code == 0
    assert "south play JH -- go" in path.read_text(encoding="utf-8")
    takes(post, "applied", ours, theirs)
    bare = do(give(*EVEN), "north bid 1S", "south pass")
    assert takes(post, "already", ours, bare)["moves"] == []
    assert "mine" in path.read_text(encoding="utf-8")
    takes(post, "applied", bare, rewind(ours, 1, 1), "--takeback")


# All pairs along random games


@pytest.mark.parametrize("seed", [3, 8, 21])
def test_every_pair_of_states(post: Post, seed: int) -> None:
    chance = random.Random(seed)
    game = finished(seed)
    whole = [(rewind(grown_, len(grown_.deals)), move) for grown_, move in steps(game)]
    picked = sorted(chance.sample(range(len(whole)), 14))
    for i in picked:
        for j in picked:
            ours, theirs = whole[i][0], whole[j][0]
            moves = [move.text for _, move in whole[i + 1 : j + 1] if move is not None]
            outcome = "already" if i == j else "applied" if i < j else "older"
            found = compare(ours, theirs)
            assert found.outcome is Outcome(outcome)
            assert [move.text for move in found.theirs] == moves
            for seat in Seat if i < j else ():
                mine = any(
                    move is not None
                    and move.seat is seat
                    and not (isinstance(move, Play) and len(whole[at][0].legal_moves()) == 1)
                    for at, (_, move) in enumerate(whole[i + 1 : j + 1], i)
                )
                assert (compare(ours, theirs, seat).outcome is Outcome.FORK) == mine
            if ours.turn is not None:
                parted = grown(ours, f"{ours.turn} resign")
                outcome = "older" if i >= j else "fork"
                assert compare(parted, theirs).outcome is Outcome(outcome)
    one, two = whole[picked[3]][0], whole[picked[9]][0]
    takes(post, "applied", one, two)
    refuses(post, "older", two, one)
