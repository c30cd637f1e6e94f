"""Answers to HTTP requests that need no server."""


def answer(method: str, path: str, body: str | None, lang: str) -> tuple[int, str]:
    """Return the HTTP status and the JSON text that answer a request.

    `path` includes the query string; `lang` is the language if the request does not name one.
    """
    raise NotImplementedError
