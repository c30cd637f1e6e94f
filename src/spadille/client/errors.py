"""What ends a connection to a table, or only a request."""

from http import HTTPStatus

from websockets.exceptions import ConnectionClosed, InvalidProxy, InvalidStatus
from websockets.frames import Close, CloseCode

from ..bots import refused_because
from ..game import SpadesError


class ClientError(SpadesError):
    """The client cannot continue.

    The `code` says why:

    - `visit/address`: the link leads to no server
    - `visit/gone`: the client cannot reach the server
    - `visit/sent-away`: the server closed the connection, as it does when a token is revoked
    - `visit/no-seat`: all seats are taken, or the client has lost its seat
    - `visit/circles`: the bot repeats itself
    - `visit/unknown-level`: the server has no bots of that level
    """


class RefusedError(ClientError):
    """The server refused a message; nothing has changed, and the client may continue.

    `code` and the sentence are those of the server (`docs/protocol.md`).
    """


def gone(problem: str) -> ClientError:
    """Return the error for a server that cannot be reached."""
    return ClientError("visit/gone", "cannot reach the server: {problem}", problem=problem)


def no_seat(why: str) -> ClientError:
    """Return the error for a client without a seat."""
    return ClientError("visit/no-seat", "{why}", why=why)


def problem_of(error: Exception) -> str:
    """Return why the connection failed.

    Raises:
        ClientError: if another attempt would be useless.
    """
    match error:
        case ConnectionClosed(rcvd=Close(code=CloseCode.POLICY_VIOLATION)):
            raise ClientError(
                "visit/sent-away",
                "the server closed the connection; the token may have been revoked",
            ) from error
        case ConnectionClosed():
            return "the connection has ended"
        case InvalidStatus(response=response):
            problem = f"HTTP {response.status_code}"
            if response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                raise gone(problem) from error
            return problem
        case InvalidProxy():
            raise gone(refused_because(error)) from error
    return refused_because(error)
