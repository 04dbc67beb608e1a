"""The command as a process: how it is started, asked and ended."""
