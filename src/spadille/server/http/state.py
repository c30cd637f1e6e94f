"""The application's shared state, available to each request."""

from asyncio import Lock
from collections.abc import Callable

from litestar.datastructures import State

from ..accounts.accounts import Accounts
from ..accounts.friends import Friends
from ..challenges.challenging import Challenging
from ..challenges.duplicates import Duplicates
from ..evenings.evenings import Evenings
from ..games.library import Library
from ..ratings.rating import Ratings
from ..running.hub import Hub
from ..running.keeper import Surroundings
from .gate import Gate
from .moderating import Moderating
from .pages import Page, Pages
from .reach import FoundAt
from .sockets import Sockets


class AppState(State):
    """Handlers get it as `state`; `app` fills it when the application starts."""

    around: Surroundings
    hub: Hub
    challenging: Challenging
    duplicates: Duplicates
    evenings: Evenings
    library: Library
    ratings: Ratings
    accounts: Accounts
    leaving: Lock
    friends: Friends
    sockets: Sockets
    moderating: Moderating
    gate: Gate
    found_at: FoundAt
    pages: Pages
    openapi: Callable[[], Page]
