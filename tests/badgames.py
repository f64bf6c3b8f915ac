"""More files that are no games: sound YAML with wrong texts, cards, deals or moves in it."""

from __future__ import annotations

from collections.abc import Iterator

from badfiles import CARDS, DECK, GOOD, HANDS, HEADER, SOUTH, Bad, bad, deal, put, quick, quicks

CONTROLS = (r"\e[2J", r"\n", r"\r", r"\t", r"\0", r"\a", r"\x7f", r"\x9b", r"\N", r"\L", r"\P",
            r"\u202a", r"\u202e", r"\u2066", r"\u2069", r"\u200e", r"\u061c", r"\ufeff",
            r"\U000e0041")  # fmt: skip


def of_types() -> Iterator[Bad]:
    wrong = {"a list": "[x]", "a mapping": "{x: y}", "an empty list": "[]"}
    for key, old, others in (
        ("bridgette", "1\ngame", {**wrong, "nothing": ""}),
        ("game", "'small'", {**wrong, "nothing": ""}),
        ("north", "'Ann'", {**wrong, "nothing": ""}),
        ("dealer", "dealer: north", wrong),
        ("a move", "north bid 1S", {**wrong, "a mapping in a list": "x: y"}),
    ):
        for what, new in others.items():
            tail = old.removeprefix("1") if key == "bridgette" else ""
            head = "dealer: " if key == "dealer" else ""
            yield bad(f"{key} is {what}", put(old, head + new + tail), "schema")
    for key in ("event", "date", "place", "note", "seed"):
        for what, new in wrong.items():
            yield bad(f"{key} is {what}", put("deals:", f"{key}: {new}\ndeals:"), "schema", 7)
    players = "players:\n  north: 'Ann'\n  south: 'Bob'\n"
    cards = HANDS.partition("\n")
    for what, new in {"text": "x", "nothing": "", "a list": "[x]"}.items():
        yield bad(f"players are {what}", put(players, f"players: {new}\n"), "schema", 4)
        yield bad(f"rules are {what}", put("deals:", f"rules: {new}\ndeals:"), "schema", 7)
        yield bad(f"hands are {what}", put(HANDS, f"{cards[0]} {new}\n"), "schema", 9, 1)
        yield bad(f"a deal is {what}", HEADER + f"- {new}\n", "schema", None, 1)
        yield bad(f"the file is {what}", new or "''", "schema", 1)
    for what, new in {"text": "x", "nothing": "", "a mapping": "{x: y}"}.items():
        yield bad(f"deals are {what}", HEADER.replace("deals:", f"deals: {new}"), "schema", 7)
        moves = "moves:\n  - north bid 1S"
        yield bad(f"moves are {what}", put(moves, f"moves: {new}"), "schema", 12, 1)
    yield bad("a deck is a mapping", put(HANDS, "  deck: {x: y}\n"), "schema", 9, 1)
    yield bad("a deck in a deck", put(HANDS, "  deck: [[AS]]\n"), "schema", 9, 1)
    yield bad("a hand is a mapping", put(f"south: {SOUTH}", "south: {x: y}"), "schema", 11, 1)


