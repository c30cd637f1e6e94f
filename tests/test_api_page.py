"""The reference of the names in `spadille`; all of them are available without a compiler."""

import re
import subprocess
import sys

import pytest

import spadille
from docsite.api_page import PAGE, page, problems
from support.command import environment


def test_api_page_is_up_to_date() -> None:
    assert list(problems()) == []
    assert PAGE.is_up_to_date(page()), "run python tools/docsite pages"


def test_api_page_raises_lines_name_error_and_cause() -> None:
    lines = [line for line in page().splitlines() if line.startswith("Raises ")]
    assert [line for line in lines if not re.match(r"Raises `\w+Error`: .+\.$", line)] == []
    assert any("or the executor is not an executor." in line for line in lines)


@pytest.mark.parametrize("name", spadille.__all__)
def test_package_has_every_exported_name(name: str) -> None:
    assert getattr(spadille, name) is not None


def test_package_exports_few_names_and_imports_no_kernels() -> None:
    assert len(spadille.__all__) <= 33
    with pytest.raises(AttributeError, match="grandmaster"):
        spadille.grandmaster  # noqa: B018 - asking is the test
    script = "import sys, spadille\nsys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], env=environment(), check=False)
    assert done.returncode == 0
