package graphio

import (
	"fmt"
	"io"
	"strings"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

// dotScanner cuts DOT into tokens.
type dotScanner struct {
	r      io.Reader
	buffer []byte
	pos    int // in buffer, of the next byte
	end    int // of what was read into buffer
	line   int64
	over   bool  // r has no more
	failed error // what reading failed with
	budget *budget

	kind      dotToken
	text      []byte // of an id, without its quotes or brackets
	tokenLine int64  // in which the token begins
}

// dotToken is a character that stands for itself, or one of these.
type dotToken byte

const (
	dotEnd dotToken = iota
	dotID           // a word or a numeral
	dotQuoted
	dotHTML
	dotGraph // keywords from here on
	dotDigraph
	dotStrict
	dotSubgraph
	dotNode
	dotEdge
	dotLine  // --
	dotArrow // ->
)

// peek returns the next byte; it is not ok at the end.
func (s *dotScanner) peek() (c byte, ok bool) {
	for s.pos == s.end {
		if s.over {
			return 0, false
		}
		n, err := s.r.Read(s.buffer)
		s.pos, s.end = 0, n
		if err != nil {
			s.over = true
			if err != io.EOF {
				s.failed = err
			}
		}
	}
	return s.buffer[s.pos], true
}

// take steps over the byte that peek returned.
func (s *dotScanner) take(c byte) {
	s.pos++
	if c == '\n' {
		s.line++
	}
}

// accept steps over the next byte where it is c.
func (s *dotScanner) accept(c byte) bool {
	if next, ok := s.peek(); !ok || next != c {
		return false
	}
	s.take(c)
	return true
}

// keep steps over a byte of the token's text.
func (s *dotScanner) keep(c byte) *lineError {
	s.text = append(s.text, c)
	s.take(c)
	if size := len(s.text); size >= rawSize && size&(size-1) == 0 { // each time it has doubled
		if size > maxLine {
			return &lineError{expected: "an id of at most " + bytesize.Text(maxLine), found: "a longer one"}
		}
		if s.budget.fits(lineCopies*size, "an id of more than "+bytesize.Text(int64(size))) != nil {
			return &lineError{expected: "an id that fits the memory", found: "one of more than " + bytesize.Text(int64(size))}
		}
	}
	return nil
}

// next reads the next token.
func (s *dotScanner) next() *lineError {
	for {
		c, ok := s.peek()
		s.tokenLine = s.line
		switch {
		case !ok:
			s.kind = dotEnd
			return nil
		case c == '#': // what the C preprocessor left, or a comment
			s.skipLine()
		case c == '/':
			if err := s.skipComment(); err != nil {
				return err
			}
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			s.take(c)
		default:
			return s.read(c)
		}
	}
}

func (s *dotScanner) skipLine() {
	for {
		c, ok := s.peek()
		if !ok || c == '\n' {
			return
		}
		s.take(c)
	}
}

func (s *dotScanner) skipComment() *lineError {
	s.take('/')
	if s.accept('/') {
		s.skipLine()
		return nil
	}
	if !s.accept('*') {
		return &lineError{expected: "a comment behind /", found: "none"}
	}
	for star := false; ; {
		c, ok := s.peek()
		if !ok {
			return &lineError{expected: "the end of the comment, */", found: "the end"}
		}
		s.take(c)
		if star && c == '/' {
			return nil
		}
		star = c == '*'
	}
}

// read reads the token that begins with c.
func (s *dotScanner) read(c byte) *lineError {
	s.text = s.text[:0]
	switch {
	case isDOTLetter(c):
		return s.readWord()
	case isDigit(c) || c == '.':
		return s.readNumeral()
	case strings.IndexByte("{}[]=;,:+", c) >= 0:
		s.take(c)
		s.kind = dotToken(c)
		return nil
	case c == '"':
		return s.readQuoted()
	case c == '<':
		return s.readHTML()
	case c == '-':
		s.take(c)
		switch {
		case s.accept('-'):
			s.kind = dotLine
		case s.accept('>'):
			s.kind = dotArrow
		default:
			s.text = append(s.text, '-')
			return s.readNumeral()
		}
		return nil
	}
	return &lineError{expected: "a token of DOT", found: quote([]byte{c})}
}

func isDOTLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }

func isDigit(c byte) bool { return c-'0' <= 9 }

func (s *dotScanner) readWord() *lineError {
	for {
		c, ok := s.peek()
		if !ok || !isDOTLetter(c) && !isDigit(c) {
			break
		}
		if err := s.keep(c); err != nil {
			return err
		}
	}
	s.kind = dotID
	if len(s.text) <= len("subgraph") && len(s.text) >= len("node") {
		switch strings.ToLower(string(s.text)) {
		case "graph":
			s.kind = dotGraph
		case "digraph":
			s.kind = dotDigraph
		case "strict":
			s.kind = dotStrict
		case "subgraph":
			s.kind = dotSubgraph
		case "node":
			s.kind = dotNode
		case "edge":
			s.kind = dotEdge
		}
	}
	return nil
}

// readNumeral reads what follows a sign, if any. Graphviz takes 1a for two ids and warns.
func (s *dotScanner) readNumeral() *lineError {
	digits, points := 0, 0
	for {
		c, ok := s.peek()
		switch {
		case ok && isDigit(c):
			digits++
		case ok && c == '.' && points == 0:
			points++
		case digits == 0 || ok && (isDOTLetter(c) || c == '.'):
			return &lineError{expected: "a number", found: quote(append(s.text, c))}
		default:
			s.kind = dotID
			return nil
		}
		if err := s.keep(c); err != nil {
			return err
		}
	}
}

// found says what the token is, for messages.
func (s *dotScanner) found() string {
	switch {
	case s.kind == dotEnd:
		return "the end"
	case s.kind == dotLine:
		return "--"
	case s.kind == dotArrow:
		return "->"
	case s.kind < dotLine:
		return quote(s.text)
	}
	return fmt.Sprintf("%q", s.kind)
}
