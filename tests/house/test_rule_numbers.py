"""Every rule that is cited by number stands on the page of rules, and no other."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parents[2]
PAGE = HERE / "dealer" / "house" / "rules.md"
NUMBER = re.compile(r"\bR[1-9]\d?\.\d+\b")
READ = {".py", ".toml", ".html", ".js"}


def test_every_rule_that_is_cited_stands_on_the_page_of_rules() -> None:
    known = set(re.findall(r"^\| (R\d+\.\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    cited = {
        number: file.relative_to(HERE)
        for folder in ("dealer", "drivers", "web", "tests")
        for file in (HERE / folder).rglob("*")
        if file.suffix in READ
        for number in NUMBER.findall(file.read_text(encoding="utf-8"))
    }
    assert {number: file for number, file in cited.items() if number not in known} == {}
    assert known <= set(cited)
