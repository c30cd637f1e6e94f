"""What goes over the wire, as types and as text."""
