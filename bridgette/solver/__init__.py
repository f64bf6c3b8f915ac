"""The solver: best play by both sides with open cards, for points or for tricks."""

from bridgette.solver.memory import Memory
from bridgette.solver.position import Position
from bridgette.solver.search import LimitError
from bridgette.solver.values import Objective, Solver, payoffs

__all__ = ["LimitError", "Memory", "Objective", "Position", "Solver", "payoffs"]
