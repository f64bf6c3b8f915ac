"""What a view holds is what its seat may know: of two games alike to a seat, it cannot tell one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from randomplay import CANDIDATES, dump, states

from bridgette import (
    DECK,
    UNKNOWN,
    BridgetteError,
    Card,
    Deal,
    Exchange,
    Game,
    HouseRules,
    Move,
    Phase,
    Play,
    Seat,
    View,
    parse_card,
    seeded_deck,
)
from bridgette.savefile import dumps

VIEWERS = (Seat.NORTH, Seat.SOUTH, None)
BITS = ("hands", "_hands", "elsewhere")  # fields of the library that are sets of cards as integers


def played_of(deal: Deal) -> set[Card]:
    return {move.card for move in deal.moves if isinstance(move, Play)}


def first_thirteen(deal: Deal, seat: Seat) -> Sequence[Card]:
    """R5: the cards dealt to a seat, the non-dealer's first."""
    if deal.given is not None:
        return deal.given[seat]
    assert deal.deck is not None
    return deal.deck[1 if seat is deal.dealer else 0 : 26 : 2]


def draws_of(deal: Deal, seat: Seat, rules: HouseRules) -> Sequence[Card]:
    """R6, R7: the cards of the stock that a seat draws, be it its turn yet or not."""
    if deal.deck is None:
        return ()
    up_card = str(deal.deck[26])
    stock = deal.deck[27:] if rules.up_card == "aside" else deal.deck[26:]
    if seat is not deal.dealer:
        return stock[:2]
    if up_card[0] == "A" or up_card == "Grand":
        return stock[2:14]
    return stock[2:10] if up_card[0] in "JQK" or up_card == "Royal" else stock[2:6]


def seen_in_deck(deal: Deal, seat: Seat | None, rules: HouseRules) -> set[Card]:
    """R5-R8: the up-card, one's own thirteen, and one's draws once it is time to exchange."""
    known = set() if deal.deck is None else {deal.deck[26]}
    if seat is not None:
        known.update(first_thirteen(deal, seat))
        if seat is not deal.dealer or any(isinstance(move, Exchange) for move in deal.moves):
            known.update(draws_of(deal, seat, rules))
    return known


def may_know(deal: Deal, seat: Seat | None, rules: HouseRules) -> set[Card]:
    """The same, and what has been played (R17). One's discards are among one's cards."""
    return seen_in_deck(deal, seat, rules) | played_of(deal)


def cards_in(value: Any, name: str = "") -> Iterator[Card]:
    """Every card to be found in an object by any of its fields, sets of bits and texts included."""
    if isinstance(value, Card):
        if value is not UNKNOWN:
            yield value
    elif name in BITS and isinstance(value, int):
        yield from (card for card in DECK if card.bit & value)
    elif isinstance(value, (list, tuple, set)):
        for item in value:
            yield from cards_in(item, name)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from cards_in(item, str(key))
    elif isinstance(value, Move):
        words = value.text.split()
        if words[1] in ("exchange", "play"):
            yield from (parse_card(word, strict=True) for word in words[2:] if word != "?")
        yield from cards_in([getattr(value, "cards", ()), getattr(value, "card", ())])
    elif type(value).__module__.startswith("bridgette") and not isinstance(value, (Seat, Phase)):
        yield from cards_in(getattr(value, "__dict__", {}))


def shown(view: View) -> Any:
    """All that can be had from a view, `head` apart."""
    seen = {name: dump(value) for name, value in vars(view).items() if name != "_whole"}
    seats = [(view.knows(seat), dump(view.hand(seat)), dump(view.discards(seat))) for seat in Seat]
    return [seen, seats, dump(list(view.legal_moves())), dump(view.since())]


def verdict(game: Game, move: Move) -> Any:
    """What is said to a move: None if it is legal."""
    try:
        game.check(move)
    except BridgetteError as error:
        return error.code, error.message, error.rule, error.text, error.legal
    return None


def test_a_view_holds_no_card_its_seat_may_not_know() -> None:
    for seed in range(40):
        for game, _ in states(seed, deals=2):
            for seat in VIEWERS:
                view = View(game, seat)
                for deal, seen in zip(game.deals, view.game.deals, strict=True):
                    known = may_know(deal, seat, game.header.rules)
                    assert set(cards_in(seen)) <= known, (seed, seat, deal.moves)
                assert view.game.header.seed == ""
                legal = set(cards_in(list(view.legal_moves())))
                assert legal <= may_know(game.current, seat, game.header.rules)


