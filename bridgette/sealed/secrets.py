"""What follows from an identity (section "Secrets"): keys, and the secret of each deal."""

from __future__ import annotations

from functools import cached_property

from bridgette.sealed.group import SIZE, digest, key_of, reduced, signature_of

DECKS = 7


class DealSecret:
    """The secret of one player for one deck: an order, a lock, a scalar a position, a pad.

    >>> sorted(DealSecret(bytes(32), 55).order) == list(range(55))
    True
    """

    def __init__(self, secret: bytes, count: int) -> None:
        self.secret = secret
        self.count = count

    @cached_property
    def lock(self) -> bytes:
        """The scalar that the first shuffler locks the whole deck with."""
        return self._scalar("bridgette lock", 0)

    @cached_property
    def order(self) -> list[int]:
        """Where each card of the shuffled deck comes from."""
        keys = [digest("bridgette order", [n], key=self.secret) for n in range(self.count)]
        return sorted(range(self.count), key=keys.__getitem__)

    @cached_property
    def scalars(self) -> list[bytes]:
        """The scalar that locks each position by itself."""
        return [self._scalar("bridgette place", n) for n in range(self.count)]

    @cached_property
    def pad(self) -> int:
        """So many bits as there are positions, to hide discards under."""
        data = digest("bridgette pad", [], key=self.secret)
        return int.from_bytes(data, "big") >> (8 * SIZE - self.count)

    def _scalar(self, purpose: str, number: int) -> bytes:
        return reduced(digest(purpose, [number], key=self.secret, size=64))


def commitment(game: str, seat: str, deal: int, secret: bytes) -> bytes:
    """What is published of a secret before it is used."""
    return digest("bridgette bound", [game, seat, deal, secret])


class Identity:
    """A player's 32 secret bytes, and what they give in a game.

    >>> Identity(bytes(32)).public_key == Identity(bytes(32)).public_key
    True
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        seed = digest("bridgette sign", [], key=secret)
        self.public_key, self._signing_key = key_of(seed)

    def sign(self, message: bytes) -> bytes:
        """The signature, always the same for the same message."""
        return signature_of(message, self._signing_key)

    def deal_secret(self, game: str, seat: str, nonce: bytes, deal: int, count: int) -> DealSecret:
        """The secret of a deal (from 1) of a game, for what was drawn fresh at its start."""
        data = digest("bridgette deal", [game, seat, nonce, deal], key=self._secret)
        return DealSecret(data, count)
