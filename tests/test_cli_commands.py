"""The commands that make a move or deal: new, exchange, calls, plays, claims, deal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from cli import Cli
from helpers import EVEN, auction, cards, deck, give, names, score_deal

from bridgette import DECK, Game, Seat, seeded_deck

TWO_HANDS = "\n".join(" ".join(card.text for card in cards(hand)) for hand in EVEN)


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def texts(some: Iterable[object]) -> str:
    return " ".join(map(str, some))


# new


def test_new_starts_a_game_and_deals(cli: Cli) -> None:
    answer = cli.ok("new", "g.yaml")
    assert "g.yaml" in answer.out
    assert len(answer.out.splitlines()) <= 2
    game = cli.game()
    assert (game.header.north, game.header.south) == ("North", "South")
    assert str(game.phase) == "exchange"
    assert set(game.current.deck or ()) == set(DECK)
    assert game.turn is game.current.dealer.other
    assert [path.name for path in cli.folder.iterdir()] == ["g.yaml"]


def test_new_draws_dealer_deck_and_id(cli: Cli) -> None:
    for number in range(20):
        cli.ok("new", f"{number}.yaml")
    games = [cli.game(f"{number}.yaml") for number in range(20)]
    assert len({game.header.game for game in games}) == 20
    assert len({game.current.deck for game in games}) == 20
    assert {game.current.dealer for game in games} == set(Seat)
    assert {game.header.seed for game in games} == {""}


def test_new_keeps_all_that_it_is_told(cli: Cli) -> None:
    words = "--north Zoë --south 王さん --dealer south --seed s --id a-1 --rule up_card=aside"
    words += " --rule bonus=flat --event Cup --date 2026-01-31 --place Oslo"
    cli.ok("new", "g.yaml", *words.split(), "--note", "it's: a # note")
    header = cli.game().header
    assert header[:7] == ("a-1", "Zoë", "王さん", "Cup", "2026-01-31", "Oslo", "it's: a # note")
    assert tuple(header.rules) == ("aside", "no", "counts", "flat")
    assert header.seed == "s"
    assert cli.game().current.dealer is Seat.SOUTH
    assert list(cli.game().current.deck or ()) == seeded_deck("s", 1)


def test_new_takes_a_deck(cli: Cli) -> None:
    order = list(reversed(DECK))
    (cli.folder / "deck").write_text(texts(order).replace(" 2", "\n2"))
    cli.ok("new", "g.yaml", "--deck", "deck")
    cli.ok("new", "h.yaml", "--deck", "-", stdin=texts(order).lower().replace("t", "10"))
    for name in ("g.yaml", "h.yaml"):
        assert list(cli.game(name).current.deck or ()) == order


def test_new_takes_two_hands_north_first(cli: Cli) -> None:
    (cli.folder / "hands").write_text(TWO_HANDS + "\n")
    cli.ok("new", "g.yaml", "--hands", "hands", "--dealer", "south")
    cli.ok("new", "h.yaml", "--hands", "-", "--dealer", "south", stdin=TWO_HANDS)
    for name in ("g.yaml", "h.yaml"):
        game = cli.game(name)
        assert set(texts(game.current.hand(Seat.NORTH)).split()) == names(EVEN[0])
        assert (str(game.phase), game.turn) == ("auction", Seat.SOUTH)


def test_new_names_the_dealer_and_not_a_file_of_that_word(cli: Cli) -> None:
    answer = cli.ok("new", "north.yaml", "--north", "Ann", "--dealer", "north")
    assert "north.yaml" in answer.out
    assert "Ann" in answer.out


@pytest.mark.parametrize(
    "words",
    [
        "--dealer east", "--id Upper", "--id a_b", f"--id {'a' * 65}", "--rule up_card=maybe",
        "--rule bonus", "--rule tea=yes", "--north Ann --south ANN", f"--north {'x' * 65}",
        f"--note {'x' * 1001}", "--seed a\x1bb", "--north a\u202eb", "--deck d --hands h",
        "--as north --all", "--as Eve", "--say", "--wrong", "two.yaml", "--north \uffff",
    ],
)  # fmt: skip
def test_new_refuses_what_no_game_can_have(cli: Cli, words: str) -> None:
    cli.fails("usage", "new", "g.yaml", *words.split(" "))
    assert cli.files() == {}


@pytest.mark.parametrize("name", ["", " "])
def test_new_refuses_a_blank_name(cli: Cli, name: str) -> None:
    cli.fails("usage", "new", "g.yaml", "--south", name)


def test_new_overwrites_nothing(cli: Cli) -> None:
    for path in (cli.folder / "g.yaml", cli.folder / "other"):
        path.write_text("mine")
    (cli.folder / "link.yaml").symlink_to("nowhere")
    (cli.folder / "sub").mkdir()
    for name in ("g.yaml", "other", "link.yaml", "sub"):
        assert cli.fails("exists", "new", name)["exit"] == 22
    cli.fails("not-writable", "new", "missing/g.yaml")


@pytest.mark.parametrize(
    ("option", "text", "code"),
    [
        ("--deck", texts(DECK[:54]), "deck"),
        ("--deck", texts([*DECK[:54], DECK[0]]), "deck"),
        ("--deck", "", "deck"),
        ("--deck", "AS KS 1Z", "notation"),
        ("--hands", TWO_HANDS.splitlines()[0], "deck"),
        ("--hands", TWO_HANDS.replace("AS ", ""), "deck"),
        ("--hands", "\n".join([TWO_HANDS.splitlines()[0]] * 2), "deck"),
        ("--hands", TWO_HANDS + "\n2C", "deck"),
        ("--hands", TWO_HANDS.replace("AS", "A?"), "notation"),
    ],
)
def test_cards_that_are_none_are_refused(cli: Cli, option: str, text: str, code: str) -> None:
    assert cli.fails(code, "new", "g.yaml", option, "-", stdin=text)["exit"] == 20
    (cli.folder / "cards").write_text(text)
    assert cli.fails(code, "new", "g.yaml", option, "cards")["file"] == "cards"
    assert not (cli.folder / "g.yaml").exists()
    cli.fails("not-found", "new", "g.yaml", option, "gone")


# exchange


def test_exchange_shows_the_holding_and_how_many_go(cli: Cli) -> None:
    cli.ok("new", "g.yaml", "--seed", "demo", "--dealer", "north")
    before = cli.files()
    hand = [card.text for card in cli.game().current.hand(Seat.SOUTH)]
    assert "2 of 15" in cli.ok("exchange", "g.yaml").out
    value = cli.json("exchange", "g.yaml", "--as", "south")
    assert value["discard"] == 2
    assert sorted(value["from"]) == sorted(hand)
    cli.fails("not-your-turn", "exchange", "g.yaml", "--as", "north")
    assert cli.files() == before


def test_exchange_discards(cli: Cli) -> None:
    cli.ok("new", "g.yaml", "--seed", "demo", "--dealer", "north")
    hand = cli.game().current.hand(Seat.SOUTH)
    cli.fails("discard-count", "exchange", "g.yaml", hand[0])
    cli.fails("duplicate-card", "exchange", "g.yaml", hand[0], hand[0])
    absent = next(card for card in DECK if card not in hand)
    cli.fails("not-held", "exchange", "g.yaml", hand[0], absent)
    answer = cli.ok("exchange", "g.yaml", hand[0].text.lower(), hand[1])
    assert hand[0].text not in answer.out
    assert len(answer.out.splitlines()) <= 2
    assert cli.moves() == [f"south exchange {hand[0]} {hand[1]}"]
    assert cli.game().turn is Seat.NORTH
    cli.fails("not-your-turn", "exchange", "g.yaml", hand[0], hand[1], "--as", "south")


# calls


@pytest.mark.parametrize(
    ("typed", "bid"),
    [("1n", "1NT"), ("1NT", "1NT"), ("0nt", "0NT"), ("2♠", "2S"), ("2h", "2H"), ("1d", "1D")],
)
def test_bids_are_understood_as_typed(cli: Cli, typed: str, bid: str) -> None:
    cli.give()
    assert cli.json("bid", "g.yaml", typed)["moves"] == [f"north bid {bid}"]
    assert cli.moves() == [f"north bid {bid}"]


def test_every_call_by_its_names(cli: Cli) -> None:
    for double in (["double"], ["bid", "x"], ["bid", "X"], ["bid", "double"], ["bid", "Double"]):
        for redouble in (["redouble"], ["bid", "xx"], ["bid", "redouble"]):
            for last in (["pass"], ["bid", "pass"], ["bid", "PASS"]):
                cli.give()
                cli.ok("bid", "g.yaml", "1S")
                for word, *rest in (double, redouble, last):
                    cli.ok(word, "g.yaml", *rest)
                assert cli.moves()[1:] == ["south double", "north redouble", "south pass"]


def test_what_is_no_bid(cli: Cli) -> None:
    cli.give()
    for word in ("0C", "8C", "1", "NT", "", "1SS", "passs", "AS", "-1S"):
        assert cli.fails("notation", "bid", "g.yaml", "--", word)["exit"] == 12


# play, claims, resignation


def playing(cli: Cli) -> None:
    """North is declarer in 1NT, south to lead."""
    cli.put(auction(give(*EVEN), "north 1NT pass"))


@pytest.mark.parametrize("typed", ["TS", "10s", "S10", "s10", "ts", "T♠", "♠10", "10♠", "ST", "sT"])
def test_cards_are_understood_as_typed(cli: Cli, typed: str) -> None:
    playing(cli)
    cli.ok("play", "g.yaml", typed)
    assert cli.moves()[-1] == "south play TS"


@pytest.mark.parametrize(
    ("typed", "card"),
    [("gc", "Grand"), ("RC", "Royal"), ("lc", "Little"), ("GRAND", "Grand"), ("little", "Little")],
)
def test_colons_are_understood_as_typed(cli: Cli, typed: str, card: str) -> None:
    north = "S:AKQ H:AKQ D:AKQ C:AKQJ"
    cli.put(auction(give(north, "S:JT H:JT D:JT C:T987 Grand Royal Little"), "north 1NT pass"))
    cli.ok("play", "g.yaml", typed)
    assert cli.moves()[-1] == f"south play {card}"


def test_a_deal_from_the_first_card_to_the_claim(cli: Cli) -> None:
    playing(cli)
    cli.ok("play", "g.yaml", "JS")
    cli.ok("play", "g.yaml", "sa", "--as", "north")
    cli.fails("claim-range", "claim", "g.yaml", 13)
    cli.ok("claim", "g.yaml", 12)
    cli.fails("claim-open", "play", "g.yaml", "KS", "--as", "south")
    cli.ok("decline", "g.yaml")
    cli.fails("claim-again", "claim", "g.yaml", 11)
    cli.ok("play", "g.yaml", "KS")
    cli.fails("claim-lead", "claim", "g.yaml", 1)
    cli.ok("play", "g.yaml", "TS")
    cli.ok("claim", "g.yaml", 0)
    answer = cli.json("accept", "g.yaml")
    assert answer["phase"] == "exchange"
    assert answer["deal"] == 2
    assert answer["finished"][0]["tricks"] == {"north": 2, "south": 11}
    assert len(cli.game().deals) == 2


def test_what_is_no_number_of_tricks(cli: Cli) -> None:
    playing(cli)
    for number in ("x", "1.5", "", "1,0", "٣", "-1", "+1", "1e1", "0x1"):
        cli.fails("notation", "claim", "g.yaml", "--", number)


def test_resign(cli: Cli) -> None:
    playing(cli)
    cli.fails("not-your-turn", "resign", "g.yaml", "--as", "north")
    assert "North" in cli.ok("resign", "g.yaml").out
    assert cli.game().winner is Seat.NORTH
    for words in ("resign g.yaml", "play g.yaml TS", "bid g.yaml 1S", "pass g.yaml", "deal g.yaml"):
        cli.fails("game-over", *words.split())
    cli.ok("undo", "g.yaml")
    assert cli.game().turn is Seat.SOUTH


# deal


def test_deal_deals_only_between_deals(cli: Cli) -> None:
    cli.put(score_deal(Game(), "north", "1S", 7))
    cli.fails("wrong-phase", "play", "g.yaml", "AS")
    cli.fails("wrong-phase", "pass", "g.yaml")
    cli.fails("wrong-phase", "resign", "g.yaml")
    cli.ok("deal", "g.yaml", "--dry-run")
    assert len(cli.game().deals) == 1
    value = cli.json("deal", "g.yaml")
    assert (value["deal"], value["moves"], value["finished"]) == (2, [], [])
    assert cli.game().current.dealer is Seat.SOUTH
    cli.fails("wrong-phase", "deal", "g.yaml")


def test_deal_takes_cards(cli: Cli) -> None:
    cli.put(score_deal(Game(), "north", "1S", 7), "g.yaml")
    cli.put(cli.game(), "h.yaml")
    cli.fails("deck", "deal", "g.yaml", "--deck", "-", stdin="AS")
    cli.ok("deal", "g.yaml", "--hands", "-", stdin=TWO_HANDS)
    assert set(texts(cli.game().current.hand(Seat.NORTH)).split()) == names(EVEN[0])
    order = deck("south", stock="7D")
    cli.ok("deal", "h.yaml", "--deck", "-", stdin=texts(order))
    assert list(cli.game("h.yaml").current.deck or ()) == order


def test_the_next_deal_is_dealt_in_the_same_save(cli: Cli) -> None:
    cli.ok("new", "g.yaml", "--seed", "demo", "--hands", "-", "--dealer", "north", stdin=TWO_HANDS)
    cli.ok("pass", "g.yaml")
    value = cli.json("pass", "g.yaml")
    assert (value["deal"], value["phase"], value["turn"]) == (2, "exchange", "north")
    assert list(cli.game().current.deck or ()) == seeded_deck("demo", 2)
