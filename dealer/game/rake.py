"""What the house takes from a pot (R1.7): how much, not from whom."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoRake:
    """The house takes nothing from the pot (also where it takes a time charge)."""


@dataclass(frozen=True, slots=True)
class PercentRake:
    """A percentage of the pot, rounded down to a chip, never more than the cap.

    per_mille: tenths of a percent.  cap: chips, or None for no cap.
    """

    per_mille: int
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class StepRake:
    """A fixed rake for pots of at least so many chips: (pot, rake) pairs, smallest pot first."""

    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class FixedRake:
    """So many chips, whatever the pot; known afterwards, as in a recorded hand."""

    amount: int


NO_RAKE = NoRake()

Rake = NoRake | PercentRake | StepRake | FixedRake


def rake_of(rake: Rake, pot: int, chip: int) -> int:
    """Return the chips to take from a pot that holds no uncalled bet any more (R1.7).

    chip: the smallest chip in play; a part of a chip is left in the pot.
    """
    match rake:
        case NoRake():
            return 0
        case PercentRake(per_mille, cap):
            taken = pot * per_mille // 1000
            taken = taken if cap is None else min(taken, cap)
            return taken // chip * chip
        case StepRake(steps):
            return min(pot, max((taken for least, taken in steps if pot >= least), default=0))
        case FixedRake(amount):
            return min(pot, amount)


def is_valid(rake: Rake) -> bool:
    """Whether the figures of a rake can be meant: nothing negative, no more than everything."""
    match rake:
        case NoRake():
            return True
        case PercentRake(per_mille, cap):
            return 0 <= per_mille <= 1000 and (cap is None or cap >= 0)
        case StepRake(steps):
            return all(pot >= 0 and taken >= 0 for pot, taken in steps) and list(steps) == sorted(steps)
        case FixedRake(amount):
            return amount >= 0
