"""The experiments of the lessons: a name, a way to deal, what is counted, and its exact counterpart.

>>> e = experiment("eight")
>>> e.exact
Fraction(15229, 54145)

``EXPERIMENTS`` lists the ids by lesson; `four_cards`, `tranca` and `kozel` hold a function for each, whose
keywords are its parameters, house rules among them: change one, and the deals, the statistic and the exact
answer change with it.
"""

# each registers its experiments
from cardkit.odds.experiments import four_cards, kozel, tranca
from cardkit.odds.experiments.base import EXPERIMENTS, Experiment, Question, experiment, parameters

__all__ = [
    "EXPERIMENTS",
    "Experiment",
    "Question",
    "experiment",
    "four_cards",
    "kozel",
    "parameters",
    "tranca",
]

# listed in the order of the lessons
for _name in sorted(EXPERIMENTS, key=lambda name: EXPERIMENTS[name][0]):
    EXPERIMENTS[_name] = EXPERIMENTS.pop(_name)
