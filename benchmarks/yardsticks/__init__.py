"""Players to measure by: earlier versions of ours, and players that others have published."""
