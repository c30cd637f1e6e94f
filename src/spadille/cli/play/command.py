from argparse import Namespace
from typing import Any

def add_to(commands: Any) -> None:
    parser = commands.add_parser("play", help="play in this terminal")
    parser.set_defaults(run=lambda a: 0, command=parser.prog)
