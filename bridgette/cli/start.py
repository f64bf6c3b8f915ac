"""Commands that deal: new and deal."""

from __future__ import annotations

from typing import Any

import click

from bridgette import savefile, storage
from bridgette.cards import Card, parse_cards
from bridgette.cli.acting import change, deal_next, report, shuffled
from bridgette.cli.session import CHANGING, Session, command, game_argument, note_saved, read_text
from bridgette.deal import HouseRules
from bridgette.errors import (
    BridgetteError,
    NotationError,
    RecordError,
    RuleError,
    SealedError,
)
from bridgette.game import Game, Header, seeded_deck
from bridgette.moves import SEATS, Seat
from bridgette.render.text import plural, printable

_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike


def _random_id() -> str:
    import secrets

    return "".join(secrets.choice(_ID_LETTERS) for _ in range(10))


def _random_seat() -> Seat:
    import secrets

    return secrets.choice(SEATS)


def _cards_of(source: str, text: str) -> list[Card]:
    try:
        return parse_cards(text)
    except NotationError as error:
        raise RecordError(error.message, code=error.code, file=source, text=error.text) from None


def _given_cards(deck: str | None, hands: str | None) -> dict[str, Any]:
    """The cards of --deck or --hands, as `Game.deal` takes them; none if neither is given."""
    if deck is not None and hands is not None:
        raise click.UsageError("--deck and --hands exclude each other.")
    if deck is not None:
        return {"deck": _cards_of(deck, read_text(deck))}
    if hands is None:
        return {}
    lines = [line for line in read_text(hands).splitlines() if line.strip()]
    if len(lines) != len(SEATS):
        raise RecordError(
            f"two hands are two lines of 13 cards, north first, not {plural(len(lines), 'line')}",
            code="deck",
            file=hands,
        )
    return {"hands": (_cards_of(hands, lines[0]), _cards_of(hands, lines[1]))}


def _cards_options(function: Any) -> Any:
    for option, what in (
        ("--hands", "The deal's two hands of 13, a line each, north first (- for standard input)."),
        ("--deck", "The deal's 55 cards, top first (- for standard input)."),
    ):
        function = click.option(option, metavar="FILE", help=what)(function)
    return function


def _house_rules(given: tuple[str, ...]) -> HouseRules:
    rules = {}
    for text in given:
        name, _, value = text.partition("=")
        if name in rules:
            raise click.UsageError(f"House rule {name} is given twice.")
        rules[name] = savefile.check_rule(name, value)
    return HouseRules(**rules)


def _header(options: dict[str, Any], rules: tuple[str, ...], game_id: str | None) -> Header:
    texts = {key: text for key, text in options.items() if text is not None}
    try:
        for seat in ("north", "south"):
            texts[seat] = texts.get(seat, seat.capitalize()).strip()
        if texts.get("seed") == "":
            raise click.UsageError("A seed is a text, not an empty one.")
        header = Header(game=game_id or _random_id(), rules=_house_rules(rules), **texts)
        savefile.check_id(header.game)
        savefile.check_names(header.north, header.south)
        for key in ("event", "date", "place", "note", "seed"):
            savefile.check_text(getattr(header, key), key)
    except RecordError as error:
        raise click.UsageError(f"{error.message}.") from None
    return header


@command("new", ("as_", "all_", "dry_run", "quiet", "json_", "ascii_"))
@game_argument
@click.option("--sealed", is_flag=True, help="Hide the cards from each other (needs PyNaCl).")
@click.option("--north", metavar="NAME", help="The name of the player in the north seat.")
@click.option("--south", metavar="NAME", help="The name of the player in the south seat.")
@click.option(
    "--dealer",
    type=click.Choice(["north", "south"], case_sensitive=False),
    help="Drawn if not given.",
)
@click.option("--seed", metavar="TEXT", help="Make all decks from this text (for scripts).")
@_cards_options
@click.option("--rule", "rules", metavar="NAME=VALUE", multiple=True, help="A house rule.")
@click.option("--id", "game_id", metavar="ID", help="The game's id; drawn if not given.")
@click.option("--event", metavar="TEXT", help="Free text kept in the file.")
@click.option("--date", metavar="TEXT", help="Free text kept in the file.")
@click.option("--place", metavar="TEXT", help="Free text kept in the file.")
@click.option("--note", metavar="TEXT", help="Free text kept in the file.")
def new_command(
    session: Session,
    game: str,
    sealed: bool,
    dealer: str | None,
    deck: str | None,
    hands: str | None,
    rules: tuple[str, ...],
    game_id: str | None,
    **texts: str | None,
) -> None:
    """Start a game in a new file, and deal."""
    started = Game(_header(texts, rules, game_id))
    if sealed:
        _refuse_open(deck or hands, "decks or hands of one's own")
        _begin_sealed(session, game, started, dealer)
        return
    cards = _given_cards(deck, hands)
    if not cards:
        seed = started.header.seed
        cards = {"deck": seeded_deck(seed, 1) if seed else shuffled()}
    first = _random_seat() if dealer is None else SEATS[dealer == "south"]
    try:
        started.deal(dealer=first, **cards)
    except BridgetteError as error:
        error.file = deck or hands
        raise
    session.view_if_known(started)  # a name that nobody bears is refused before a file is made
    if session.dry_run:
        storage.check_new(game)
    else:
        storage.create(game, savefile.dumps(started).encode(), note_saved)
    from bridgette.render.table import who

    where = "would be" if session.dry_run else "is"
    opening = f"A new game {where} in {printable(game)}. {who(started, first)} deals."
    report(session, game, started, [], opening=opening)


def _refuse_open(given: str | None, what: str) -> None:
    if given is not None:
        raise SealedError(f"a sealed game cannot have {what}", code="sealed-rule")


def _begin_sealed(session: Session, file: str, started: Game, dealer: str | None) -> None:
    """Begins a sealed game for the player of this home, who deals first."""
    seat = session.seat(started)
    if seat is None:
        raise click.UsageError("new --sealed needs to know which seat is yours: --as SEAT.")
    _refuse_open(None if dealer in (None, str(seat)) else dealer, "another first dealer than you")
    storage.check_new(file)
    from bridgette.cli import sealing

    table = sealing.begin(started.header, seat, keep=not session.dry_run)
    if not session.dry_run:
        data = savefile.dumps(table.game).encode()
        sealing.save(None, table, lambda: storage.create(file, data, note_saved), resume=False)
    where = "would be" if session.dry_run else "is"
    opening = f"A new sealed game {where} in {printable(file)}."
    report(session, file, table.game, [], opening=opening)


@command("deal", CHANGING)
@game_argument
@_cards_options
def deal_command(session: Session, game: str, deck: str | None, hands: str | None) -> None:
    """Deal where a record ends between two deals."""
    cards = _given_cards(deck, hands)

    def act(opened: Game) -> tuple[Game, int]:
        if opened.awaited != "deal":
            over = opened.awaited is None
            raise RuleError(
                "the game is over" if over else f"deal {opened.current.number} is not over yet",
                code="game-over" if over else "wrong-phase",
                rule="R27" if over else "R4",
                file=game,
            )
        try:
            opened.deal(**cards) if cards else deal_next(opened)
        except BridgetteError as error:
            error.file = deck or hands
            raise
        return opened, len(opened.deals)

    opened, number, _ = change(session, game, act)
    report(session, game, opened, [], opening=f"Deal {number} is dealt.")
