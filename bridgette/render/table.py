"""The table as its viewer may see it: what `show` prints, good enough to play from."""

from __future__ import annotations

from collections.abc import Callable

from bridgette.auction import Auction, Contract
from bridgette.cards import SUITS, UNKNOWN, Card, Denomination, by_suit
from bridgette.deal import Deal, Phase
from bridgette.exchange import HAND
from bridgette.game import DEALS, Game
from bridgette.moves import SEATS, Bid, Double, Move, Pass, Play, Redouble, Seat
from bridgette.render.text import (
    SYMBOLS,
    call_text,
    card_text,
    cards_text,
    contract_text,
    deed,
    denomination_text,
    plural,
    sentence,
    wrap,
)
from bridgette.scoring import Result, result
from bridgette.view import View

Command = Callable[[str], str]
_DOUBLED = ("", " doubled", " redoubled")


def who(game: Game, seat: Seat) -> str:
    """`Ann (north)`."""
    return game.header.title(seat)


def deal_title(game: Game) -> str:
    """`deal 2 of 6, play`: the deals that count, redeals left out."""
    phase = "finished" if game.phase is Phase.BETWEEN else game.phase
    return f"deal {game.number} of {max(game.number, DEALS)}, {phase}"


def narrate(game: Game, move: Move) -> str:
    """One move in a sentence: `Ann plays A♠ “sorry!”`."""
    said = f" “{move.remark}”" if move.remark else ""
    return f"{game.header.name(move.seat)} {deed(move)}{said}"


def hand_lines(cards: list[Card], columns: int) -> list[str]:
    """A hand by suit, high cards first, colons last."""
    lines = []
    for suit, held in by_suit(cards):
        if suit is not None:
            ranks = " ".join(card.text[0] for card in held)
            lines += wrap(f"  {SYMBOLS[suit]} {ranks or '–'}", columns, "    ")
        elif held:
            lines += wrap(f"  colons: {cards_text(held)}", columns, "    ")
    return lines


def one_line(cards: list[Card]) -> str:
    """A hand by suit in one line: `♠ AK7 ♥ Q ♦ – ♣ T9 Grand`."""
    parts = []
    for suit, held in by_suit(cards):
        if suit is None:
            parts += [card.text for card in held]
        else:
            parts.append(f"{SYMBOLS[suit]} {''.join(card.text[0] for card in held) or '–'}")
    return " ".join(parts)


def result_text(game: Game, deal: Deal) -> str:
    """How a deal ended: `4♠X by Ann, made with 10 tricks: 2800 for Ann`."""
    if deal.resigned is not None:
        return f"{game.header.name(deal.resigned)} resigned the game; the deal is not scored"
    if deal.contract is None or deal.result is None:
        return "passed out, nobody scores"
    return scored_text(game, deal.contract, deal.result)


def scored_text(game: Game, contract: Contract, scored: Result) -> str:
    """A contract with its tricks and points."""
    declarer, tricks = contract.declarer, plural(scored.tricks, "trick")
    text = f"{contract_text(contract)} by {game.header.name(declarer)}"
    down = contract.goal - scored.tricks
    if down > 0:
        name = game.header.name(declarer.other)
        return f"{text}, {down} down with {tricks}: {scored.opponent_points} for {name}"
    return f"{text}, made with {tricks}: {scored.declarer_points} for {game.header.name(declarer)}"


def end_text(game: Game) -> str:
    """How the game ended (R27, R29)."""
    winner = game.winner
    if game.stopped_by is not None:
        accused = who(game, game.stopped_by.other)
        end = f"The game is stopped: {who(game, game.stopped_by)} accuses {accused} of cheating."
        return end if game.awaits else f"{end} To see who did: bridgette verify."
    if not isinstance(winner, Seat):
        return "The game is over: a draw (R27)."
    points = f"{game.scores[winner]} to {game.scores[winner.other]}"
    end = f"The game is over: {who(game, winner)} wins, {points}"
    return (
        f"{end}; {who(game, winner.other)} resigned (R29)."
        if game.resigned is not None
        else f"{end}."
    )


def next_text(game: Game) -> str:
    """Who is next, in a sentence of public facts."""
    turn = game.turn
    if game.awaits is not None and game.seal is not None:
        awaited = f"{sentence(game.seal.awaited_text(game.awaits))}."
        return f"{end_text(game)} {awaited}" if game.phase is Phase.OVER else awaited
    if turn is None:
        if game.phase is Phase.OVER:
            return end_text(game)
        return f"The next deal is to be dealt by {who(game, game.next_dealer or Seat.NORTH)}."
    deal = game.current
    if game.awaited == "discard" and deal.exchange is not None:
        what = f"to discard {deal.exchange.draws(turn)} of {plural(deal.count(turn), 'card')}"
    elif game.awaited == "answer" and deal.claim is not None:
        what = f"to accept or decline the claim of {plural(deal.claim.tricks, 'trick')}"
    elif game.awaited == "play" and deal.play is not None:
        what = "to lead" if deal.play.led is None else f"to play to {card_text(deal.play.led.card)}"
        if deal.play.barred_now is not None:
            what += f", but not {deal.play.barred_now.word} (R22)"
    else:
        what = "to call"
    return f"{who(game, turn)} {what}."