def of_header() -> Iterator[Bad]:
    for text in ("0", "01", "1.0", "''", "-1", "+1", "1e0", "0x1", "one", "١", "1 1", "' 1'"):
        yield bad(f"version {text}", put("bridgette: 1", f"bridgette: {text}"), "schema", 2)
    for text in ("2", "10", "999999", "99999999999"):
        yield bad(f"version {text}", put("bridgette: 1", f"bridgette: {text}"), "format-version", 2)
    yield bad("a later version may have other keys", "bridgette: 2\nsealed: []\n", "format-version")
    for text in ("", "A", "a b", "ä", "a_b", "x" * 65, "a/b", "../x", r"a\n", "١", "a.b", " a"):
        yield bad(f"id {text}", put("'small'", f'"{text}"'), "schema", 3)
    for text in ("", " ", r"\_", r"\u3000", "x" * 65, "x" * 900_000, *CONTROLS):
        yield bad(f"name {text[:70]}", put("'Ann'", f'"{text}"'), "schema")
        yield bad(f"name of south {text[:70]}", put("'Bob'", f'"{text}"'), "schema")
    for text in CONTROLS:
        yield bad(f"name with {text}", put("'Ann'", f'"A{text}n"'), "schema")
    yield bad("the same name twice", put("'Bob'", "'Ann'"), "schema")
    composed = "'Zö'\n  south: \"Zo\\u0308\""
    yield bad("the same name, composed", put("'Ann'\n  south: 'Bob'", composed), "schema")
    for key in ("event", "date", "place", "note", "seed"):
        for text in ("x" * 1000, *CONTROLS):
            line = f'{key}: "a{text}"\ndeals:'
            yield bad(f"{key} {text[:10]}", put("deals:", line), "schema", 7)
    for text in ("x" * 1000, *CONTROLS):
        line = f'  note: "a{text}"\n  moves:'
        yield bad(f"note of a deal {text[:10]}", put("  moves:", line), "schema", 12, 1)
    for text in ("trumps: no", "Bonus: flat", "bonus: Flat", "bonus: ''", "bonus: [flat]",
                 "bonus: {flat: flat}", "opening_jump: true", "opening_jump: no ?",
                 "up_card: counts", "passed_out: 1", "'': ''"):  # fmt: skip
        yield bad(f"rule {text}", put("deals:", f"rules:\n  {text}\ndeals:"), "schema", 8)


def of_cards() -> Iterator[Bad]:
    def hands(name: str, north: str, code: str) -> Bad:
        text = f"  hands:\n    north: {north}\n    south: {SOUTH}\n"
        return bad(name, put(HANDS, text), code, None, 1)

    def deck(name: str, cards: list[str], code: str) -> Bad:
        text = HEADER + deal("north", cards="  deck: " + " ".join(cards) + "\n")
        return bad(name, text, code, None, 1)

    spades = [card for card in CARDS if card[1] == "S"]
    yield hands("12 cards", " ".join(spades[1:]), "deck")
    yield hands("14 cards", " ".join([*spades, "2C"]), "deck")
    yield hands("no cards", "''", "deck")
    yield hands("no cards in a list", "[]", "deck")
    yield hands("a card of the other hand", " ".join([*spades[1:], "AH"]), "deck")
    yield hands("a card twice in a hand", " ".join([*spades[1:], "3S"]), "deck")
    yield hands("the same hand twice", SOUTH, "deck")
    yield hands("no such card", " ".join([*spades[1:], "1S"]), "notation")
    yield hands("an unknown card", " ".join(["X?", *spades[1:]]), "notation")
    yield hands("all cards unknown", '"' + " ".join(["?"] * 13) + '"', "notation")
    yield deck("a deck of 54", CARDS[1:], "deck")
    yield deck("a deck of 56", [*CARDS, "2C"], "deck")
    yield deck("a card twice in a deck", [*CARDS[1:], "3C"], "deck")
    yield deck("a deck of 52", CARDS[:52], "deck")
    yield deck("an empty deck", ["''"], "deck")
    yield deck("a joker", [*CARDS[1:], "Joker"], "notation")
    yield deck("small letters", [*CARDS[1:], "2c"], "notation")
    yield bad("deck and hands", put(HANDS, HANDS + DECK), "schema", 8, 1)


def of_deals() -> Iterator[Bad]:
    for text in ("east", "North", "''", "n", "0"):
        yield bad(f"dealer {text}", put("dealer: north", f"dealer: {text}"), "schema", 8, 1)
    rule = HEADER.replace("deals:", "rules:\n  passed_out: redeal\ndeals:")
    passed = deal("north", "north pass", "south pass")
    north, south = quick("north"), quick("south")
    tied = "".join(deal(seat, f"{seat} pass", f"{other} pass") for seat, other in
                   [("north", "south"), ("south", "north")] * 3)  # fmt: skip
    resigned = deal("north", "north resign")
    for name, text, code, number in (
        ("north deals twice", HEADER + north + north, "dealer-order", 2),
        ("north deals twice, passed out", HEADER + passed + north, "dealer-order", 2),
        ("south deals after a redeal", rule + passed + south, "dealer-order", 2),
        ("third deal by the second dealer", HEADER + north + south + south, "dealer-order", 3),
        ("deal after an unfinished one", GOOD + south, "deal-order", 2),
        ("deal before the first move", HEADER + deal("north") + south, "deal-order", 2),
        ("deal after the end", HEADER + quicks(7), "deal-order", 7),
        ("deal after a seventh", HEADER + tied + north + south, "deal-order", 8),
        ("deal after a resignation", HEADER + resigned + south, "deal-order", 2),
    ):
        line = text.encode()[: text.rindex("- dealer")].count(b"\n") + 1
        yield bad(name, text, code, line, number)


