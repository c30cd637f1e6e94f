"""The compiled engine is kept in the user's cache folder, and is never out of date."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import spadille.fast
from spadille.fast import kernel
from spadille.fast.kernel import sources

KERNELS = "from spadille.fast.kernel import kernel\nfrom .constant import STEP\n"
KERNELS += "@kernel\ndef advance(number):\n    return number + STEP\n"
RUN = "from kernels.advance import advance; print(advance(1))"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "kernels"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "constant.py").write_text("STEP = 1\n")
    (folder / "advance.py").write_text(KERNELS)
    return folder


def run(package: Path, cache: Path, program: str = RUN) -> str:
    where = {
        "PYTHONPATH": str(package.parent),
        "NUMBA_CACHE_DIR": str(cache),
        "NUMBA_NRT_STATS": "1",
    }
    command = [sys.executable, "-B", "-c", program]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **where}
    )
    assert not done.returncode, done.stderr
    return done.stdout.strip()


def compiled(cache: Path) -> list[Path]:
    return sorted(cache.rglob("*.nbc"))


def test_kernel_is_compiled_once(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert run(package, cache) == "2"
    first = compiled(cache)
    times = [file.stat().st_mtime_ns for file in first]
    assert run(package, cache) == "2"
    assert compiled(cache) == first
    assert [file.stat().st_mtime_ns for file in first] == times


RELEASING = """
import sys
import numpy as np
from numba.core.runtime import rtsys
from spadille.fast.kernel import kernel

@kernel
def part(numbers):
    return numbers.copy()

@kernel
def entry(numbers):
    more = np.ones(len(numbers), np.int64)
    return part(part(more) + numbers)

def kept():
    memory = rtsys.get_allocation_stats()
    return memory.alloc - memory.free, sys.getrefcount(numbers)

numbers = np.zeros(100, np.int64)
entry(numbers)
arrays, references = kept()
entry(numbers)
more, again = kept()
print(rtsys.get_allocation_stats().alloc >= 6, more - arrays, again - references)
"""


def test_kernel_releases_its_arrays_and_arguments(package: Path, tmp_path: Path) -> None:
    (package / "releasing.py").write_text(RELEASING)
    for _ in range(2):
        assert run(package, tmp_path / "cache", "import kernels.releasing") == "True 0 0"


CALLING = """
from kernels.advance import advance, kernel

@kernel
def advance_twice(number):
    return advance(advance(number))

print(advance_twice(1), advance(1), advance_twice(2))
"""


def test_kernel_used_by_another_can_be_called_from_python(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    (package / "calling.py").write_text(CALLING)
    for _ in range(2):
        assert run(package, cache, "import kernels.calling") == "3 2 4"
        assert len(compiled(cache)) == 2  # each has an entry, and neither is there twice


def test_kernels_without_cache_folder_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object) -> Path:
        raise RuntimeError

    monkeypatch.setattr(kernel.config, "CACHE_DIR", "")
    monkeypatch.setattr("platformdirs.user_cache_path", nowhere)
    assert not kernel.kernels_are_kept()


def test_kernel_is_compiled_again_when_import_changes(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(package, cache)
    (package / "constant.py").write_text("STEP = 2\n")
    assert run(package, cache) == "3"


def test_truncated_cache_files_are_compiled_again(package: Path, tmp_path: Path) -> None:
    """A system crash leaves such truncated copies of files that were just written."""
    cache = tmp_path / "cache"
    run(package, cache)
    for ending in ("nbi", "nbc"):
        (kept,) = cache.rglob(f"*.{ending}")
        size = kept.stat().st_size
        for part in (0, 0.9):
            os.truncate(kept, int(size * part))
            assert run(package, cache) == "2", (ending, part)
            assert kept.stat().st_size == size, (ending, part)


def test_old_kernel_versions_are_deleted(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for step in range(5):
        (package / "constant.py").write_text(f"STEP = {step}\n")
        run(package, cache)
    assert len(compiled(cache)) == 4


def test_kernels_without_writable_cache_run(package: Path, tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.touch()
    assert run(package, taken) == "2"


def imported(file: Path) -> Iterator[Path]:
    """Yield the targets of a file's relative imports, as Python's parser sees them."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for name in node.names:
                places = (base / name.name, base)
                modules = ([place.with_suffix(".py"), place / "__init__.py"] for place in places)
                yield from next(filter(None, ([f for f in m if f.is_file()] for m in modules)), ())


def test_sources_include_every_import() -> None:
    files = list(Path(spadille.fast.__file__).resolve().parent.rglob("*.py"))
    for file in files:
        assert sources(file) >= set(imported(file)), file
    assert len(files) > 40
