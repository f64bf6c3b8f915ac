"""The cards, the deal and the exchange (R1-R8)."""

from __future__ import annotations

import pytest
from helpers import cards, deck, dump, give, names, new_game, refused

from bridgette import (
    DECK,
    Denomination,
    Exchange,
    Game,
    Phase,
    Range,
    RecordError,
    Seat,
    View,
    parse_card,
    parse_move,
)

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH

# A shuffled deck in dealing order, 13 cards a line; the 27th is the jack of spades.
SHUFFLED = """
8C 9H AC 4C 6H TC 4S 8H 2C 5C KD TD TH
7S Royal 3C 5H 6D 9C 5S AD AH KH 2D 7D 7H
JS 6C 3S 6S QD KS 2S 4D 3D 9S 3H QH TS
JH 9D 7C 8D Little JD JC 5D QS QC 2H 8S Grand AS 4H KC
"""
FIRST = "8C AC 6H 4S 2C KD TH Royal 5H 9C AD KH 7D"  # the 1st, 3rd, 5th ... 25th card
SECOND = "9H 4C TC 8H 5C TD 7S 3C 6D 5S AH 2D 7H"  # the 2nd, 4th ... 26th
LITTLES = [rank + suit for suit in "CDHS" for rank in "23456789T"]
ROYALS = [rank + suit for suit in "CDHS" for rank in "JQK"]
GRANDS = ["AC", "AD", "AH", "AS"]


def held(game: Game, seat: Seat) -> set[str]:
    return {card.text for card in game.current.hand(seat)}


def discard(game: Game, seat: str, text: str) -> Game:
    game.apply(Exchange(Seat[seat.upper()], cards(text)))
    return game


def test_r1_the_deck_is_52_cards_and_three_colons() -> None:
    colons = ["Grand", "Royal", "Little"]
    assert sorted(card.text for card in DECK) == sorted(LITTLES + ROYALS + GRANDS + colons)
    assert len(DECK) == len(set(DECK)) == 55
    assert all(parse_card(name).is_colon for name in colons)
    assert all((parse_card(name).suit, parse_card(name).rank) == (None, None) for name in colons)


