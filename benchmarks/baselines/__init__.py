"""Players to measure against: earlier versions of ours, and players published by others."""
