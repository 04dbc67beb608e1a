package cli

import (
	"io"
	"strconv"
)

// textCycles writes a line a cycle: the labels, separated by blanks.
type textCycles struct{ label appendLabel }

func (textCycles) writeHead(io.Writer) error { return nil }

func (e textCycles) appendCycle(text []byte, cycle []uint32) []byte {
	return append(appendLine(text, cycle, e.label), '\n')
}

func (textCycles) appendEnd(text []byte, _ uint64) []byte { return text }

// appendLine appends the labels of a cycle, separated by blanks.
func appendLine(text []byte, cycle []uint32, label appendLabel) []byte {
	for i, v := range cycle {
		if i > 0 {
			text = append(text, ' ')
		}
		text = label(text, v)
	}
	return text
}

// csvCycles writes a row a cycle: its length, and the line of text.
type csvCycles struct {
	label  appendLabel
	quotes bool // in the line
}

func (csvCycles) writeHead(w io.Writer) error {
	_, err := io.WriteString(w, "length,vertices\n")
	return err
}

func (e csvCycles) appendCycle(text []byte, cycle []uint32) []byte {
	text = append(strconv.AppendInt(text, int64(len(cycle)), 10), ',')
	if e.quotes {
		text = appendQuoted(text, string(appendLine(nil, cycle, e.label)))
	} else {
		text = appendLine(text, cycle, e.label)
	}
	return append(text, '\n')
}

func (csvCycles) appendEnd(text []byte, _ uint64) []byte { return text }

// ndjsonCycles writes an object a cycle, each on its line.
type ndjsonCycles struct{ label appendLabel }

func (ndjsonCycles) writeHead(io.Writer) error { return nil }

func (e ndjsonCycles) appendCycle(text []byte, cycle []uint32) []byte {
	text = append(text, `{"length":`...)
	text = strconv.AppendInt(text, int64(len(cycle)), 10)
	text = append(text, `,"vertices":[`...)
	for i, v := range cycle {
		if i > 0 {
			text = append(text, ',')
		}
		text = e.label(text, v)
	}
	return append(text, "]}\n"...)
}

func (ndjsonCycles) appendEnd(text []byte, _ uint64) []byte { return text }
