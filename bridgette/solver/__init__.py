"""The solver: best play by both sides with open cards, for points or for tricks."""

from bridgette.solver.best import Best, best_contract
from bridgette.solver.memory import Memory
from bridgette.solver.position import Position, course
from bridgette.solver.search import LimitError
from bridgette.solver.values import Objective, Solver, payoffs

__all__ = [
    "Best",
    "LimitError",
    "Memory",
    "Objective",
    "Position",
    "Solver",
    "best_contract",
    "course",
    "payoffs",
]
