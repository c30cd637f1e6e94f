"""Draw the icons of the application from web/public/favicon.svg with the machine's Chromium.

python tools/icons.py
"""

import re
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))
import dev

PUBLIC = ROOT / "web" / "public"
FAVICON = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")

ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-touch-180.png": (180, True),
    "icon-whole-512.png": (512, True),
}
"""The sizes, and whether the picture fills its square so that a device may crop it."""


def drawing(*, whole: bool) -> str:
    """Return the drawing; a full one fills the background, with the figure in the middle."""
    if not whole:
        return FAVICON
    ground, figure = re.findall(r"<(?:rect|path)[^>]*/>", FAVICON)
    ground = re.sub(r' rx="\d+"', "", ground)
    moved = '<g transform="translate(32 32) scale(0.8) translate(-32 -32)">'
    return f"{FAVICON[: FAVICON.index('>') + 1]}{ground}{moved}{figure}</g></svg>"


def main() -> int:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=dev.find_chromium(), args=["--no-sandbox"]
        )
        for name, (size, whole) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0}} svg{{display:block}}</style>{drawing(whole=whole)}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
