"""HTTP routes for rule sets and options in words."""

from asyncio import to_thread

from litestar.status_codes import HTTP_200_OK

from ...locale import Lang
from ...table.rule_choice import RulesInfo
from ...table.rule_info import (
    CheckRules,
    OptionGroup,
    PresetInfo,
    checked_rules,
    library_infos,
    preset_infos,
    rule_schema,
)
from ..net.identity import EVERYONE
from ..net.routes import Routes
from ..net.state import Feature

routes = Routes()


@routes.get("/api/presets", tagged=True)
def list_presets(lang: Lang) -> tuple[PresetInfo, ...]:
    """List the available rule sets in the language given by `?lang=`, or else the browser's."""
    return preset_infos(lang)


@routes.get("/api/library", tagged=True)
def list_library(lang: Lang) -> tuple[PresetInfo, ...]:
    """List the published rules of clubs and tournaments in the language given by `?lang=`."""
    return library_infos(lang)


@routes.get("/api/schema", tagged=True)
def show_schema() -> tuple[OptionGroup, ...]:
    """Describe all options of the rules, for an editor."""
    return rule_schema()


@routes.post("/api/rules/check", EVERYONE, status=HTTP_200_OK)
async def check_rules(body: CheckRules) -> RulesInfo:
    """Check rules; unplayable rules are reported in the answer, not as a refusal."""
    if not body.file:
        return checked_rules(body)
    return await to_thread(checked_rules, body)  # tables must not wait for a long file


feature = Feature(routes=routes)
