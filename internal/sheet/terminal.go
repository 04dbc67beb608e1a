package sheet

import (
	"io"

	"golang.org/x/term"
)

// IsTerminal says whether w is a person's screen.
func IsTerminal(w io.Writer) bool {
	file, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(file.Fd()))
}

// terminalWidth returns how many characters a line of a terminal has; 0 where w
// is none.
func terminalWidth(w io.Writer) int {
	file, ok := w.(interface{ Fd() uintptr })
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}
