"""`python -m spadille` is the `spadille` command."""

import sys

from .cli import main

sys.exit(main())
