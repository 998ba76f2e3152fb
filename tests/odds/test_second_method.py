"""Each exact value a second time, by enumeration or another formula."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import comb, factorial, prod
from operator import add, sub

import numpy as np
import pytest

from cardkit.cards import CARDS, Card, Suit, card, cards, pack
from cardkit.games.four_cards.options import FourCardsOptions
from cardkit.games.four_cards.score import closing as mark_of
from cardkit.games.four_cards.score import hand_points
from cardkit.odds.exact import closing, counting, kozel, looks, melds, suits
from cardkit.odds.exact.chains import Chain
from cardkit.odds.exact.four_cards import PartlyKnown, all_above, hand_distribution, pool_of
from cardkit.odds.experiments import experiment

RULES = ("pure", "pair")


def points(hand: Iterable[Card], rule: str) -> int:
    found = hand_points(tuple(hand), rule)
    assert found is not None
    return found


def deals(pool: Sequence[Card], sizes: Sequence[int]) -> Iterable[tuple[tuple[Card, ...], ...]]:
    """Every way to deal hands of these sizes."""
    if not sizes:
        yield ()
        return
    for first in combinations(pool, sizes[0]):
        rest = [c for c in pool if c not in first]
        for others in deals(rest, sizes[1:]):
            yield (first, *others)


# --- counting -------------------------------------------------------------------------------------


def test_hypergeometric_by_enumeration() -> None:
    drawn = Counter(sum(c < 4 for c in some) for some in combinations(range(9), 3))
    assert counting.hypergeometric(9, 4, 3) == {k: Fraction(n, 84) for k, n in sorted(drawn.items())}


@pytest.mark.parametrize("sizes", [(4, 4, 4), (4,) * 4, (2, 3)])
def test_hands_holding_by_inclusion_and_exclusion(sizes: tuple[int, ...]) -> None:
    population, marked = 51, 3

    def none_in(places: int) -> Fraction:
        return Fraction(comb(population - places, marked), comb(population, marked))

    n = len(sizes)
    for j, found in counting.hands_holding(population, marked, sizes).items():
        # exactly j hold: the others hold none, and of the j none is left out
        expected = Fraction(0)
        for holding in combinations(range(n), j):
            others = sum(size for at, size in enumerate(sizes) if at not in holding)
            for k in range(j + 1):
                for left_out in combinations(holding, k):
                    expected += (-1) ** k * none_in(others + sum(sizes[at] for at in left_out))
        assert found == expected


def test_covariance_by_enumeration() -> None:
    both = first = second = n = 0
    for one, other in deals(CARDS[:8], (2, 3)):
        a, b = sum(c < 3 for c in one), sum(c < 3 for c in other)
        both, first, second, n = both + a * b, first + a, second + b, n + 1
    expected = Fraction(both, n) - Fraction(first, n) * Fraction(second, n)
    assert counting.covariance(8, 3, 2, 3) == expected


def test_totals_by_enumeration() -> None:
    pool = {0: 2, 3: 1, 5: 3}
    values = [value for value, count in pool.items() for _ in range(count)]
    for n, ways in enumerate(counting.totals(pool, 4)):
        found = Counter(sum(values[at] for at in some) for some in combinations(range(6), n))
        assert ways == dict(found)


# --- 4 Cartas -------------------------------------------------------------------------------------


def test_a_fresh_hand_by_enumeration_of_all_hands() -> None:
    counted: dict[str, Counter[int]] = {rule: Counter() for rule in RULES}
    for hand in combinations(CARDS[:52], 4):
        eights = [c for c in hand if c % 13 == 7]
        plain = sum(min(c % 13 + 1, 10) for c in hand if c % 13 != 7)
        counted["pure"][plain - 5 * len(eights) * (len(eights) == 4)] += 1
        counted["pair"][plain - 5 * len(eights) * (len(eights) >= 2)] += 1
    for rule, counts in counted.items():
        expected = {value: Fraction(n, 270725) for value, n in sorted(counts.items())}
        assert hand_distribution(PartlyKnown((), 4), pool_of(pack(52)), rule) == expected


SMALL = cards("8c 8d 8h Ac 2d 2h 5s Kd Qh")


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("known", ["", "8s", "3c", "8s 3c"])
@pytest.mark.parametrize("unseen", [0, 1, 2, 3])
def test_a_partly_known_hand_by_enumeration(known: str, unseen: int, rule: str) -> None:
    held = cards(known)
    counted = Counter(points((*held, *some), rule) for some in combinations(SMALL, unseen))
    expected = {value: Fraction(n, comb(len(SMALL), unseen)) for value, n in sorted(counted.items())}
    assert hand_distribution(PartlyKnown(held, unseen), pool_of(SMALL), rule) == expected


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("limit", [-11, -5, 0, 2, 7, 12, 20])
@pytest.mark.parametrize(
    "hands",
    [
        [PartlyKnown((), 2), PartlyKnown((), 2)],
        [PartlyKnown((), 2), PartlyKnown((), 1), PartlyKnown((), 2)],
        [PartlyKnown(cards("8s"), 1), PartlyKnown(cards("4c"), 2), PartlyKnown((), 0)],
    ],
)
def test_being_lowest_by_enumeration(hands: list[PartlyKnown], limit: int, rule: str) -> None:
    above = n = 0
    for dealt in deals(SMALL, [hand.unseen for hand in hands]):
        n += 1
        above += all(
            points((*hand.known, *more), rule) > limit for hand, more in zip(hands, dealt, strict=True)
        )
    assert all_above(limit, hands, pool_of(SMALL), rule) == Fraction(above, n)


@pytest.mark.parametrize("failed_negative", ["double", "one"])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(("known", "unseen"), [("8s", 1), ("", 2), ("3c 8s", 1), ("Ad", 2), ("8s", 0)])
def test_closing_by_enumeration(known: str, unseen: int, rule: str, failed_negative: str) -> None:
    options = FourCardsOptions(players=3, eight_rule=rule, failed_negative=failed_negative)
    held = cards(known)
    others = [PartlyKnown(cards("4c"), 1), PartlyKnown((), 2)]
    mark = lowest = own = n = 0
    for mine, one, two in deals(SMALL, (unseen, 1, 2)):
        sums = [points((*held, *mine), rule), points((*others[0].known, *one), rule), points(two, rule)]
        total, _, reason = mark_of(sums, 0, options)
        n, mark, own = n + 1, mark + total, own + sums[0]
        lowest += reason == "close_lowest"
    expected = closing.Closing(Fraction(lowest, n), Fraction(mark, n), Fraction(own, n))
    assert closing.close_unsure(held, unseen, others, pool_of(SMALL), options) == expected
    if not unseen:
        gone = set(pack(52)) - set(SMALL) - set(held) - set(others[0].known)
        assert closing.close(held, options, others=others, seen=gone) == expected


@pytest.mark.parametrize("players", range(2, 9))
def test_closing_at_every_size_of_table(players: int) -> None:
    # 8c 8d 8h 3s are 3 points: only A A A 8 is as low, and one other hand at most can be that
    found = closing.close(cards("8c 8d 8h 3s"), FourCardsOptions(players=players))
    hands = 4  # three of four aces and the last 8
    assert found.points == 3
    assert found.lowest == 1 - (players - 1) * Fraction(hands, comb(48, 4))


@pytest.mark.parametrize(("own", "points"), [("Ac 2d 5c 6h", 14), ("Ac Ad 2c 8h", 4), ("Ac 2d 3c 4h", 10)])
def test_three_hands_above_by_those_that_are_not(own: str, points: int) -> None:
    # inclusion and exclusion over hands that are not above, kind by kind: so many cards of each value
    held = cards(own)
    left = Counter(0 if c.rank == 8 else min(int(c.rank), 10) for c in pack(52) if c not in held)
    values = sorted(left)
    kinds = [
        tuple(kind.count(value) for value in values)
        for kind in combinations_with_replacement(values, 4)
        if sum(kind) <= points  # four 8s count −20, which is no more either
    ]
    pools = Counter({tuple(left[value] for value in values): 1})
    deals, low = 1, []
    for hand in range(3):
        after: Counter[tuple[int, ...]] = Counter()
        for pool, ways in pools.items():
            for kind in kinds:
                if more := prod(map(comb, pool, kind)):
                    after[tuple(map(sub, pool, kind))] += ways * more
        pools, deals = after, deals * comb(48 - 4 * hand, 4)
        low.append(Fraction(pools.total(), deals))
    assert experiment("close_lowest", own=own).exact == 1 - 3 * low[0] + 3 * low[1] - low[2]


@pytest.mark.parametrize("rule", ["double", "one"])
@pytest.mark.parametrize("players", [2, 4])
def test_closing_with_an_8_against_single_cards_by_enumeration(players: int, rule: str) -> None:
    options = FourCardsOptions(players=players, failed_negative=rule)
    marks = [
        mark_of([-5, *(points([c], "pure") for c in others)], 0, options)[0]
        for others in combinations(set(pack(52)) - {card("8h")}, players - 1)
    ]
    asked = experiment("close_mark", own="8h", left=1, players=players, failed_negative=rule)
    assert asked.exact == Fraction(sum(marks), len(marks))
    assert asked.distribution == {mark: Fraction(n, len(marks)) for mark, n in Counter(marks).items()}


@pytest.mark.parametrize(("power", "thrown"), [("blind", "Js"), ("J", "Js"), ("K", "Ks")])
@pytest.mark.parametrize("own", ["Th", "5h", "3h", "9c", "8d"])
def test_gains_by_looking_at_every_card(own: str, power: str, thrown: str) -> None:
    left = set(pack(52)) - {card(own), card(thrown)}
    held, *worth = (0 if c.rank == 8 else min(int(c.rank), 10) for c in (card(own), *left))
    seen = [min(pair) for pair in combinations(worth, 2)] if power == "K" else worth
    gains = [held - low if power == "blind" else max(0, held - low) for low in seen]
    asked = experiment("look_gain", own=own, power=power)
    assert asked.exact == Fraction(sum(gains), len(gains))
    assert asked.distribution == {gain: Fraction(n, len(gains)) for gain, n in Counter(gains).items()}


@pytest.mark.parametrize("held", [10, 5, 3, 1])
def test_looks_by_enumeration(held: int) -> None:
    left = [c for c in CARDS[:52] if c != card("Th")]
    worth = [0 if c.rank == 8 else min(int(c.rank), 10) for c in left]
    values = looks.values_of(left)
    assert looks.swap_gain(held, values, 0) == held - Fraction(sum(worth), 51)
    assert looks.swap_gain(held, values, 1) == Fraction(sum(max(0, held - v) for v in worth), 51)
    pairs = [max(0, held - min(a, b)) for a, b in combinations(worth, 2)]
    assert looks.swap_gain(held, values, 2) == Fraction(sum(pairs), len(pairs))


def test_which_discards_have_a_power() -> None:
    told = {
        "any_in_turn": {"stock": True, "table": True, "slot": True},
        "drawn_only": {"stock": True, "table": True, "slot": False},
        "stock_drawn_only": {"stock": True, "table": False, "slot": False},
    }
    for rule, sources in told.items():
        for source, works in sources.items():
            assert looks.acts(rule, source) is works
            gain = looks.power_gain("J", 10, {3: 4}, power_on=rule, source=source)
            assert gain == (7 if works else 0)
    assert looks.power_gain("Q", 10, {3: 4}) == 0


# --- melds ----------------------------------------------------------------------------------------


PLACE = [14 if c.rank == 1 else int(c.rank) for c in CARDS]
SUIT = [c.suit for c in CARDS]


def naive_meld(hand: Sequence[Card], wilds: int) -> tuple[bool, bool]:
    """Whether three cards are a set, a run, told as one would at the table."""
    places = sorted(PLACE[c] for c in hand if PLACE[c] != 2)
    if len(places) < 2 or 3 - len(places) > wilds or 3 in places:
        return False, False
    one_suit = len({SUIT[c] for c in hand if PLACE[c] != 2}) == 1 and len(set(places)) == len(places)
    return len(set(places)) == 1, one_suit and places[-1] - places[0] <= 2


def test_melds_of_three_cards_by_enumeration() -> None:
    found: Counter[tuple[int, bool, bool]] = Counter()
    for hand in combinations(pack(104), 3):
        found[(0, *naive_meld(hand, 0))] += 1
        # of three cards no more than one can be wild
        if any(PLACE[c] == 2 for c in hand):
            found[(1, *naive_meld(hand, 1))] += 1
        else:
            found[(1, *naive_meld(hand, 0))] += 1
    everything = comb(104, 3)
    for wilds in (0, 1):
        sets = found[wilds, True, False] + found[wilds, True, True]
        runs = found[wilds, False, True] + found[wilds, True, True]
        assert melds.has_set(3, wilds) == Fraction(sets, everything)
        assert melds.has_run(3, wilds) == Fraction(runs, everything)
        assert melds.has_either(3, wilds) == Fraction(sets + found[wilds, False, True], everything)
    assert melds.has_either(3, None) == melds.has_either(3, 1)


def test_a_second_wild_adds_runs_with_a_gap_of_two() -> None:
    # four cards: two 2s and two cards of a suit three places apart; eleven places have eight such pairs
    added = Fraction(4 * 8 * 2 * 2 * comb(8, 2), comb(104, 4))
    assert melds.has_run(4, 2) - melds.has_run(4, 1) == added
    assert melds.has_set(4, 2) == melds.has_set(4, 1)


def test_natural_sets_by_another_polynomial() -> None:
    # multiplied out coefficient by coefficient
    ways = [1]
    for factor in [[1, 8, 28]] * 11 + [[1, 1]] * 16:
        longer = [0] * (len(ways) + len(factor) - 1)
        for (i, a), (j, b) in product(enumerate(ways), enumerate(factor)):
            longer[i + j] += a * b
        ways = longer
    assert melds.has_set() == 1 - Fraction(ways[11], comb(104, 11))


def test_natural_runs_suit_by_suit() -> None:
    # the ranks held in a suit, never three in a row: one or both copies of each, 2x + x²
    suit = Counter({0: 0})
    for held in product((0, 1), repeat=11):
        if not any(a and b and c for a, b, c in zip(held, held[1:], held[2:], strict=False)):
            n = sum(held)
            for both in range(n + 1):
                suit[n + both] += comb(n, both) * 2 ** (n - both)
    ways = Counter({0: 1})
    for factor in [suit] * 4 + [Counter({0: 1, 1: 1})] * 16:
        longer: Counter[int] = Counter()
        for (i, a), (j, b) in product(ways.items(), factor.items()):
            longer[i + j] += a * b
        ways = longer
    assert melds.has_run() == 1 - Fraction(ways[11], comb(104, 11))


def _truncated(ranks: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which coefficients multiply to which in a product, no variable going beyond its square."""
    triples = [(0, 0, 0)]
    for _ in range(ranks):
        triples = [
            (3 * a + i, 3 * b + j, 3 * c + i + j)
            for a, b, c in triples
            for i in range(3)
            for j in range(3 - i)
        ]
    table = np.array(sorted(triples, key=lambda triple: triple[2]))
    starts = np.flatnonzero(np.diff(table[:, 2], prepend=-1))
    return table[:, 0], table[:, 1], starts


