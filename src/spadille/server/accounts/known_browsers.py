"""Browsers that have signed in before, recognized by marks that only this server can make.

A mark does not sign anyone in. It only distinguishes the owner of an account from strangers who are
guessing the password, so that strangers cannot use up the owner's attempts. The server does not
store marks. A mark is keyed with the hash of the password, so changing the password makes all marks
worthless.
"""

import hmac
import secrets
from hashlib import sha256

from ..store.accounts import Account

MOST_ACCOUNTS = 4
"""The most accounts for which one browser keeps marks."""

LONGEST = 400
"""The most characters; the marks for that many accounts are shorter."""

_BETWEEN, _BEFORE_PROOF = "~", "."


def marks_with(account: Account, marks: str | None) -> str:
    """Return a browser's marks after its user has proved that they own this account."""
    others = [mark for mark in _each(marks) if _nonce_in(mark, account) is None]
    return _BETWEEN.join([_mark(account), *others[: MOST_ACCOUNTS - 1]])


def known_as(account: Account | None, marks: str | None) -> str | None:
    """Return the key under which a known browser's attempts are counted, or None without a mark."""
    if account is None:
        return None
    return next(filter(None, (_nonce_in(mark, account) for mark in _each(marks))), None)


def _each(marks: str | None) -> list[str]:
    return marks.split(_BETWEEN)[:MOST_ACCOUNTS] if marks and len(marks) <= LONGEST else []


def _mark(account: Account) -> str:
    nonce = secrets.token_urlsafe(12)
    return f"{nonce}{_BEFORE_PROOF}{_proof(account, nonce)}"


def _nonce_in(mark: str, account: Account) -> str | None:
    nonce, _, proof = mark.partition(_BEFORE_PROOF)
    right = hmac.compare_digest(proof.encode(), _proof(account, nonce).encode())
    return nonce if right else None


def _proof(account: Account, nonce: str) -> str:
    said = f"spadille browser/{account.person}/{nonce}".encode()
    return hmac.digest(account.digest.encode(), said, sha256).hex()[:32]
