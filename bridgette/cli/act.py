"""Commands that make a move: exchange, calls, plays, claims, resignation."""

from __future__ import annotations

import click

from bridgette.cards import parse_card
from bridgette.cli.acting import actor, check_turn, placed, play_out
from bridgette.cli.complete import complete_bids, complete_cards
from bridgette.cli.seal import check_open
from bridgette.cli.session import ACTING, Session, command, game_argument, load
from bridgette.cli.terminal import columns, shell_word
from bridgette.deal import Phase
from bridgette.moves import (
    Accept,
    Decline,
    Double,
    Exchange,
    Move,
    Pass,
    Play,
    Redouble,
    Resign,
    parse_call,
    parse_claim,
)
from bridgette.view import View


@command("exchange", ACTING)
@game_argument
@click.argument("cards", metavar="[CARD...]", nargs=-1, shell_complete=complete_cards)
def exchange_command(session: Session, game: str, cards: tuple[str, ...]) -> None:
    """Discard cards, or without any see the holding."""
    if cards:
        play_out(session, game, lambda _, seat: Exchange(seat, map(parse_card, cards)))
    else:
        _show_holding(session, game)


def _show_holding(session: Session, file: str) -> None:
    game = load(file)
    seat = actor(session, game)
    view = View(game, seat)
    check_open(view, file)
    if game.phase is not Phase.EXCHANGE or seat is not game.turn:
        with placed(game, file):
            check_turn(game, Exchange(seat, ()))
    if session.json:
        from bridgette.render.values import legal

        session.json_out(legal(view))
        return
    from bridgette.render.table import hand_lines, next_text
    from bridgette.render.text import cards_text

    option = session.seat_option(seat) if session.has_seat else ""
    drawn = view.game.current.exchange.drawn(seat) if view.game.current.exchange else ()
    lines = [
        f"{next_text(view.game)} Drawn: {cards_text(drawn)}.",
        *hand_lines(view.hand(seat) or [], columns()),
    ]
    session.out([*lines, f"  bridgette exchange {shell_word(file)} CARD … {option}".rstrip()])


@command("bid", ACTING)
@game_argument
@click.argument("bid", metavar="BID", shell_complete=complete_bids)
def bid_command(session: Session, game: str, bid: str) -> None:
    """Bid from 0NT to 7NT."""
    play_out(session, game, lambda _, seat: parse_call(bid, seat))


def _bare(kind: type[Move], summary: str) -> click.Command:
    """The command of a move that needs no more words."""

    def run(session: Session, game: str) -> None:
        play_out(session, game, lambda _, seat: kind(seat))

    run.__doc__ = summary
    return command(kind.word, ACTING)(game_argument(run))


pass_command = _bare(Pass, "Pass.")
double_command = _bare(Double, "Double the opponent's last bid.")
redouble_command = _bare(Redouble, "Redouble one's own bid that was doubled.")
accept_command = _bare(Accept, "Accept the opponent's claim: the deal is scored so.")
decline_command = _bare(Decline, "Decline the opponent's claim: play goes on.")
resign_command = _bare(Resign, "Give up the whole game.")


@command("play", ACTING)
@game_argument
@click.argument("card", metavar="CARD", shell_complete=complete_cards)
def play_command(session: Session, game: str, card: str) -> None:
    """Play a card to the trick."""
    play_out(session, game, lambda _, seat: Play(seat, parse_card(card)))


@command("claim", ACTING)
@game_argument
@click.argument("tricks", metavar="N")
def claim_command(session: Session, game: str, tricks: str) -> None:
    """Claim N of the tricks that are left."""
    play_out(session, game, lambda _, seat: parse_claim(tricks, seat))
