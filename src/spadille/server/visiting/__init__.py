"""The other end of the connection: a bot that plays at a table of a server elsewhere."""

from .address import Address, address_of
from .visitor import Visitor, Wishes

__all__ = ["Address", "Visitor", "Wishes", "address_of"]
