"""Questions: what they count, what they take for right, which slips they know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from cardkit.cards import Suit, pack
from cardkit.odds.exact.kozel import chance_beaten, match_chain
from cardkit.odds.experiments import experiment
from cardkit.scene.exercise import LESSONS, Question, Wrong, grade, paper
from cardkit.scene.exercise.makers import MAKERS, base, four_cards, kozel, tranca
from cardkit.scene.exercise.questions import Name
from cardkit.scene.exercise.sheet import forms
from cardkit.words import LANGUAGES, catalogue
from cardkit.words.numerals import numeral, percentage

NAMES = [f"pupil {i}" for i in range(12)]


def questions() -> Iterator[Question]:
    for lesson in LESSONS:
        for name in NAMES:
            yield from paper(lesson, name, 6).questions


ALL = list(questions())


def by(maker: base.Maker, **params: object) -> Question:
    """The question of a maker with these numbers in it."""
    for seed in range(600):
        question = maker(random.Random(seed))
        if all(question.params[name] == value for name, value in params.items()):
            return question
    raise AssertionError(params)


# --- the values of LESSONS ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "exact", "slips"),
    [
        (
            by(four_cards._some_rank, drawn=4),
            "15229/54145",
            {"with_replacement": "8521/28561", "added": "4/13"},
        ),
        (by(four_cards._mean_hand, hand=4), "1282816/54145", {"eights_alone": "308/13"}),
        (by(four_cards._match_held, players=4), "11686/20825", {}),
        (by(four_cards._match_known, players=4), "1327/4165", {"all_four": "11686/20825"}),
        (by(four_cards._under_two, seen=2), "38/245", {"known_cards": "33/221"}),
        (by(tranca._some_of_eleven, wanted=4), "129107/353702", {}),
        (by(tranca._at_the_table, players=2), "1424533/2299063", {}),
        (by(kozel._four_of_a_suit, k=4), "8/935", {}),
        (
            by(kozel._any_of_hands, hands=4),
            "6267641987/186080076875",
            {"hands_added": "32/935", "one_hand": "8/935"},
        ),
        (by(four_cards._pair_rule, hand=4), "1268704/54145", {"pairs_forgotten": "308/13"}),
    ],
)
def test_known_values(question: Question, exact: str, slips: dict[str, str]) -> None:
    assert question.exact == Fraction(exact)
    known = {wrong.reason: wrong.value for wrong in question.wrong}
    if "with_replacement" in slips:
        assert known["with_replacement"] == 1 - Fraction(12, 13) ** 4
    for reason, value in slips.items():
        if reason != "with_replacement":
            assert known[reason] == Fraction(value)
            assert grade(question, value).reason == reason


def test_a_card_alone_and_a_card_after_four() -> None:
    """72/13 is what a last card is worth when nothing was seen; 23/4 an unseen one after K, Q, 7 and 5."""
    assert Fraction(4 * sum(base.worth(rank, -5) for rank in base.RANKS), 52) == Fraction(72, 13)
    assert Fraction(308 - sum(map(base.worth, "KQ75")), 48) == Fraction(23, 4)


def test_pairs_by_listing_cards() -> None:
    """The counting over ranks gives what listing every pair of cards gives."""
    seen = ["A", "4"]
    pack = [rank for rank in base.RANKS for _ in range(4)]
    for rank in seen:
        pack.remove(rank)
    for own in (2, 5, 9):
        hits = sum(base.pair_points(a, b) > own for a, b in combinations(pack, 2))
        assert base.pair_chance(base.pack(seen), own.__lt__) == Fraction(hits, 1225)


def test_both_higher_by_dealing() -> None:
    question = by(four_cards._both_higher)
    own = question.params["own"]
    seen = [str(question.params[k].key)[-1] for k in ("one", "two")]
    rng = random.Random(4)
    pack = list(base.pack(seen).elements())
    hits, deals = 0, 20_000
    for _ in range(deals):
        a, b, c, d = rng.sample(pack, 4)
        hits += base.pair_points(a, b) > own and base.pair_points(c, d) > own
    chance = float(question.exact)
    assert abs(hits / deals - chance) < 3 * (chance * (1 - chance) / deals) ** 0.5


@pytest.mark.parametrize("hand", [3, 4])
def test_two_8s_are_enough_by_the_odds(hand: int) -> None:
    question = by(four_cards._pair_rule, hand=hand)
    assert question.exact == experiment("fresh_hand", size=hand, eight_rule="pair").exact
    slips = {wrong.reason: wrong.value for wrong in question.wrong}
    assert slips["rule_forgotten"] == experiment("fresh_hand", size=hand).exact


@pytest.mark.parametrize("others", [1, 2, 3])
@pytest.mark.parametrize("written", [True, False])
def test_a_failed_8_by_the_odds(others: int, written: bool) -> None:
    question = by(four_cards._failed_eight, others=others, failed=-10 if written else 1)
    marks = {
        rule: experiment("close_mark", own="8h", left=1, players=others + 1, failed_negative=rule).exact
        for rule in ("double", "one")
    }
    slips = {wrong.reason: wrong.value for wrong in question.wrong}
    one, other = ("double", "one") if written else ("one", "double")
    assert question.exact == marks[one]
    assert slips["rule_not_asked" if written else "rule_forgotten"] == marks[other]


def test_powers_and_looks_by_listing_cards() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        lower, power = four_cards._lower_of_two(rng), four_cards._power_drawn(rng)
        rank = str(lower.params["rank"].key)[-1]
        pairs = list(combinations(base.pack((rank,)).elements(), 2))
        hits = sum(min(map(base.worth, pair)) < base.worth(rank) for pair in pairs)
        assert lower.exact == Fraction(hits, len(pairs))
        seen = [str(power.params[name].key)[-1] for name in ("one", "two")]
        left = list(base.pack(seen).elements())
        assert power.exact == Fraction(sum(rank in "JQK" for rank in left), len(left))


@pytest.mark.parametrize("hands", [2, 3, 4])
def test_any_of_hands_by_the_odds(hands: int) -> None:
    question = by(kozel._any_of_hands, hands=hands)
    assert question.exact == experiment("four_of_suit", hands=hands).exact
    assert question.params["terms"].count("·") == hands


def test_trumps_by_listing_hands() -> None:
    for k in (2, 3):
        found = sum(sum(c < 8 for c in hand) == k for hand in combinations(range(35), 4))
        assert by(kozel._trumps_seen, k=k).exact == Fraction(found, 52360)


def test_three_cards_by_listing_all_hands() -> None:
    """Each hand of three from two packs, told as one would at the table; every variant of the question."""
    place = {rank: k for k, rank in enumerate(tranca._MELDED)}
    found: Counter[tuple[str, bool]] = Counter()
    for hand in combinations(map(str, pack(104)), 3):
        plain = [card for card in hand if card[0] in place]
        twos = [card for card in hand if card[0] == "2"]
        if len(plain) + len(twos) < 3 or len(twos) > 1:
            continue
        places = sorted(place[card[0]] for card in plain)
        suits = {card[1] for card in plain}
        if places[0] == places[-1]:
            found["set", bool(twos)] += 1
        elif len(suits) == 1 and len(set(places)) == len(places) and places[-1] - places[0] <= 2:
            found["run", bool(twos)] += 1
    for wild in (False, True):
        for what, kinds in (("set", ["set"]), ("run", ["run"]), ("either", ["set", "run"])):
            rule = Name(f"exercise.what.{'one_wild' if wild else 'no_wild'}")
            question = by(tranca._three_cards, what=Name(f"exercise.what.meld_{what}"), rule=rule)
            helped = sum(found[kind, True] for kind in kinds)
            assert question.exact == sum(found[kind, False] for kind in kinds) + wild * helped


@pytest.mark.parametrize("hand", [8, 9, 10, 11])
def test_runs_and_ranks_copy_by_copy(hand: int) -> None:
    every = comb(104, hand)
    # one or both copies of each card of the run, the rest from the other 98
    run = sum(
        comb(2, i) * comb(2, j) * comb(2, k) * comb(98, hand - i - j - k)
        for i, j, k in product((1, 2), repeat=3)
    )
    assert by(tranca._given_run, hand=hand).exact == Fraction(run, every)
    rank = sum(comb(8, k) * comb(96, hand - k) for k in range(3, 9))
    assert by(tranca._three_of_rank, hand=hand).exact == Fraction(rank, every)


@pytest.mark.parametrize("maker", [kozel._beat_one, kozel._beat_two])
def test_beating_as_the_library_counts_it(maker: base.Maker) -> None:
    for seed in range(30):
        question = maker(random.Random(seed))
        params = question.params
        trump = Suit("cdhs".index(params["trump"].key[-1]))
        hand = params["hand"] if "hand" in params else params["drawn"]
        assert question.exact == chance_beaten(params["lead"], params["cards"], trump, hand)


def test_short_matches_as_a_chain() -> None:
    for seed in range(12):
        question = kozel._short_match(random.Random(seed))
        eggs, two, four = (question.params[name] for name in ("eggs", "two", "four"))
        game = {(0, 0): eggs, (2, 0): two / 2, (0, 2): two / 2, (4, 0): four / 2, (0, 4): four / 2}
        assert question.exact == match_chain(game, target=4).rounds((0, 0, False))


def test_points_after_eggs_by_playing_both_games() -> None:
    for seed in range(12):
        question = kozel._after_eggs(random.Random(seed))
        doubled = question.params["rule"] == Name("exercise.what.eggs_double")
        game = dict(zip((0, 2, 4), (question.params[name] for name in ("eggs", "two", "four")), strict=True))
        assert sum(game.values()) == 1
        mean = sum(
            p * q * points * (2 if doubled and not first else 1)
            for (first, p), (points, q) in product(game.items(), game.items())
        )
        assert question.exact == mean


def test_the_longest_match_by_trying() -> None:
    def longest(ours: int, theirs: int, target: int) -> int:
        if max(ours, theirs) >= target:
            return 0
        return 1 + max(longest(ours + 2, theirs, target), longest(ours, theirs + 2, target))

    for target in (6, 8, 12):
        assert by(kozel._longest, target=target).exact == longest(0, 0, target)


# --- judging -----------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ALL, ids=lambda question: question.id)
def test_right_in_every_form(question: Question) -> None:
    exact = question.exact
    assert grade(question, str(exact)).right
    assert grade(question, f"{exact.numerator * 3}/{exact.denominator * 3}").right
    for lang in LANGUAGES:
        if question.kind != "count":
            assert grade(question, numeral(exact, lang, 6)).right
            assert grade(question, numeral(exact, lang, 9)).right
        if question.kind == "chance":
            assert 0 < exact < 1
            assert grade(question, percentage(exact, lang, 4)).right


@pytest.mark.parametrize("question", ALL, ids=lambda question: question.id)
def test_usual_slips_are_known(question: Question) -> None:
    assert question.wrong
    for value, reason in question.wrong:
        assert grade(question, str(value)).reason == reason
        # what is typed with four digits is nearer to the one that is meant
        assert abs(value - question.exact) > min(question.tolerance, Fraction(1, 10000))
        if question.kind != "count":
            verdict = grade(question, f"{float(value):.6f}")
            assert not verdict.right
            assert verdict.known
    if question.kind == "chance":
        assert not grade(question, str(1 - question.exact)).right
        missing = grade(question, numeral(question.exact * 100, "en", 3))
        assert not missing.right


SAMPLE = Question(
    id="sample", text="ask.low_pair", params={}, kind="chance", exact=Fraction(15229, 54145),
    wrong=(Wrong(Fraction(4, 13), "added"), Wrong(Fraction(2740, 10000), "with_replacement")),
    hints=(), solution="way.pairs.solution", tolerance=Fraction(1, 2000),
)  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("0.2813", "right"),
        ("0.2817", "right"),
        ("0.2819", "other"),
        ("0,28", "coarse"),
        ("28%", "coarse"),
        ("0.3", "other"),
        ("0", "other"),
        ("4/13", "added"),
        ("0.3077", "added"),
        ("27,4 %", "with_replacement"),
        ("0.7187", "complement"),
        ("28.13", "percent_missing"),
        ("2", "above_one"),
        ("-0.2", "below_zero"),
        ("-0.2813", "below_zero"),
        ("0.5", "other"),
    ],
)
def test_judgement(typed: str, reason: str) -> None:
    verdict = grade(SAMPLE, typed)
    assert verdict.reason == reason
    assert verdict.right == (reason == "right")
    assert verdict.told("en") != verdict.told("pt")


def test_a_count_is_exact() -> None:
    question = by(four_cards._suit_or_rank, size=52)
    assert question.exact == 16
    assert grade(question, "16").right
    assert grade(question, "16,0").right
    assert grade(question, "17").reason == "twice"
    assert not grade(question, "16.0001").right


# --- papers ------------------------------------------------------------------------------------


def asked(lesson: int, name: str, **more: object) -> list[str]:
    return [question.asked("en") for question in paper(lesson, name, **more).questions]  # type: ignore[arg-type]


def test_a_name_has_one_paper() -> None:
    assert asked(3, "Zoë  Ann") == asked(3, " zoe ann ")
    assert asked(3, "Lia") != asked(3, "Bia")
    assert asked(3, "Lia") != asked(3, "Lia", seed="7B")
    assert len({tuple(asked(3, name)) for name in NAMES}) > 8


def test_papers_never_change() -> None:
    """Printed papers and codes on a board outlive a release."""
    assert [(q.id, str(q.exact)) for q in paper(1, "Lia").questions] == [
        ("some_rank", "3478/7735"),
        ("nobody", "99/455"),
        ("one_rank", "3243/10829"),
    ]
    assert [(q.id, q.params["players"]) for q in paper(3, "Lia").questions] == [
        ("match_known", 3),
        ("match_held", 4),
        ("match_mine", 2),
    ]


@pytest.mark.parametrize("lesson", LESSONS)
def test_three_questions_are_of_three_kinds(lesson: int) -> None:
    for name in NAMES:
        assert len({question.id for question in paper(lesson, name).questions}) == 3
        many = asked(lesson, name, n=5)
        assert len(set(many)) == 5


@pytest.mark.parametrize(
    ("lesson", "name", "n"), [(99, "Lia", 3), (1, " ", 3), (1, "Lia", 0), (1, "Lia", 13)]
)
def test_papers_there_are_none_of(lesson: int, name: str, n: int) -> None:
    with pytest.raises(ValueError, match=r"expected|there are"):
        paper(lesson, name, n)


# --- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_filled_in(lang: str) -> None:
    for question in ALL:
        texts = [
            question.asked(lang),
            *(question.say(hint, lang) for hint in question.hints),
            question.key(lang),
        ]
        for text in [*texts, question.solved(lang), forms(question, lang)]:
            assert text
            assert not set("{}[]_") & set(text), text


def test_hints_and_questions_do_not_tell_the_key() -> None:
    for question in ALL:
        if question.kind != "count":
            texts = [
                question.asked(),
                *(question.say(hint) for hint in question.hints),
                forms(question, "en"),
            ]
            assert str(question.exact) not in " ".join(texts).split()
        assert str(question.exact) in question.solved().replace("−", "-")
        assert question.kind != "chance" or abs(question.exact - Fraction(1, 4)) > question.tolerance


def test_no_text_is_left_over() -> None:
    used = {"wrong." + reason for reason in (
        "complement", "percent_missing", "above_one", "below_zero", "coarse", "other")}  # fmt: skip
    many = [
        made_by(random.Random(seed)) for group in MAKERS.values() for made_by in group for seed in range(60)
    ]
    for question in many:
        used |= {question.text, question.solution, *question.hints}
        used |= {f"wrong.{wrong.reason}" for wrong in question.wrong}
    there = {key.removeprefix("exercise.") for key in catalogue("en") if key.startswith("exercise.")}
    assert {key for key in there if key.split(".")[0] in ("ask", "way", "wrong")} == used
