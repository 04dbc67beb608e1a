package ptx

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Kernel is an entry of a module, decoded.
type Kernel struct {
	Name       string
	Parameters []int // bytes of each
	most       int   // threads a block may have, 0 for any number
	blocks     []block
	registers  int // with constants, which come last
	predicates int
	constants  []constant
	shared     []variable
	statements []statement
	idle       sync.Pool // of blocks that ended
}

// variable is a variable in shared memory; size 0 is that of the launch.
type variable struct {
	name string
	size int
}

// statement is an instruction as it is written.
type statement struct {
	line   int
	label  string // of a label alone
	guard  string // the predicate's name, "" for none
	unless bool   // it is taken where the guard is false
	opcode []string
	words  []string // operands, without braces
	braced bool     // the first one is in braces
}

var (
	entryPattern    = regexp.MustCompile(`\.entry\s+(\w+)\s*\(`)
	paramPattern    = regexp.MustCompile(`^\.param\s+\.[bus](\d+)\s+(\w+)`)
	sharedPattern   = regexp.MustCompile(`\.shared\s+\.align\s+\d+\s+\.[bus](\d+)\s+(\w+)(?:\[(\d*)\])?;`)
	maxPattern      = regexp.MustCompile(`^\.maxntid\s+(\d+),\s*(\d+),\s*(\d+)`)
	registerPattern = regexp.MustCompile(`^\.reg\s+\.(\w+)\s+(.*)$`)
)

// Parse decodes all kernels of a module.
func Parse(text string) ([]*Kernel, error) {
	p := parser{externs: map[string]bool{}}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "//")
		p.line = i + 1
		if err := p.take(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return p.kernels, nil
}

type parser struct {
	line    int
	kernels []*Kernel
	shared  []variable // of the module
	externs map[string]bool
	kernel  *Kernel // whose body this is, nil outside
	decoder *decoder
	scopes  int
	scope   []map[string]string // names in braces to names of their own
}

func (p *parser) take(line string) error {
	if p.decoder == nil {
		return p.outside(line)
	}
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		switch {
		case line[0] == '{':
			p.scope = append(p.scope, map[string]string{})
			p.scopes++
			line = line[1:]
			continue
		case line[0] == '}':
			line = line[1:]
			p.scope = p.scope[:len(p.scope)-1]
			if len(p.scope) == 0 {
				k, d := p.kernel, p.decoder
				p.kernel, p.decoder = nil, nil
				return d.finish(k)
			}
			continue
		}
		if label, rest, found := strings.Cut(line, ":"); found && !strings.ContainsAny(label, " \t;") {
			p.kernel.statements = append(p.kernel.statements, statement{line: p.line, label: label})
			line = rest
			continue
		}
		text, rest, found := strings.Cut(line, ";")
		if !found {
			return fmt.Errorf("no semicolon after %q", line)
		}
		if err := p.statement(strings.TrimSpace(text)); err != nil {
			return err
		}
		line = rest
	}
	return nil
}

// outside takes a line between bodies: an entry's name, its parameters and
// bounds, and shared variables of the module.
func (p *parser) outside(line string) error {
	if m := entryPattern.FindStringSubmatch(line); m != nil {
		p.kernel = &Kernel{Name: m[1], shared: append([]variable(nil), p.shared...)}
		p.kernels = append(p.kernels, p.kernel)
	} else if m := sharedPattern.FindStringSubmatch(line); m != nil {
		p.shared = append(p.shared, sharedVariable(m))
	} else if m := paramPattern.FindStringSubmatch(line); m != nil {
		bits, _ := strconv.Atoi(m[1])
		p.kernel.Parameters = append(p.kernel.Parameters, bits/8)
	} else if m := maxPattern.FindStringSubmatch(line); m != nil {
		p.kernel.most = 1
		for _, s := range m[1:] {
			n, _ := strconv.Atoi(s)
			p.kernel.most *= n
		}
	} else if line == "{" {
		p.decoder = newDecoder(p.kernel)
		p.scope = []map[string]string{{}}
	}
	return nil
}

func sharedVariable(m []string) variable {
	bits, _ := strconv.Atoi(m[1])
	size := bits / 8
	if strings.Contains(m[0], "[") {
		n, _ := strconv.Atoi(m[3]) // none for what a launch asks for
		size *= n
	}
	return variable{m[2], size}
}

func (p *parser) statement(text string) error {
	if m := registerPattern.FindStringSubmatch(text); m != nil {
		for name := range strings.SplitSeq(m[2], ",") {
			name = strings.TrimSpace(name)
			own, _, _ := strings.Cut(name, "<")
			if len(p.scope) > 1 {
				own = fmt.Sprintf("%s@%d", name, p.scopes)
				p.scope[len(p.scope)-1][name] = own
			}
			p.decoder.declare(own, m[1] == "pred")
		}
		return nil
	}
	if m := sharedPattern.FindStringSubmatch(text + ";"); m != nil {
		p.kernel.shared = append(p.kernel.shared, sharedVariable(m))
		return nil
	}
	if strings.HasPrefix(text, ".") {
		return nil // .pragma
	}
	s := statement{line: p.line}
	if text[0] == '@' {
		guard, rest, _ := strings.Cut(text[1:], " ")
		guard, s.unless = strings.CutPrefix(guard, "!")
		s.guard, text = p.name(guard), strings.TrimSpace(rest)
	}
	opcode, rest := text, ""
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		opcode, rest = text[:i], text[i+1:]
	}
	s.opcode = strings.Split(opcode, ".")
	s.braced = strings.HasPrefix(strings.TrimSpace(rest), "{")
	for word := range strings.FieldsFuncSeq(rest, func(r rune) bool { return strings.ContainsRune(", \t{}", r) }) {
		s.words = append(s.words, p.name(word))
	}
	p.kernel.statements = append(p.kernel.statements, s)
	return nil
}

// name is what a name means here, within braces.
func (p *parser) name(word string) string {
	for i := len(p.scope) - 1; i > 0; i-- {
		if own, found := p.scope[i][word]; found {
			return own
		}
	}
	return word
}
