"""What is taken out of a bundle for those who help."""

from __future__ import annotations

import pytest

from dealer.cli.checks.bundle import redacted


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("tag V:E004010812345678 here", "tag [tag] here"),
        ("raw E004010812345678 and 04416D412B0289", "raw [tag] and [tag]"),
        ("cards 2c, Td Ah!", "cards [card]!"),
        ("http://h/link/AbCdEfGhIjKlMnOpQrSt", "http://h/link/[link]"),
        ("-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----", "[key]"),
        ("anna dealt; Annabel did not", "[name] dealt; Annabel did not"),
    ],
)
def test_what_is_taken_out(text: str, left: str) -> None:
    assert redacted(text, ["Anna"]) == left
