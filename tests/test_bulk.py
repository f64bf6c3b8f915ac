"""Bulk work by any executor: the same results, in order, few at a time; a Dask cluster too."""

from __future__ import annotations

import pickle
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import distributed
import pytest
from cli import Cli
from helpers import pass_out, score_deal
from randomplay import finished

from bridgette import BridgetteError, Game, NotationError, RecordError, RuleError, StorageError
from bridgette.bulk import streamed
from bridgette.players.match import Match, play_number
from bridgette.savefile import loads


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A Dask cluster of two workers on this machine."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",
        silence_logs=50,
    ) as found:
        yield found


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def double(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_streamed_keeps_the_order(kind: Any, chunk: int) -> None:
    with kind(2) as executor:
        found = list(streamed(double, range(100), executor, chunk=chunk, ahead=3))
    assert found == [2 * number for number in range(100)] == list(streamed(double, range(100)))


def test_streamed_takes_few_items_at_a_time() -> None:
    taken = []

    def items() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    with ThreadPoolExecutor(2) as executor:
        found = streamed(double, items(), executor, chunk=5, ahead=3)
        assert next(found) == 0
        assert len(taken) <= 5 * 4
        assert list(found)[-1] == 1998


def test_streaming_keeps_memory_flat() -> None:
    peaks = []
    for count in (200, 2000):
        with ThreadPoolExecutor(2) as executor:
            tracemalloc.start()
            results = streamed(bytes, (1000 for _ in range(count)), executor, chunk=2)
            assert sum(len(found) for found in results) == 1000 * count
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert peaks[1] < 2 * peaks[0]


@pytest.mark.parametrize(
    "error",
    [
        BridgetteError("no", code="usage", file="g.yaml"),
        NotationError("no", "1Z", "R9"),
        RuleError("no", code="not-held", rule="R17", legal=("north pass",)),
        RecordError("no", code="format-version", deal=2, move=3),
        StorageError("no", code="not-found", file="x"),
    ],
)
def test_errors_come_home_from_a_worker(error: BridgetteError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert vars(copy) == vars(error)
    assert (str(copy), copy.exit_code) == (str(error), error.exit_code)


def results(executor: Executor | None) -> list[Any]:
    match = Match(("expert", "simple"), "who works", 200.0, duplicate=False, save=True)
    return list(streamed(partial(play_number, match), range(1, 3), executor, chunk=1))


def test_one_seed_gives_one_result_whoever_works(cluster: Any) -> None:
    alone = results(None)
    assert results(None) == alone
    with ProcessPoolExecutor(2) as processes:
        assert results(processes) == alone
    with distributed.Client(cluster, set_as_default=False) as client:
        assert results(client.get_executor(pure=False)) == alone
    for games in alone:
        for game in games:
            assert loads(game.text.encode()).scores[game.swapped] == game.scores[0]


SIMULATE = ("simulate", "--games", "6", "--north", "simple", "--south", "random", "--json")


def test_commands_on_a_cluster_say_what_they_say_alone(cli: Cli, cluster: Any) -> None:
    for seed in range(3):
        cli.put(finished(seed, deals=2), f"{seed}.yaml")
    (cli.folder / "bad.yaml").write_text("bridgette: 9\n")
    (cli.folder / "few").mkdir()
    cli.put(score_deal(pass_out(Game()), "north", "4SX", 10), "few/g.yaml")
    for words in (
        ("verify", "."),
        ("verify", ".", "--json"),
        ("analyse", "few", "bad.yaml", "--json"),
        SIMULATE,
    ):
        alone = cli(*words)
        assert cli(*words, "--dask", cluster.scheduler_address) == alone
        assert cli(*words, "--jobs", "2") == alone


def test_a_cluster_need_not_see_the_files(cli: Cli, cluster: Any) -> None:
    """They are read here: the workers, started in another folder, get their bytes."""
    cli.put(finished(1, deals=2))
    answer = cli.ok("verify", "g.yaml", "--dask", cluster.scheduler_address)
    assert answer.out.startswith("ok")
    error = cli("verify", "gone.yaml", "--dask", cluster.scheduler_address, "--json").value
    assert error["error"]["code"] == "not-found"


PLAYER = """
class First:
    def choose(self, view, rng, budget):
        from bridgette import Exchange
        deal = view.game.current
        if deal.auction is None:
            return Exchange(view.seat, view.hand(view.seat)[:deal.exchange.draws(view.seat)])
        return view.legal_moves()[0]
"""


def test_a_player_of_ones_own_goes_along_to_the_cluster(cli: Cli, cluster: Any) -> None:
    (cli.folder / "ownfirst.py").write_text(PLAYER)
    words = ("simulate", "--games", "2", "--north", "ownfirst:First", "--south", "simple", "--json")
    alone = cli.ok(*words).value
    assert alone["games"] == 2
    assert cli.ok(*words, "--dask", cluster.scheduler_address).value == alone


def test_no_cluster_is_told(cli: Cli) -> None:
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "nonsense", ""):
        answer = cli.process(*SIMULATE[:-1], "--dask", address)
        assert (answer.code, answer.out) == (2, ""), answer
        assert "no cluster answers" in answer.err
        assert "Traceback" not in answer.err
    error = cli.fails("usage", *SIMULATE[:-1], "--dask", "tcp://127.0.0.1:9", "--jobs", "2")
    assert "exclude each other" in error["message"]


def test_without_dask_one_sentence_says_so(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    error = cli.fails("usage", "verify", ".", "--dask", "tcp://127.0.0.1:9")
    assert "pip install 'bridgette[dask]'" in error["message"]
