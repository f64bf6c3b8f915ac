"""What must hold at every state of every game, tried on seeded random games (randomplay)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from randomplay import CANDIDATES, REMARKS, dump, fingerprint, finished, states
from reference import ReferenceDeal, ReferenceGame, parse, seeded_deck

import bridgette
from bridgette import (
    DECK,
    Deal,
    Exchange,
    Game,
    Move,
    Phase,
    Play,
    Resign,
    RuleError,
    Seat,
    parse_move,
)
from bridgette.replay import DealRecord
from bridgette.savefile import dumps, loads
from bridgette.savefile.document import FastParser, SlowParser

RARE = """
Accept | Bid | Claim | Decline | Double | Exchange | Pass | Play | Redouble | Resign |
bar lapsed | barred | barred suit and colons only | barred suit only |
colon follows, matching False, able False | colon follows, matching True, able False |
colon follows, matching True, able True | colon led | colon led to the first trick |
colon led, colon played | colon led, suit card played | doubled 0 made False |
doubled 0 made True | doubled 1 made False | doubled 1 made True | doubled 2 made False |
doubled 2 made True | hands | passed out | redealt | remark | resigned in auction |
resigned in exchange | resigned in play | resigned over a claim | rules bonus flat |
rules bonus multiplied | rules opening_jump no | rules opening_jump yes |
rules passed_out counts | rules passed_out redeal | rules up_card aside |
rules up_card stock | seventh deal | winner draw | winner north | winner south
"""


def legal_texts(game: Game) -> set[str]:
    """What the library lists as possible, exchanges apart."""
    if game.turn is None:
        return set()
    claims = range(game.current.claimable + 1) if game.current.claimable is not None else ()
    listed = [move.text for move in game.legal_moves()]
    assert len(set(listed)) == len(listed)
    return {*listed, *(f"{game.turn} claim {n}" for n in claims), f"{game.turn} resign"}


def test_random_play_meets_everything() -> None:
    """The other tests here are worth what the random games are: they must meet the rare."""
    met: Counter[str] = Counter()
    for seed in range(200):
        for game, move in states(seed):
            if move is not None:
                met.update(features(game, move))
        met["seventh deal"] += game.counted == 7
        met["redealt"] += len(game.deals) > game.counted + (game.resigned is not None)
        met[f"winner {game.winner}"] += 1
        met.update(f"rules {name} {value}" for name, value in game.header.rules._asdict().items())
        for deal in game.deals:
            met["hands"] += deal.given is not None
            met["passed out"] += deal.passed_out
            if deal.contract is not None and deal.result is not None:
                met[f"doubled {deal.contract.doubled} made {deal.result.declarer_points > 0}"] += 1
    assert {name for name, count in met.items() if count > 1} == {
        name.strip() for name in RARE.split("|")
    }


def features(game: Game, move: Move) -> Iterator[str]:
    yield type(move).__name__
    if move.remark:
        yield "remark"
    if isinstance(move, Resign):
        yield f"resigned in {game.phase}" if game.current.claim is None else "resigned over a claim"
    play = game.current.play
    if not isinstance(move, Play) or play is None:
        return
    hand = game.current.hand(move.seat)
    led = play.led
    if led is None:
        if move.card.is_colon:
            yield "colon led to the first trick" if not play.plays else "colon led"
        if play.barred is not None:
            yield "barred" if play.barred_now is not None else "bar lapsed"
            if all(card.is_colon or card.suit is play.barred for card in hand):
                yield "barred suit and colons only" if move.card.is_colon else "barred suit only"
    elif led.card.is_colon:
        yield "colon led, colon played" if move.card.is_colon else "colon led, suit card played"
    elif move.card.is_colon:
        able = any(card.suit is led.card.suit for card in hand)
        matching = move.card.range is led.card.range
        yield f"colon follows, matching {matching}, able {able}"


def test_the_legal_list_is_what_the_judge_allows() -> None:
    for seed in range(25):
        for game, move in states(seed):
            listed = legal_texts(game)
            allowed = {
                move.text for seat in Seat for move in CANDIDATES[seat] if game.is_legal(move)
            }
            assert allowed == listed, (seed, game.current.moves)
            assert move is None or game.is_legal(move)


def test_exchanges_are_judged() -> None:
    """R6-R8: any cards held, as many as were drawn, each once; only the player on turn."""
    chance = random.Random(1)
    for seed in range(100):
        for game, _ in states(seed, deals=2, by_hands=False):
            if game.phase is not Phase.EXCHANGE:
                continue
            seat, deal = game.turn, game.current
            assert seat is not None
            hand = deal.hand(seat)
            due = len(hand) - 13
            some = chance.sample(hand, due)
            foreign = chance.choice([card for card in DECK if card not in hand])
            assert game.is_legal(Exchange(seat, some))
            for cards, code in (
                (some[1:], "discard-count"),
                ([*some, next(card for card in hand if card not in some)], "discard-count"),
                ([some[0], *some[:-1]], "duplicate-card"),
                ([foreign, *some[1:]], "not-held"),
                ([foreign, foreign, *some[2:]], "duplicate-card"),
                ([foreign, *some], "not-held"),
            ):
                assert code_of(game, Exchange(seat, cards)) == code
            assert code_of(game, Exchange(seat.other, some)) == "not-your-turn"


def code_of(game: Game, move: Move) -> str | None:
    """The code that a move fails with, None if it is legal."""
    failed = None
    try:
        game.check(move)
    except RuleError as error:
        failed = error
    if failed is None:
        return None
    assert failed.text == move.text
    assert failed.exit_code == (11 if failed.code == "not-your-turn" else 10)
    return failed.code


def test_an_illegal_move_raises_and_changes_nothing() -> None:
    chance = random.Random(2)
    for seed in range(80):
        for game, _ in states(seed):
            before, listed = fingerprint(game), [move.text for move in game.legal_moves()]
            moves = [move for seat in Seat for move in chance.sample(CANDIDATES[seat], 4)]
            cards = chance.sample(DECK, chance.choice((1, 2, 4, 8, 12)))
            moves.append(Exchange(chance.choice(list(Seat)), cards))
            for move in moves:
                if game.is_legal(move):
                    continue
                with pytest.raises(RuleError) as caught:
                    game.apply(move)
                assert caught.value.text == move.text
                mine = move.seat is game.turn
                assert caught.value.legal == (tuple(listed) if mine else ()), move
            assert fingerprint(game) == before


def test_cards_are_conserved() -> None:
    """R1, R5-R8: the 55 cards are in the hands, on the table, discarded or still in the stock."""
    for seed in range(120):
        for game, _ in states(seed):
            deal = game.current
            where = [*deal.hand(Seat.NORTH), *deal.hand(Seat.SOUTH)]
            for seat in Seat:
                assert len(deal.hand(seat)) == deal.count(seat)
            where += [move.card for move in deal.moves if isinstance(move, Play)]
            if deal.deck is None or deal.exchange is None:
                assert deal.given is not None
                assert sorted(where, key=str) == sorted(sum(deal.given, ()), key=str)
                continue
            discards = [move.cards for move in deal.moves if isinstance(move, Exchange)]
            aside = game.header.rules.up_card == "aside"
            drawn = 2 + (deal.exchange.draws(deal.dealer) if discards else 0)
            rest = deal.deck[26 + aside + drawn :]
            gone = [deal.deck[26]] if aside else []
            where += [*sum(discards, ()), *rest, *gone]
            assert sorted(where, key=str) == sorted(DECK, key=str), (seed, deal.moves)


@pytest.mark.parametrize("parser", [FastParser, SlowParser])
def test_the_file_gives_the_same_game_again(parser: object) -> None:
    """Loading what was saved gives an equal game, and saving that the same bytes."""
    chance = random.Random(3)
    games, share = (60, 0.06) if parser is FastParser else (12, 0.01)
    for seed in range(games):
        for game, move in states(seed):
            if chance.random() < share or (move is None and parser is FastParser):
                text = dumps(game)
                again = loads(text.encode(), parser=parser)
                assert dump(again) == dump(game), seed
                assert dumps(again) == text
                assert again.head == game.head


def test_replay_gives_the_same_game_again() -> None:
    for seed in range(60):
        game = finished(seed)
        records = [
            DealRecord(
                deal.dealer,
                [bridgette.format_move(move) for move in deal.moves],
                deal.deck,
                deal.given,
                deal.note,
            )
            for deal in game.deals
        ]
        assert dump(bridgette.replay(game.header, records)) == dump(game)


def test_the_head_is_that_of_the_state() -> None:
    """Each move changes it, a remark and free text do not."""
    for seed in range(20):
        heads = [game.head for game, move in states(seed, deals=2) if move is not None]
        assert len(set(heads)) == len(heads)
        game = finished(seed, deals=2)
        text = dumps(game)
        remarked = text.replace(" pass\n", " pass -- hm\n").replace(
            "deals:", "place: 'x'\ndeals:", 1
        )
        if "place: '~'" not in text:
            assert loads(remarked.encode()).head == game.head
        assert loads(text.replace("random-", "other-").encode()).head != game.head


def test_remarks_are_no_part_of_the_state() -> None:
    bare, remarked = Game(), Game()
    for game, remark in ((bare, ""), (remarked, REMARKS[0])):
        game.deal(bridgette.seeded_deck("r", 1), dealer=Seat.NORTH)
        cards = " ".join(map(str, game.current.hand(Seat.SOUTH)[:2]))
        game.apply(parse_move(f"south exchange {cards}" + (remark and f" -- {remark}")))
    assert bare.current.moves == remarked.current.moves
    assert remarked.current.moves[0].remark == REMARKS[0]
    assert bare.head == remarked.head


def test_resigning_over_a_claim_leaves_the_tricks_as_they_were() -> None:
    """R28, R29: a claim that was not accepted gives nobody tricks."""
    game = Game()
    spades, hearts = ([card for card in DECK if card.suit == suit] for suit in (3, 2))
    game.deal(hands=(spades, hearts), dealer=Seat.NORTH)
    for text in ("north bid 1S", "south pass", "south claim 9", "north resign"):
        game.apply(parse_move(text))
    assert game.current.tricks == (0, 0)
    assert game.current.points == (0, 0)
    assert game.winner is Seat.SOUTH


# The second implementation, move by move.


def agree(game: Game, deal: Deal, other: ReferenceDeal) -> None:
    """The open deal and the other program's deal show the same."""
    assert str(deal.phase) == other.phase
    assert (None if deal.turn is None else str(deal.turn)) == other.turn
    listed = sorted(move.text for move in game.legal_moves())
    assert listed == other.legal()
    claims = list(range(deal.claimable + 1)) if deal.claimable is not None else []
    assert claims == other.claims()
    for seat in Seat:
        assert sorted(map(str, deal.hand(seat))) == sorted(other.held(str(seat)))
        assert deal.tricks[seat] == other.tricks[str(seat)]
        points = (other.points or {}).get(str(seat), 0)
        assert deal.points[seat] == points
    assert (str(deal.contract) if deal.contract else None) == other.contract
    if deal.contract is not None:
        assert str(deal.contract.declarer) == other.declarer
    if deal.exchange is not None:
        assert str(deal.exchange.up_card) == other.up_card
    if deal.phase is Phase.PLAY and deal.play is not None and deal.play.led is None:
        barred = deal.play.barred_now
        assert (None if barred is None else str(barred)) == other.barred