def test_a_view_holds_all_its_seat_may_know() -> None:
    for seed in range(40):
        for game, _ in states(seed, deals=2):
            whole = game.current
            for seat in VIEWERS:
                view = View(game, seat)
                seen = view.game.current
                if whole.deck is not None:
                    known = seen_in_deck(whole, seat, game.header.rules)
                    assert seen.deck == tuple(
                        card if card in known else UNKNOWN for card in whole.deck
                    )
                if whole.given is not None:
                    nothing = (UNKNOWN,) * 13
                    mine_only = [whole.given[who] if who is seat else nothing for who in Seat]
                    assert seen.given == tuple(mine_only)
                for who in Seat:
                    mine = who is seat
                    assert view.knows(who) == mine
                    assert view.hand(who) == (whole.hand(who) if mine else None)
                    assert seen.count(who) == whole.count(who) == len(seen.hand(who))
                    gone = [
                        card
                        for move in whole.moves
                        if isinstance(move, Exchange) and move.seat is who
                        for card in move.cards
                    ]
                    assert view.discards(who) == (gone if mine else None)
                same = ("phase", "turn", "awaited", "scores", "winner", "resigned", "counted")
                assert [getattr(view.game, name) for name in same] == [
                    getattr(game, name) for name in same
                ]
                assert view.head == game.head


def test_a_view_judges_its_own_seat_as_the_whole_game_does() -> None:
    for seed in range(60):
        for game, _ in states(seed, deals=2):
            turn = game.turn
            for seat in VIEWERS:
                view = View(game, seat)
                if seat is not None and (turn is seat or turn is None):
                    for move in CANDIDATES[seat]:
                        assert view.game.is_legal(move) == game.is_legal(move), (seed, move)
                    assert list(view.legal_moves()) == list(game.legal_moves())
                else:
                    assert list(view.legal_moves()) == []


def test_a_view_refuses_the_other_seat_cards_it_cannot_hold() -> None:
    """One's own cards and discards, what has been played, an up-card that was set aside."""
    for seed in range(60):
        for game, _ in states(seed, deals=2):
            deal, turn = game.current, game.turn
            if deal.play is None or turn is None or deal.claim is not None:
                continue
            for seat in VIEWERS:
                if seat is turn:
                    continue
                gone = played_of(deal)
                if seat is not None:
                    gone.update(first_thirteen(deal, seat))
                    gone.update(draws_of(deal, seat, game.header.rules))
                if deal.deck is not None and game.header.rules.up_card == "aside":
                    gone.add(deal.deck[26])
                view = View(game, seat)
                for card in DECK:
                    assert view.game.is_legal(Play(turn, card)) == (card not in gone)


def test_a_view_words_its_faults_as_the_whole_game_does() -> None:
    chance = random.Random(5)
    for seed in range(40):
        for game, _ in states(seed, deals=2):
            if game.turn is None:
                continue
            seen = View(game, game.turn).game
            moves = chance.sample(CANDIDATES[game.turn], 4)
            moves.append(Exchange(game.turn, chance.sample(DECK, chance.choice((2, 4, 8)))))
            for move in moves:
                assert verdict(seen, move) == verdict(game, move)


def test_an_open_view_is_the_whole_game() -> None:
    for seed in range(10):
        for game, _ in states(seed, deals=2):
            view = View(game, open_cards=True)
            assert view.game is game
            assert view.head == game.head
            for seat in Seat:
                assert view.hand(seat) == game.current.hand(seat)
            assert list(view.legal_moves()) == list(game.legal_moves())


def test_since_is_what_came_after_ones_own_last_move() -> None:
    for seed in range(10):
        for game, _ in states(seed, deals=3):
            moves = [move for deal in game.deals for move in deal.moves]
            for seat in Seat:
                since = View(game, seat).since()
                mine = [place for place, move in enumerate(moves) if move.seat is seat]
                after = moves[mine[-1] + 1 :] if mine else moves
                assert [(move.seat, type(move)) for move in since] == [
                    (move.seat, type(move)) for move in after
                ]


# Pairs of games that differ only in what a seat may not know.


def theirs(deck: Sequence[Card], deal: Deal, seat: Seat, rules: HouseRules) -> list[Card]:
    """All cards that the opponent of a seat is dealt and draws from this deck."""
    again = Deal(1, deal.dealer, deck=deck, rules=rules)
    return [*first_thirteen(again, seat.other), *draws_of(again, seat.other, rules)]


