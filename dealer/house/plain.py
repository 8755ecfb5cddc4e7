"""House rules as words and numbers, shaped like a house file, to be journalled or shown."""

from __future__ import annotations

from dealer.house.rules import HouseRules


def house_to_plain(rules: HouseRules) -> dict[str, object]:
    """Return the rules shaped like a house file, in words and numbers, to be journalled or shown as JSON."""
    door = rules.bring_in
    return {
        "title": rules.title,
        "language": rules.language.value,
        "table": {
            "dealer": rules.table.dealer.value,
            "games": [game.value for game in rules.table.games],
            "limits": [limit.value for limit in rules.table.limits],
        },
        "bring-in": {
            "by": door.by.value,
            "ace": door.ace.value,
            "tie": door.tie.value,
            "default": door.default.value,
            "all-in-low-card": door.all_in_low_card.value,
            "completion-counts": door.completion_counts,
            **{game.value: {"by": own.by.value, "ace": own.ace.value} for game, own in door.for_game.items()},
            **{limit.value: {"by": own.by.value, "ace": own.ace.value} for limit, own in door.for_limit.items()},
        },
        "action": {
            "opener": rules.action.opener.value,
            "opener-tie": rules.action.opener_tie.value,
            "fold-without-bet": rules.action.fold_without_bet.value,
            "short-raise": rules.action.short_raise.value,
            "open-pair": rules.action.open_pair.value,
            "open-pair-games": [game.value for game in rules.action.open_pair_games],
            "open-pair-small-raise": rules.action.open_pair_small_raise,
            "raises": rules.action.raises,
            "raises-in": [limit.value for limit in rules.action.raises_in],
            "heads-up-uncapped": rules.action.heads_up_uncapped.value,
        },
        "deal": {
            "burn": rules.deal.burn,
            "short-deck": rules.deal.short_deck.value,
            "bet-after-community": rules.deal.bet_after_community,
            "community-opens": rules.deal.community_opens,
        },
        "clock": {
            "start": rules.clock.start.value,
            "seconds": rules.clock.seconds,
            "warning": rules.clock.warning,
            "time-out": rules.clock.time_out.value,
        },
        "showdown": {
            "unbet-first": rules.showdown.unbet_first.value,
            "must-show": [who.value for who in rules.showdown.must_show],
            "odd-chip": rules.showdown.odd_chip.value,
            "identical-both-ways": rules.showdown.identical_both_ways.value,
            "mucked-on-request": rules.showdown.mucked_on_request,
        },
        "errors": {
            "hole-card-exposed": rules.errors.hole_card_exposed.value,
            "misdeal-window": rules.errors.misdeal_window.value,
        },
    }
