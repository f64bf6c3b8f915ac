"""The group (section "Points and scalars"): points that stand for cards, scalars that lock them.

Nothing of the arithmetic is written here: it is libsodium's, through PyNaCl.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache

from bridgette.errors import SealedError

try:
    from nacl import bindings as _sodium
    from nacl.exceptions import CryptoError
except ImportError as error:
    raise SealedError(
        "sealed games need the library PyNaCl, which is not installed:"
        " pip install 'bridgette[sealed]'",
        code="needs-pynacl",
    ) from error

ORDER = 2**252 + 27742317777372353535851937790883648493  # of the group: RFC 8032, 5.1
SIZE = 32  # bytes of a point, a scalar, a hash, a secret
# The base point plus the point of order two. Libraries before the repair of CVE-2025-69277 take
# it for one of the group, and who may use such points can mark cards.
_MARKED = bytes.fromhex("95" + "99" * 30 + "99")


def _check_library() -> None:
    if not getattr(_sodium, "has_crypto_core_ed25519", False) or is_point(_MARKED):
        raise SealedError(
            "the installed PyNaCl or libsodium takes points for good that are not"
            " (CVE-2025-69277): pip install --upgrade 'PyNaCl>=1.6.2'",
            code="needs-pynacl",
        )


def is_point(data: bytes) -> bool:
    """Whether these are the bytes of a point of the group, in their one form, not the neutral."""
    return len(data) == SIZE and _sodium.crypto_core_ed25519_is_valid_point(data)


def is_scalar(data: bytes) -> bool:
    """Whether these are the bytes of a scalar in its one form, not zero."""
    return len(data) == SIZE and 0 < int.from_bytes(data, "little") < ORDER


def reduced(data: bytes) -> bytes:
    """The scalar of 64 bytes that look random."""
    return _sodium.crypto_core_ed25519_scalar_reduce(data)


def inverse(scalar: bytes) -> bytes:
    """The scalar that undoes one."""
    return _sodium.crypto_core_ed25519_scalar_invert(scalar)


def product(one: bytes, other: bytes) -> bytes:
    """The scalar that does what both do."""
    return _sodium.crypto_core_ed25519_scalar_mul(one, other)


def multiplied(scalar: bytes, point: bytes) -> bytes | None:
    """The point times the scalar; None if one of them is none."""
    try:
        return _sodium.crypto_scalarmult_ed25519_noclamp(scalar, point)
    except (CryptoError, ValueError):
        return None


@cache
def points_of(labels: tuple[str, ...]) -> tuple[bytes, ...]:
    """The point of each label: nobody knows how one of them is a multiple of another."""
    return tuple(
        _sodium.crypto_core_ed25519_from_uniform(
            hashlib.blake2b(label.encode(), digest_size=SIZE).digest()
        )
        for label in labels
    )


def fault_of_points(points: Sequence[bytes], count: int) -> str | None:
    """What is wrong with the points of a stage; None if they are so many, good and distinct."""
    if len(points) != count:
        return f"{len(points)} points instead of {count}"
    if len(set(points)) != count:
        return "a point that is there twice"
    for place, point in enumerate(points, 1):
        if not is_point(point):
            return f"a point that is none of the group (number {place})"
    return None


def key_of(seed: bytes) -> tuple[bytes, bytes]:
    """The public and the signing key of 32 bytes."""
    return _sodium.crypto_sign_seed_keypair(seed)


def signature_of(message: bytes, signing_key: bytes) -> bytes:
    """The signature, 64 bytes: the same message and key give the same."""
    return _sodium.crypto_sign(message, signing_key)[:64]


def is_signed(message: bytes, signature: bytes, key: bytes) -> bool:
    """Whether the owner of a public key has signed the message."""
    try:
        return bool(_sodium.crypto_sign_open(signature + message, key) == message)
    except (CryptoError, ValueError):
        return False


def digest(
    purpose: str, fields: Iterable[bytes | str | int], *, key: bytes = b"", size: int = SIZE
) -> bytes:
    """BLAKE2b of fields for one purpose; each field with its length before it.

    >>> digest("example", ["ab", "c"]) == digest("example", ["a", "bc"])
    False
    """
    state = hashlib.blake2b(digest_size=size, key=key, person=purpose.encode())
    for field in fields:
        data = field if isinstance(field, bytes) else str(field).encode()
        state.update(len(data).to_bytes(4, "big") + data)
    return state.digest()


_check_library()