def redealt(deal: Deal, seat: Seat, rules: HouseRules, chance: random.Random, most: int) -> Any:
    """New cards for a deal (deck, hands, moves), alike to a seat; `most` cards change places."""
    fixed = may_know(deal, seat, rules)
    if deal.given is not None:
        pool = [card for card in DECK if card not in fixed and card not in deal.given[seat]]
        hand = list(deal.given[seat.other])
        for place in chance.sample(range(13), min(most, 13)):
            if hand[place] not in fixed:
                hand[place] = chance.choice([card for card in pool if card not in hand])
        mine = deal.given[seat]
        return None, ((hand, mine) if seat else (mine, hand)), list(deal.moves)
    assert deal.deck is not None
    deck = list(deal.deck)
    hidden = [place for place, card in enumerate(deck) if card not in fixed]
    places = chance.sample(hidden, min(most, len(hidden)))
    for place, card in zip(
        places, chance.sample([deck[p] for p in places], len(places)), strict=True
    ):
        deck[place] = card
    places = [deck.index(card) for card in theirs(deck, deal, seat, rules) if card is not deck[26]]
    mixed = chance.sample([deck[place] for place in places], len(places) if most > 2 else 0)
    for place, card in zip(places, mixed, strict=False):
        deck[place] = card  # dealt or drawn: the other seat cannot tell
    moves = list(deal.moves)
    held = theirs(deck, deal, seat, rules)
    free = [card for card in held if card not in played_of(deal)]
    for place, move in enumerate(moves):
        if isinstance(move, Exchange) and move.seat is not seat:
            kept = [card for card in move.cards if card in free]
            if most > 2 or len(kept) < len(move.cards):
                kept = chance.sample(free, len(move.cards))
            moves[place] = Exchange(move.seat, kept, remark=move.remark)
    return deck, None, moves


def twin(game: Game, seat: Seat, chance: random.Random) -> Game:
    """A game with other cards where the seat may not look; every deal of it as different as can be.

    The public history stays: the opponent's calls and plays must be legal with the new cards.
    """
    other = Game(game.header._replace(seed=f"{chance.random()}"))
    rules = game.header.rules
    for deal in game.deals:
        for most in (55,) * 6 + (6,) * 6 + (2,) * 20 + (0,):
            deck, hands, moves = redealt(deal, seat, rules, chance, most)
            other.deal(deck, hands=hands, dealer=deal.dealer, note=deal.note)
            try:
                for move in moves:
                    other.apply(move)
                break
            except BridgetteError:
                assert most
                other.deals.pop()
    return other


def hidden_part(game: Game) -> list[Any]:
    return [
        dump([deal.deck, deal.given, [list(cards_in(move)) for move in deal.moves]])
        for deal in game.deals
    ]


@pytest.mark.parametrize("first", [0, 100, 200, 300])
def test_games_alike_to_a_seat_give_equal_views(first: int) -> None:
    chance = random.Random(first)
    pairs = different = 0
    for seed in range(first, first + 40):
        for game, _ in states(seed, deals=3):
            if chance.random() > 0.2:
                continue
            seat = chance.choice(list(Seat))
            other = twin(game, seat, chance)
            pairs += 1
            different += hidden_part(game) != hidden_part(other)
            assert shown(View(game, seat)) == shown(View(other, seat)), (seed, seat)
            assert dumps(game).splitlines()[0] == dumps(other).splitlines()[0]
            one, two = View(game, seat).game, View(other, seat).game
            for who in Seat:
                for move in chance.sample(CANDIDATES[who], 3):
                    assert verdict(one, move) == verdict(two, move)
    assert pairs > 400
    assert different > 0.9 * pairs


@pytest.mark.parametrize("aside", ["stock", "aside"])
def test_a_bystander_sees_no_hand_at_all(aside: str) -> None:
    """Any two decks with the same up-card are one deal to a bystander."""
    views = []
    for seed in ("one", "two", "three"):
        deck = seeded_deck(seed, 1)
        place = deck.index(parse_card("KH"))
        deck[26], deck[place] = deck[place], deck[26]
        game = Game(Game().header._replace(rules=HouseRules(up_card=aside), seed=seed))
        game.deal(deck, dealer=Seat.NORTH)
        for count in (2, 8):
            assert game.turn is not None
            game.apply(Exchange(game.turn, game.current.hand(game.turn)[:count]))
            views.append(shown(View(game)))
    assert views[0] == views[2] == views[4]
    assert views[1] == views[3] == views[5]
    assert views[0] != views[1]
