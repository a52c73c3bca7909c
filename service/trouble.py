"""What goes wrong outside the program, said so that whoever runs it can mend it."""


class Trouble(Exception):
    """One clear line for the operator: what is wrong and, where it helps, what to do."""
