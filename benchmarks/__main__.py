"""`make bench` prints the figures of the README; `python -m benchmarks rules pictures` only those."""

import sys

from benchmarks import clicks, moves, pictures, process, rules, solver

SECTIONS = {
    "rules": rules.run,
    "solver": solver.run,
    "pictures": pictures.run,
    "moves": moves.run,
    "clicks": clicks.run,
    "process": process.run,
}

for name in sys.argv[1:] or SECTIONS:
    SECTIONS[name]()
