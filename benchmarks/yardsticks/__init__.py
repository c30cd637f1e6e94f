"""Players to measure by: earlier versions of our own, and what others have published."""