def test_natural_melds_suit_by_suit() -> None:
    """A variable for each rank: a suit adds what it holds of it, and no exponent may pass 2.

    The library walks rank by rank and remembers suits; this goes suit by suit and remembers ranks.
    """
    one, other, starts = _truncated(5)
    first, second, rows = _truncated(6)
    suit = np.zeros(3**11)
    for at, held in enumerate(product(range(3), repeat=11)):
        if not any(held[k] and held[k + 1] and held[k + 2] for k in range(9)):
            suit[at] = prod(comb(2, k) for k in held)

    left, right = (suit.reshape(3**6, 3**5)[:, at] for at in (one, other))
    two = np.empty((3**6, 3**5))
    some = left.sum(axis=1) > 0  # most rows hold a run already
    for row, (start, stop) in enumerate(pairwise([*rows, len(first)])):
        both = [
            (a, b) for a, b in zip(first[start:stop], second[start:stop], strict=True) if some[a] and some[b]
        ]
        products = sum((left[a] * right[b] for a, b in both), start=np.zeros(len(one)))
        two[row] = np.add.reduceat(products, starts)
    # two suits beside two others: their cards of a rank are two at most, so that 1 goes with 0 and 1
    beside = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0]])
    of_two = two.reshape((3,) * 11)
    cards = np.indices(of_two.shape).sum(axis=0)
    ways = Counter[int]()
    for n in range(12):
        others = np.where(cards == n, of_two, 0)
        for _ in range(11):
            others = np.tensordot(others, beside, axes=(0, 0))  # the axis goes last: eleven times round
        for m in range(12 - n):
            ways[n + m] += int((of_two * others)[cards == m].sum())
    assert max(ways.values()) < 2**53  # whole numbers all along
    hands = sum(number * comb(16, 11 - n) for n, number in ways.items())
    assert melds.has_either() == 1 - Fraction(hands, comb(104, 11))


