"""`python -m spadille.cli` is the `spadille` command."""

import sys

from .command_line import main

sys.exit(main())
