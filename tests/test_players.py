"""Programs that play: legal moves only, from a view only, the same for what looks the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from helpers import auction, cards, deck, do, give
from randomplay import states
from test_view import twin

from bridgette import (
    Bid,
    BridgetteError,
    CardPlay,
    Contract,
    Denomination,
    Exchange,
    Game,
    Move,
    Pass,
    Phase,
    Play,
    Seat,
    View,
    seeded_deck,
)
from bridgette.cards import bits_of
from bridgette.players import PLAYERS, Budget, player_of
from bridgette.players.eyes import Listener, straightness
from bridgette.players.knowledge import Knowledge, knowledge_of
from bridgette.players.match import Match, play_number
from bridgette.players.player import advice_of
from bridgette.players.playing import weigh_cards
from bridgette.players.sampling import Sampler
from bridgette.players.simple import SimplePlayer

WORK = 300.0


def choice(name: str, view: View, *, work: float = WORK) -> Move:
    """What a fresh player chooses, with always the same chances."""
    return player_of(name).choose(view, random.Random(1), Budget.of_work(work))


def own_turns(seeds: range, share: float) -> Iterator[tuple[Game, Seat, random.Random]]:
    """Some states of random games, with the seat on turn."""
    for seed in seeds:
        chance = random.Random(seed)
        for game, move in states(seed, deals=2):
            if move is not None and game.turn is not None and chance.random() < share:
                yield game, game.turn, chance


@pytest.mark.parametrize("name", PLAYERS)
def test_every_choice_is_legal(name: str) -> None:
    phases = set()
    for game, seat, _ in own_turns(range(40), 0.1):
        move = choice(name, View(game, seat))
        game.check(move)
        phases.add((game.phase, game.current.claim is not None))
    assert len(phases) == 4


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("first", [0, 1000])
def test_games_alike_to_a_seat_get_the_same_move(name: str, first: int) -> None:
    """Whatever the other hand holds: a player cannot know it."""
    pairs = different = 0
    for game, seat, chance in own_turns(range(first, first + 30), 0.12):
        other = twin(game, seat, chance)
        one, two = View(game, seat), View(other, seat)
        pairs += 1
        different += game.current.hand(seat.other) != other.current.hand(seat.other)
        assert choice(name, one).text == choice(name, two).text, game.current.moves
    assert pairs > 100
    assert different > 0.5 * pairs


@pytest.mark.parametrize("name", PLAYERS)
def test_a_game_of_unknown_cards_is_enough(name: str) -> None:
    """As where the other hand is sealed: there is no whole game behind the view at all."""
    for game, seat, _ in own_turns(range(30), 0.05):
        blind = View(View(game, seat).game, seat)
        del blind._whole
        assert choice(name, blind).text == choice(name, View(game, seat)).text


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_object_has_no_memory(name: str) -> None:
    """Asked again, or after other games, it chooses the same."""
    player = player_of(name)
    for game, seat, _ in own_turns(range(8), 0.1):
        view = View(game, seat)
        twice = [player.choose(view, random.Random(1), Budget.of_work(WORK)) for _ in range(2)]
        assert twice[0].text == twice[1].text == choice(name, view).text


def test_random_draws_from_all_there_is() -> None:
    game = give("S:AKQ H:AKQ D:AKQ C:AKQJ", "S:JT9 H:JT9 D:JT9 C:T987")
    chance = random.Random(2)
    player = player_of("random")
    view = View(game, Seat.NORTH)
    calls = {player.choose(view, chance, Budget.of_work(0)).text for _ in range(1000)}
    assert calls == {call.text for call in game.legal_moves()}


@pytest.mark.parametrize("name", ["simple", "expert"])
def test_a_sure_claim_is_accepted_and_a_bold_one_declined(name: str) -> None:
    game = auction(give("S:AKQJT9876543 H:2", "H:AKQJT9876543 C:2"), "north 1S pass")
    do(game, "south play AH", "north play 2H", "south play KH", "north play 3S")
    do(game, "north claim 11")
    assert choice(name, View(game, Seat.SOUTH)).text == "south accept"
    game = auction(give("S:AKQJT9876543 H:2", "H:AKQJT9876543 C:2"), "north 7S pass")
    do(game, "south claim 13")
    assert choice(name, View(game, Seat.NORTH)).text == "north decline"


def test_the_expert_takes_a_sure_slam_and_leaves_a_hopeless_bid() -> None:
    game = give("S:AKQJT9876543 H:A", "H:KQJT9876543 C:2 D:2")
    bid = choice("expert", View(game, Seat.NORTH), work=3000)
    assert bid.text in ("north bid 7S", "north bid 7NT", "north bid 6S")
    game = auction(give("S:A2 H:5432 D:432 C:5432", "S:KQJT98 H:AKQ D:AK C:AK"), "north 7C")
    assert choice("expert", View(game, Seat.SOUTH), work=3000).text == "south double"


@pytest.mark.parametrize(("declared", "card"), [(7, "3S"), (5, "AS"), (6, "AS")])
def test_the_expert_plays_for_points_not_for_tricks(declared: int, card: str) -> None:
    """R25: with 1NT made exactly the ace is thrown away, and else the last two tricks are won."""
    mine, theirs = bits_of(cards("AS 3S")), bits_of(cards("4S 2H"))
    play = CardPlay([mine, theirs], Denomination.NO_TRUMP, Seat.SOUTH)
    play.tricks = [declared, 11 - declared]
    play.apply(Play(Seat.SOUTH, cards("4S")[0]))
    two = bits_of(cards("2H"))
    played = bits_of(cards("C:AKQJT98765 D:A S:4"))
    known = Knowledge(Seat.NORTH, mine, two, two, played, 1, 13, 0, (0, 0, 0, 0))
    contract = Contract(1, Denomination.NO_TRUMP, 0, Seat.NORTH)
    budget = Budget.of_work(1000)
    sampler = Sampler(known, random.Random(1))
    found = weigh_cards(play, contract, known, sampler, budget, flat=False)
    assert str(found.card) == card


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("nobody", "there is no player"),
        ("Random", "there is no player"),
        ("", "there is no player"),
        ("nowhere:Player", "no such module"),
        ("bridgette.game:Nobody", "has no Nobody"),
        ("bridgette.game:Header", "no method choose"),
        ("bridgette.game:Game.deal", "there is no player"),
        ("bridgette.view:View", "cannot be made without arguments"),
        (":Player", "there is no player"),
        (".x:Player", "cannot be imported"),
    ],
)
def test_a_wrong_name_is_told(name: str, what: str) -> None:
    with pytest.raises(BridgetteError) as caught:
        player_of(name)
    assert caught.value.code == "usage"
    assert what in str(caught.value)


def test_a_budget_by_work_and_by_the_clock() -> None:
    budget = Budget.of_work(10)
    assert (budget.left, budget.work, budget.work_left, budget.is_spent) == (1.0, 10, 10, False)
    budget.spend(15)
    assert (budget.left, budget.work_left, budget.is_spent) == (0.0, 1, True)
    assert Budget.of_work(0).is_spent
    now = [5.0]
    budget = Budget(2.0, clock=lambda: now[0])
    budget.spend(10**9)
    assert not budget.is_spent
    now[0] = 6.0
    assert budget.left == 0.5
    now[0] = 7.0
    assert budget.is_spent
    assert not Budget.of_seconds(1000).is_spent


def test_advice_of_a_player_without_reasons() -> None:
    game = give("S:AKQ H:AKQ D:AKQ C:AKQJ", "S:JT9 H:JT9 D:JT9 C:T987")
    advice = advice_of(
        player_of("simple"), View(game, Seat.NORTH), random.Random(1), Budget.of_work(0)
    )
    assert advice.expected is None
    advice = advice_of(
        player_of("expert"), View(game, Seat.NORTH), random.Random(1), Budget.of_work(1000)
    )
    assert advice.expected is not None
    assert advice.making is not None
    assert 0 <= advice.making <= 1


# What is known of the other hand.


def test_the_other_hand_is_always_among_what_is_held_possible() -> None:
    """Voids, lapsed bars, hands of colons only, promised lengths: no deduction is ever wrong."""
    looked = 0
    for seed in range(150):
        for game, move in states(seed, deals=2):
            if move is None:
                continue
            for seat in Seat:
                known = knowledge_of(View(game, seat))
                deal = game.current
                theirs = bits_of(deal.hand(seat.other))
                if deal.exchange is None or deal.auction is not None:
                    assert not theirs & ~known.possible, (seed, deal.moves)
                    assert theirs.bit_count() == known.size
                    assert known.possible & ~known.unseen == 0
                    whole = theirs | known.played
                    for suit, least in enumerate(known.lengths):
                        assert (whole >> 13 * suit & 0x1FFF).bit_count() >= least
                    looked += 1
    assert looked > 5000


def test_sampled_hands_fit_what_is_known() -> None:
    voids = 0
    for game, seat, chance in own_turns(range(60), 0.2):
        view = View(game, seat)
        known = knowledge_of(view)
        deal = view.game.current
        sampler = Sampler(known, chance, Listener(deal.auction, seat.other, 2, 0.5).fit)
        for _ in range(3):
            hand = sampler.hand()
            assert hand.bit_count() == known.size
            assert not hand & ~known.possible
            assert not hand & known.mine
        voids += known.possible != known.unseen
    assert voids > 20


def test_a_sampled_hand_is_kept_not_dealt() -> None:
    """Who chooses 13 of 25 cards holds more aces and kings than one who is dealt 13."""
    game = Game()
    north = "S:5432 H:5432 D:5432 C:5"
    game.deal(deck("south", north=north, stock="AD 2C 3C"), dealer=Seat.SOUTH)
    known = knowledge_of(View(game, Seat.NORTH))
    assert known.sources == 25
    high = bits_of(cards("AS KS AH KH KD AC KC"))
    assert high & known.unseen == high
    sampler = Sampler(known, random.Random(7))
    held = [(sampler.hand() & high).bit_count() for _ in range(200)]
    assert sum(held) / len(held) > 13 * high.bit_count() / known.unseen.bit_count() + 1


class Waiting(SimplePlayer):
    """Opens as low as can be, whatever the hand is worth, and passes ever after."""

    def choose(self, view: View, rng: random.Random, budget: Budget) -> Move:
        auction = view.game.current.auction
        if auction is not None and view.game.phase is Phase.AUCTION:
            bids = [call for call in view.legal_moves() if isinstance(call, Bid)]
            return Pass(view.game.turn) if auction.calls else min(bids, key=lambda bid: bid.rank)
        return super().choose(view, rng, budget)


@pytest.mark.parametrize(("name", "low", "high"), [("simple", 0.8, 1), ("waiting", 0, 0.2)])
def test_the_expert_learns_how_the_opponent_calls(name: str, low: float, high: float) -> None:
    """From the deals before, of which all its cards are known."""
    players = {Seat.NORTH: SimplePlayer(), Seat.SOUTH: Waiting()}
    if name == "simple":
        players[Seat.SOUTH] = SimplePlayer()
    game = Game()
    for number in range(1, 6):
        game.deal(seeded_deck("habit", number))
        while (turn := game.turn) is not None:
            game.apply(players[turn].choose(View(game, turn), random.Random(1), Budget.of_work(0)))
    deals = View(game, Seat.NORTH).game.deals
    assert low <= straightness(deals, Seat.SOUTH) <= high
    assert straightness([], Seat.SOUTH) == pytest.approx(0.15)


# Matches.


def test_simple_beats_random() -> None:
    match = Match(("simple", "random"), "test")
    games = [game for number in range(1, 16) for game in play_number(match, number)]
    assert sum(game.winner == 0 for game in games) >= 0.95 * len(games)


def test_exchanges_are_legal_whatever_the_up_card() -> None:
    for up_card in ("2C", "KC", "AC", "Little", "Royal", "Grand"):
        for name in PLAYERS:
            game = Game()
            game.deal(deck("north", stock=up_card), dealer=Seat.NORTH)
            while game.phase is Phase.EXCHANGE:
                assert game.turn is not None
                move = choice(name, View(game, game.turn))
                assert isinstance(move, Exchange)
                game.apply(move)


def test_the_expert_beats_simple() -> None:
    """A guard, not a measure: eight games from both seats, with little time to think."""
    match = Match(("expert", "simple"), "guard", 500.0)
    games = [game for number in range(1, 5) for game in play_number(match, number)]
    assert sum(game.winner == 0 for game in games) > len(games) / 2
