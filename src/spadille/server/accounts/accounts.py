"""Registering, coming in by name and password, and what is done with an account then."""

from ..clock import Clock
from ..refusals import RefusedError
from ..store.accounts import Account, registered, taken
from ..store.guests import Session
from ..store.store import Store
from ..table.events import PersonId
from .password_rules import check_password
from .passwords import Passwords


class Accounts:
    """Guests who have registered keep a name, and all that they have: they stay who they are."""

    def __init__(self, store: Store, clock: Clock, passwords: Passwords) -> None:
        self._store = store
        self._clock = clock
        self._passwords = passwords

    async def register(self, person: PersonId, name: str, password: str) -> Session:
        """Have a guest keep a name; their session begins again.

        Raises:
            RefusedError: when they have one, someone else has it, or the password is too weak.
        """
        check_password(password, name)
        if await self._store.accounts.of(person) is not None:
            raise registered()
        if await self._store.accounts.named(name) is not None:
            raise taken()
        digest = await self._passwords.digest(password)
        return await self._store.accounts.add(self._clock, person, name, digest)

    async def sign_in(
        self, secret: str | None, name: str, password: str, *, first: bool = False
    ) -> Session:
        """Return a session of the owner of a name, in place of the session of a browser.

        The password is compared `first`, before those of others that wait, for a known browser.

        Raises:
            RefusedError: when no one has it with that password; it does not tell which.
        """
        account = await self._store.accounts.named(name)
        if not await self._fits(account, password, first=first) or account is None:
            raise wrong()
        session = await self._store.guests.change(self._clock, secret, account.person)
        now = await self._store.accounts.of(account.person)
        same = now is not None and now.digest == account.digest
        if now is None or not (same or await self._fits(now, password, first=first)):
            await self._store.guests.end(session.secret)  # another one holds since it was compared
            raise wrong()
        return session

    async def check(self, person: PersonId, password: str) -> Account | None:
        """Return the account of someone who has said its password; None for a guest, who has none.

        Raises:
            RefusedError: when it is another one.
        """
        account = await self._store.accounts.of(person)
        if account is not None and not await self._fits(account, password, first=True):
            raise RefusedError("account/wrong", "wrong password")
        return account

    async def change_password(self, person: PersonId, password: str, new: str) -> Session:
        """Have another password hold, and end the sessions in all other browsers.

        Raises:
            RefusedError: when the present one is another, or the new one is too weak.
        """
        account = await self.check(person, password)
        if account is None:
            raise unregistered()
        check_password(new, account.name)
        digest = await self._passwords.digest(new, first=True)
        return await self._store.accounts.change(self._clock, person, digest)

    async def show(self, person: PersonId, *, shown: bool) -> None:
        """Have others see the ratings of someone, or no one.

        Raises:
            RefusedError: when they have not registered, and so have no name here.
        """
        if await self._store.accounts.of(person) is None:
            raise unregistered()
        await self._store.accounts.show(person, shown=shown)

    async def _fits(self, account: Account | None, password: str, *, first: bool) -> bool:
        digest = None if account is None else account.digest
        fits = await self._passwords.matches(password, digest, first=first)
        if fits and account is not None and self._passwords.is_older(account.digest):
            newer = await self._passwords.digest(password, first=first)
            await self._store.accounts.renew(account, newer)
        return fits


def unregistered() -> RefusedError:
    return RefusedError("account/none", "you do not have an account here")


def wrong() -> RefusedError:
    return RefusedError("account/wrong", "wrong name or password")
