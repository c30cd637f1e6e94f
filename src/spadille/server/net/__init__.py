"""Network access: sessions, identities, routes, websockets, rate limits and static files."""
