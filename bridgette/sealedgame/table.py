"""A sealed game as one player's program, or a bystander's, may see it."""

from __future__ import annotations

from collections.abc import Sequence

from bridgette.cards import UNKNOWN, Card
from bridgette.deal import Phase
from bridgette.errors import RuleError, SealedError
from bridgette.game import Game, Step
from bridgette.moves import SEATS, Exchange, Move, Seat
from bridgette.sealed.secrets import DealSecret, Identity
from bridgette.sealedgame import audit
from bridgette.sealedgame.checks import located
from bridgette.sealedgame.course import Course
from bridgette.sealedgame.ledger import UP_CARD, dealt_to
from bridgette.sealedgame.record import ACCUSE, CONTINUE, JOIN, NEW, POSITIONS, Action, Record

_DEEDS = {NEW: "begins", CONTINUE: "answers"}


class Table(Course):
    """A sealed game, and once it is opened with an identity, one's own cards.

    `me` is the seat whose key the identity is; None for a bystander. `game` is the game as far as
    it is open to the viewer, `awaits` who has to answer before anybody can go on, and how.
    """

    def __init__(self, record: Record) -> None:
        self.me: Seat | None = None
        self.identity: Identity | None = None
        super().__init__(record)
        self.awaits = self.awaited_in(self.masked)
        self.bystanders.seal = self
        self.game = self.bystanders

    def open(self, identity: Identity, *, judging: bool = True) -> Table:
        """The same with the cards of the player whose identity this is; of nobody, if nobody's.

        Without `judging` what the opponent published is not held against them, as for an accuser.
        Errors: SealedError: bad-share, cheat.
        """
        for seat, side in self.record.sides.items():
            if side.key == identity.public_key:
                self.me, self.identity = seat, identity
        if self.me is not None:
            judging = judging and self.stopped is None
            if judging:
                self._judge_as_player()
            try:
                self.game = self._own_game(self.me, judging=judging)
            except RuleError:  # by what one holds oneself
                if judging:
                    raise
        return self

    def _judge_as_player(self) -> None:
        """As `judge`; others may not know yet what this player does."""
        try:
            self.judge()
            self._prove(self._laid_out()[-1:])  # those before it when they were the last
        except SealedError as error:
            error.private = True
            raise

    def secret(self, number: int, seat: Seat) -> DealSecret | None:
        """The secret of a deal, as published or as one's own; None if it is not to be known."""
        known = super().secret(number, seat) or self._secrets.get((number, seat))
        if known is None and seat is self.me and self.identity is not None:
            game, nonce = self.record.header.game, self.record.sides[seat].nonce
            known = self.identity.deal_secret(game, str(seat), nonce, number, POSITIONS)
            self._secrets[number, seat] = known
        return known

    # What others ask of a sealed game (see `Seal` in bridgette.game).

    @property
    def proved(self) -> int:
        """How many deals are laid open, with their proof."""
        return len(self._laid_out())

    @property
    def tip(self) -> tuple[int, int]:
        """How many deals and moves of the last of them there are."""
        deals = self.bystanders.deals
        return len(deals), len(deals[-1].moves)

    def history(self) -> list[Step]:
        """Every action with its place, its head, and by whom and what was done."""
        header = self.record.header
        rows = zip(self.log, self.heads[1:], strict=True)
        return [
            Step(
                action.deal,
                action.place,
                head,
                header.title(action.seat),
                self.record.sides[action.seat].key,
                f"{header.name(action.seat)} {self._deed(action)}",
                action.move,
            )
            for action, head in rows
        ]

    def _deed(self, action: Action) -> str:
        if action.word == JOIN:
            return f"joins with the key {self.record.sides[action.seat].key.hex()[:8]}…"
        if action.word == ACCUSE:
            return f"accuses {self.record.header.name(action.seat.other)}"
        if action.word in _DEEDS:
            return _DEEDS[action.word]
        word, *details = action.text.split(" ")[1:]
        return " ".join([f"{word}{'es' if word == 'pass' else 's'}", *details])

    def head_at(self, deals: int, moves: int) -> str:
        """The head after so many moves of the last of so many deals."""
        found = self.heads[-1]
        for action, head in zip(self.log, self.heads[1:], strict=True):
            if action.move is not None and (action.deal, action.place) > (deals, moves):
                break
            found = head
        return found.hex()[:12]

    def judge(self) -> None:
        """Audits every deal whose two secrets are known. Errors: SealedError: cheat.

        A game that was stopped by an accusation can still be looked at: `prove` judges it.
        """
        if self.stopped is None:
            self._audit()

    def judged(self) -> Table:
        """The same with every deal laid open whose two secrets are there. Errors: as `judge`."""
        record = self.record.copy()
        if self.stopped is not None or not audit.lay_open(record):
            return self
        return Table(record).swept()

    def swept(self) -> Table:
        """The same without the decks that were never dealt, once the game is at its end."""
        if self.bystanders.phase is Phase.OVER and self.awaits is None and self.stopped is None:
            self.record.points.clear()
        return self

    def _audit(self, least: int = 1) -> None:
        """Audits the deals of which so many secrets are published, and the rest is one's own."""
        for number, deal in enumerate(self.record.deals, 1):
            if deal.deck is not None or len(deal.secrets) < least:
                continue
            secrets = self.secrets(number)
            if len(secrets) == len(SEATS):
                audit.audited(self.record, number, secrets)

    def prove(self) -> None:
        """Makes every stage of every deal laid open again, and compares it with what was signed.

        Errors: SealedError: cheat, also for a false accusation; owed, for one not answered.
        """
        self._prove(self._laid_out())
        if self.stopped is None:
            return
        self._audit(least=len(SEATS))  # what is proved already does not wait for an answer
        header, number = self.record.header, len(self.bystanders.deals)
        accuser, accused = header.title(self.stopped), header.title(self.stopped.other)
        if self.awaits is not None:
            what = f"{accused} is accused by {accuser}, and has not answered yet"
            raise SealedError(f"{what} (bridgette continue)", code="owed", deal=number)
        what = f"{accuser} accused {accused} falsely: everything in the deal holds"
        raise SealedError(what, code="cheat", deal=number)

    def _laid_out(self) -> list[int]:
        """The deals that are laid open, by number."""
        return [n for n, deal in enumerate(self.record.deals, 1) if deal.deck is not None]

    def _prove(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            audit.check_dealing(self.record, number, self.secrets(number))

    # One's own cards.

    def _own_game(self, me: Seat, *, judging: bool) -> Game:
        """The game with the cards that are open to this seat."""
        game = Game(self.record.header, seal=self)
        game.stopped_by = self.stopped
        for number, public_deal in enumerate(self.bystanders.deals, 1):
            deal = self.record.deals[number - 1]
            deck = self._known_deck(number, me, judging=judging) if deal.deck is None else deal.deck
            self.deal_next(game, self.record, deck)
            for place, move in enumerate(public_deal.moves, 1):
                mine = isinstance(move, Exchange) and move.seat is me and deal.deck is None
                try:
                    game.current.apply(self._unmasked(number, move, deck) if mine else move)
                except RuleError as error:
                    error.deal, error.move = number, place
                    raise
        return game

    def _known_deck(self, number: int, me: Seat, *, judging: bool) -> tuple[Card, ...]:
        """The deck with the cards that came to a seat, and the up-card."""
        deal, secret = self.record.deals[number - 1], self.secret(number, me)
        known: dict[int, Card] = {}
        for (seat, place), (action, scalar) in deal.scalars.items():
            if seat is me or secret is None:
                continue
            card = self.card_at(number, place, scalar, secret.scalars[place])
            if (card is None or card in known.values()) and judging:
                name = self.record.header.title(seat)
                what = f"{name} gives a scalar that opens {'no card' if card is None else card}"
                what += "" if card is None else " a second time"
                error = SealedError(what, code="bad-share")
                error.private = True
                raise located(error, self.log[action - 1], number)
            known[place] = card or UNKNOWN
        seen = {UP_CARD, *dealt_to(self.bystanders.deals[number - 1], me)}
        return tuple(
            known.get(place, UNKNOWN) if place in seen else UNKNOWN for place in range(POSITIONS)
        )

    def _unmasked(self, number: int, move: Move, deck: tuple[Card, ...]) -> Exchange:
        """One's own exchange with its cards."""
        secret = self.secret(number, move.seat)
        assert secret is not None
        places = audit.positions_in(self.record.deals[number - 1].discards[move.seat] ^ secret.pad)
        cards = audit.cards_at(deck, {place for place in places if place < POSITIONS})
        return Exchange(move.seat, cards, remark=move.remark)
