"""Who has to publish what (section "Who publishes what, and when"): public facts only.

What is due is items: a deal and a position, whose scalar it is, or a deal and `SECRET`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bridgette.deal import Deal, Phase
from bridgette.exchange import HAND, NON_DEALER_DRAWS
from bridgette.game import DEALS, Game
from bridgette.moves import Seat

Item = tuple[int, int]
SECRET = -1
UP_CARD = 2 * HAND


def dealt_to(deal: Deal, seat: Seat) -> list[int]:
    """The positions of the deck that come to a seat, draws included, in the order of the deck."""
    draws = deal.exchange.draws(seat) if deal.exchange else 0
    return _positions(draws, aside=deal.rules.up_card == "aside", dealer=seat is deal.dealer)


def _positions(draws: int, *, aside: bool, dealer: bool) -> list[int]:
    stock = UP_CARD + aside + (NON_DEALER_DRAWS if dealer else 0)
    return [*range(int(dealer), 2 * HAND, 2), *range(stock, stock + draws)]


def _for_non_dealer(number: int, *, aside: bool) -> set[Item]:
    seen = _positions(NON_DEALER_DRAWS, aside=aside, dealer=False)
    return {(number, place) for place in (*seen, UP_CARD)}


def required(
    game: Game, seat: Seat, places: Mapping[int, Sequence[int]], *, stopped: int = 0
) -> set[Item]:
    """All that a seat must have published of the last two deals, and of the one to come.

    `places` are the positions played, by deal; `stopped` is, once an accusation has ended the
    game, the last deal of which anything is published.
    """
    aside = game.header.rules.up_card == "aside"
    items: set[Item] = set()
    for deal in game.deals[-2:]:
        number = deal.number
        if seat is deal.dealer:
            items |= _for_non_dealer(number, aside=aside)
        elif deal.moves:
            seen = dealt_to(deal, deal.dealer)
            items |= {(number, place) for place in (*seen, UP_CARD)}
        played = _played(deal, seat, places.get(number, ()))
        items |= {(number, place) for place in played}
        last_card = len(played) == HAND
        if last_card or deal.phase is Phase.OVER:
            items.add((number, SECRET))
        if last_card and number < DEALS and seat is not deal.dealer:
            items |= _for_non_dealer(number + 1, aside=aside)
    if stopped:
        first = max(len(game.deals) - 1, 1)
        items |= {(number, SECRET) for number in range(first, stopped + 1)}
    return items


def _played(deal: Deal, seat: Seat, places: Sequence[int]) -> list[int]:
    plays = deal.play.plays if deal.play else []
    return [place for play, place in zip(plays, places, strict=False) if play.seat is seat]
