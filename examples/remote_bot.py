"""Let a bot play one game at a table of a server, with your own loop.

    python remote_bot.py http://localhost:8000/t/k3v7p2mwq8xd spadille_...

`spadille.client.play` and the command `spadille bot` do the same, and survive errors of the bot.
"""

import sys

from my_bot import MyBot

from spadille.client import Client


def main(url: str, token: str) -> None:
    bot = MyBot(seed=1)
    with Client(url, token, name="My bot", log=print) as table:
        for view in table.views():
            action = bot.act(view)
            print(f"{view.phase}: {action}")
            table.act(action)
        assert table.view is not None
        print("scores:", *(standing.score for standing in table.view.standings))


if __name__ == "__main__":
    main(*sys.argv[1:])
