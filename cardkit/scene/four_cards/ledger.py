"""The score of 4 Cartas as lines of cards, points and rules, as far as one viewer knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.cards import UNKNOWN, Card
from cardkit.engine import ScoreLine
from cardkit.games.four_cards import FourCards, FourCardsObservation
from cardkit.games.four_cards.score import EIGHT, RANK, card_lines, eight_points, hand_points
from cardkit.games.four_cards.state import Cards
from cardkit.scene.four_cards.speech import Speech
from cardkit.words import card_name, number


class Ledger:
    """Writes the score lines for one viewer (``seat=None``: all hands open)."""

    def __init__(self, game: FourCards, words: Speech, seat: int | None) -> None:
        self.game = game
        self._words = words
        self._seat = seat

    def why(self, line: ScoreLine, hand: Cards) -> dict[str, str]:
        """Return why a card counts what it counts, by which rule, and the sum without it."""
        rest = list(hand)
        assert line.place is not None
        rest[line.place[1]] = None
        reason = line.reason
        if reason == "eight_minus" and self.game.options.eight_rule == "pair":
            reason = "eight_minus_pair"
        return {
            "text": self._words.say(
                f"why.{reason}",
                name=card_name(line.cards[0], self._words.lang).capitalize(),
                points=number(line.points),
            ),
            "rule": line.rule,
            "without": self._words.say("ledger.without", total=self.sum(tuple(rest))),
        }

    def sum(self, hand: Cards) -> str:
        """Return the sum of a hand as far as it is known: ``14``, ``14 + ?``, ``?``."""
        whole = hand_points(hand, self.game.options.eight_rule)
        if whole is not None:
            return number(whole)
        points = [line.points for line in card_lines(0, hand, self.game.options.eight_rule)]
        known = [p for p in points if p is not None]
        return self._words.say("plus_unknown", known=number(sum(known))) if known else number(None)

    def sheet(
        self,
        seen: FourCardsObservation,
        before: FourCardsObservation | None,
        keys: Sequence[Sequence[str | None]],
    ) -> dict[str, Any]:
        """Return the lines to show: the own hand's, or every hand's when all are open."""
        if self._seat is None or seen.phase == "over":
            return self._all_hands(seen, keys)
        rule = self.game.options.eight_rule
        seat, hand = self._seat, seen.hands[self._seat]
        old = before.hands[seat] if before else hand
        old_points = {line.place: line.points for line in card_lines(seat, old, rule)}
        rows = []
        changed_any = False
        for line in card_lines(seat, hand, rule):
            assert line.place is not None
            slot = line.place[1]
            card = line.cards[0]
            points = number(line.points)
            row: dict[str, Any] = {
                "k": keys[seat][slot],
                "label": str(slot + 1),
                "cards": [str(card)],
                "to": None,
                "points": points,
                "rule": line.rule if card != UNKNOWN else "",
            }
            was = old[slot] if slot < len(old) else None
            if was is not None and (was != card or old_points[line.place] != line.points):
                changed_any = True
                if was != card:
                    row["cards"], row["to"] = [str(was)], [str(card)]
                was_points = number(old_points[line.place])
                row["points"] = points if was_points == points else f"{was_points} → {points}"
            rows.append(row)
        total, before_total = self.sum(hand), self.sum(old)
        if hand_points(hand, rule) is not None:
            label = self._words.say("ledger.total")
        else:
            label = self._words.say("ledger.known_so_far")
        changed_any = changed_any or total != before_total
        return {
            "title": self._words.say("ledger.knows", seat=self._words.names[seat]),
            "hint": self._words.say("ledger.before_after") if changed_any else "",
            "head": [self._words.say(f"ledger.{part}") for part in ("slot", "card", "points")],
            "rows": rows,
            "total": {
                "label": label,
                "value": total if total == before_total else f"{before_total} → {total}",
            },
            "explain": self.explain(hand),
        }

    def _all_hands(self, seen: FourCardsObservation, keys: Sequence[Sequence[str | None]]) -> dict[str, Any]:
        over = seen.phase == "over"
        marks = self.game.score(seen)
        closing = {line.side: line for line in marks.lines if line.place is None}
        rows = []
        for seat, hand in enumerate(seen.hands):
            value = self.sum(hand)
            rule = ""
            if over and seat in closing:
                rule = closing[seat].rule
                mark = number(marks.totals[seat])
                if mark != value:
                    value = self._words.say("ledger.mark", sum=value, mark=mark)
            rows.append(
                {
                    "k": [key for key in keys[seat] if key],
                    "label": self._words.names[seat],
                    "cards": [str(card) for card in hand if card is not None],
                    "to": None,
                    "points": value,
                    "rule": rule,
                }
            )
        with_eight = next((hand for hand in seen.hands if any(map(is_eight, hand))), ())
        return {
            "title": self._words.say("ledger.marks" if over else "ledger.all_hands"),
            "hint": "",
            "head": [self._words.say(f"ledger.{part}") for part in ("seat", "cards", "points")],
            "rows": rows,
            "total": None,
            "explain": self.explain(with_eight),
        }

    def explain(self, hand: Cards) -> dict[str, Any] | None:
        """Return why an 8 of this hand counts what it does, with its two values; ``None`` without an 8."""
        eight = next((card for card in hand if is_eight(card)), None)
        if eight is None:
            return None
        rule = self.game.options.eight_rule
        points = eight_points(hand, rule)
        pair = "_pair" if rule == "pair" else ""
        key = "open" if points is None else f"minus{pair}" if points else "zero"
        title = (
            self._words.say("eight.title_open")
            if points is None
            else self._words.say("eight.title", points=number(points))
        )
        return {
            "card": str(eight),
            "title": title,
            "text": self._words.say(f"eight.{key}"),
            "rules": ["C6", "CA1"],
            "tiles": [
                {"value": "0", "text": self._words.say("eight.tile_zero"), "on": points == 0},
                {"value": "−5", "text": self._words.say(f"eight.tile_minus{pair}"), "on": points == -5},
            ],
        }


def is_eight(card: Card | None) -> bool:
    """Whether a slot holds an 8 that the viewer knows."""
    return card is not None and card >= 0 and RANK[card] == EIGHT


def value_of_eights(hand: Cards, eight_rule: str) -> int | None:
    """Return what each known 8 of a hand counts; ``None`` if there is none or it is not settled."""
    return eight_points(hand, eight_rule) if any(map(is_eight, hand)) else None
