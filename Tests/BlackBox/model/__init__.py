"""A plain in-memory model of the contract, and random sequences of operations that hold a server against it.

- `tree.py`: directories and files as objects.
- `contract.py`: people, roots and rights, and what each operation answers and does, written from the document.
- `operations.py`: one operation in data, how it is drawn at random, sent, and its answer compared.
- `world.py`: the server and people that sequences run on, and the comparison of everything at the end.
- `sequence.py`: one sequence from its seed, its replay and its shrinking.
"""
