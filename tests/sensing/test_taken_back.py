"""Cards that lie on the table when the entries that gave them their places are undone."""

from __future__ import annotations

import pytest

ONE = {
    "en": ("After the undo one card lies", "it goes to the place that is due", "it goes back into the shoe"),
    "fi": ("Perumisen jälkeen yksi kortti on", "se menee vuorossa olevaan paikkaan", "se palaa kenkään"),
    "bg": ("След връщането една карта е", "отива на мястото, което е наред", "връща се в кутията"),
}
TWO = {
    "en": ("After the undo 2 cards lie", "they go to the places that are due", "they go back into the shoe"),
    "fi": ("Perumisen jälkeen 2 korttia on", "ne menevät vuorossa oleviin paikkoihin", "ne palaavat kenkään"),
    "bg": ("След връщането 2 карти са", "отиват на местата, които са наред", "връщат се в кутията"),
}


class TestUndo:
    def test_cards_whose_places_were_undone_are_matched_again(self, fourth) -> None:
        room = fourth().deals("5c", "3h", "4h").acts("check")
        room.enters("undo", steps=4)  # the check, two cards, the burn
        assert room.asked() == "taken-back"
        room.press("1")
        assert len(room.hand.cards.burns) == 1
        assert (room.up(1), room.up(2)) == ("2c 3h", "9h 4h")

    def test_a_late_fold_changes_where_they_go(self, room) -> None:
        room = room().open(1, 2, 3).plugs_in("shoe", "camera").starts_hand()
        room.deals("As", "Ad", "Ac", "Ks", "Kd", "Kc", "2c", "9h", "Th").acts("bring-in", "call", "call")
        room.deals("5c", "3h", "4h", "6h")
        room.enters("undo", steps=5).acts("fold")  # seat 3 had folded
        assert room.asked() == "taken-back"
        room.press("1")
        assert (room.up(1), room.up(2)) == ("2c 3h", "9h 4h")
        assert len(room.desk.sensing.out) == 1
        assert room.view().now_detail == "one card waits for its place"

    def test_they_may_go_back_into_the_shoe_instead(self, fourth) -> None:
        room = fourth().deals("5c").enters("undo", steps=1).press("2")
        assert room.desk.sensing.out == ()
        room.leaves("5c")
        assert len(room.hand.cards.burns) == 1

    @pytest.mark.parametrize(("cards", "said"), [(("5c",), ONE), (("5c", "3h"), TWO)])
    def test_one_card_and_several_are_spoken_of_as_such(self, fourth, cards, said) -> None:
        room = fourth().deals(*cards).enters("undo", steps=len(cards))
        for language, (title, *choices) in said.items():
            question = room.view(language=language).question
            assert question.title.startswith(title)
            assert [choice.label for choice in question.choices] == choices