def random_texts(chance: random.Random) -> list[str]:
    """Moves of every kind, for either seat, seldom legal."""
    seat = chance.choice(("north", "south"))
    texts = [chance.choice(CANDIDATES[parse_seat(seat)]).text for _ in range(6)]
    cards = [card.text for card in chance.choices(DECK, k=chance.choice((1, 2, 4, 8, 12)))]
    texts.append(" ".join([seat, "exchange", *cards]))
    texts.append(f"{seat} {chance.choice(('double', 'redouble', 'claim 3', 'claim 13', 'pass'))}")
    return texts


def parse_seat(text: str) -> Seat:
    return Seat.SOUTH if text == "south" else Seat.NORTH


def same_faults(game: Game, other: ReferenceDeal, chance: random.Random) -> None:
    for text in random_texts(chance):
        assert code_of(game, parse_move(text, strict=True)) == other._fault(*parse(text)), text
    if game.phase is Phase.EXCHANGE and game.turn is not None:
        hand = game.current.hand(game.turn)  # nearly right: at most a card twice, or one too many
        cards = " ".join(map(str, chance.choices(hand, k=len(hand) - 13 + chance.choice((0, 1)))))
        text = f"{game.turn} exchange {cards}"
        assert code_of(game, parse_move(text, strict=True)) == other._fault(*parse(text)), text


