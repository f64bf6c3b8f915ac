"""The game file: strict reading of YAML into a game, and canonical writing."""

from bridgette.savefile.reading import loads
from bridgette.savefile.schema import check_id, check_names, check_rule, check_text
from bridgette.savefile.writing import dumps

__all__ = ["check_id", "check_names", "check_rule", "check_text", "dumps", "loads"]