@pytest.mark.parametrize("suit", "CDHS")
def test_r2_ranks_run_from_ace_to_two(suit: str) -> None:
    ranks = [parse_card(rank + suit).rank for rank in "AKQJT98765432"]
    assert ranks == [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
    assert {str(parse_card(rank + suit).suit) for rank in "AKQJT98765432"} == {suit}


def test_r2_denominations_rank_from_clubs_to_no_trumps() -> None:
    assert [str(denomination) for denomination in sorted(Denomination)] == [*"CDHS", "NT"]


@pytest.mark.parametrize(
    ("colon", "count", "members"),
    [("Grand", 4, GRANDS), ("Royal", 12, ROYALS), ("Little", 36, LITTLES)],
)
def test_r3_ranges(colon: str, count: int, members: list[str]) -> None:
    assert len(members) == count
    inside = [card.text for card in DECK if str(card.range) == colon and not card.is_colon]
    assert sorted(inside) == sorted(members)
    assert parse_card(colon).range is Range[colon.upper()]


@pytest.mark.parametrize(("dealer", "first"), [(NORTH, SOUTH), (SOUTH, NORTH)])
def test_r5_cards_go_one_at_a_time_non_dealer_first(dealer: Seat, first: Seat) -> None:
    game = new_game()
    game.deal(SHUFFLED, dealer=dealer)
    assert held(game, first) == names(FIRST + " JS 6C")  # R6: drawn at once
    assert held(game, dealer) == names(SECOND)
    assert (game.phase, game.turn, game.awaited) == (Phase.EXCHANGE, first, "discard")
    assert game.current.exchange is not None
    assert game.current.exchange.up_card.text == "JS"


def test_r6_r7_the_whole_exchange() -> None:
    game = new_game()
    game.deal(SHUFFLED, dealer=NORTH)
    discard(game, "south", "2C JS")  # an old card, and the up-card itself
    assert held(game, SOUTH) == names(FIRST + " 6C") - {"2C"}
    assert (game.phase, game.turn) == (Phase.EXCHANGE, NORTH)
    assert held(game, NORTH) == names(SECOND + " 3S 6S QD KS 2S 4D 3D 9S")  # a jack: 8
    discard(game, "north", "2D 3C 4C 5C 2S 3S 4D 3D")
    assert held(game, NORTH) == names("9H TC 8H TD 7S 6D 5S AH 7H 6S QD KS 9S")
    assert held(game, SOUTH) == names(FIRST + " 6C") - {"2C"}
    assert (game.phase, game.turn, game.awaited) == (Phase.AUCTION, NORTH, "call")  # R10


def test_r6_the_up_card_is_the_first_card_drawn() -> None:
    game = new_game()
    game.deal(deck("south", stock="QH 2S 3S 4S 5S"), dealer=SOUTH)
    assert {"QH", "2S"} <= held(game, NORTH)
    assert not {"QH", "2S", "3S"} & held(game, SOUTH)
    assert "3S" not in held(game, NORTH)


@pytest.mark.parametrize(
    ("up_cards", "draws"),
    [
        *[(name, 4) for name in [*LITTLES, "Little"]],
        *[(name, 8) for name in [*ROYALS, "Royal"]],
        *[(name, 12) for name in [*GRANDS, "Grand"]],
    ],
)
@pytest.mark.parametrize("dealer", ["north", "south"])
def test_r7_the_up_card_says_how_many_the_dealer_draws(
    up_cards: str, draws: int, dealer: str
) -> None:
    game = new_game()
    full = deck(dealer, stock=up_cards)
    deal = game.deal(full, dealer=Seat[dealer.upper()])
    own = full[1:26:2]
    assert len(deal.hand(deal.dealer.other)) == deal.count(deal.dealer.other) == 15
    game.apply(Exchange(deal.dealer.other, full[26:28]))
    assert set(deal.hand(deal.dealer)) == {*own, *full[28 : 28 + draws]}
    assert deal.count(deal.dealer) == 13 + draws
    game.apply(Exchange(deal.dealer, own[:4] + full[28 : 28 + draws - 4]))
    assert set(deal.hand(deal.dealer)) == {*own[4:], *full[28 + draws - 4 : 28 + draws]}
    assert [deal.count(seat) for seat in Seat] == [13, 13]
    assert set(deal.hand(deal.dealer.other)) == set(full[0:26:2])
    assert deal.phase is Phase.AUCTION


@pytest.mark.parametrize(("up_card", "draws"), [("2D", 4), ("KD", 8), ("Royal", 8), ("AD", 12)])
def test_r6_house_rule_aside_starts_the_draws_below_the_up_card(up_card: str, draws: int) -> None:
    game = new_game(up_card="aside")
    full = deck("north", stock=f"{up_card} 2S")
    deal = game.deal(full, dealer=NORTH)
    assert set(deal.hand(SOUTH)) == {*full[0:26:2], *full[27:29]}
    refused(game, f"south exchange {up_card} 2S", "not-held")
    game.apply(Exchange(SOUTH, full[27:29]))
    assert set(deal.hand(NORTH)) == {*full[1:26:2], *full[29 : 29 + draws]}
    assert all(up_card not in held(game, seat) for seat in Seat)


def test_r8_the_opponent_learns_only_the_number_of_discards() -> None:
    game = new_game()
    game.deal(SHUFFLED, dealer=NORTH)
    discard(game, "south", "2C JS")
    assert View(game, NORTH).discards(SOUTH) is None
    assert View(game, NORTH).game.current.moves[0].text == "south exchange ? ?"
    assert View(game, SOUTH).discards(SOUTH) == cards("2C JS")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("JS", "discard-count"),
        ("JS 6C 8C", "discard-count"),
        ("JS 6C 8C AC 4S 2C KD TH", "discard-count"),  # the dealer's number
        ("JS JS", "duplicate-card"),
        ("9H JS", "not-held"),  # the dealer's card
        ("JS 3S", "not-held"),  # the dealer's draw to come
        ("JS KC", "not-held"),  # the bottom of the stock
        ("9H 9H", "duplicate-card"),  # also not held
        ("8C 8C 6C", "duplicate-card"),  # also one too many
        ("9H", "not-held"),  # also one too few
        ("9H JS 6C", "not-held"),  # also one too many
        ("JS 6C 9H 9H", "duplicate-card"),  # also not held, and two too many
    ],
)
def test_r8_wrong_discards_of_the_non_dealer(text: str, code: str) -> None:
    game = new_game()
    game.deal(SHUFFLED, dealer=NORTH)
    refused(game, f"south exchange {text}", code)
    discard(game, "south", "JS 6C")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("9H 4C", "discard-count"),
        ("9H 4C TC 8H 5C TD 7S", "discard-count"),
        ("9H 4C TC 8H 5C TD 7S 3C 6D", "discard-count"),
        ("9H 4C TC 8H 5C TD 7S 9H", "duplicate-card"),
        ("9H 4C TC 8H 5C TD 7S 8C", "not-held"),  # the non-dealer's
        ("9H 4C TC 8H 5C TD 7S JS", "not-held"),  # what the non-dealer discarded
        ("9H 4C TC 8H 5C TD 7S 3H", "not-held"),  # the next of the stock
        ("8C 8C", "duplicate-card"),
        ("8C", "not-held"),
    ],
)
def test_r8_wrong_discards_of_the_dealer(text: str, code: str) -> None:
    game = new_game()
    game.deal(SHUFFLED, dealer=NORTH)
    discard(game, "south", "JS 6C")
    refused(game, f"north exchange {text}", code)
    discard(game, "north", "3S 6S QD KS 2S 4D 3D 9S")  # all that was drawn
    assert held(game, NORTH) == names(SECOND)


