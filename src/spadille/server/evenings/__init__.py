"""Evenings: tournaments of pairs, round after round, at tables that go on by themselves."""
