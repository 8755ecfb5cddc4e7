"""A voice that can be asked what it was given to say."""

from __future__ import annotations


class SpokenWords:
    """Fulfils `dealer.ports.Speaker` without a sound."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, text: str, language: str, volume: int) -> None:
        self.said.append(text)

    def stop(self) -> None:
        pass
