"""Chances: counted exactly, simulated, and estimated with error bars.

- `cardkit.odds.exact`: counting, in fractions (standard library only)
- `cardkit.odds.experiments`: the questions of the lessons, each to be dealt and counted (numpy)
- `cardkit.odds.simulate`: dealing and playing out, the same digits for any number of workers (numpy)
- `cardkit.odds.estimate`: error bars, how many deals are enough (standard library only)
- `cardkit.odds.position`: the odds of a position, from what one seat knows
"""
