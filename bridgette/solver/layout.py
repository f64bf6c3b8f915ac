"""One suit as it lies between the two hands, by the order of its cards alone.

Which ranks are out of play makes no difference, nor which suit it is, trumps apart. A range makes
a difference only to the cards whose colon the opponent holds (R20, R24). So a suit is a row of
marks, lowest card first, each of which says who holds the card and whether a colon matches it;
neighbours with the same mark are one and the same to the search.
"""

from __future__ import annotations

from bridgette.cards import DECK

# A mark is 4 times the holder (0 or 1), plus the colon in the opponent's hand that matches the
# card: 0 for none, 1 + its range otherwise.
HOLDER = 4
COLON = 3

# A set of suits that are not trumps is known by the sums of their numbers, of the squares, the
# cubes and the fourth powers of them, modulo this prime, which is above every number: whatever
# their order, and no other four suits have the same sums (by Newton's identities). Each sum of
# four has 22 bits; the number of the trump suit comes above them.
PRIME = 1_048_573
SUM_BITS = 22
TRUMP_SHIFT = 4 * SUM_BITS
NUMBER_BITS = 20

Reply = tuple[bool, "Layout", int]
Lead = tuple[int, "Layout", int, list[Reply]]
Discard = tuple[int, "Layout", int]


class Layout:
    """A suit between two players; all that is listed by player is a pair.

    `weight` is its part in the key of a position. `cash` is how many tricks a player on lead
    takes in the suit from the top if no trump of the other's can interfere, and `cash_ruffed` if
    the other has trumps. A player who `draws` has high trumps enough for all of the other's.
    `order` ranks the suits for the lead. `matched` are the colons that match a player's cards.
    """

    __slots__ = (
        "cash",
        "cash_ruffed",
        "discards",
        "draws",
        "leads",
        "length",
        "marks",
        "matched",
        "number",
        "order",
        "top",
        "trump",
        "weight",
        "without",
    )

    def __init__(self, marks: bytes, number: int, *, trump: bool) -> None:
        self.marks = marks
        self.number = number
        self.trump = trump
        powers = (pow(number, power, PRIME) for power in (1, 2, 3, 4))
        self.weight = (
            number << TRUMP_SHIFT
            if trump
            else sum(power << SUM_BITS * place for place, power in enumerate(powers))
        )
        own = [[mark for mark in marks if mark // HOLDER == player] for player in (0, 1)]
        top = [_top(marks, player) for player in (0, 1)]
        self.length = (len(own[0]), len(own[1]))
        self.top = (len(top[0]), len(top[1]))
        self.matched = (_colons(own[0]), _colons(own[1]))
        self.draws = tuple(_free(top[x]) >= len(own[1 - x]) for x in (0, 1))
        self.cash = tuple(_cash(own[x] if self.draws[x] else top[x]) for x in (0, 1))
        self.cash_ruffed = tuple(
            _cash(top[x]) if trump else min(_cash(top[x]), len(own[1 - x])) for x in (0, 1)
        )
        # Four times, with room for the place of the suit; never negative.
        self.order = tuple(4 * (13 + len(own[1 - x]) - len(own[x])) for x in (0, 1))
        self.leads: list[list[Lead] | None] = [None, None]
        self.discards: list[list[Discard] | None] = [None, None]
        self.without: list[Layout | None] = [self, None, None, None]


def _top(marks: bytes, player: int) -> bytes:
    """The cards of a player above all of the other's."""
    low = len(marks)
    while low and marks[low - 1] // HOLDER == player:
        low -= 1
    return marks[low:]


def _free(cards: bytes | list[int]) -> int:
    """How many cards no colon matches."""
    return sum(not mark & COLON for mark in cards)


def _colons(cards: list[int]) -> int:
    """The colons that match these cards, as bits."""
    bits = 0
    for mark in cards:
        bits |= 1 << (mark & COLON) >> 1
    return bits


def _cash(cards: bytes | list[int]) -> int:
    """How many of these winners can be led one after the other, whatever colons follow (R22).

    Those that no colon matches come first; a colon to the next one bars the suit.
    """
    free = _free(cards)
    return free + (free < len(cards))


class Layouts:
    """All layouts met with so far, each once; made as they are needed."""

    def __init__(self) -> None:
        self._known: tuple[dict[bytes, Layout], dict[bytes, Layout]] = ({}, {})
        self._dealt: dict[tuple[int, int, int, bool], Layout] = {}

    def __len__(self) -> int:
        return len(self._known[0]) + len(self._known[1])

    def of(self, marks: bytes, *, trump: bool) -> Layout:
        """The layout of a row of marks."""
        known = self._known[trump]
        layout = known.get(marks)
        if layout is None:
            layout = known[marks] = Layout(marks, len(known) + 1, trump=trump)
        return layout

    def dealt(self, north: int, south: int, colons: int, *, trump: bool) -> Layout:
        """The layout of two holdings in clubs, or in another suit shifted down there, as bits.

        Of `colons`, bits 0 to 2 are those of the one hand, bits 3 to 5 those of the other.

        >>> Layouts().dealt(0b101, 0b010, 0b100000, trump=False).marks.hex()
        '000400'
        """
        place = (north, south, colons, trump)
        layout = self._dealt.get(place)
        if layout is None:
            marks = []
            for card in DECK[:13]:
                for player, hand in enumerate((north, south)):
                    if card.bit & hand:
                        colon = 1 + (card.range or 0)
                        matched = colons >> 3 * (1 - player) >> colon - 1 & 1
                        marks.append(HOLDER * player + colon * matched)
            layout = self._dealt[place] = self.of(bytes(marks), trump=trump)
        return layout

    def without(self, layout: Layout, colon: int) -> Layout:
        """The same suit after a colon (1 + its range) has left the play."""
        marks = bytes(mark & HOLDER if mark & COLON == colon else mark for mark in layout.marks)
        found = layout.without[colon] = self.of(marks, trump=layout.trump)
        return found

    def discards(self, layout: Layout, player: int) -> list[Discard]:
        """A player's different cards, lowest first: matching colon, layout after, its change."""
        found = layout.discards[player] = [
            (layout.marks[place] & COLON, after, after.weight - layout.weight)
            for place, after in self._after(layout, layout.marks, player)
        ]
        return found

    def leads(self, layout: Layout, player: int) -> list[Lead]:
        """A player's different cards to lead, highest first, each with the replies in the suit.

        A lead is its matching colon, the layout without it, the change of weight, and the
        replies, winning ones first: whether the follower wins, the layout after, the change.
        """
        found: list[Lead] = []
        for place, after in self._after(layout, layout.marks, player):
            replies = [
                (reply >= place, end, end.weight - layout.weight)
                for reply, end in self._after(layout, after.marks, 1 - player, apart=place)
            ]
            replies.sort(key=lambda reply: not reply[0])
            colon = layout.marks[place] & COLON
            found.append((colon, after, after.weight - layout.weight, replies))
        found.reverse()
        layout.leads[player] = found
        return found

    def _after(
        self, layout: Layout, marks: bytes, player: int, apart: int = 0
    ) -> list[tuple[int, Layout]]:
        """Each different card of a player, by place, with the layout without it.

        The cards below and from the place `apart` on are different, whatever their marks.
        """
        found = []
        for place, mark in enumerate(marks):
            if mark // HOLDER != player:
                continue
            if place in (0, apart) or marks[place - 1] != mark:
                rest = marks[:place] + marks[place + 1 :]
                found.append((place, self.of(rest, trump=layout.trump)))
        return found
