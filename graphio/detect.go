package graphio

import (
	"bytes"
	"regexp"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
)

// open settles the format and opens the input as it: by name where one is
// given, by content where there is something to recognise, by the suffix of
// the name for headerless binaries. It never guesses.
func (in *input) open(opt Options) (graph.Source, error) {
	name := opt.Format
	var f *format
	if name != "" {
		var err error
		if f, err = formatMeant(name, func(f *format) []string { return f.suffixes }); err != nil {
			return nil, err
		}
		if f.sniff != nil && !f.binary {
			in.setReturns()
		}
		in.recognised = "option"
	} else {
		var err error
		if f, in.recognised, err = in.recognise(); err != nil {
			return nil, err
		}
	}
	in.format, in.opt = f.name, opt
	if f != &edgeListFormat && (opt.Header != "" || len(opt.Columns) > 0 && !f.columns) {
		return nil, &graph.InputError{File: in.name, Expected: "a table or an edge list, which alone have columns and a header to choose", Found: f.name}
	}
	if last := len(opt.Columns) - 1; opt.Weights && (last == 0 || last == 2) {
		in.weight, in.opt.Columns = opt.Columns[last], opt.Columns[:last]
	}
	return f.open(in)
}

// recognise returns the format that the content or, failing that, the suffix
// tells, and how it was told.
func (in *input) recognise() (*format, string, error) {
	end := suffix(in.name)
	hasSuffix := func(suffixes []string) bool { return slices.Contains(suffixes, end) }

	records := isRecords(end)
	if err := in.refuseForeign(records); err != nil {
		return nil, "", err
	}
	if !records {
		in.setReturns()
	}
	head := in.text()
	// Of many files of records some begin with bytes that could be the first ones of a text.
	noText := records && !isText(head)
	found := slices.IndexFunc(formats, func(f *format) bool {
		return f.sniff != nil && (!f.named || hasSuffix(f.suffixes)) && (f.binary || !noText) && f.sniff(head)
	})
	if (found < 0 || formats[found] == &edgeListFormat) && in.isBVGraph() {
		return &bvFormat, "suffix, and properties beside it", nil
	}
	if (found < 0 && !noText || found >= 0 && formats[found] == &edgeListFormat) && startsWithXML(head) {
		if isStoreError(head) {
			return nil, "", in.refuseStoreError()
		}
		return nil, "", &graph.InputError{File: in.name, Expected: "a graph", Found: "XML that is neither GraphML nor GEXF"}
	}
	text := isText(head)
	if found < 0 && text || found >= 0 && formats[found] == &edgeListFormat {
		if seems := damagedHeader(head, in.all); seems != "" {
			return nil, "", in.refuseDamaged(seems, &edgeListFormat)
		}
		if _, certain := in.isTrivialGraph(); certain {
			return &tgfFormat, "a line with # between vertices and edges", nil
		}
	}
	if found >= 0 && formats[found] == &edgeListFormat && in.isMetis() {
		return &metisFormat, "header and every line", nil
	}
	if found >= 0 {
		return formats[found], formats[found].evidence, nil
	}
	for _, f := range formats {
		if !hasSuffix(f.suffixes) || f == &edgeListFormat {
			continue
		}
		if f.sniff == nil {
			if seems := in.damagedBinary(); seems != "" {
				return nil, "", in.refuseDamaged(seems, f)
			}
		} else if !text && !f.binary {
			return nil, "", in.refuseBinary(f)
		}
		// Without its header, a format refuses the file and says why.
		return f, "suffix " + end, nil
	}
	switch {
	case in.all && len(bytes.TrimSpace(head)) == 0 && !hasSuffix(edgeListFormat.suffixes) && in.budget.of == nil:
		found := "an empty file"
		if len(head) > 0 {
			found = "nothing but blank lines"
		}
		return nil, "", &graph.InputError{File: in.name, Expected: "a graph", Found: found}
	case text:
		// Labels, or what the reader of edge lists will refuse by its line.
		return &edgeListFormat, "text", nil
	}
	return nil, "", &graph.InputError{
		File:     in.name,
		Expected: "text or a format with a known header",
		Found:    "other binary data",
		Err:      &UnclearError{"binary data without a header", headerless()},
	}
}

// headerless lists the formats without a header.
func headerless() (choices []Choice) {
	for _, f := range formats {
		if f.sniff == nil {
			choices = append(choices, Choice{f.name, Options{Format: f.name}})
		}
	}
	return choices
}

// startsWithEdge says that the first line of data is a pair of numbers.
func startsWithEdge(head []byte) bool {
	for text := range bytes.Lines(head) {
		line := trimLine(bytes.TrimSuffix(text, newline))
		if !isComment(line, edgeListComments) {
			return pairOfNumbers(line) && isText(head)
		}
	}
	return false
}

var pairOfNumbers = matches(`^-?[0-9]+[ \t]*[ \t,;|][ \t]*-?[0-9]+([ \t,;|]|$)`)

// isRecords reports whether a suffix is that of records without a header.
func isRecords(end string) bool {
	return slices.ContainsFunc(formats, func(f *format) bool { return f.sniff == nil && slices.Contains(f.suffixes, end) })
}

// isText says that head looks like text: no control characters but blanks.
// Bytes from 0x80 are allowed, comments come in many encodings.
func isText(head []byte) bool {
	for _, c := range head {
		if controls[c] {
			return false
		}
	}
	return true
}

// controls are the characters that text does not have.
var controls = func() (table [256]bool) {
	for c := range byte(' ') {
		table[c] = c < '\t' || c > '\r'
	}
	return table
}()

// startsWithXML recognises what would be mistaken for an edge list of labels.
var startsWithXML = matches(`^\s*<([?!a-z]|Error>)`, "<")

// matches returns what says whether a text matches an expression. Where there are needs,
// every text that does has one of them: what has none is told without the expression.
func matches(expression string, needs ...string) func([]byte) bool {
	compiled := lazily(expression)
	return func(text []byte) bool {
		if len(needs) > 0 && !slices.ContainsFunc(needs, func(need string) bool { return bytes.Contains(text, []byte(need)) }) {
			return false
		}
		return compiled().Match(text)
	}
}

// lazily returns what compiles an expression when it is first asked for: to compile all of
// them at every start takes longer than to read a small graph.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
