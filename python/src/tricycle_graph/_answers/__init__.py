"""What the command answers, as objects of Python."""
