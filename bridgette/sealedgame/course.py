"""The public course of a sealed game: chain and signatures, moves, and who owes what."""

from __future__ import annotations

from collections import Counter

from bridgette.cards import DECK, UNKNOWN, Card
from bridgette.deal import Deal, Phase
from bridgette.errors import BridgetteError, RuleError, SealedError
from bridgette.game import Game
from bridgette.moves import SEATS, Exchange, Move, Play, Seat
from bridgette.sealed.chain import next_head
from bridgette.sealed.secrets import DealSecret
from bridgette.sealed.stages import opened
from bridgette.sealedgame import audit, checks
from bridgette.sealedgame.checks import located
from bridgette.sealedgame.ledger import SECRET, UP_CARD, Item, dealt_to, required
from bridgette.sealedgame.record import (
    ACCUSE,
    CARD_POINTS,
    CONTINUE,
    JOIN,
    NEW,
    POSITIONS,
    SETUP,
    Action,
    Payload,
    Record,
    SealedDeal,
    actions,
    public,
)

_CLOSED = (UNKNOWN,) * POSITIONS


class Course:
    """What a record means to anybody: chain and signatures first, then rules and releases.

    `log` are the actions, `heads` the hashes before the first and after each, `masked` the game
    as all could follow it at the time, `bystanders` the same with audited deals open, `places`
    the positions played by deal, and `stopped` who ended the game by an accusation.
    Errors: SealedError; RuleError for a move, with its place.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.published: dict[Seat, set[Item]] = {seat: set() for seat in SEATS}
        self.stopped: Seat | None = None
        self.places: dict[int, list[int]] = {}
        self._secrets: dict[tuple[int, Seat], DealSecret] = {}
        self._ready = False
        self.log: list[Action] = []
        self.heads: list[bytes] = []
        self.masked = Game(record.header)
        self._notes: dict[int, str] = {}  # of deals that stand there and are not begun
        self._nth: dict[int, int] = {}  # which of its deal's plays an action is, from 0
        self._drop_bare_deals()
        self._read()
        self.bystanders = self._laid_open()

    # Secrets and cards.

    def secret(self, number: int, seat: Seat) -> DealSecret | None:
        """The secret of a deal, if it is published."""
        deal = self.record.deals[number - 1] if number <= len(self.record.deals) else SealedDeal()
        if seat not in deal.secrets:
            return None
        if (number, seat) not in self._secrets:
            self._secrets[number, seat] = DealSecret(deal.secrets[seat][1], POSITIONS)
        return self._secrets[number, seat]

    def secrets(self, number: int) -> dict[Seat, DealSecret]:
        """The secrets of a deal that are known, by seat."""
        found = ((seat, self.secret(number, seat)) for seat in SEATS)
        return {seat: secret for seat, secret in found if secret is not None}

    def _scalar(self, number: int, seat: Seat, position: int) -> bytes | None:
        """The scalar of a position, if it is published."""
        deal = self.record.deals[number - 1]
        if deal.deck is not None and (secret := self.secret(number, seat)):
            return secret.scalars[position]
        return deal.scalars.get((seat, position), (0, None))[1]

    def card_at(self, number: int, position: int, *scalars: bytes) -> Card | None:
        """The card at a position, opened by two scalars; None if there is none."""
        found = opened(self.record.points[number][position], CARD_POINTS, *scalars)
        return None if found is None else DECK[found]

    # Reading: the chain first, or an altered file would put the blame on the wrong player.

    def _drop_bare_deals(self) -> None:
        """Deals in which nobody has signed anything come with the moves, whatever stands there."""
        deals = self.record.deals
        while deals and deals[-1].is_bare:
            self._notes[len(deals)] = deals.pop().note

    def _read(self) -> None:
        record = self.record
        checks.check_form(record)
        carried = self._carried()
        fault: BridgetteError | None = None
        self.heads.append(record.first_head())
        self._deal_next()
        plays: Counter[int] = Counter()  # so far, by deal
        for action in actions(record):
            if isinstance(action.move, Play):
                self._nth[action.number] = plays[action.deal]
                plays[action.deal] += 1
            due: set[Item] | None = None
            if fault is None:
                try:
                    due = self._advance(action)
                except (RuleError, SealedError) as error:
                    fault = located(error, action)
            payload = self._payload(action, due, carried.pop(action.number, []))
            self.log.append(action)
            self.heads.append(next_head(self.heads[-1], payload.fields()))
            if due is None:
                continue
            released = {(deal, place) for deal, place, _ in payload.scalars}
            released |= {(deal, SECRET) for deal, _ in payload.secrets}
            if released != due:
                fault = self._wrong_release(action, due, released)
            self.published[action.seat] |= released
        checks.check_whole(record, self.log, carried)
        checks.check_chain(record, self.log, self.heads)
        if fault is None and not self._deals_are_due():
            raise _altered(len(record.deals))
        over = self.masked.phase is Phase.OVER
        checks.check_points(record, dealt=len(self.masked.deals), over=over)
        if fault is not None:
            raise fault
        checks.check_secrets(record, self.log, self.secrets)

    def _deals_are_due(self) -> bool:
        """Whether no deal stands there but those dealt, and one that the last trick announces."""
        more = self.record.deals[len(self.masked.deals) :]
        return len(more) <= 1 and not any(deal.moves for deal in more)

    def _carried(self) -> dict[int, list[tuple[Seat, int, int, bytes]]]:
        """What stands in the file of open deals, by the action that carried it."""
        found: dict[int, list[tuple[Seat, int, int, bytes]]] = {}
        for number, deal in enumerate(self.record.deals, 1):
            if deal.deck is not None:
                continue
            for (seat, place), (action, scalar) in deal.scalars.items():
                found.setdefault(action, []).append((seat, number, place, scalar))
            for seat, (action, secret) in deal.secrets.items():
                found.setdefault(action, []).append((seat, number, SECRET, secret))
        return found

    def _payload(
        self,
        action: Action,
        due: set[Item] | None,
        carried: list[tuple[Seat, int, int, bytes]],
    ) -> Payload:
        """All that an action published: of audited deals what was due, by the secrets."""
        record, seat = self.record, action.seat
        if any(who is not seat for who, *_ in carried):
            raise located(SealedError("a release is not its player's", code="chain"), action)
        items = [(number, place, data) for _, number, place, data in carried]
        deal = record.deals[action.deal - 1] if action.deal else None
        if due is None and deal is not None and deal.deck is not None:
            raise located(
                SealedError("this deal was altered after it ended", code="chain", deal=action.deal),
                action,
            )
        for number, place in due or ():
            if number <= len(record.deals) and record.deals[number - 1].deck is not None:
                secret = self.secret(number, seat)
                if secret is not None:
                    data = secret.secret if place == SECRET else secret.scalars[place]
                    items.append((number, place, data))
        items.sort()
        return Payload(
            action,
            record.sides[seat] if action.word in (NEW, JOIN) else None,
            tuple(some[action.number - 1] for some in record.hashes)
            if action.number <= SETUP
            else (),
            self._place(action),
            self._masked(action),
            tuple(item for item in items if item[1] != SECRET),
            tuple((number, data) for number, place, data in items if place == SECRET),
        )

    def _place(self, action: Action) -> int | None:
        """The position that a play came from."""
        if not isinstance(action.move, Play):
            return None
        deal = self.record.deals[action.deal - 1]
        if deal.deck is not None:
            return deal.deck.index(action.move.card)
        nth = self._nth[action.number]
        return deal.places[nth] if nth < len(deal.places) else None

    def _masked(self, action: Action) -> int | None:
        """The discards of an exchange under the pad."""
        if not isinstance(action.move, Exchange):
            return None
        deal = self.record.deals[action.deal - 1]
        if deal.deck is None:
            return deal.discards.get(action.seat)
        secret = self.secret(action.deal, action.seat)
        places = [deal.deck.index(card) for card in action.move.cards]
        if audit.cards_at(deal.deck, set(places)) != list(action.move.cards):
            raise _altered(action.deal)  # the discards have one order
        return None if secret is None else secret.pad ^ sum(1 << place for place in places)

    # The public course of the game.

    def deal_next(self, game: Game, record: Record, deck: tuple[Card, ...] = _CLOSED) -> None:
        """Adds the next deal of a record to a game, with the cards that are known of it."""
        number = len(game.deals) + 1
        note, rules = record.deals[number - 1].note, record.header.rules
        game.deals.append(Deal(number, record.dealer(number), deck=deck, rules=rules, note=note))

    def _deal_next(self) -> None:
        """Deals the next deal as far as it was open to all, if one is due."""
        number = len(self.masked.deals) + 1
        if self.masked.phase is Phase.BETWEEN:
            if number > len(self.record.deals):
                self.record.deals.append(SealedDeal(note=self._notes.get(number, "")))
            up_card = self._up_card(number) or UNKNOWN
            deck = (*_CLOSED[:UP_CARD], up_card, *_CLOSED[UP_CARD + 1 :])
            self.deal_next(self.masked, self.record, deck)

    def _up_card(self, number: int) -> Card | None:
        """The up-card, if both scalars of it are there and open one."""
        deal = self.record.deals[number - 1]
        if deal.deck is not None:
            return deal.deck[UP_CARD]
        scalars = [self._scalar(number, seat, UP_CARD) for seat in SEATS]
        if scalars[0] and scalars[1] and number in self.record.points:
            return self.card_at(number, UP_CARD, scalars[0], scalars[1])
        return None

    def _laid_open(self) -> Game:
        """The game with every audited deal open, each move judged anew. Errors: cheat."""
        game = Game(self.record.header)
        game.stopped_by = self.stopped
        for number, masked in enumerate(self.masked.deals, 1):
            record = self.record.deals[number - 1]
            if record.deck is None:
                game.deals.append(masked)
                continue
            self.deal_next(game, self.record, record.deck)
            for action in self.log:
                if action.move is not None and action.deal == number:
                    try:
                        game.current.apply(action.move)
                    except RuleError as error:
                        raise located(audit.broken(self.record, action, error), action) from None
        return game

    def _advance(self, action: Action) -> set[Item]:
        """Takes an action into the public game, and gives what is due with it."""
        game, seat = self.masked, action.seat
        if action.number <= SETUP:
            self._ready = action.number == SETUP
        elif action.word == ACCUSE:
            if self.stopped is not None or (
                game.phase is Phase.OVER and self.awaited_in(game) is None
            ):
                raise SealedError("there is nothing to accuse anybody of", code="owed")
            self.stopped = game.stopped_by = seat
        else:
            self.check_awaited(game, action)
            if action.move is not None:
                self._take(action, action.move)
        return self.due(game, seat)

    def check_awaited(self, game: Game, action: Action) -> None:
        """Whether it is time for a move, or for what is owed. Errors: SealedError: owed."""
        awaits = self.awaited_in(game)
        if action.word == CONTINUE:
            if awaits != (action.seat, CONTINUE):
                name = self.record.header.title(action.seat)
                raise SealedError(f"{name} owes nothing that has to be given alone", code="owed")
        elif awaits is not None:
            raise SealedError(self.awaited_text(awaits), code="owed")

    def _take(self, action: Action, move: Move) -> None:
        game = self.masked
        if action.deal != len(game.deals):
            raise _altered(action.deal)
        move = public(move)
        game.check(move)
        deal = self.record.deals[action.deal - 1]
        if isinstance(move, Exchange) and deal.deck is None and move.seat not in deal.discards:
            name = self.record.header.title(move.seat)
            raise SealedError(f"{name} does not fix the discards", code="wrong-release")
        if isinstance(move, Exchange) and not self._up_card_opens(action.deal):
            what = f"no up-card opens by what {self.record.header.title(move.seat)} gives"
            raise SealedError(what, code="bad-share")
        if isinstance(move, Play):
            if deal.deck is None:
                self._check_play(action, move)
            self.places.setdefault(action.deal, []).append(self._place(action) or 0)
        game.apply(move)
        self._deal_next()

    def _up_card_opens(self, number: int) -> bool:
        """Whether both scalars of the up-card open a card; also if one is not there yet."""
        scalars = [self._scalar(number, seat, UP_CARD) for seat in SEATS]
        return None in scalars or self._up_card(number) is not None

    def _check_play(self, action: Action, move: Play) -> None:
        """Whether the card played was dealt to its player at the position named."""
        number, place = action.deal, self._place(action)
        used = self.places.get(number, ())
        dealt = dealt_to(self.masked.current, move.seat)
        if place is None or place not in dealt or place in used:
            raise SealedError(
                f"{move.card} comes from no position that was dealt to"
                f" {self.record.header.title(move.seat)}",
                code="bad-share",
            )
        if move.card is self._up_card(number) and place != UP_CARD:
            raise SealedError(
                f"{self.record.header.title(move.seat)} plays {move.card}, the up-card, from"
                " another position",
                code="bad-share",
            )
        scalars = [self._scalar(number, seat, place) for seat in SEATS]
        if scalars[0] and scalars[1] and number in self.record.points:
            card = self.card_at(number, place, scalars[0], scalars[1])
            if card is not move.card:
                what = f"{card} was dealt" if card else "no card opens"
                raise SealedError(
                    f"{self.record.header.title(move.seat)} plays {move.card}, but {what} there",
                    code="bad-share",
                )

    def required(self, game: Game, seat: Seat) -> set[Item]:
        """All that a seat must have published at this point of the last deals."""
        if not self._ready:
            return set()
        stopped = 0 if self.stopped is None else len(self.record.deals)
        return required(game, seat, self.places, stopped=stopped)

    def due(self, game: Game, seat: Seat) -> set[Item]:
        """What a seat has still to publish."""
        return self.required(game, seat) - self.published[seat]

    def awaited_in(self, game: Game) -> tuple[Seat, str] | None:
        """Who has to answer before anybody can go on, and by which command."""
        creator = self.record.creator
        if creator.other not in self.record.sides:
            return creator.other, JOIN
        if not self._ready:
            return creator, CONTINUE
        for seat in SEATS:
            if game.turn is not seat and self.due(game, seat):
                return seat, CONTINUE
        return None

    def awaited_text(self, awaits: tuple[Seat, str]) -> str:
        """What is awaited from whom, in plain words."""
        seat, word = awaits
        header = self.record.header
        name = header.name(seat)
        if word == JOIN:
            return f"{header.title(seat)} has to join (bridgette join)"
        if self.stopped is not None:
            return f"{name} has to answer (bridgette continue)"
        if self.masked.phase is Phase.OVER:
            return (
                f"{name}'s program has to answer once to prove the last deal (bridgette continue)"
            )
        other = header.name(seat.other)
        what = f"{name}'s program has to answer once before {other} sees the cards"
        return f"{what} (bridgette continue)"

    def _wrong_release(self, action: Action, due: set[Item], released: set[Item]) -> SealedError:
        name = self.record.header.title(action.seat)
        missing, extra = len(due - released), len(released - due)
        secret = any(place == SECRET for _, place in due - released)
        what = "the secret of the deal" if secret else f"{missing} of what is due"
        what = f"leaves out {what}" if missing else f"gives away {extra} that are not due"
        return located(SealedError(f"{name} {what}", code="wrong-release"), action)


def _altered(number: int) -> SealedError:
    """What nobody can have signed, so that it is nobody's cheat."""
    what = f"deal {number} of this file is not as it was signed. Ask for it again"
    return SealedError(what, code="chain", deal=number)
