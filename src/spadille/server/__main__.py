"""Temporary: until the command line serves."""

import argparse

from spadille.server import serve

p = argparse.ArgumentParser()
p.add_argument("--port", type=int, default=8000)
p.add_argument("--database")
p.add_argument("--pace", type=float)
a = p.parse_args()
serve(port=a.port, database=a.database, pace=a.pace)
