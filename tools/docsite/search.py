"""Search the built site for the words that people use; every query must find a page.

It matches the way the site's search does: it splits titles and texts at the index's separator and
compares the beginnings of words. All words of a query must occur in one section.
"""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

QUERIES = (
    # players
    "how to play", "rules", "nil", "blind nil", "bags", "sandbagging", "renege", "revoke",
    "misdeal", "partner", "score", "scoring", "jokers", "undo", "hint", "puzzle", "lesson",
    "beginner", "house rules", "two players", "six players", "tournament", "leaderboard",
    "rating", "replay", "chat", "timer", "friends", "invite", "account", "password", "login",
    "sign in", "offline", "keyboard", "screen reader", "accessibility", "glossary", "FAQ",
    "cheating", "shuffle", "phones", "mobile", "smartphone", "QR", "same wifi", "LAN", "firewall",
    "choose partner", "overtricks", "first game", "start game against bots",
    # hosts
    "self-host", "docker", "install", "reverse proxy", "nginx", "https", "backup", "upgrade",
    "postgresql", "rate limit", "ban", "mute", "privacy", "GDPR", "metrics", "prometheus",
    "troubleshooting", "letsencrypt", "TLS certificate", "caddy", "cron", "spam", "DDoS",
    "throttle", "harden",
    # programmers and researchers
    "API", "websocket", "bot", "neural", "reinforcement learning", "Monte Carlo", "gymnasium",
    "pettingzoo", "openspiel", "double dummy", "solver", "dataset", "benchmark", "command line",
    "shell completion", "translate", "contribute", "license", "significance", "elo", "error bar",
    "confidence interval", "external bot", "evaluate bot", "websocket bot python", "vectorized",
    "VecEnv", "PPO", "stable baselines", "pytorch", "RL", "imitation learning",
    "behavior cloning", "supervised learning", "running tests", "unit tests", "test suite",
    "jupyter notebook", "svg",
)  # fmt: skip
"""Queries that players, hosts, programmers and researchers would use."""


def unfound(site: Path) -> Iterator[str]:
    """Yield the queries that find nothing in the search index of a built site."""
    index = json.loads((site / "search.json").read_text(encoding="utf-8"))
    split = re.compile(index["config"]["separator"])
    sections = [
        [word for word in split.split(_text(item).lower()) if word] for item in index["items"]
    ]
    for query in QUERIES:
        words = [word for word in split.split(query.lower()) if word]
        if not any(all(_occurs(word, section) for word in words) for section in sections):
            yield query


def _text(item: dict[str, str]) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", f"{item['title']} {item['text']}"))


def _occurs(word: str, section: list[str]) -> bool:
    return any(there.startswith(word) for there in section)
