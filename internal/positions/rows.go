package positions

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// rows returns the next row of a table, its fields without blanks around them, and the line in
// which it begins; no fields at the end.
type rows func() (fields []string, line int64, err error)

// lineMost is the longest line that is read.
const lineMost = 1 << 20

// newRows finds out by the first row what separates fields: tabs, commas, semicolons, or blanks,
// where a semicolon may end the row as in TNTP.
func newRows(r io.Reader) (rows, error) {
	in := bufio.NewReaderSize(r, lineMost)
	begin, err := in.Peek(lineMost)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if mark := []byte("\ufeff"); bytes.HasPrefix(begin, mark) {
		begin = begin[len(mark):]
		if _, err := in.Discard(len(mark)); err != nil {
			return nil, err
		}
	}
	first := firstRow(begin)
	row, ended := bytes.CutSuffix(first, []byte(";"))
	if ended && !bytes.ContainsAny(row, ",;") {
		return blankRows(in), nil
	}
	for _, separator := range "\t,;" {
		if bytes.ContainsRune(first, separator) {
			return separatedRows(in, separator), nil
		}
	}
	return blankRows(in), nil
}

// firstRow is the first line with something in it that is no comment.
func firstRow(text []byte) []byte {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 && !isComment(line) {
			return line
		}
	}
	return nil
}

// isComment says that a line is none of the table, in CSV or in TNTP.
func isComment(line []byte) bool { return line[0] == '#' || line[0] == '~' }

// blankRows reads rows with blanks between fields, and none within.
func blankRows(in *bufio.Reader) rows {
	line := int64(0)
	return func() ([]string, int64, error) {
		for {
			line++
			text, err := in.ReadSlice('\n')
			switch {
			case errors.Is(err, bufio.ErrBufferFull):
				return nil, 0, &graph.InputError{Line: line, Expected: fmt.Sprintf("lines of up to %d bytes", lineMost), Found: "a longer one"}
			case err != nil && !errors.Is(err, io.EOF):
				return nil, 0, err
			}
			row := bytes.TrimSpace(text)
			if len(row) == 0 || isComment(row) {
				if err != nil {
					return nil, 0, nil
				}
				continue
			}
			row = bytes.TrimSuffix(row, []byte(";"))
			if fields := strings.Fields(string(row)); len(fields) > 0 {
				return fields, line, nil
			}
		}
	}
}

// separatedRows reads CSV.
func separatedRows(in io.Reader, separator rune) rows {
	table := csv.NewReader(in)
	table.Comma, table.Comment = separator, '#'
	table.FieldsPerRecord, table.ReuseRecord = -1, true
	table.TrimLeadingSpace = separator != '\t' // of which it would trim those between fields
	return func() ([]string, int64, error) {
		for {
			fields, err := table.Read()
			var malformed *csv.ParseError
			switch {
			case errors.Is(err, io.EOF):
				return nil, 0, nil
			case errors.As(err, &malformed):
				return nil, 0, &graph.InputError{Line: int64(malformed.StartLine), Expected: "quotes around whole fields, and two for one within", Found: malformed.Err.Error()}
			case err != nil:
				return nil, 0, err
			}
			line, _ := table.FieldPos(0)
			for i, field := range fields {
				fields[i] = strings.TrimSpace(field)
			}
			if len(fields) > 1 || fields[0] != "" {
				return fields, int64(line), nil
			}
		}
	}
}