def test_red_threes_of_two_hands_by_what_the_first_holds() -> None:
    mine = counting.hypergeometric(104, 4, 11)
    partner = [experiment("partner_red_three", held=k).exact for k in range(5)]
    for held, chance in enumerate(partner):
        assert chance == 1 - prod((Fraction(82 - j, 93 - j) for j in range(4 - held)), start=Fraction(1))
    assert experiment("both_red_three").exact == sum(mine[k] * partner[k] for k in range(1, 5))
    product_of_both = sum(k * mine[k] * Fraction(11 * (4 - k), 93) for k in mine)
    assert experiment("red_three_product").exact == product_of_both


@pytest.mark.parametrize(("name", "cards_there"), [("red_three_mortos", 22), ("red_three_table", 44)])
def test_red_threes_card_by_card(name: str, cards_there: int) -> None:
    none = prod((Fraction(100 - k, 104 - k) for k in range(cards_there)), start=Fraction(1))
    assert experiment(name).exact == 1 - none


@pytest.mark.parametrize("size", [11, 12, 22])
def test_wild_twos_card_by_card(size: int) -> None:
    # walk through the cards and keep how many 2s there were
    spread = {0: Fraction(1)}
    for drawn in range(size):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for k, p in spread.items():
            after[k + 1] += p * Fraction(8 - k, 104 - drawn)
            after[k] += p * Fraction(96 - (drawn - k), 104 - drawn)
        spread = {k: p for k, p in after.items() if p}
    found = experiment("wild_twos", size=size)
    assert found.distribution == dict(sorted(spread.items()))
    assert found.exact == Fraction(8 * size, 104)


