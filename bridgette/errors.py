"""Errors that carry data: what is wrong, where, by which rule, and what would be right."""

from __future__ import annotations

_EXITS: dict[int, str] = {
    1: "internal",
    2: "usage",
    10: "wrong-phase not-held discard-count duplicate-card bid-too-low bid-suit-length "
    "bid-no-trump bid-jump double-own double-none double-again redouble-none follow-suit "
    "colon-range suit-barred claim-range claim-lead claim-again claim-open claim-none "
    "game-over undo-none",
    11: "not-your-turn",
    12: "notation",
    20: "not-found unreadable empty encoding too-large yaml duplicate-key unknown-key schema deck "
    "dealer-order deal-order",
    21: "format-version",
    22: "exists busy changed no-space not-writable",
    23: "output",
    30: "bad-point bad-share wrong-release signature chain memory rejoin owed sealed-rule cheat",
    31: "needs-pynacl",
    40: "older",
    41: "fork",
    42: "other-game",
    43: "damaged",
    130: "interrupted",
}
EXIT_CODES: dict[str, int] = {
    code: exit for exit, codes in _EXITS.items() for code in codes.split()
}


class BridgetteError(Exception):
    """Root of all errors; `code` is stable, `message` is for people, the rest says where.

    >>> error = RuleError("Hearts were led.", code="follow-suit", rule="R18")
    >>> str(error), error.exit_code
    ('Hearts were led.', 10)
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        rule: str | None = None,
        text: str | None = None,
        legal: tuple[str, ...] = (),
        file: str | None = None,
        line: int | None = None,
        deal: int | None = None,
        move: int | None = None,
    ) -> None:
        # A bad text quoted in it may hold half a character, which no output could take.
        self.message = message.encode("utf-8", "backslashreplace").decode()
        super().__init__(self.message)
        self.code = code
        self.rule = rule
        self.text = text
        self.legal = legal
        self.file = file
        self.line = line
        self.deal = deal
        self.move = move

    def __reduce__(self) -> tuple[object, ...]:
        return _same_error, (type(self), vars(self))  # so that a worker's error comes home

    @property
    def exit_code(self) -> int:
        """The exit status of a command that fails so."""
        return EXIT_CODES[self.code]


def _same_error(kind: type[BridgetteError], fields: dict[str, object]) -> BridgetteError:
    error = kind.__new__(kind)
    vars(error).update(fields)
    error.args = (error.message,)
    return error


class NotationError(BridgetteError):
    """A text is not a card, bid or move in any position: code `notation`."""

    def __init__(self, message: str, text: str, rule: str | None = None) -> None:
        super().__init__(message, code="notation", text=text, rule=rule)


class RuleError(BridgetteError):
    """A well-formed move is not allowed now; `rule` says why, `legal` what is."""


class RecordError(BridgetteError):
    """What a file holds cannot be read as a game, be it its form or a move in it."""

    @property
    def exit_code(self) -> int:
        """21 for a format version to come, else 20."""
        return 21 if self.code == "format-version" else 20


class MailError(BridgetteError):
    """What came is no message for this game, or the two cannot be brought together."""


class SealedError(BridgetteError):
    """A sealed game cannot go on so: a proof does not hold, or the move is not for such a game.

    It is `private` if it may be that only the player who reads the game can see it.
    """

    private = False


class StorageError(BridgetteError):
    """A file could not be read or written; the one on disk is as it was."""
