"""Temporary: until the command line serves."""

import argparse
import importlib
import random
import sys
import types

try:
    importlib.import_module("spadille.bots")
except ImportError:
    for name in [n for n in sys.modules if n.startswith("spadille.bots")]:
        del sys.modules[name]
    stub = types.ModuleType("spadille.bots")

    class _Bot:
        def act(self, view):
            return random.choice(tuple(view.options)[:50])

    stub.load = lambda level, seed=0: _Bot()
    sys.modules["spadille.bots"] = stub

from spadille.server import serve

p = argparse.ArgumentParser()
p.add_argument("--port", type=int, default=8000)
p.add_argument("--database")
p.add_argument("--pace", type=float)
a = p.parse_args()
serve(port=a.port, database=a.database, pace=a.pace)
