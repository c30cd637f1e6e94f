"""Build the demo: the page with the engine, without a server, as plain files in build/demo.

Any host of files can serve them, from any folder. `python3 dev.py demo` sets up what this needs.
"""

import hashlib
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:1] = [str(ROOT)]

import engine_build
import web_build
from spadille.locale import LANGUAGES
from spadille.offline.requests import answered
from spadille.offline.session import Session
from spadille.server.net.answers import SECURITY_HEADERS
from spadille.study.lessons import lessons

DEMO = ROOT / "build" / "demo"

SERVICE_WORKER = web_build.WEB / "demo-service-worker.js"

ENGINE = '<script type="application/json" id="engine">{}</script>'

POLICY = '<meta http-equiv="content-security-policy" content="{}" />'


def build(folder: Path) -> None:
    """Write the files of the demo into a folder, which is emptied first.

    Raises:
        WebBuildError: says what is wrong.
    """
    engine_build.build()
    options = ["--base=./", f"--outDir={folder}", "--emptyOutDir", "--logLevel=warn"]
    web_build.npm("run", "build", "--", *options, VITE_DEMO="1")
    (folder / "manifest.webmanifest").unlink()  # the demo is not an app to install
    _write_answers(folder / "answers")
    engine = folder / "engine"
    engine_build.copy_to(engine)
    manifest = (engine / "manifest.json").read_text(encoding="utf-8")
    manifest = manifest.replace('"/engine/', '"engine/')
    (engine / "manifest.json").write_text(manifest)
    index = folder / "index.html"
    index.write_text(_page(index.read_text(encoding="utf-8"), manifest), encoding="utf-8")
    _write_service_worker(folder, list(json.loads(manifest)["files"]))


def _write_answers(folder: Path) -> None:
    """Write the answers that the page needs before the engine runs, in every language."""
    folder.mkdir()
    session = Session()
    lists = ("presets", "library", "schema", "phrases", "puzzles", "lessons")
    for name in (*lists, *(f"lessons/{lesson}" for lesson in lessons())):
        for lang in LANGUAGES:
            answer = answered("GET", f"/api/{name}", None, lang, session)
            file = folder / f"{name.replace('/', '-')}.{lang}.json"
            file.write_text(answer.body, encoding="utf-8")


def _write_service_worker(folder: Path, engine: list[str]) -> None:
    """Write the worker that keeps the files of this build in browsers."""
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        total.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    pictures = [path for path in folder.iterdir() if path.suffix in {".png", ".svg"}]
    files = sorted(pictures + list(folder.glob("assets/*")))
    constants = {
        "FILES": [path.relative_to(folder).as_posix() for path in files],
        "ENGINE_FILES": engine,
        "VERSION": total.hexdigest()[:12],
    }
    known = "".join(f"const {name} = {json.dumps(what)};\n" for name, what in constants.items())
    worker = SERVICE_WORKER.read_text(encoding="utf-8")
    (folder / "sw.js").write_text(known + worker, encoding="utf-8")


def _page(text: str, manifest: str) -> str:
    """Return the page with the manifest of the engine, and with the policy of the server.

    A page cannot state all of that policy.
    """
    stated = SECURITY_HEADERS["content-security-policy"].split("; ")
    policy = "; ".join(one for one in stated if not one.startswith("frame-ancestors"))
    text = re.sub(r'\s*<link rel="manifest"[^>]*>', "", text)
    text = text.replace("<head>", f"<head>\n    {POLICY.format(policy)}", 1)
    return text.replace("</head>", f"  {ENGINE.format(manifest.strip())}\n  </head>", 1)


def main() -> None:
    try:
        build(DEMO)
    except web_build.WebBuildError as error:
        sys.exit(str(error))
    print(f"the demo is in {DEMO}; any host of plain files can serve it, such as:")
    print(f"  python3 -m http.server --directory {DEMO.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
