"""Callers of the running service."""

from tests.people import person
from tests.rest.kit import guest

asha = person(guest, "Asha")
bram = person(guest, "Bram")
