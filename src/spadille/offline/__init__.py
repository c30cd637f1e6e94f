"""Games against bots without a server, for example inside a page.

Only the standard library and `msgspec` are needed. A host program, such as the worker of a page,
owns the storage, the clock and the connections. It exchanges texts with a `session.Session`.
"""

__all__ = ["host", "requests", "session"]
