"""A path to a server on which nothing arrives any more, although neither side hangs up."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Path:
    """Forwards connections to a port on this machine; after a cut, none until it is repaired."""

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self._cut = threading.Event()
        self._whole = threading.Event()
        self._whole.set()
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Let nothing arrive from now on; existing connections stay dead."""
        self._whole.clear()
        self._cut.set()

    def mend(self) -> None:
        """Let new connections through again."""
        self._cut = threading.Event()
        self._whole.set()

    def close(self) -> None:
        self._whole.set()
        for one in (self._listener, *self._sockets):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                self._whole.wait()
                there = socket.create_connection(self._to)
                self._sockets += (here, there)
                for ends in ((here, there), (there, here)):
                    threading.Thread(target=_forward, args=(*ends, self._cut), daemon=True).start()


def _forward(source: socket.socket, target: socket.socket, cut: threading.Event) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            if cut.is_set():
                return
            target.sendall(data)
        if not cut.is_set():
            target.shutdown(socket.SHUT_WR)


@contextmanager
def path_to(port: int) -> Iterator[Path]:
    path = Path(port)
    try:
        yield path
    finally:
        path.close()