def test_r6_the_non_dealer_exchanges_first_and_once() -> None:
    game = new_game()
    game.deal(SHUFFLED, dealer=NORTH)
    refused(game, "north exchange 9H 4C TC 8H 5C TD 7S 3C", "not-your-turn")
    refused(game, "north exchange 9H 9H", "not-your-turn")  # and a duplicate
    discard(game, "south", "JS 6C")
    refused(game, "south exchange 8C AC", "not-your-turn")
    discard(game, "north", "9H 4C TC 8H 5C TD 7S 3C")
    refused(game, "north exchange 6D 5S AH 2D 7H 3S 6S QD", "wrong-phase")
    refused(game, "south exchange 8C AC", "wrong-phase")


def test_r8_the_order_of_the_discards_does_not_matter() -> None:
    one, other = new_game(), new_game()
    for game, text in ((one, "JS 6C"), (other, "6C JS")):
        game.deal(SHUFFLED, dealer=NORTH)
        discard(game, "south", text)
    assert held(one, SOUTH) == held(other, SOUTH) == names(FIRST)


def test_r5_given_hands_start_with_the_auction() -> None:
    north, south = "S:AKQJ H:AKQ D:AKQ C:AKQ", "S:T98 H:JT9 D:JT9 C:J Grand Royal Little"
    for dealer in ("north", "south"):
        game = give(north, south, dealer=dealer)
        assert (game.phase, str(game.turn)) == (Phase.AUCTION, dealer)
        assert (held(game, NORTH), held(game, SOUTH)) == (names(north), names(south))
        refused(game, f"{dealer} exchange AS KS", "wrong-phase")


@pytest.mark.parametrize(
    "wrong",
    [
        SHUFFLED.replace("KC", ""),  # 54
        SHUFFLED.replace("KC", "4H"),  # 55, one twice
        SHUFFLED + " KC",  # 56
        "",
    ],
)
def test_r1_a_deck_is_each_card_once(wrong: str) -> None:
    game = new_game()
    before = dump(game)
    with pytest.raises(RecordError) as caught:
        game.deal(wrong, dealer=NORTH)
    assert caught.value.code == "deck"
    assert dump(game) == before


@pytest.mark.parametrize(
    ("north", "south"),
    [
        ("S:AKQJ H:AKQ D:AKQ C:AK", "S:T98 H:JT9 D:JT9 C:JT98"),  # 12 and 13
        ("S:AKQJ H:AKQ D:AKQ C:AKQ", "S:T98 H:JT9 D:JT9 C:JT987"),  # 13 and 14
        ("S:AKQJ H:AKQ D:AKQ C:AKQJ", "S:T98 H:JT9 D:JT9 C:T98"),  # 14 and 12
        ("S:AKQJ H:AKQ D:AKQ C:AKQ", "S:AT9 H:JT9 D:JT9 C:JT98"),  # the ace in both
        ("S:AAQJ H:AKQ D:AKQ C:AKQ", "S:T98 H:JT9 D:JT9 C:JT98"),  # the ace twice in one
    ],
)
def test_r5_hands_are_13_cards_each_and_none_twice(north: str, south: str) -> None:
    with pytest.raises(RecordError) as caught:
        give(north, south)
    assert caught.value.code == "deck"


def test_a_deal_needs_either_a_deck_or_two_hands() -> None:
    hands = (cards("S:AKQJ H:AKQ D:AKQ C:AKQ"), cards("S:T98 H:JT9 D:JT9 C:JT98"))
    for game, deal in ((new_game(), None), (new_game(), SHUFFLED)):
        with pytest.raises(RecordError) as caught:
            game.deal(deal, hands=hands if deal else None, dealer=NORTH)
        assert caught.value.code == "schema"


def test_r8_a_move_may_name_its_cards_as_typed() -> None:
    game = new_game()
    game.deal(SHUFFLED, dealer=NORTH)
    game.apply(parse_move("south exchange 10h rc"))
    assert held(game, SOUTH) == names(FIRST + " JS 6C") - {"TH", "Royal"}
