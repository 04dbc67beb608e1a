package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// appendLabel appends the input's id of a vertex.
type appendLabel func(text []byte, v uint32) []byte

// appendNumber appends a numeric id.
func appendNumber(labels graph.Labels) appendLabel {
	return func(text []byte, v uint32) []byte { return strconv.AppendUint(text, labels.Number(v), 10) }
}

// lineLabels returns labels for a line in which blanks separate them. Where a
// name could be misread, all names are in double quotes, and a quote within
// them is doubled, as in an edge list.
func lineLabels(labels graph.Labels) appendLabel {
	all := labels.Names()
	if all == nil {
		return appendNumber(labels)
	}
	if !needQuotes(all) {
		return func(text []byte, v uint32) []byte { return append(text, all[v]...) }
	}
	return func(text []byte, v uint32) []byte { return names.AppendQuoted(text, all[v]) }
}

// fitLine refuses names that cannot stand in a line: those with a line break,
// or with another control character that no line has but the tab.
func fitLine(names []string) error {
	for _, name := range names {
		if strings.ContainsFunc(name, func(char rune) bool { return unicode.IsControl(char) && char != '\t' }) {
			return usagef("the vertex name %q cannot stand in a line; --to ndjson has room for it", name)
		}
	}
	return nil
}

// needQuotes says that some name could be misread.
func needQuotes(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return name == "" || strings.ContainsAny(name, " \t,;\"") })
}

// exactInJSON is the largest integer up to which JSON numbers are exact for
// those who read them as 64-bit floats.
const exactInJSON = 1 << 53

// jsonLabels returns labels as JSON: numbers where all are exact ones, strings
// otherwise.
func jsonLabels(labels graph.Labels, n int) appendLabel {
	switch {
	case labels.Names() != nil:
		quoted := make([]string, n)
		for v, name := range labels.Names() {
			quoted[v] = quoteJSON(name)
		}
		return func(text []byte, v uint32) []byte { return append(text, quoted[v]...) }
	case n > 0 && labels.Number(uint32(n-1)) > exactInJSON:
		number := appendNumber(labels)
		return func(text []byte, v uint32) []byte { return append(number(append(text, '"'), v), '"') }
	}
	return appendNumber(labels)
}

func quoteJSON(name string) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(name); err != nil {
		panic(fmt.Sprintf("a string that is no JSON: %v", err)) // there is none
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// jsonList returns the labels of vertices as a JSON array.
func jsonList(g *graph.Graph, vertices []uint32) json.RawMessage {
	list := joinedBy(',', jsonLabels(g.Labels(), g.Vertices()), g.Vertices())
	return append(list([]byte{'['}, vertices), ']')
}