# --- Kozel ----------------------------------------------------------------------------------------


def test_hands_of_one_suit_by_enumeration() -> None:
    pool = [c for c in CARDS[:52] if c.rank <= 4 and c.suit <= Suit.DIAMONDS]
    for hands in (1, 2, 3):
        good = n = 0
        for dealt in deals(pool, (2,) * hands):
            n += 1
            good += all(one.suit == two.suit for one, two in dealt)
        assert suits.one_suit_each(hands, (4, 4), 2) == Fraction(good, n)


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
@pytest.mark.parametrize("trump_seen", [False, True])
def test_no_hand_with_four_of_a_suit_by_sharing_out_suits(hands: int, trump_seen: bool) -> None:
    # suit after suit is shared out among the hands, at most three cards to each, the rest to the stock
    dealt = Counter({(0,) * hands: 1})
    counts = suits.unseen_suits(trump_seen)
    for suit in counts:
        after: Counter[tuple[int, ...]] = Counter()
        for held, ways in dealt.items():
            for got in product(range(4), repeat=hands):
                now = tuple(map(add, held, got))
                if max(now) <= 4 and sum(got) <= suit:
                    each = prod(map(factorial, got)) * factorial(suit - sum(got))
                    after[tuple(sorted(now))] += ways * factorial(suit) // each
        dealt = after
    size = sum(counts)
    everything = factorial(size) // (factorial(4) ** hands * factorial(size - 4 * hands))
    none = Fraction(dealt[(4,) * hands], everything)
    assert suits.four_of_a_suit(hands, trump_seen=trump_seen) == 1 - none


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
@pytest.mark.parametrize("trump_seen", [False, True])
def test_hands_of_one_suit_by_multinomials(hands: int, trump_seen: bool) -> None:
    counts = suits.unseen_suits(trump_seen)
    total = Fraction(0)
    for which in product(range(4), repeat=hands):
        used = Counter(which)
        if all(4 * used[s] <= counts[s] for s in range(4)):
            total += prod(
                Fraction(factorial(counts[s]), factorial(4) ** used[s] * factorial(counts[s] - 4 * used[s]))
                for s in range(4)
            )
    size = sum(counts)
    everything = Fraction(factorial(size), factorial(4) ** hands * factorial(size - 4 * hands))
    assert suits.one_suit_each(hands, counts) == total / everything


