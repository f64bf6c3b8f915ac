"""Of two games alike to a seat, nothing a command prints or returns tells one from the other.

The games of a pair lie in files of the same name in two folders, and differ in all that the
seat may not know: the opponent's cards and discards, the stock, the seed.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli import Answer, Cli
from randomplay import states
from test_view import hidden_part, twin

from bridgette import DECK, Bid, Exchange, Game, Move, Phase, Seat
from bridgette.savefile import dumps

Words = list[str]
SEEDS = {0: range(14), 1: range(50, 64), 2: range(100, 114)}


class Pair:
    """Two games in two folders, and one seat that looks at both (None for a bystander)."""

    def __init__(self, folder: Path, seat: Seat | None) -> None:
        self.seat = seat
        self.clis = [Cli(folder / "one"), Cli(folder / "two")]
        for cli in self.clis:
            cli.folder.mkdir(exist_ok=True)
        self.compared = 0

    def put(self, one: Game, two: Game, more: str = "") -> None:
        for cli, game in zip(self.clis, (one, two), strict=True):
            path = cli.folder / "g.yaml"
            path.write_text(dumps(game) + more, encoding="utf-8")

    def seen(self, cli: Cli, words: Words, stdin: str, **env: str | None) -> Answer:
        answer = cli(*words, stdin=stdin, **env)
        return answer._replace(out=re.sub('"head":"[0-9a-f]+"', '"head":""', answer.out))

    def same(
        self, *words: object, stdin: str = "", named: bool = True, json: bool = True
    ) -> Answer:
        """Runs a command on both, with and without JSON, the seat by option and environment."""
        whole = [str(word) for word in words]
        default = None if self.seat is None else str(self.seat)
        option = [] if default is None or not named else ["--as", default]
        for seat, variable, more in ((option, None, []), ([], default, ["--json"] * json)):
            tried = [*whole, *seat, *more]
            one, two = (self.seen(cli, tried, stdin, BRIDGETTE_SEAT=variable) for cli in self.clis)
            assert one == two, tried
            assert one.code != 1, one
            self.compared += 1

    def completed(self, line: str) -> str:
        """What the shell is offered after a line, the same for both games."""
        words = {"COMP_WORDS": f"bridgette {line}", "COMP_CWORD": str(line.count(" ") + 1)}
        variable = {"_BRIDGETTE_COMPLETE": "bash_complete"}
        one, two = (cli(**words, **variable) for cli in self.clis)
        assert one == two
        self.compared += 1
        return one.out


def kind_of(game: Game, seat: Seat | None) -> object:
    """States of one kind are alike enough for a few of them to do."""
    on_turn = game.turn is seat
    deal = game.current
    late = deal.play is not None and len(deal.play.plays) // 7
    calls = deal.auction is not None and len(deal.auction.calls) > 0
    exchanges = sum(isinstance(done, Exchange) for done in deal.moves)
    return (
        game.phase,
        game.awaited,
        on_turn,
        late,
        calls,
        exchanges,
        deal.given is None,
    )


def pairs(
    number: int, seat: Seat | None, folder: Path, most: int = 30
) -> Iterator[tuple[Pair, Game, Move | None]]:
    """Random games at many states, each with another that is alike to the seat."""
    chance = random.Random(number)
    met: Counter[object] = Counter()
    pair = Pair(folder, seat)
    different = total = 0
    for seed in SEEDS[number]:
        for game, move in states(seed, deals=2):
            kind = kind_of(game, seat)
            if met[kind] or total == most or chance.random() < 0.3:
                continue
            met[kind] += 1
            other = twin(game, Seat.NORTH if seat is None else seat, chance)
            if seat is None:
                other = twin(other, Seat.SOUTH, chance)
            total += 1
            different += hidden_part(game) != hidden_part(other)
            pair.put(game, other)
            yield pair, game, move
    assert total > 20 or total == most
    assert different > 0.7 * total


def look(pair: Pair, game: Game, chance: random.Random) -> None:
    """Every command that reads."""
    pair.same("show", "g.yaml")
    deal = chance.choice(game.deals)
    pair.same("show", "g.yaml", "--at", deal.number)
    pair.same("show", "g.yaml", "--at", f"{deal.number}.{chance.randint(0, len(deal.moves))}")
    pair.same("legal", "g.yaml")
    pair.same("log", "g.yaml")
    pair.same("replay", "g.yaml")
    pair.same("status", "g.yaml")
    pair.same("status", ".")
    pair.same("score", "g.yaml", named=False)
    pair.same("verify", "g.yaml", named=False)
    for count in (1, 2, 3, game.move_count or 1):
        pair.same("undo", "g.yaml", count, "--dry-run", "--redeal")
    pair.same("undo", "g.yaml", game.move_count + 1)


def complete(pair: Pair) -> None:
    """Completion of cards and bids."""
    for option in ("", f"--as {pair.seat} "):
        pair.completed(f"play g.yaml {option}")
        pair.completed(f"exchange g.yaml {option}")
        pair.completed(f"bid g.yaml {option}")
        pair.completed(f"bid g.yaml {option}1")


def typed(chance: random.Random, game: Game, seat: Seat) -> Iterator[Words]:
    """Moves of all kinds, most of them illegal, and one at least that is not if on turn."""
    cards = [str(card) for card in chance.sample(DECK, 3)]
    held = [str(card) for card in game.current.hand(seat)]
    for card in (*cards, *chance.sample(held, min(2, len(held)))):
        yield ["play", card]
    for _ in range(3):
        yield ["bid", f"{chance.randint(1, 7)}{chance.choice(['C', 'D', 'H', 'S', 'NT'])}"]
    for count in (1, 2, 4, 8, 12):
        if len(held) > count:
            yield ["exchange", *chance.sample(held, count)]
    yield ["exchange", *cards[:2]]
    yield ["exchange"]
    yield ["claim", str(chance.randint(0, 14))]
    for word in ("pass", "double", "redouble", "accept", "decline", "resign", "deal"):
        yield [word]
    if game.turn is seat:
        for move in chance.sample(list(game.legal_moves()), min(2, len(game.legal_moves()))):
            word = move.text.split()
            yield word[1:]


@pytest.mark.parametrize("seat", list(Seat))
def test_looking(tmp_path: Path, seat: Seat) -> None:
    chance = random.Random(int(seat))
    for pair, game, _ in pairs(int(seat), seat, tmp_path):
        look(pair, game, chance)
        complete(pair)
    assert pair.compared > 500


@pytest.mark.parametrize("seat", list(Seat))
def test_acting_and_trying_to(tmp_path: Path, seat: Seat) -> None:
    chance = random.Random(9)
    for pair, game, _ in pairs(2, seat, tmp_path, 25):
        for word, *rest in typed(chance, game, seat):
            more = [] if word == "exchange" and not rest else ["--dry-run"]
            pair.same(word, "g.yaml", *rest, *more, json=chance.random() < 0.3)
        lines = "\n".join(" ".join(words) for words in typed(chance, game, seat) if words[1:])
        pair.same("apply", "g.yaml", "--dry-run", stdin=lines)
        for line in chance.sample(lines.splitlines(), 3):
            pair.same("apply", "g.yaml", "--dry-run", stdin=f"{line}\n", json=False)
    assert pair.compared > 500


@pytest.mark.parametrize("seat", list(Seat))
def test_moves_that_are_made_and_taken_back(tmp_path: Path, seat: Seat) -> None:
    made = 0
    for pair, game, move in pairs(1, seat, tmp_path):
        if move is None or move.seat is not seat or move.text.endswith(("accept", "resign")):
            continue
        left = 26 - len(game.current.play.plays) if game.current.play else 99
        if left == 1 or move.text.endswith("pass"):
            continue  # it may end the deal, and the next is dealt from another seed
        made += 1
        _, word, *rest = move.text.split()
        answers = [cli(word, "g.yaml", *rest, "--as", seat) for cli in pair.clis]
        assert answers[0] == answers[1]
        assert answers[0].code == 0, answers
        for command in ("show", "log"):
            pair.same(command, "g.yaml")
        count = min(2, len(game.current.moves) + 1)
        answers = [cli("undo", "g.yaml", count, "--as", seat, "--json") for cli in pair.clis]
        assert answers[0] == answers[1]
        assert answers[0].code == 0, answers
        for command in ("show", "log", "legal", "exchange", "replay"):
            pair.same(command, "g.yaml")
        complete(pair)
    assert made > 5


@pytest.mark.parametrize("seat", list(Seat))
def test_a_wrong_move_in_the_file(tmp_path: Path, seat: Seat) -> None:
    chance = random.Random(3)
    for pair, game, _ in pairs(0, seat, tmp_path, 12):
        if not game.current.moves or game.phase in (Phase.OVER, Phase.BETWEEN):
            continue
        other = twin(game, seat, chance)
        for word, *rest in chance.sample(list(typed(chance, game, seat)), 3):
            pair.put(game, other, f"  - {' '.join([str(seat), word, *rest])}\n")
            pair.same("show", "g.yaml")
            pair.same("play", "g.yaml", "AS", json=False)
            pair.same("verify", "g.yaml", named=False)


def test_a_bystander(tmp_path: Path) -> None:
    chance = random.Random(4)
    for pair, game, _ in pairs(2, None, tmp_path, 20):
        look(pair, game, chance)
        for line in ("play g.yaml ", "exchange g.yaml ", "bid g.yaml ", "play g.yaml --all "):
            pair.completed(line)
        known = {done.text.split()[2] for done in game.current.moves if done.text[6:10] == "play"}
        up_card = game.current.exchange and str(game.current.exchange.up_card)
        value = pair.clis[0].json("show", "g.yaml")
        assert value["hand"] is None
        shown = set(re.findall('"([2-9TJQKA][CDHS]|Grand|Royal|Little)"', repr(value)))
        shown |= set(re.findall("'([2-9TJQKA][CDHS]|Grand|Royal|Little)'", repr(value)))
        bids = {str(move.text.split()[2]) for move in game.current.moves if isinstance(move, Bid)}
        contract = {value["contract"]}
        assert shown - bids - contract <= known | {up_card}


def test_the_table_on_a_terminal(tmp_path: Path) -> None:
    done = 0
    for pair, game, move in pairs(0, Seat.SOUTH, tmp_path):
        if move is None or move.seat is not Seat.SOUTH or game.phase is Phase.PLAY or done == 2:
            continue
        _, word, *rest = move.text.split()
        if word in ("bid", "exchange"):
            done += 1
            one, two = (cli.terminal(word, "g.yaml", *rest, "--as", "south") for cli in pair.clis)
            assert one == two
            assert "Your hand" in one.out
    assert done == 2