def news(game: Game, deal: Deal) -> str:
    """What the last move of a deal brought about: a trick taken, a contract; else nothing."""
    last = deal.moves[-1] if deal.moves else None
    if isinstance(last, Pass) and deal.contract is not None:
        name = game.header.name(deal.contract.declarer)
        return f"the contract is {contract_text(deal.contract)} by {name}"
    if not isinstance(last, Play) or deal.play is None or deal.play.led is not None:
        return ""
    winner = deal.play.winner(len(deal.play.plays) // 2 - 1)
    mine, theirs = deal.play.tricks[winner], deal.play.tricks[winner.other]
    return f"{game.header.name(winner)} takes the trick, {mine} to {theirs}"


def bids_text(auction: Auction, seat: Seat) -> str:
    """The bids a known hand may make, by denomination: `♠ 1-3, NT 2-7`."""
    parts = []
    for suit in (*SUITS, Denomination.NO_TRUMP):
        levels = auction.levels(seat, suit)
        if levels:
            last = f"-{levels[-1]}" if len(levels) > 1 else ""
            parts.append(f"{denomination_text(suit)} {levels[0]}{last}")
    return ", ".join(parts) or "none"


def _command_lines(view: View, command: Command, option: str) -> list[str]:
    """The commands to type for the player on turn, with what they may name."""
    game, turn = view.game, view.game.turn
    deal = game.current
    if turn is None:
        return [f"  {command('deal')}"] if game.phase is Phase.BETWEEN else []

    def line(word: str, more: str = "") -> str:
        return "  " + " ".join(filter(None, [command(word), more, option]))

    if deal.open_claim is not None:
        return [line("accept"), line("decline")]
    if deal.play is not None:
        plays = [move.card for move in view.legal_moves() if isinstance(move, Play)]
        choice = " · ".join(cards_text(held) for _, held in by_suit(plays) if held)
        lines = [f"You may play: {choice}", line("play", "CARD")]
        left = deal.claimable
        return lines if left is None else [*lines, f"{line('claim', 'N')}  (0 to {left} tricks)"]
    if deal.auction is not None:
        calls = view.legal_moves()
        words = [call.word for call in calls if isinstance(call, (Double, Redouble))]
        first = " or ".join([*words, "pass"])
        choice = f"You may {first}, or bid: {bids_text(deal.auction, turn)}"
        example = next(
            (f"  (such as {bid.text.split()[-1]})" for bid in calls if isinstance(bid, Bid)), ""
        )
        return [choice, *(line(word) for word in [*words, "pass"]), line("bid", "BID") + example]
    return [line("exchange", "CARD …")]


def auction_text(game: Game, deal: Deal) -> str:
    """The calls in order with who made them."""
    calls = deal.auction.calls if deal.auction else []
    return ", ".join(f"{game.header.name(call.seat)} {call_text(call)}" for call in calls)


def trick_text(game: Game, plays: list[Play]) -> str:
    """`Bob K♥, Ann A♥`."""
    return ", ".join(f"{game.header.name(p.seat)} {card_text(p.card)}" for p in plays)


def _exchange_lines(view: View, deal: Deal) -> list[str]:
    exchange = deal.exchange
    if exchange is None:
        return ["This deal was given by its hands, without an exchange."]
    name = view.game.header.name
    draws = f"{name(deal.dealer)} draws {exchange.draws(deal.dealer)}"
    lines = [f"Up-card: {card_text(exchange.up_card)}, so that {draws}"]
    if exchange.up_card is UNKNOWN:
        when = f" until {name(deal.dealer.other)} has discarded" if deal.turn is not None else ""
        lines = [f"Up-card: sealed{when}"]
    done = []
    for seat in (deal.dealer.other, deal.dealer):
        cards = exchange.discards[seat]
        if cards is not None:
            named = f" ({cards_text(cards)})" if view.knows(seat, deal) else ""
            done.append(f"{name(seat)} {len(cards)}{named}")
    if done:
        lines.append(f"Discards: {', '.join(done)}")
    if exchange.turn is not None and view.knows(exchange.turn):
        lines.append(f"Drawn: {cards_text(exchange.drawn(exchange.turn))}")
    return lines


def _play_lines(view: View, deal: Deal) -> list[str]:
    game, play, contract = view.game, deal.play, deal.contract
    if contract is None:
        return []
    lines = [
        f"Contract: {contract.level}{denomination_text(contract.denomination)}"
        f"{_DOUBLED[contract.doubled]} by {who(game, contract.declarer)},"
        f" who needs {plural(contract.goal, 'trick')}"
    ]
    tricks = ", ".join(f"{game.header.name(seat)} {deal.tricks[seat]}" for seat in SEATS)
    lines.append(f"Tricks: {tricks}")
    if play is None:
        return lines
    whole = [trick for trick in play.trick_list() if len(trick) == len(SEATS)]
    if whole:
        taken = f" – taken by {game.header.name(play.winner(len(whole) - 1))}"
        lines.append(f"Last trick: {trick_text(game, whole[-1])}{taken}")
    if deal.turn is not None and deal.open_claim is None:
        on_table = trick_text(game, play.current) or f"{game.header.name(play.turn)} leads"
        lines.append(f"Trick {len(whole) + 1}: {on_table}")
        if play.barred_now is not None:
            led, colon = play.plays[-2:]
            lines.append(
                f"Barred: {game.header.name(play.turn)} may not lead {play.barred_now.word} to this"
                f" trick, because {card_text(colon.card)} followed to {card_text(led.card)} (R22)"
            )
    return lines


def _claim_lines(game: Game, deal: Deal) -> list[str]:
    """An open claim, and what it comes to if it is accepted (R28)."""
    claim, contract, play = deal.open_claim, deal.contract, deal.play
    if claim is None or contract is None or play is None:
        return []
    left = HAND - sum(play.tricks)
    mine = claim.tricks if claim.seat is contract.declarer else left - claim.tricks
    tricks = play.tricks[contract.declarer] + mine
    scored = result(contract, tricks, flat=deal.rules.bonus == "flat")
    accepted = scored_text(game, contract, scored)
    name = game.header.name(claim.seat)
    return [
        f"Claim: {name} claims {claim.tricks} of the {left} tricks left; if accepted: {accepted}"
    ]


def table_lines(view: View, columns: int, command: Command | None, option: str = "") -> list[str]:
    """The whole table in lines of so many columns.

    `command` gives what to type for a word (`play`: `bridgette play g.yaml`), and `option` is what
    it needs to name the seat, such as `--as south`. Without it, as at an earlier point, nothing is
    to be typed.
    """
    game, deal = view.game, view.game.current
    header = game.header
    last = game.deals[-2] if len(game.deals) > 1 and deal.auction is None else None
    facts = [
        f"{who(game, Seat.NORTH)} – {who(game, Seat.SOUTH)} · {deal_title(game)}",
        f"Score: {header.north} {game.scores[0]}, {header.south} {game.scores[1]}",
        *([f"Deal {last.number}: {result_text(game, last)}"] if last else []),
        "",
        f"Dealer: {who(game, deal.dealer)}",
        *_exchange_lines(view, deal),
    ]
    if deal.auction is not None and deal.auction.calls:
        facts.append(f"Auction: {auction_text(game, deal)}")
    facts += _play_lines(view, deal)
    facts += _claim_lines(game, deal)
    if deal.phase is Phase.OVER:
        facts.append(f"Result: {result_text(game, deal)}")
    since = view.since() if view.seat is not None else []
    if since:
        deeds = ", ".join(narrate(game, move) for move in since)
        facts += ["", f"Since your last move: {deeds}"]
    lines = [line for fact in facts for line in wrap(fact, columns, "    ")]
    for seat in SEATS:
        cards = view.hand(seat)
        if cards:
            whose = "Your hand, " if seat is view.seat else ""
            title = f"{whose}{who(game, seat)}: {plural(len(cards), 'card')}"
            lines += ["", *wrap(title, columns, "    "), *hand_lines(cards, columns)]
        elif cards is None and seat is view.seat and deal.turn is not None:
            lines += [
                "",
                *wrap(f"Your hand, {who(game, seat)}: {_why_sealed(game, seat)}", columns),
            ]
    if command is not None:
        return [*lines, "", *_ending(view, columns, command, option)]
    return (
        lines if game.acts_next is None else [*lines, "", *wrap(next_text(game), columns, "    ")]
    )


def _why_sealed(game: Game, seat: Seat) -> str:
    """Why a player's own hand is not open here."""
    if game.seal is not None and game.seal.me is not seat:
        return "sealed, and the key to it is not here (bridgette identity tells where yours is)"
    other, dealer = game.header.name(seat.other), game.current.dealer
    if game.awaited == "join":
        return f"sealed until {other} has joined"
    if game.awaits is not None and seat is not dealer:
        return f"sealed until {other} has answered"
    return f"sealed until {other} has discarded"


def _ending(view: View, columns: int, command: Command, option: str) -> list[str]:
    game, turn = view.game, view.game.turn
    mine = turn is not None and view.knows(turn)
    mine_next = view.seat is not None and game.acts_next is view.seat
    yours = "Your turn: " if mine_next and game.phase is not Phase.OVER else ""
    lines = wrap(yours + next_text(game), columns, "    ")
    if game.awaits is not None:
        seat, word = game.awaits
        if view.seat is seat or (word == "join" and game.seal and game.seal.me is None):
            lines.append(f"  {command(word)}")
        return lines
    if mine:
        for line in _command_lines(view, command, option):
            # What is to be typed stays in one line, to be copied.
            lines += [line] if line.startswith("  ") else wrap(line, columns, "    ")
    elif turn is None:
        lines += _command_lines(view, command, option)
    if view.seat is None and not view.open_cards and game.seal is None:
        whose = turn if turn is not None else "north"
        lines += ["To see a hand:", f"  {command('show')} --as {whose}"]
    return lines
