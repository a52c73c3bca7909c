"""The live side of reading: tables kept up to date in memory, and those who follow them."""

from service.feed.hub import Hub
from service.feed.live import Change, Live, Subscription
from service.feed.notices import LobbyChange, Notices
from service.feed.shelf import Shelf

__all__ = ["Change", "Hub", "Live", "LobbyChange", "Notices", "Shelf", "Subscription"]
