"""What the doctor found, by name."""

from __future__ import annotations

from dealer.cli.checks.finding import Finding


def finding_of(findings: list[Finding], name: str) -> Finding:
    """The last one of this name."""
    return next(each for each in reversed(findings) if each.name == name)
