"""The short deck of seventh street (R5), against an enumeration made here without the engine's code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from dealer.game.short_deck import LastCard, NoCardLeft, Procedure, Source, last_card
from dealer.house.rules import ShortDeck


def ways_to_fold() -> Iterator[tuple[int, ...]]:
    """Every way the live counts of third to seventh street can fall, for 2 to 8 players."""
    for rising in combinations_with_replacement(range(2, 9), 5):
        yield rising[::-1]


def left_after_sixth(way: tuple[int, ...], burns: int) -> int:
    """What is in the stub before seventh street: three cards each, then one a live seat and a burn a street."""
    third, fourth, fifth, sixth, _ = way
    return 52 - 3 * third - fourth - fifth - sixth - burns


def told_by_the_rule(policy: str, burn: bool, n: int, stub: int, burns: int) -> str:
    """R5.1 to R5.3 read once more, as a ladder of words."""
    if policy == "recycle":
        ladder = [
            (stub >= n + burn, "normal"),
            (stub == n, "no-burn"),
            (stub < n <= stub + burns, "recycle"),
        ]
    elif policy == "count-plus-two":
        ladder = [(stub >= n + 2, "normal"), (stub + burns >= n + 2, "recycle")]
    else:
        ladder = [(stub >= n + (1 if burn else 0), "normal")]
    return next((word for holds, word in ladder if holds), "community")


@pytest.mark.parametrize(
    ("policy", "burn", "counts"),
    [  # R5.6
        (ShortDeck.RECYCLE, True, {"normal": 424, "no-burn": 11, "recycle": 20, "community": 7}),
        (ShortDeck.COUNT_PLUS_TWO, True, {"normal": 410, "recycle": 34, "community": 18}),
        (ShortDeck.COMMUNITY, False, {"normal": 455, "community": 7}),
    ],
)
def test_every_way_that_live_counts_can_fall(policy, burn, counts):
    burns = 3 if burn else 0
    found: Counter[str] = Counter()
    for way in ways_to_fold():
        stub = left_after_sixth(way, burns)
        chosen = last_card(policy, burn=burn, seats=way[-1], stub=stub, burns=burns)
        assert (chosen.seats, chosen.stub, chosen.burns) == (way[-1], stub, burns)
        assert chosen.procedure.value == told_by_the_rule(policy.value, burn, way[-1], stub, burns)
        found[chosen.procedure.value] += 1
    assert found == counts
    assert found.total() == 462


def test_the_pairs_of_seats_and_stub_are_finite():  # R5.6
    assert len({(way[-1], left_after_sixth(way, 3)) for way in ways_to_fold()}) == 121


@pytest.mark.parametrize("policy", list(ShortDeck))
@pytest.mark.parametrize("burn", [True, False])
@pytest.mark.parametrize("burns", range(5))
@pytest.mark.parametrize("stub", range(14))
def test_the_cards_always_suffice(policy, burn, burns, stub):
    for seats in range(1, 9):
        if stub + burns == 0:
            with pytest.raises(NoCardLeft, match="floor"):
                last_card(policy, burn=burn, seats=seats, stub=stub, burns=burns)
            continue
        chosen = last_card(policy, burn=burn, seats=seats, stub=stub, burns=burns)
        at_hand = {Source.STUB: stub, Source.BURNS: burns, Source.STUB_AND_BURNS: stub + burns}[chosen.source]
        needed = 1 if chosen.procedure is Procedure.COMMUNITY else seats
        assert at_hand >= needed + chosen.burn
        assert chosen.burn <= burn


def eight_stay(policy: ShortDeck, *, burn: bool) -> LastCard:
    burns = 3 if burn else 0
    return last_card(policy, burn=burn, seats=8, stub=52 - 48 - burns, burns=burns)


def test_eight_players_to_the_end_in_the_finnish_cardroom():  # R5.1; 000: one card left, three burns
    assert eight_stay(ShortDeck.RECYCLE, burn=True) == LastCard(
        Procedure.COMMUNITY, Source.BURNS, burn=False, scramble=True, seats=8, stub=1, burns=3
    )


def test_eight_players_to_the_end_at_the_series():  # R5.2
    assert eight_stay(ShortDeck.COUNT_PLUS_TWO, burn=True) == LastCard(
        Procedure.COMMUNITY, Source.STUB_AND_BURNS, burn=True, scramble=True, seats=8, stub=1, burns=3
    )


def test_burns_alone_are_burned_and_turned_from_as_one_heap():  # R5.2: "scramble stub and burns, burn, community card"
    assert last_card(ShortDeck.COUNT_PLUS_TWO, burn=True, seats=8, stub=0, burns=4) == LastCard(
        Procedure.COMMUNITY, Source.STUB_AND_BURNS, burn=True, scramble=True, seats=8, stub=0, burns=4
    )


def test_eight_players_to_the_end_without_burns():  # R5.3
    assert eight_stay(ShortDeck.COMMUNITY, burn=False) == LastCard(
        Procedure.COMMUNITY, Source.STUB, burn=False, scramble=False, seats=8, stub=4, burns=0
    )


def test_exactly_enough_means_no_burn():  # R5.1, our reading
    chosen = last_card(ShortDeck.RECYCLE, burn=True, seats=5, stub=5, burns=3)
    assert (chosen.procedure, chosen.burn) == (Procedure.NO_BURN, False)


def test_recycled_burns_are_not_burned_again_in_000():  # R5.1
    chosen = last_card(ShortDeck.RECYCLE, burn=True, seats=6, stub=4, burns=3)
    assert (chosen.procedure, chosen.source, chosen.burn) == (Procedure.RECYCLE, Source.STUB_AND_BURNS, False)


def test_recycled_burns_are_burned_again_at_the_series():  # R5.2
    chosen = last_card(ShortDeck.COUNT_PLUS_TWO, burn=True, seats=5, stub=5, burns=3)
    assert (chosen.procedure, chosen.source, chosen.burn) == (Procedure.RECYCLE, Source.STUB_AND_BURNS, True)


def test_three_in_the_stub_are_enough_for_a_community_card():  # R5.2
    chosen = last_card(ShortDeck.COUNT_PLUS_TWO, burn=True, seats=6, stub=3, burns=3)
    assert (chosen.procedure, chosen.source, chosen.burn) == (Procedure.COMMUNITY, Source.STUB, True)


@pytest.mark.parametrize(
    ("stub", "burns", "source", "burn"),
    [(4, 3, Source.STUB, True), (1, 3, Source.STUB, False), (0, 3, Source.BURNS, False)],
)
def test_a_house_that_burns_may_turn_a_community_card(stub, burns, source, burn):  # R5.3
    chosen = last_card(ShortDeck.COMMUNITY, burn=True, seats=8, stub=stub, burns=burns)
    assert (chosen.procedure, chosen.source, chosen.burn) == (Procedure.COMMUNITY, source, burn)


def test_a_house_that_recycles_but_never_burns_turns_the_next_card():  # R5.1, no burns on the table
    chosen = last_card(ShortDeck.RECYCLE, burn=False, seats=8, stub=4, burns=0)
    assert (chosen.procedure, chosen.source) == (Procedure.COMMUNITY, Source.STUB)