@pytest.mark.parametrize("first", range(0, 240, 40))
def test_agrees_with_the_second_implementation(first: int) -> None:
    for seed in range(first, first + 40):
        chance = random.Random(seed)
        whole = finished(seed, by_hands=False)

        def deck(number: int, whole: Game = whole) -> list[str]:
            if number > len(whole.deals):
                return list(seeded_deck("beyond", number))
            return [card.text for card in whole.deals[number - 1].deck or ()]

        rules = whole.header.rules._asdict()
        other = ReferenceGame(str(whole.deals[0].dealer), rules, deck)
        for game, move in states(seed, by_hands=False):
            deal = game.current
            agree(game, deal, other.deals[len(game.deals) - 1])
            assert str(deal.dealer) == other.deals[len(game.deals) - 1].dealer
            if move is not None:
                same_faults(game, other.deal, chance)
                other.apply(move.text)
                continue
            assert game.scores == (other.scores["north"], other.scores["south"])
            assert other.resigned or game.counted == other.counted
            assert (game.phase is Phase.OVER) == other.over
            assert (game.phase is Phase.BETWEEN) == (not other.over)
            assert (None if game.winner is None else str(game.winner)) == other.winner
            assert (None if game.resigned is None else str(game.resigned)) == other.resigned
            assert other.over or str(game.next_dealer) == other.deal.dealer


def test_agrees_on_deals_given_by_hands() -> None:
    for seed in range(300, 400):
        chance = random.Random(seed)
        other = None
        for game, move in states(seed, deals=3):
            deal = game.current
            if deal.given is None:
                continue
            if not deal.moves:
                hands = {str(seat): [card.text for card in deal.given[seat]] for seat in Seat}
                rules = game.header.rules._asdict()
                other = ReferenceDeal(str(deal.dealer), hands=hands, rules=rules)
            assert other is not None
            agree(game, deal, other)
            if move is not None:
                same_faults(game, other, chance)
                other.apply(move.text)


def test_the_order_of_the_faults() -> None:
    """After the end of a deal or of the game no move is any good, and that comes first."""
    kinds: Counter[str | None] = Counter()
    for seed in range(60):
        for game, move in states(seed):
            if move is None:
                codes = {code_of(game, other) for seat in Seat for other in CANDIDATES[seat]}
                assert codes == {"game-over" if game.phase is Phase.OVER else "wrong-phase"}
                kinds.update(codes)
    assert min(kinds["game-over"], kinds["wrong-phase"]) > 20
