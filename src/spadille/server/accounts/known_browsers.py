"""Browsers in which someone has signed in before, by marks that only this server can make.

A mark lets no one in. It only says the owner of an account from strangers who guess its password,
so that these cannot use up the owner's own attempts. The server stores nothing of it: the key of a
mark is the digest of the password, and so another password makes all marks worthless.
"""

import hmac
import secrets
from hashlib import sha256

from ..store.accounts import Account

MOST_ACCOUNTS = 4
"""The most accounts that one browser keeps marks of."""

LONGEST = 400
"""Characters; the marks of that many accounts have fewer."""

_BETWEEN, _BEFORE_PROOF = "~", "."


def marks_with(account: Account, marks: str | None) -> str:
    """Return the marks of a browser after its owner has proven to have this account."""
    others = [mark for mark in _each(marks) if _nonce_in(mark, account) is None]
    return _BETWEEN.join([_mark(account), *others[: MOST_ACCOUNTS - 1]])


def known_as(account: Account | None, marks: str | None) -> str | None:
    """Return by what a browser of this account is counted, or None if it has no mark of it."""
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
