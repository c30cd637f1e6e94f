"""`spadille completion`: print a script that completes commands in a shell."""

from argparse import Namespace
from typing import Any

from .options import add_command
from .streams import print_plain

_ABOUT = """\
Print a script that lets your shell complete commands and options with Tab.

examples:
  spadille completion bash > ~/.local/share/bash-completion/completions/spadille
  spadille completion zsh > ~/.zfunc/_spadille
  spadille completion fish > ~/.config/fish/completions/spadille.fish
"""

SHELLS = ("bash", "zsh", "fish")


def add_to(commands: Any) -> None:
    """Add `spadille completion` and its options."""
    parser = add_command(commands, "completion", "Complete commands with Tab", _ABOUT, run)
    parser.add_argument("shell", choices=SHELLS, help="the shell")


def run(arguments: Namespace) -> None:
    """Print a completion script for the shell."""
    import shtab

    print_plain(shtab.complete(arguments.parser, arguments.shell))
