"""A deliberately plain second reading of the rules, written from the rules alone;
it imports nothing from bridgette. R1 ... R29 in the comments are the numbers of the rules.

Nothing here is meant to be fast: hands are lists of card strings, looked through every time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

SEATS = ["north", "south"]
SUITS = ["C", "D", "H", "S"]
RANKS = "23456789TJQKA"  # R2, low to high
COLONS = ["Grand", "Royal", "Little"]
CARDS = [rank + suit for suit in SUITS for rank in RANKS] + COLONS  # R1
BIDS = ["0NT"] + [f"{level}{name}" for level in range(1, 8) for name in [*SUITS, "NT"]]  # R9
RULES = {  # the default stands first
    "up_card": ["stock", "aside"],
    "opening_jump": ["no", "yes"],
    "passed_out": ["counts", "redeal"],
    "bonus": ["multiplied", "flat"],
}
VALUES = {  # R25
    150: "0NT 1C 1D 1H 1S",
    250: "1NT 2NT 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D",
    750: "3NT 4NT 4H 4S 5C 5D 5H 5S",
    1500: "5NT 6C 6D 6H 6S",
    2200: "6NT 7C 7D 7H 7S",
    2500: "7NT",
}
UNDERTRICKS = [  # R26: undoubled, doubled, redoubled, for 1, 2, ... 6, and 7 or more
    *[(100, 200, 300), (200, 500, 700), (300, 800, 1100), (400, 1100, 1500)],
    *[(700, 2000, 2700), (1000, 3000, 4000), (1000, 3000, 4000)],
]
ARGUMENTS = {"exchange": CARDS, "play": CARDS, "bid": BIDS, "claim": [*map(str, range(100))]}
PHASES = {  # the moves of each phase
    "exchange": ["exchange", "resign"],
    "auction": ["bid", "pass", "double", "redouble", "resign"],
    "play": ["play", "claim", "accept", "decline", "resign"],
    "over": [],
}
Rules = dict[str, str] | None
Deck = list[str] | None
Hands = dict[str, list[str]] | None


def other(seat: str) -> str:
    return "south" if seat == "north" else "north"


def suit_of(card: str) -> str:
    return "" if card in COLONS else card[1]  # R1: a colon has none


def colon_for(card: str) -> str:  # R3
    if card[0] == "A":
        return "Grand"
    return "Royal" if card[0] in "JQK" else "Little"


def legal_leads(hand: list[str], barred: str | None) -> list[str]:
    """R17, R23, R24: anything but the barred suit, unless nothing else is held."""
    return [card for card in hand if suit_of(card) != barred] or list(hand)


def legal_replies(hand: list[str], led: str) -> list[str]:
    if led in COLONS:
        return list(hand)  # R24
    allowed = [card for card in hand if suit_of(card) == suit_of(led)]  # R18
    if not allowed:
        allowed = [card for card in hand if card not in COLONS]  # R18, void
    if colon_for(led) in hand:
        allowed.append(colon_for(led))  # R20
    return allowed or list(hand)  # R21, the last resort


def reply_wins(led: str, reply: str, trump: str | None) -> bool:
    """Whether the second card beats the first; trump is None in no trumps."""
    if reply in COLONS:
        return False  # R21, R22, R24
    if led in COLONS:
        return suit_of(reply) == trump or colon_for(reply) == led  # R24
    if suit_of(reply) == suit_of(led):
        return RANKS.index(reply[0]) > RANKS.index(led[0])  # R19
    return suit_of(reply) == trump  # R19


def points(contract: str, tricks_of_declarer: int, bonus: str = "multiplied") -> tuple[int, int]:
    """R25 and R26: the points of declarer and of the opponent."""
    bid = contract.rstrip("X")
    crosses = len(contract) - len(bid)  # 0 undoubled, 1 doubled, 2 redoubled
    level = int(bid[0])
    over = tricks_of_declarer - (6 + level)
    if over < 0:
        return 0, UNDERTRICKS[min(-over, 7) - 1][crosses]
    value = next(number for number, bids in VALUES.items() if bid in bids.split())
    accuracy = 350 if over == 3 else 0
    if over == 0:
        accuracy = 250 if level <= 5 else 100 if level == 6 else 0
    completion, multiplier = [(0, 1), (400, 2), (1000, 4)][crosses]
    if bonus == "flat":
        return multiplier * value + accuracy + completion, 0
    return multiplier * (value + accuracy + completion), 0


def seeded_deck(seed: str, number: int) -> list[str]:
    return sorted(CARDS, key=lambda c: hashlib.sha256(f"{seed}/{number}/{c}".encode()).hexdigest())


def full_rules(rules: Rules) -> dict[str, str]:
    given = rules or {}
    if not all(name in RULES and value in RULES[name] for name, value in given.items()):
        raise ValueError("schema")
    return {name: given.get(name, values[0]) for name, values in RULES.items()}


def parse(text: str) -> tuple[str, str, list[str]]:
    """Seat, verb and arguments; ValueError('notation') for what is no move at all."""
    seat, _, move = text.partition(" ")
    verb, *rest = move.split(" ")
    if verb in ARGUMENTS:
        good = all(word in ARGUMENTS[verb] for word in rest)
        good = good and (len(rest) == 1 or (verb == "exchange" and len(rest) > 1))
    else:
        good = verb in ["pass", "double", "redouble", "accept", "decline", "resign"] and not rest
    if seat not in SEATS or not good:
        raise ValueError("notation")
    return seat, verb, rest


class ReferenceDeal:
    """One deal, from the exchange (or the auction, with hands given) to its score."""

    def __init__(
        self, dealer: str, deck: Deck = None, hands: Hands = None, rules: Rules = None
    ) -> None:
        self.rules = full_rules(rules)
        self.dealer = dealer
        self.phase = "exchange"
        self.turn: str | None = None
        self.up_card: str | None = None
        self.stock: list[str] = []  # undrawn, the top first
        self.aside: list[str] = []  # house rule up_card = aside
        self.discards: dict[str, list[str]] = {"north": [], "south": []}
        self.hands: dict[str, list[str]] = {"north": [], "south": []}
        self.calls: list[str] = []  # 'pass', a bid, 'double', 'redouble', in turn
        self.last: str | None = None  # the last bid
        self.crosses = ""  # X and XX: how the last bid stands
        self.contract: str | None = None
        self.declarer: str | None = None  # in the auction: the maker of the last bid
        self.trump: str | None = None
        self.leader: str | None = None  # who leads, or has led, to the open trick
        self.led: str | None = None  # the first card of the open trick
        self.bar: str | None = None  # the suit barred for this lead, lapsed or not
        self.history: list[tuple[str, str, str]] = []  # finished tricks: leader, led, reply
        self.open_claim: int | None = None
        self.claimed = False  # on this lead
        self.tricks = {"north": 0, "south": 0}
        self.points: dict[str, int] | None = None
        self.resigned: str | None = None
        if dealer not in SEATS or (deck is None) == (hands is None):
            raise ValueError("schema")
        if hands is not None:
            given = sorted(hands["north"] + hands["south"])
            right = len(hands["north"]) == 13 and len(given) == 26
            if not right or given != sorted(set(given) & set(CARDS)):
                raise ValueError("deck")
            self.hands = {seat: list(hands[seat]) for seat in SEATS}
            self.phase, self.turn = "auction", dealer  # R10
        if deck is not None:
            if sorted(deck) != sorted(CARDS):
                raise ValueError("deck")
            self.turn = other(dealer)
            for number in range(13):  # R5
                self.hands[self.turn].append(deck[2 * number])
                self.hands[dealer].append(deck[2 * number + 1])
            self.stock = deck[26:]
            self.up_card = self.stock[0]
            if self.rules["up_card"] == "aside":
                self.aside = [self.stock.pop(0)]
            self._draw(self.turn)

    def _draw(self, seat: str) -> None:  # R6, R7
        count = self.discard_count()
        self.hands[seat], self.stock = self.hands[seat] + self.stock[:count], self.stock[count:]

    def discard_count(self) -> int:
        """As many as the player on turn has drawn."""
        if self.phase != "exchange" or self.up_card is None:
            return 0
        if self.turn != self.dealer:
            return 2  # R6
        colon = self.up_card if self.up_card in COLONS else colon_for(self.up_card)
        return {"Little": 4, "Royal": 8, "Grand": 12}[colon]  # R7

    def held(self, seat: str) -> list[str]:
        return list(self.hands[seat])

    @property
    def barred(self) -> str | None:
        """The suit the player about to lead may not lead; a lapsed bar is none (R23)."""
        if self.phase != "play" or self.led is not None or self.leader is None:
            return None
        if all(suit_of(card) == self.bar for card in self.hands[self.leader]):
            return None
        return self.bar

    def legal(self) -> list[str]:
        moves = ["pass", "double", "redouble", "accept", "decline"]
        moves += ["bid " + bid for bid in BIDS] + ["play " + card for card in CARDS]
        return sorted(f"{self.turn} {move}" for move in moves if self._allowed(move))

    def claims(self) -> list[int]:
        return [number for number in range(14) if self._allowed(f"claim {number}")]

    def _allowed(self, move: str) -> bool:
        verb, *rest = move.split(" ")
        return self.turn is not None and self._fault(self.turn, verb, rest) is None

    def _fault(self, seat: str, verb: str, rest: list[str]) -> str | None:
        """A code or None. The order of the questions is the order of precedence."""
        if self.resigned is not None:
            return "game-over"
        if verb not in PHASES[self.phase]:
            return "wrong-phase"
        if seat != self.turn:
            return "not-your-turn"
        if self.open_claim is not None and verb not in ["accept", "decline", "resign"]:
            return "claim-open"
        if verb in ["exchange", "play"]:
            if len(set(rest)) != len(rest):
                return "duplicate-card"
            if not all(card in self.hands[seat] for card in rest):
                return "not-held"
        if verb == "exchange":
            return None if len(rest) == self.discard_count() else "discard-count"
        if verb == "play":
            return self._play_fault(seat, rest[0])
        if verb == "claim":
            if self.led is not None or self.claimed:  # R28
                return "claim-again" if self.led is None else "claim-lead"
            return None if int(rest[0]) <= 13 - len(self.history) else "claim-range"
        if verb in ["accept", "decline"]:
            return "claim-none" if self.open_claim is None else None
        if verb == "bid":
            return self._bid_fault(seat, rest[0])
        if verb in ["double", "redouble"]:
            return self._double_fault(seat, verb)
        return None  # pass, and resign (R29)

    def _double_fault(self, seat: str, verb: str) -> str | None:  # R14
        if verb == "redouble":
            return None if self.declarer == seat and self.crosses == "X" else "redouble-none"
        if self.last is None:
            return "double-none"
        if self.declarer == seat:
            return "double-own"
        return None if self.crosses == "" else "double-again"

    def _bid_fault(self, seat: str, bid: str) -> str | None:
        higher = BIDS if self.last is None else BIDS[BIDS.index(self.last) + 1 :]
        if bid not in higher:
            return "bid-too-low"  # R11
        level, name = int(bid[0]), bid[1:]
        suits = [suit_of(card) for card in self.hands[seat]]
        if name == "NT":  # R12; R13: a no-trump jump needs no more
            return None if all(suit in suits for suit in SUITS) else "bid-no-trump"
        if suits.count(name) < 2:
            return "bid-suit-length"  # R12
        lowest = next(int(other_bid[0]) for other_bid in higher if other_bid[1:] == name)
        free = self.last is None and self.rules["opening_jump"] == "no"
        jump = level > lowest and not free  # R13
        return "bid-jump" if jump and suits.count(name) < 4 else None

    def _play_fault(self, seat: str, card: str) -> str | None:
        hand = self.hands[seat]
        if self.led is None:
            return None if card in legal_leads(hand, self.bar) else "suit-barred"
        if card in legal_replies(hand, self.led):
            return None
        return "colon-range" if card in COLONS else "follow-suit"

    def apply(self, text: str) -> None:
        seat, verb, rest = parse(text)
        fault = self._fault(seat, verb, rest)
        if fault is not None:
            raise ValueError(fault)
        if verb == "resign":
            self.phase, self.turn, self.resigned = "over", None, seat
        elif verb == "exchange":
            self._exchange(seat, rest)
        elif verb == "play":
            self._play(seat, rest[0])
        elif verb == "claim":
            self.open_claim, self.claimed, self.turn = int(rest[0]), True, other(seat)
        elif verb == "accept":
            claimed = self.open_claim or 0
            self.tricks[other(seat)] += claimed
            self.tricks[seat] += 13 - len(self.history) - claimed
            self.open_claim = None
            self._score()
        elif verb == "decline":
            self.open_claim, self.turn = None, other(seat)
        else:
            self._call(seat, rest[0] if verb == "bid" else verb)

    def _exchange(self, seat: str, cards: list[str]) -> None:  # R8
        for card in cards:
            self.hands[seat].remove(card)
            self.discards[seat].append(card)
        if seat == self.dealer:
            self.phase = "auction"  # R10: the dealer calls first and stays on turn
        else:
            self.turn = self.dealer
            self._draw(self.dealer)

    def _call(self, seat: str, call: str) -> None:
        self.calls.append(call)
        self.turn = other(seat)  # R10
        if call in BIDS:
            self.last, self.declarer, self.crosses = call, seat, ""
        elif call != "pass":
            self.crosses = "X" if call == "double" else "XX"
        elif self.last is not None and self.declarer is not None:  # R15
            self.contract = self.last + self.crosses
            self.trump = None if self.last[1:] == "NT" else self.last[1:]
            self.phase = "play"
            self.leader = self.turn = other(self.declarer)  # R17
        elif len(self.calls) == 2:  # R16, pass-pass
            self.phase, self.turn = "over", None
            self.points = {"north": 0, "south": 0}

    def _play(self, seat: str, card: str) -> None:
        self.hands[seat].remove(card)
        self.claimed = False
        if self.led is None:
            self.led, self.bar = card, None  # the bar held for this one lead
            self.turn = other(seat)
            return
        led, leader = self.led, other(seat)
        winner = seat if reply_wins(led, card, self.trump) else leader
        self.history.append((leader, led, card))
        self.tricks[winner] += 1
        self.led, self.leader, self.turn = None, winner, winner  # R17
        if led not in COLONS and card == colon_for(led):
            self.bar = suit_of(led)  # R22
        if len(self.history) == 13:
            self._score()

    def _score(self) -> None:
        assert self.declarer is not None and self.contract is not None
        scored = points(self.contract, self.tricks[self.declarer], self.rules["bonus"])
        self.points = {self.declarer: scored[0], other(self.declarer): scored[1]}
        self.phase, self.turn = "over", None


class ReferenceGame:
    """Deals one after the other. decks(number) gives the deck of the number-th deal dealt,
    counting from 1 and counting redealt deals too."""

    def __init__(self, first_dealer: str, rules: Rules, decks: Callable[[int], list[str]]) -> None:
        self.rules = full_rules(rules)
        self.decks = decks
        self.scores = {"north": 0, "south": 0}
        self.counted = 0  # deals that count
        self.over = False
        self.winner: str | None = None
        self.resigned: str | None = None
        self.deals: list[ReferenceDeal] = []  # all of them, the current one last
        self._next(first_dealer)

    def _next(self, dealer: str) -> None:
        deck = list(self.decks(len(self.deals) + 1))
        self.deal = ReferenceDeal(dealer, deck=deck, rules=self.rules)
        self.deals.append(self.deal)

    def apply(self, text: str) -> None:
        parse(text)
        if self.over:
            raise ValueError("game-over")
        deal = self.deal
        deal.apply(text)
        if deal.resigned is not None:  # R29
            self.over, self.resigned, self.winner = True, deal.resigned, other(deal.resigned)
        elif deal.points and not deal.contract and self.rules["passed_out"] == "redeal":
            self._next(deal.dealer)
        elif deal.points is not None:  # the deal is over
            self.counted += 1
            for seat in SEATS:
                self.scores[seat] += deal.points[seat]
            north, south = self.scores["north"], self.scores["south"]
            if self.counted < 6 or (self.counted == 6 and north == south):  # R4, R27
                self._next(other(deal.dealer))
            else:
                self.over = True
                self.winner = "draw" if north == south else "north" if north > south else "south"
