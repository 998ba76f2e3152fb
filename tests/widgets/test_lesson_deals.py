"""What lessons 5, 6 and 9 show: deals played on, a rare one that is looked for, slips, negative sums."""

from __future__ import annotations

from fractions import Fraction
from html import escape

import pytest

from cardkit.odds.estimate import to_tell
from cardkit.odds.simulate import opening
from cardkit.record import Record
from cardkit.scene.lessons import PLANS
from cardkit.widgets.dealing import SIZES, Deals
from cardkit.widgets.lesson import Lesson
from cardkit.words import say
from cardkit.words.numerals import numeral


def captions(part: Deals, number: int) -> list[str]:
    """What is said of a deal, step by step, with everything open."""
    part.show_deal(number)
    (player,) = part.children[-1].children
    return [frame["caption"] for frame in player.data["steps"]["open"] if "caption" in frame]


def test_a_look_is_shown_and_the_swap_only_where_it_helps() -> None:
    lesson = Lesson(5)
    for part in (lesson.touch(), lesson.small_run()):
        for number, gain in enumerate(part.values):
            told = captions(part, number)
            swapped = any("to swap the" in text for text in told)
            assert swapped == (gain > 0)
            assert any("looks at" in text and "Bruno" in text for text in told)


def test_closing_is_shown_to_the_count() -> None:
    small = Lesson(6).small_run()
    assert 0 < sum(small.values) < 20
    for number, alone in enumerate(small.values):
        dealt = opening(PLANS[6].experiment, number, 11)
        record = PLANS[6].played(dealt, Record.deal(dealt.rules(), 11, dealt.deck))
        outcome = record.game.outcome(record.state)
        assert outcome is not None
        assert outcome.points[0] == (14 if alone else 28)


@pytest.mark.parametrize("seed", [11, 12, 13])
def test_what_is_rare_is_among_the_deals_one_touches(seed: int) -> None:
    lesson = Lesson(9, seed=seed)
    assert sum(lesson.touch().values) == 1
    for part in (lesson.touch(), lesson.small_run()):
        for number, found in enumerate(part.values):
            part.show_deal(number)
            (player,) = part.children[-1].children
            hands = [player.data["steps"]["open"][0]["zones"][f"hand:{seat}"]["cards"] for seat in range(4)]
            assert any(len({card["f"][1] for card in hand}) == 1 for hand in hands) == bool(found)


def test_every_slip_is_compared_with_what_it_takes_to_see_it() -> None:
    lesson = Lesson(9)
    run = lesson.big_run()
    run.size.value = SIZES[0]
    part = lesson.compare()
    run.start()
    part.button.click()
    for slip, reason in ((Fraction(32, 935), "hands_added"), (1 - Fraction(927, 935) ** 4, "independent")):
        assert (slip, reason) in lesson.plan.slips
        assert numeral(slip, "en", 4) in part._said.value
        need = to_tell(PLANS[9].experiment.exact, slip)
        # two digits: further ones are not known
        assert f" {numeral(float(f'{need:.2g}'))} deals" in part._said.value
        assert escape(say(f"exercise.wrong.{reason}")) in part._said.value


def test_a_negative_sum_that_fails() -> None:
    # the three others hold one card each: a fourth 8 among them is a tie, and the closer fails
    alone = Fraction(48 * 47 * 46, 51 * 50 * 49)
    found = {value: PLANS[6].switched(value).exact for value in PLANS[6].switch.values}
    assert found == {"double": -5 * alone - 10 * (1 - alone), "one": -5 * alone + 1 - alone}


def test_figures_in_answers_to_questions_for_the_board() -> None:
    # the look spares a 9 one point for each card that counts 10, of which 15 are unseen among 50
    assert PLANS[5].board == {"more": Fraction(15, 50)}
    # four clubs are gone: three whole suits and five clubs are left for a hand from 32 cards
    assert PLANS[9].board == {"one": Fraction(8, 935), "after": Fraction(3 * 126 + 5, 35960)}
