package cyclelist

import (
	"io"
	"strconv"

	"github.com/tricycle-graph/tricycle/internal/names"
)

// textCycles writes a line a cycle: the labels, separated by blanks.
type textCycles struct{ line names.Joiner }

func (textCycles) writeHead(io.Writer) error { return nil }

func (e textCycles) appendCycle(text []byte, cycle []uint32) []byte {
	return append(e.line(text, cycle), '\n')
}

func (textCycles) appendEnd(text []byte, _ uint64, _ bool) []byte { return text }

// csvCycles writes a row a cycle: its length, and the line of text.
type csvCycles struct {
	line   names.Joiner
	quotes bool // in the line
}

func (csvCycles) writeHead(w io.Writer) error {
	_, err := io.WriteString(w, "length,vertices\n")
	return err
}

func (e csvCycles) appendCycle(text []byte, cycle []uint32) []byte {
	text = append(strconv.AppendInt(text, int64(len(cycle)), 10), ',')
	if e.quotes {
		text = names.AppendQuoted(text, string(e.line(nil, cycle)))
	} else {
		text = e.line(text, cycle)
	}
	return append(text, '\n')
}

func (csvCycles) appendEnd(text []byte, _ uint64, _ bool) []byte { return text }

// ndjsonCycles writes an object a cycle, each on its line.
type ndjsonCycles struct{ list names.Joiner }

func (ndjsonCycles) writeHead(io.Writer) error { return nil }

func (e ndjsonCycles) appendCycle(text []byte, cycle []uint32) []byte {
	text = append(text, `{"length":`...)
	text = strconv.AppendInt(text, int64(len(cycle)), 10)
	text = append(text, `,"vertices":[`...)
	return append(e.list(text, cycle), "]}\n"...)
}

func (ndjsonCycles) appendEnd(text []byte, _ uint64, _ bool) []byte { return text }