def test_no_trump_one_card_after_another() -> None:
    for seen in (False, True):
        size, trumps = 36 - seen, 9 - seen
        expected = prod((Fraction(size - trumps - k, size - k) for k in range(4)), start=Fraction(1))
        assert suits.no_trump(trump_seen=seen) == expected


@pytest.mark.parametrize("lead", ["Js", "9s Js", "Ac", "7d", "9s"])
def test_beating_by_enumeration_of_all_hands(lead: str) -> None:
    order = "6789JQKTA"
    led, trump = cards(lead), Suit.HEARTS
    unseen = kozel.unseen_by(cards("9s Js Ac 7d"), card("6h"))

    def better(one: Card, other: Card) -> bool:
        if one.suit is other.suit:
            return order.index(str(one)[0]) > order.index(str(other)[0])
        return one.suit is trump

    can = {(a, b): better(a, b) for a in unseen for b in led}
    beaten = sum(
        any(all(can[a, b] for a, b in zip(some, led, strict=True)) for some in permutations(hand, len(led)))
        for hand in combinations(unseen, 4)
    )
    assert kozel.chance_beaten(led, unseen, trump) == Fraction(beaten, comb(31, 4))


def test_beating_is_a_matching() -> None:
    hearts = Suit.HEARTS
    assert kozel.can_beat(cards("6h Kh"), cards("Ah 7h"), hearts)
    assert kozel.can_beat(cards("6h Kh"), cards("7h Ah"), hearts)
    assert kozel.can_beat(cards("Qs 7s"), cards("9d Js"), Suit.DIAMONDS)
    assert kozel.can_beat(cards("9d Js"), cards("Kd 8d"), Suit.DIAMONDS)
    assert not kozel.can_beat(cards("9d Js"), cards("Kd 9s"), Suit.DIAMONDS)
    assert kozel.can_beat(cards("Kc"), cards("Tc"), hearts)
    assert not kozel.can_beat(cards("As"), cards("Td"), hearts)


