"""One deal: the phase machine over exchange, auction and play, with claims and resignation."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from bridgette.auction import Auction, Contract
from bridgette.cards import Card, bits_of
from bridgette.errors import RuleError
from bridgette.exchange import HAND, CardExchange, hand_bits, held
from bridgette.moves import (
    Accept,
    Bid,
    Claim,
    Decline,
    Double,
    Exchange,
    Move,
    Pass,
    Play,
    Redouble,
    Resign,
    Seat,
)
from bridgette.play import CardPlay
from bridgette.scoring import Result, result


class Phase(Enum):
    """Where a deal or a game stands; a game is `between` after a deal that no other follows yet."""

    EXCHANGE = "exchange"
    AUCTION = "auction"
    PLAY = "play"
    BETWEEN = "between"
    OVER = "over"

    def __str__(self) -> str:
        return str(self.value)


_PHASE_OF: dict[type[Move], Phase | None] = {
    Exchange: Phase.EXCHANGE,
    **dict.fromkeys((Bid, Pass, Double, Redouble), Phase.AUCTION),
    **dict.fromkeys((Play, Claim, Accept, Decline), Phase.PLAY),
    Resign: None,
}
_EXPECTED = {  # and the rule that says so
    Phase.EXCHANGE: ("an exchange", "R6"),
    Phase.AUCTION: ("a call (bid, pass, double or redouble)", "R10"),
    Phase.PLAY: ("a card", "R17"),
    Phase.OVER: ("the next deal", "R4"),
}


class HouseRules(NamedTuple):
    """The house rules of a game, each with its default."""

    up_card: str = "stock"
    opening_jump: str = "no"
    passed_out: str = "counts"
    bonus: str = "multiplied"


HOUSE_RULE_VALUES: dict[str, tuple[str, str]] = {
    "up_card": ("stock", "aside"),
    "opening_jump": ("no", "yes"),
    "passed_out": ("counts", "redeal"),
    "bonus": ("multiplied", "flat"),
}
_DEFAULT_RULES = HouseRules()


class Deal:
    """A deal from a deck of 55 (top first) or from two hands of 13 after the exchange.

    Unknown cards make a hand unknown: then moves are judged as far as can be. `hands` is
    (north, south). Moves of the deal are in `moves`, in order.
    """

    def __init__(
        self,
        number: int,
        dealer: Seat,
        *,
        deck: Sequence[Card] | None = None,
        hands: tuple[Sequence[Card], Sequence[Card]] | None = None,
        rules: HouseRules = _DEFAULT_RULES,
        note: str = "",
    ) -> None:
        self.number = number
        self.dealer = dealer
        self.rules = rules
        self.note = note
        self.deck = None if deck is None else tuple(deck)
        self.given = None if hands is None else (tuple(hands[0]), tuple(hands[1]))
        self.moves: list[Move] = []
        self.exchange: CardExchange | None = None
        self.auction: Auction | None = None
        self.play: CardPlay | None = None
        self.claim: Claim | None = None
        self._claimed = False  # R28: once per lead
        self.contract: Contract | None = None
        self.result: Result | None = None
        self.resigned: Seat | None = None
        self.turn: Seat | None
        if self.deck is not None:
            self.phase = Phase.EXCHANGE
            self.exchange = CardExchange(dealer, self.deck, aside=rules.up_card == "aside")
            self.turn = self.exchange.turn
        else:
            north, south = self.given or ((), ())
            self._open_auction([hand_bits(north), hand_bits(south)])

    def _open_auction(self, hands: Sequence[int | None]) -> None:
        opening_jump = self.rules.opening_jump == "yes"
        self._hands = list(hands)
        self.phase = Phase.AUCTION
        self.auction = Auction(self.dealer, hands, opening_jump=opening_jump)
        self.turn = self.auction.turn

    def fresh(self) -> Deal:
        """The same deal before its first move."""
        return Deal(
            self.number,
            self.dealer,
            deck=self.deck,
            hands=self.given,
            rules=self.rules,
            note=self.note,
        )

    def count(self, seat: Seat) -> int:
        """How many cards a seat holds, drawn ones included."""
        if self.play is not None:
            return HAND - sum(play.seat is seat for play in self.play.plays)
        if self.exchange is not None and self.exchange.turn is seat:
            return HAND + self.exchange.draws(seat)
        return HAND

    def bits(self, seat: Seat) -> int | None:
        """The cards a seat holds, as bits; None if unknown."""
        if self.play is not None:
            return self.play.hands[seat]
        if self.auction is None and self.exchange is not None:
            return self.exchange.hands[seat]
        return self._hands[seat]

    def hand(self, seat: Seat) -> list[Card]:
        """The cards a seat holds, drawn ones included; unknown ones as such."""
        return held(self.bits(seat), self.count(seat))

    def entry(self, seat: Seat) -> list[Card]:
        """The 13 cards with which a seat went into the auction; unknown ones as such."""
        return held(self._hands[seat], HAND) if self.auction is not None else []

    @property
    def tricks(self) -> tuple[int, int]:
        """The tricks of north and south, an accepted claim's included."""
        if self.play is None:
            return 0, 0
        north, south = self.play.tricks
        if self.phase is Phase.OVER and self.claim is not None:
            mine, theirs = self.claim.tricks, HAND - north - south - self.claim.tricks
            north, south = (
                (north + theirs, south + mine)
                if self.claim.seat
                else (north + mine, south + theirs)
            )
        return north, south

    @property
    def passed_out(self) -> bool:
        """Whether both passed (R16)."""
        return self.phase is Phase.OVER and self.resigned is None and self.contract is None

    @property
    def points(self) -> tuple[int, int]:
        """The points of north and south; none before the end, if passed out or resigned."""
        if self.result is None or self.contract is None:
            return 0, 0
        points = self.result.declarer_points, self.result.opponent_points
        return points if self.contract.declarer is Seat.NORTH else points[::-1]

    @property
    def open_claim(self) -> Claim | None:
        """A claim that waits for its answer (R28)."""
        return self.claim if self.turn is not None else None

    @property
    def claimable(self) -> int | None:
        """How many tricks the player on turn may claim of, None if no claim may be made (R28)."""
        if self.play is None or self.turn is None or self.claim or self._claimed or self.play.led:
            return None
        return HAND - sum(self.play.tricks)

    def check(self, move: Move) -> None:
        """Judges a move. Errors: RuleError, with what is legal if it is the player's turn."""
        try:
            self._check(move)
        except RuleError as error:
            raise self._explained(error, move) from None

    def _explained(self, error: RuleError, move: Move) -> RuleError:
        error.text = move.text
        if move.seat is self.turn:
            error.legal = tuple(legal.text for legal in self.legal_moves())
        return error

    def _check(self, move: Move) -> None:
        self._admit(move)
        if isinstance(move, Play) and self.play is not None:
            self.play.check(move)
        elif isinstance(move, Exchange) and self.exchange is not None:
            self.exchange.check(move)
        elif isinstance(move, (Bid, Pass, Double, Redouble)) and self.auction is not None:
            self.auction.check(move)

    def _admit(self, move: Move) -> None:
        """Whether it is time for such a move by this seat; the phase judges the rest."""
        due, phase = _PHASE_OF[type(move)], self.phase
        if due is not phase and (due is not None or phase is Phase.OVER):
            awaited, rule = ("an answer", "R28") if self.open_claim else _EXPECTED[phase]
            why = f"it is not time to {move.word}: {awaited} is awaited"
            raise RuleError(why, code="wrong-phase", rule=rule)
        if move.seat is not self.turn:
            rule = "R28" if self.open_claim else _EXPECTED[phase][1]
            raise RuleError(f"it is {self.turn}'s turn", code="not-your-turn", rule=rule)
        if due is Phase.PLAY and (self.claim is not None or not isinstance(move, Play)):
            self._check_claim(move)

    def _check_claim(self, move: Move) -> None:
        answer = isinstance(move, (Accept, Decline))
        if self.claim is not None and not answer:
            raise RuleError(
                f"{self.claim.seat} claims {self.claim.tricks} of the tricks left:"
                " accept or decline first",
                code="claim-open",
                rule="R28",
            )
        if self.claim is None and answer:
            raise RuleError("there is no claim to answer", code="claim-none", rule="R28")
        if not isinstance(move, Claim) or self.play is None:
            return
        if self.play.led is not None:
            raise RuleError(
                "only the player about to lead to a trick may claim", code="claim-lead", rule="R28"
            )
        if self._claimed:
            raise RuleError(
                "a claim was declined at this lead: play a card first",
                code="claim-again",
                rule="R28",
            )
        left = HAND - sum(self.play.tricks)
        if move.tricks > left:
            raise RuleError(
                f"{left} tricks are left: claim 0 to {left}", code="claim-range", rule="R28"
            )

    def is_legal(self, move: Move) -> bool:
        """Whether `check` lets a move pass."""
        try:
            self._check(move)
        except RuleError:
            return False
        return True

    def legal_moves(self) -> Sequence[Move]:
        """The calls or plays of the player on turn, or accept and decline while a claim is open.

        Claims and resignation are left out (see `claimable`), and so are the many exchanges.
        """
        if self.turn is None:
            return []
        if self.claim is not None:
            return [Accept(self.turn), Decline(self.turn)]
        if self.play is not None:
            return self.play.legal_plays()
        if self.auction is not None:
            return self.auction.legal_calls()
        return []

    def apply(self, move: Move) -> None:
        """Checks and makes a move. Errors: as `check`, and then nothing has changed."""
        try:
            self._apply(move)
        except RuleError as error:
            raise self._explained(error, move) from None
        self.moves.append(move)

    def _apply(self, move: Move) -> None:
        play = self.play
        if type(move) is Play and play is not None and self.claim is None and self.turn is not None:
            play.apply(move)  # nearly all moves; its judge knows whose turn it is
            self._claimed = False
            self.turn = play.turn
            if len(play.plays) == 2 * HAND:
                self._finish()
            return
        self._admit(move)
        if isinstance(move, Exchange) and self.exchange is not None:
            self.exchange.apply(move)
            self.turn = self.exchange.turn
            if self.turn is None:
                self._open_auction(self.exchange.hands)
        elif isinstance(move, Claim):
            self.claim, self.turn = move, move.seat.other
        elif isinstance(move, Accept):
            self._finish()
        elif isinstance(move, Decline):
            self.claim, self._claimed, self.turn = None, True, move.seat.other
        elif isinstance(move, Resign):
            self.resigned, self.claim = move.seat, None  # an open claim binds nobody (R28)
            self._finish()
        elif self.auction is not None:
            self.auction.apply(move)
            self.turn = self.auction.turn
            if self.turn is None:
                self._end_auction()

    def _end_auction(self) -> None:
        contract = self.auction.contract if self.auction else None
        if contract is None:
            self._finish()
            return
        self.contract = contract
        self.phase = Phase.PLAY
        self.play = CardPlay(
            self._hands,
            contract.denomination,
            contract.declarer.other,
            elsewhere=self._elsewhere(),
        )
        self.turn = self.play.turn

    def _elsewhere(self) -> int:
        """The cards that no unknown hand holds: known hands and discards, an up-card set aside."""
        bits = 0
        for hand in self._hands:
            bits |= hand or 0
        if self.exchange is not None:
            for discards in self.exchange.discards:
                bits |= bits_of(discards or ())
            if self.rules.up_card == "aside":
                bits |= self.exchange.up_card.bit
        return bits

    def _finish(self) -> None:
        self.phase, self.turn = Phase.OVER, None
        if self.contract is not None and self.resigned is None:
            tricks = self.tricks[self.contract.declarer]
            self.result = result(self.contract, tricks, flat=self.rules.bonus == "flat")