def of_moves() -> Iterator[Bad]:
    auction = ["north bid 1S", "south pass"]
    over = [*auction, "south claim 0", "north accept"]
    barred = ["north bid 1S", "south pass", "south play AH", "north play Grand"]
    for code, *moves in (
        ("wrong-phase", "north play AS"),
        ("wrong-phase", "north exchange AS KS"),
        ("wrong-phase", "north claim 3"),
        ("wrong-phase", *auction, "south pass"),
        ("wrong-phase", *over, "north play AS"),
        ("wrong-phase", *over, "north resign"),
        ("game-over", "north resign", "south pass"),
        ("game-over", "north resign", "south resign"),
        ("not-your-turn", "south pass"),
        ("not-your-turn", "south resign"),
        ("not-your-turn", "north bid 1S", "north bid 2S"),
        ("bid-too-low", "north bid 1S", "south bid 1H"),
        ("bid-suit-length", "north bid 1H"),
        ("bid-no-trump", "north bid 1NT"),
        ("double-none", "north double"),
        ("double-own", "north bid 1S", "south double", "north double"),
        ("double-again", "north bid 1S", "south double", "north redouble", "south double"),
        ("redouble-none", "north bid 1S", "south redouble"),
        ("not-held", *auction, "south play AS"),
        ("colon-range", *auction, "south play KH", "north play Grand"),
        ("suit-barred", *barred, "south play KH"),
        ("claim-range", *auction, "south claim 14"),
        ("claim-range", *auction, "south claim 100"),
        ("claim-lead", *auction, "south play AH", "north claim 3"),
        ("claim-again", *auction, "south claim 3", "north decline", "south claim 2"),
        ("claim-open", *auction, "south claim 3", "north play AS"),
        ("claim-none", *auction, "south accept"),
        ("notation", "north bid 1X"),
        ("notation", "north pass -- " + "x" * 201),
        ("notation", "north bid 9" + "9" * 5000),
        ("notation", *auction, "south claim 9" + "9" * 5000),
        *(("notation", f'"north pass -- a{text}"') for text in CONTROLS),
        ("notation", '"north pass\\n"'),
        ("notation", '"north\\tpass"'),
    ):  # fmt: skip
        yield bad(f"{code}: {moves[-1][:60]}", HEADER + deal("north", *moves), code,
                  12 + len(moves), 1, len(moves))  # fmt: skip
    mixed = HANDS.replace(" 3S", " 2H").replace(" 5H 4H 3H", " 3S 2S 2C")
    for code, *moves in (
        ("follow-suit", *auction, "south play 3S", "north play 2H"),
        ("bid-jump", "north bid 1S", "south bid 3S"),
    ):
        text = HEADER + deal("north", *moves, cards=mixed)
        yield bad(code, text, code, 12 + len(moves), 1, len(moves))
    text = HEADER + quicks(6)
    yield bad("game-over: a move", text + "  - north pass\n", "game-over", None, 6, 5)
    text = HEADER + quicks(1) + deal("south", "south bid 1H", "north bid 1H")
    yield bad("in the second deal", text, "bid-too-low", 23, 2, 2)
    for cards, code in (
        ("2C", "discard-count"),
        ("2C 4C 6C", "discard-count"),
        ("2C 2C", "duplicate-card"),
        ("2C 3C", "not-held"),
        ("3C 3C", "duplicate-card"),
    ):
        text = HEADER + deal("north", f"south exchange {cards}", cards=DECK)
        yield bad(f"{code}: {cards}", text, code, 11, 1, 1)
