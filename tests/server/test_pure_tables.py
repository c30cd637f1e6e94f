"""Tables and their messages work without a server, such as in a browser."""

import subprocess
import sys

from support.command import PATIENCE

BLOCKED = ("asyncio", "sqlalchemy", "litestar", "numpy")

SCRIPT = f"""
import sys, pkgutil
from importlib import import_module

class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {BLOCKED!r}:
            raise ImportError(f"no {{name}} here")

for name in {BLOCKED!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Block())
package = import_module("spadille.table")
for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
    import_module(module.name)
print(*sorted(name for name in sys.modules if name.startswith("spadille.server")))
"""


def test_tables_and_messages_need_no_server() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stdout.strip()
