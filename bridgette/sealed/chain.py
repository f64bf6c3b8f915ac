"""The chain of signed actions (section "Chain and signatures")."""

from __future__ import annotations

from collections.abc import Iterable

from bridgette.sealed.group import digest, is_signed
from bridgette.sealed.secrets import Identity

_PREFIX = b"bridgette sealed game 1, head "
Field = bytes | str | int


def first_head(fields: Iterable[Field]) -> bytes:
    """The head before any action: the hash of what the game is."""
    return digest("bridgette start", fields)


def next_head(head: bytes, fields: Iterable[Field]) -> bytes:
    """The head after an action: the hash of the head before it, and of the whole action."""
    return digest("bridgette next", [head, *fields])


def sign(head: bytes, identity: Identity) -> bytes:
    """A player's signature under an action, and so under all before it."""
    return identity.sign(_PREFIX + head)


def has_signed(head: bytes, signature: bytes, key: bytes) -> bool:
    """Whether the owner of a public key stands for the game up to this head."""
    return is_signed(_PREFIX + head, signature, key)
