"""Counts the requests over HTTP by the status of their answers."""

from collections import Counter

from litestar.types import ASGIApp, Message, Receive, Scope, Send


class Counts:
    """How many requests were answered with each status."""

    def __init__(self) -> None:
        self.requests: Counter[int] = Counter()

    def __call__(self, app: ASGIApp) -> ASGIApp:
        """The application with its answers counted."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            async def count(message: Message) -> None:
                if message["type"] == "http.response.start":
                    self.requests[message["status"]] += 1
                await send(message)

            await app(scope, receive, count)

        return counted