def test_pile_points_by_enumeration() -> None:
    worth = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
    each = [worth.get(str(c)[0], 0) for c in pack(36)]
    assert sum(each) == 120
    for n in (1, 3):
        counted = Counter(sum(some) for some in combinations(each, n))
        expected = {value: Fraction(k, comb(36, n)) for value, k in counted.items()}
        assert kozel.pile_points(n) == expected


def test_defeat_points() -> None:
    told = {(60, 5): 0, (61, 1): 0, (59, 5): 2, (31, 3): 2, (30, 3): 4, (0, 1): 4, (0, 0): 6}
    assert {key: kozel.defeat(*key) for key in told} == told


def test_the_toy_game_is_fair_and_complete() -> None:
    game = kozel.toy_game()
    assert sum(game.values()) == 1
    assert all(game[a, b] == game[b, a] for a, b in game)
    assert game[6, 0] == Fraction(1, 2**9)


# --- chains ---------------------------------------------------------------------------------------


def test_gamblers_ruin() -> None:
    p = Fraction(2, 5)
    chain = Chain({k: {k + 1: p, k - 1: 1 - p} for k in range(1, 6)})
    ratio = (1 - p) / p
    assert chain.absorption(2)[6] == (1 - ratio**2) / (1 - ratio**6)
    expected = (2 - 6 * chain.absorption(2)[6]) / (1 - 2 * p)
    assert chain.rounds(2) == expected


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize(("target", "most"), [(4, 30), (12, 40)])
def test_matches_by_playing_them_out(target: int, most: int, double: bool) -> None:
    chain = kozel.match_chain(kozel.toy_game(), target=target, eggs_double_next=double)
    start = (0, 0, False)
    assert kozel.losing_chance(chain, target) == Fraction(1, 2)
    weights = chain.length(start, most)
    rest = 1 - sum(weights.values())
    assert 0 < rest < Fraction(1, 10**15)
    played = sum(n * p for n, p in weights.items())
    assert abs(played - chain.rounds(start)) < Fraction(1, 10**12)
    after = chain.after(start, most)
    for end, p in chain.absorption(start).items():
        assert abs(after.get(end, 0) - p) < Fraction(1, 10**12)


def test_bad_chains_are_told() -> None:
    with pytest.raises(ValueError, match="do not sum to 1"):
        Chain({0: {1: Fraction(1, 2)}})
    with pytest.raises(ValueError, match="never reach an end"):
        Chain({0: {1: Fraction(1)}, 1: {0: Fraction(1)}}).rounds(0)


# --- layers ---------------------------------------------------------------------------------------


def test_exact_odds_need_no_numpy() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from cardkit.odds import estimate, position\n"
        "from cardkit.odds.exact import closing, counting, kozel, looks, melds, suits\n"
        "assert suits.four_of_a_suit() * 935 == 8\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
