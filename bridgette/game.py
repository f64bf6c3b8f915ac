"""A game: deals, the rotation of the dealer, house rules, totals and the end (R4, R27, R29)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from bridgette.cards import DECK, Card, parse_cards
from bridgette.deal import Deal, HouseRules, Phase
from bridgette.errors import RecordError, RuleError
from bridgette.exchange import HAND, is_whole_deck
from bridgette.moves import Move, Seat

DEALS = 6


class Header(NamedTuple):
    """What a game file says of the game before its deals."""

    game: str = "game"
    north: str = "North"
    south: str = "South"
    event: str = ""
    date: str = ""
    place: str = ""
    note: str = ""
    rules: HouseRules = HouseRules()
    seed: str = ""

    def name(self, seat: Seat) -> str:
        """The name of the player in a seat."""
        return self.south if seat else self.north

    def title(self, seat: Seat) -> str:
        """Name and seat, `Ann (north)`; the name alone where it is the seat."""
        name = self.name(seat)
        return name if name.casefold() == str(seat) else f"{name} ({seat})"


class Step(NamedTuple):
    """One action of a sealed game: where it stands, its hash, by whom, what, and any move."""

    deal: int
    place: int
    head: bytes
    signer: str
    key: bytes
    deed: str
    move: Move | None


class Seal(Protocol):
    """What a sealed game adds: whose program reads it, and what keeps anybody from going on.

    `awaits` names a seat, and `join` or `continue` as what it has to do; `head_at` gives the head
    after so many moves of the last of so many deals. `record` is what the file holds.
    """

    me: Seat | None
    awaits: tuple[Seat, str] | None
    record: Any

    @property
    def proved(self) -> int:
        """How many deals are laid open, with their proof."""

    @property
    def tip(self) -> tuple[int, int]:
        """How many deals and moves of the last of them there are."""

    def prove(self) -> None:
        """Makes all that can be made again, and compares. Errors: SealedError."""

    def history(self) -> Sequence[Step]:
        """Every action in order."""

    def head_at(self, deals: int, moves: int) -> str:
        """Twelve hexadecimal digits."""

    def awaited_text(self, awaits: tuple[Seat, str]) -> str:
        """What is awaited, in a sentence."""


class Game:
    """A game in progress: a header and the deals so far; everything else follows from them.

    >>> from bridgette.moves import parse_move
    >>> game = Game(Header(north="Ann", south="Bob"))
    >>> deal = game.deal(seeded_deck("demo", 1), dealer=Seat.NORTH)
    >>> print(game.phase, game.turn, game.awaited)
    exchange south discard
    """

    def __init__(self, header: Header | None = None, *, seal: Seal | None = None) -> None:
        self.header = header or Header()
        self.deals: list[Deal] = []
        self.seal = seal
        self.stopped_by: Seat | None = None  # a sealed game, by an accusation

    def fresh(self) -> Game:
        """The same game before its first deal."""
        return Game(self.header, seal=self.seal)

    @property
    def current(self) -> Deal:
        """The last deal dealt."""
        return self.deals[-1]

    @property
    def scores(self) -> tuple[int, int]:
        """The points of north and south over all finished deals."""
        points = [deal.points for deal in self.deals]
        return sum(north for north, _ in points), sum(south for _, south in points)

    @property
    def counted(self) -> int:
        """How many finished deals count, as all do but those redealt (R16)."""
        redeal = self.header.rules.passed_out == "redeal"
        return sum(
            deal.phase is Phase.OVER and not (redeal and deal.passed_out) for deal in self.deals
        )

    @property
    def number(self) -> int:
        """The place of the last deal among those that count, from 1."""
        return max(self.counted + (self.turn is not None), 1)

    @property
    def resigned(self) -> Seat | None:
        """Who gave up the game (R29)."""
        return self.deals[-1].resigned if self.deals else None

    @property
    def phase(self) -> Phase:
        """The phase of the last deal; `between` or `over` once that is finished."""
        if not self.deals:
            return Phase.BETWEEN
        if self.stopped_by is not None:
            return Phase.OVER
        phase = self.deals[-1].phase
        if phase is not Phase.OVER:
            return phase
        if self.deals[-1].resigned is not None:
            return Phase.OVER
        counted = self.counted
        north, south = self.scores
        tied = north == south
        return Phase.OVER if counted > DEALS or (counted == DEALS and not tied) else Phase.BETWEEN

    @property
    def turn(self) -> Seat | None:
        """Who is to move; nobody between two deals and after the end."""
        return self.deals[-1].turn if self.deals and self.stopped_by is None else None

    @property
    def awaits(self) -> tuple[Seat, str] | None:
        """Who has to do what before the game can go on, where it is sealed; see `Seal`."""
        if self.seal is None or self.seal.tip != (len(self.deals), len(self.current.moves)):
            return None
        return self.seal.awaits

    @property
    def acts_next(self) -> Seat | None:
        """Whose program is to act: of the player on turn, unless another has to answer first."""
        return self.turn if self.awaits is None else self.awaits[0]

    @property
    def awaited(self) -> str | None:
        """What is to come next: discard, call, play, answer, deal; None after the end.

        In a sealed game also join or continue.
        """
        if self.awaits is not None:
            return self.awaits[1]
        phase = self.phase
        if phase is Phase.PLAY and self.current.claim is not None:
            return "answer"
        return {
            Phase.EXCHANGE: "discard",
            Phase.AUCTION: "call",
            Phase.PLAY: "play",
            Phase.BETWEEN: "deal",
        }.get(phase)

    @property
    def winner(self) -> Seat | str | None:
        """The winning seat or `draw` once the game is over (R27, R29)."""
        if self.resigned is not None:
            return self.resigned.other
        if self.phase is not Phase.OVER or self.stopped_by is not None:
            return None
        north, south = self.scores
        return "draw" if north == south else Seat.NORTH if north > south else Seat.SOUTH

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals next (R4), the same player again after a redeal; None before the first deal."""
        if not self.deals:
            return None
        last = self.deals[-1]
        again = last.passed_out and self.header.rules.passed_out == "redeal"
        return last.dealer if again else last.dealer.other

    @property
    def move_count(self) -> int:
        """How many moves the game has had."""
        return sum(len(deal.moves) for deal in self.deals)

    @property
    def head(self) -> str:
        """Twelve hexadecimal digits for header, cards and moves, without free texts and remarks.

        A sealed game has one of its own.
        """
        if self.seal is not None:
            return self.seal.head_at(len(self.deals), len(self.deals[-1].moves))
        header = self.header
        lines = ["bridgette 1", header.game, header.north, header.south, *header.rules, header.seed]
        for deal in self.deals:
            lines.append(f"deal {deal.dealer}")
            cards = [deal.deck] if deal.deck else deal.given or ()
            lines.extend(" ".join(card.text for card in some) for some in cards)
            lines.extend(move.text for move in deal.moves)
        import hashlib  # not every command needs it, and it is slow to import

        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]

    def deal(
        self,
        deck: Sequence[Card] | str | None = None,
        *,
        hands: tuple[Sequence[Card], Sequence[Card]] | None = None,
        dealer: Seat | None = None,
        note: str = "",
    ) -> Deal:
        """Deals from a deck of 55 (top first) or gives two hands of 13; `dealer` is the first one.

        Errors: RecordError: deck, dealer-order (R4), deal-order.
        """
        number = len(self.deals) + 1
        if self.phase is not Phase.BETWEEN:
            why = (
                "the game is over" if self.phase is Phase.OVER else "the deal before is unfinished"
            )
            raise RecordError(f"no deal {number}: {why}", code="deal-order", deal=number)
        due = self.next_dealer
        if dealer is None:
            dealer = Seat.NORTH if due is None else due
        if due is not None and dealer is not due:
            raise RecordError(
                f"{due} deals deal {number}, not {dealer}",
                code="dealer-order",
                rule="R4",
                deal=number,
            )
        if isinstance(deck, str):
            deck = parse_cards(deck)
        self._check_cards(number, deck, hands)
        deal = Deal(number, dealer, deck=deck, hands=hands, rules=self.header.rules, note=note)
        self.deals.append(deal)
        return deal

    def _check_cards(
        self,
        number: int,
        deck: Sequence[Card] | None,
        hands: tuple[Sequence[Card], Sequence[Card]] | None,
    ) -> None:
        if (deck is None) == (hands is None):
            raise RecordError("a deal has either a deck or two hands", code="schema", deal=number)
        wrong = None
        if deck is not None and not is_whole_deck(deck):
            wrong = _what_is_wrong(deck, len(DECK), "a deck")
        if hands is not None:
            for hand in hands:
                if len(hand) != HAND:
                    wrong = wrong or _what_is_wrong(hand, HAND, "a hand")
            if not wrong and len({*hands[0], *hands[1]}) != 2 * HAND:
                wrong = _what_is_wrong([*hands[0], *hands[1]], 2 * HAND, "two hands together")
        if wrong:
            raise RecordError(wrong, code="deck", rule="R5" if deck is None else "R1", deal=number)

    def check(self, move: Move) -> None:
        """Judges a move. Errors: RuleError."""
        phase = self.phase
        if phase is Phase.OVER:
            rule = "R27" if self.resigned is None else "R29"
            raise RuleError("the game is over", code="game-over", rule=rule, text=move.text)
        if phase is Phase.BETWEEN:
            raise RuleError(
                "the deal is over, and the next one is not dealt yet (`bridgette deal` deals it)",
                code="wrong-phase",
                rule="R4",
                text=move.text,
            )
        self.current.check(move)

    def is_legal(self, move: Move) -> bool:
        """Whether `check` lets a move pass."""
        return bool(self.deals) and self.current.is_legal(move)

    def legal_moves(self) -> Sequence[Move]:
        """The calls, plays or answers of the player on turn; see `Deal.legal_moves`."""
        return self.current.legal_moves() if self.deals else []

    def apply(self, move: Move) -> None:
        """Checks and makes a move. Errors: RuleError, and then nothing has changed."""
        if not self.deals or self.deals[-1].phase is Phase.OVER or self.stopped_by is not None:
            self.check(move)
        self.deals[-1].apply(move)


def forced_play(game: Game) -> Move | None:
    """The play of the player on turn if it is the only legal one, whoever that is."""
    if game.awaited != "play":
        return None
    plays = game.legal_moves()
    return plays[0] if len(plays) == 1 else None


def _what_is_wrong(cards: Sequence[Card], size: int, what: str) -> str:
    twice = sorted({card.text for card in cards if cards.count(card) > 1})
    if len(cards) != size:
        return f"{what} is {size} cards, not {len(cards)}"
    return f"{what} holds each card once; more than once: {' '.join(twice)}"


def seeded_deck(seed: str, number: int) -> list[Card]:
    """The deck of deal `number` (from 1) for a seed: the 55 cards by the SHA-256 of `SEED/n/CARD`.

    >>> len(set(seeded_deck("demo", 1)))
    55
    """
    import hashlib

    return sorted(
        DECK, key=lambda card: hashlib.sha256(f"{seed}/{number}/{card.text}".encode()).digest()
    )
