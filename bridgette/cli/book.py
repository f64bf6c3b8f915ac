"""The command that prints the rules."""

from __future__ import annotations

import click

from bridgette.cli.rulebook import HOUSE_RULES, RULES, SECTIONS, TABLES
from bridgette.cli.session import PLAIN, Session, command
from bridgette.cli.terminal import columns
from bridgette.render.text import printable, wrap
from bridgette.render.values import ok


@command("rules", PLAIN)
@click.argument("word", metavar="[NUMBER|WORD]", required=False)
def rules_command(session: Session, word: str | None) -> None:
    """Print the rules in short.

    All of them, one (R20), or those that mention a word.
    """
    found = list(RULES) if word is None else _matching(word)
    houses = [name for name in HOUSE_RULES if word is None or _mentions(name, word)]
    if not found and not houses:
        raise click.UsageError(f"No rule is called or mentions “{printable(word or '')}”.")
    if session.json:
        house_rules = {name: HOUSE_RULES[name] for name in houses}
        session.json_out(ok(rules={n: RULES[n] for n in found}, house_rules=house_rules))
        return
    lines: list[str] = []
    for title, first, last in SECTIONS:
        numbers = [f"R{n}" for n in range(first, last + 1) if f"R{n}" in found]
        if not numbers:
            continue
        lines += [title] if word is None else []
        for number in numbers:
            lines += wrap(f"{number:4} {RULES[number]}", columns(), "     ")
            if number in TABLES:
                lines += ["", *(f"     {row}".rstrip() for row in TABLES[number].splitlines()), ""]
        lines += [""] if word is None else []
    if houses:
        lines += ["House rules"] if word is None else []
        for name in houses:
            lines += wrap(f"{name}: {HOUSE_RULES[name]}", columns(), "     ")
    session.out(lines)


def _matching(word: str) -> list[str]:
    number = word.upper() if word[:1] in "Rr" else f"R{word}"
    if number in RULES:
        return [number]
    return [name for name, text in RULES.items() if word.lower() in text.lower()]


def _mentions(name: str, word: str) -> bool:
    text = f"house rule {name} {HOUSE_RULES[name]}".lower()
    return len(word) > 2 and word.lower() in text and word.upper() not in RULES
