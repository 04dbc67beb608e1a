package graphio

import (
	"bytes"
	"errors"
	"io"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

// place is where a line begins.
type place struct {
	offset int64
	line   int64
}

// textStart returns where the text begins: behind the byte-order mark.
func (in *input) textStart() place { return place{int64(len(in.head) - len(in.text())), 1} }

// textStream is stream from where the text begins. Its error is ready to be returned.
func (in *input) textStream(workers int) (io.ReadCloser, error) {
	stream, err := in.stream(max(workers, 1))
	if err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, stream, in.textStart().offset); err != nil {
		return nil, errors.Join(in.readError(err), stream.Close())
	}
	return stream, nil
}

// dataLine is a line that is no comment.
type dataLine struct {
	place
	raw  []byte // without its line end
	text []byte // trimmed
}

// dataLines reads the data lines in the head of an input.
type dataLines struct {
	in       *input
	comments string // characters with which a comment begins
	text     []byte // from next on
	next     place
	comment  []byte // the comment in front of the line that was read last, trimmed
}

// dataLines returns the lines of the head. It refuses line ends that would
// make all of them one.
func (in *input) dataLines(comments string) (*dataLines, error) {
	text := in.text()
	first, _, _ := bytes.Cut(text, newline)
	if err := in.strayReturn(first); err != nil {
		return nil, err
	}
	return &dataLines{in: in, comments: comments, text: text, next: in.textStart()}, nil
}

// strayReturn refuses the first CR of some lines, the first ones of the text, that has more
// of its line behind it.
func (in *input) strayReturn(lines []byte) error {
	for pos := 0; ; pos++ {
		next := bytes.IndexByte(lines[pos:], '\r')
		if pos += next; next < 0 || pos == len(lines)-1 {
			return nil
		}
		if lines[pos+1] != '\n' {
			line := int64(1 + bytes.Count(lines[:pos], newline))
			return in.malformed(line, &lineError{expected: "lines that all end with LF or CR LF, or all with CR", found: "a CR within"})
		}
	}
}

// first returns the first line of data, as read does. Where the format is told, more of
// the input is looked at for it, and for the lines behind it, than it takes to recognise
// one.
func (l *dataLines) first() (line dataLine, ok bool, err error) {
	line, ok, err = l.read()
	if err == nil || l.in.opt.Format == "" {
		return line, ok, err
	}
	for (err != nil || len(l.text) < headSize) && !l.in.all && len(l.in.head) < longestHead {
		if failed := l.in.lookFurther(); failed != nil {
			return dataLine{}, false, failed
		}
		l.text = l.in.head[l.next.offset:]
		if err == nil {
			continue
		}
		comment := l.comment
		if line, ok, err = l.read(); l.comment == nil {
			l.comment = comment
		}
	}
	return line, ok, err
}

// read returns the next line. It is not ok at the end of the input; that the
// head ends before is an error.
func (l *dataLines) read() (line dataLine, ok bool, err error) {
	l.comment = nil
	for len(l.text) > 0 {
		end := bytes.IndexByte(l.text, '\n') + 1
		if end == 0 {
			if end = len(l.text); !l.in.all {
				break
			}
		}
		raw := withoutReturn(bytes.TrimSuffix(l.text[:end], newline))
		line = dataLine{l.next, raw, trimLine(raw)}
		l.text = l.text[end:]
		l.next.offset += int64(end)
		l.next.line++
		if !isComment(line.text, l.comments) {
			return line, true, nil
		}
		if len(line.text) > 0 {
			l.comment = line.text
		}
	}
	if l.in.all {
		return dataLine{}, false, nil
	}
	late := &lineError{
		expected: "data in the first " + bytesize.Text(int64(len(l.in.head))),
		found:    "comments, blank lines or one long line",
	}
	if l.in.opt.Format == "" && l.in.format != "" {
		told := l.in.with(Options{})
		told.Format = l.in.format
		late.looks = &UnclearError{"a text with much in front of its data", []Choice{{told.Format, told}}}
	}
	return dataLine{}, false, l.in.malformed(l.next.line, late)
}
