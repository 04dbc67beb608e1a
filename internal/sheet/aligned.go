package sheet

import (
	"io"
	"strings"
	"text/tabwriter"
)

// Left lays out what write writes: cells, each with a tab character behind it, stand in columns
// that are aligned left.
func Left(w io.Writer, write func(tabs io.Writer)) error { return aligned(w, 0, write) }

// Right is Left for columns that are aligned right. What is behind the last tab of a line is in
// no column.
func Right(w io.Writer, write func(tabs io.Writer)) error {
	return aligned(w, tabwriter.AlignRight, write)
}

func aligned(w io.Writer, flags uint, write func(tabs io.Writer)) error {
	var text strings.Builder
	tabs := tabwriter.NewWriter(&text, 0, 0, 2, ' ', flags)
	write(tabs)
	// The builder takes everything.
	_ = tabs.Flush()
	_, err := io.WriteString(w, text.String())
	return err
}
