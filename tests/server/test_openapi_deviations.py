"""A real server answers as its OpenAPI document says, both to valid and to invalid requests."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from support.servers import UNENCRYPTED, Server, server

EXAMPLES = 3
"""Per operation, for requests that fit the document and for others."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

OF_FORM = ("message/", "lang/", "request/")
"""Refusals of malformed requests; others depend on the server's state or the rules."""

UNLIMITED = [
    f"--limit={name}=1000000"
    for name in (
        "requests_per_second", "requests_per_second_in_all", "tables_per_minute",
        "tables_per_minute_in_all", "guests_per_minute", "guests_per_minute_in_all",
        "records_per_minute", "records_per_minute_in_all",
    )
]  # fmt: skip


def plain(value: Any) -> Any:
    """Write whole numbers without a decimal point, as the document requires."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def deviations(running: Server, headers: dict[str, str]) -> list[str]:
    schema = schemathesis.openapi.from_url(f"{running.address}/api/openapi.json")
    found: list[str] = []
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            found += _deviations_of(operation, mode, headers)
    return found


def _deviations_of(operation: Any, mode: GenerationMode, headers: dict[str, str]) -> list[str]:
    found: list[str] = []
    fits = mode is GenerationMode.POSITIVE

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Case[Any]) -> None:
        if fits:
            case.body = plain(case.body)
        answer = case.call(headers=headers)
        # A request that is too large (413) is rejected as well, which the check does not know
        # about.
        rejects = fits or answer.status_code == 413
        checks = CHECKS if rejects else [*CHECKS, negative_data_rejection]
        try:
            case.validate_response(answer, checks=checks)
        except FailureGroup as failures:
            found.extend(f"{operation.label}: {one}" for one in failures.exceptions)
        if fits and answer.status_code == 400 and answer.json()["code"].startswith(OF_FORM):
            found.append(f"{operation.label}: {answer.text} to {case.as_curl_command()}")

    try:
        ask()
    except Unsatisfiable:  # nothing that could not fit
        assert not fits
    return found


@pytest.mark.parametrize("known", [False, True], ids=["a stranger", "a guest"])
def test_openapi_document_matches_served_responses(tmp_path: Path, known: bool) -> None:  # noqa: FBT001 - a parameter of the test
    with server(tmp_path / "games.db", serve=UNLIMITED) as running:
        found = deviations(running, running.cookie("Ann") if known else {})
    assert not found, "\n".join(found)


def test_options_names_every_documented_method(tmp_path: Path) -> None:
    with server(tmp_path / "games.db") as running:
        document = running.get("/api/openapi.json").json()
        with httpx.Client(verify=UNENCRYPTED, base_url=running.address) as http:
            for path, operations in document["paths"].items():
                answer = http.options(re.sub(r"\{\w+\}", "2", path))
                named = set(answer.headers["allow"].split(", "))
                documented = {method.upper() for method in operations}
                assert documented <= named, path
                assert named <= documented | {"HEAD", "OPTIONS"}, path
