"""Make the documentation from docs/ and the program.

python tools/docsite pages [--check]   write the tables in docs/, or report what is out of date
python tools/docsite site [--generator ZENSICAL] [--serve]   build the site in build/site/html

`python3 dev.py docs` sets up what the site needs, and builds it.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:1] = [str(ROOT / "tools"), str(ROOT)]

import web_build
from docsite import api_page, build, coverage_table, rule_table, text_table
from docsite.made_page import write_or_check

MADE = (
    (api_page.PAGE, api_page.page, api_page.problems),
    (coverage_table.PAGE, coverage_table.page, coverage_table.problems),
    (rule_table.PAGE, rule_table.page, rule_table.problems),
    (text_table.PAGE, text_table.page, text_table.problems),
)
"""Each page with tables, with the functions for its text and for problems in its sources."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    pages = commands.add_parser("pages", help="write the tables of docs/")
    pages.add_argument("--check", action="store_true", help="write nothing")
    site = commands.add_parser("site", help="build the site")
    site.add_argument("--generator", default="zensical", help="the command of Zensical")
    site.add_argument("--serve", action="store_true", help="show it, and follow changes")
    arguments = parser.parse_args()
    if arguments.command == "pages":
        found = [
            problem
            for page, text, problems in MADE
            for problem in (*problems(), *write_or_check(page, text(), check=arguments.check))
        ]
        print("\n".join(found) or "all pages are up to date")
        return 1 if found else 0
    try:
        build.build(arguments.generator)
        if arguments.serve:
            build.serve(arguments.generator)
    except (build.SiteError, web_build.WebBuildError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
