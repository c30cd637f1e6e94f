"""The client side of the connection: a bot that plays at a table on another server."""

from .address import Address, address_of
from .visitor import Visitor, Wishes

__all__ = ["Address", "Visitor", "Wishes", "address_of"]
