package graphio

// readQuoted reads a string: \" is a quote, a backslash at the end of a line goes
// on in the next one, and all other backslashes stay.
func (s *dotScanner) readQuoted() *lineError {
	s.take('"')
	for {
		c, ok := s.peek()
		if !ok {
			return &lineError{expected: `a closing '"'`, found: "the end"}
		}
		if c == '"' {
			s.take(c)
			s.kind = dotQuoted
			return nil
		}
		if err := s.keep(c); err != nil {
			return err
		}
		if c != '\\' {
			continue
		}
		if c, ok = s.peek(); !ok {
			continue
		}
		switch c {
		case '"', '\n':
			s.text = s.text[:len(s.text)-1]
			if c == '\n' {
				s.take(c)
				continue
			}
		case '\r':
			s.take(c)
			if s.accept('\n') {
				s.text = s.text[:len(s.text)-1]
			} else {
				s.text = append(s.text, c)
			}
			continue
		case '\\':
		default:
			continue
		}
		if err := s.keep(c); err != nil {
			return err
		}
	}
}

// readHTML reads what stands between angle brackets, which may be nested.
func (s *dotScanner) readHTML() *lineError {
	s.take('<')
	for depth := 1; ; {
		c, ok := s.peek()
		switch {
		case !ok:
			return &lineError{expected: "a closing '>'", found: "the end"}
		case c == '<':
			depth++
		case c == '>':
			depth--
		}
		if depth == 0 {
			s.take(c)
			s.kind = dotHTML
			return nil
		}
		if err := s.keep(c); err != nil {
			return err
		}
	}
}
