package names

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tricycle-graph/tricycle/graph"
)

// Appender appends the input's id of a vertex.
type Appender func(text []byte, v uint32) []byte

// appendNumber appends a numeric id.
func appendNumber(labels graph.Labels) Appender {
	return func(text []byte, v uint32) []byte { return strconv.AppendUint(text, labels.Number(v), 10) }
}

// LineLabels returns labels for a line in which blanks separate them. Where a
// name could be misread, all names are in double quotes, and a quote within
// them is doubled, as in an edge list.
func LineLabels(labels graph.Labels) Appender {
	all := labels.Names()
	if all == nil {
		return appendNumber(labels)
	}
	if !Quoted(labels) {
		return func(text []byte, v uint32) []byte { return append(text, all[v]...) }
	}
	return func(text []byte, v uint32) []byte { return AppendQuoted(text, all[v]) }
}

// Unfit returns the first name that cannot stand in a line of labels, if there is one: with a line
// break, or with another control character that no line has but the tab.
func Unfit(labels graph.Labels) (name string, found bool) {
	all := labels.Names()
	at := slices.IndexFunc(all, func(name string) bool {
		return strings.ContainsFunc(name, func(char rune) bool { return unicode.IsControl(char) && char != '\t' })
	})
	if at < 0 {
		return "", false
	}
	return all[at], true
}

// Quoted says whether [LineLabels] puts names in quotes: some could be misread.
func Quoted(labels graph.Labels) bool {
	return slices.ContainsFunc(labels.Names(), func(name string) bool { return name == "" || strings.ContainsAny(name, " \t,;\"") })
}

// exactInJSON is the largest integer up to which JSON numbers are exact for
// those who read them as 64-bit floats.
const exactInJSON = 1 << 53

// JSONLabels returns labels as JSON: numbers where all are exact ones, strings
// otherwise.
func JSONLabels(labels graph.Labels, n int) Appender {
	switch {
	case labels.Names() != nil:
		quoted := make([]string, n)
		for v, name := range labels.Names() {
			quoted[v] = QuoteJSON(name)
		}
		return func(text []byte, v uint32) []byte { return append(text, quoted[v]...) }
	case n > 0 && labels.Number(uint32(n-1)) > exactInJSON:
		number := appendNumber(labels)
		return func(text []byte, v uint32) []byte { return append(number(append(text, '"'), v), '"') }
	}
	return appendNumber(labels)
}

// QuoteJSON returns a name as a string of JSON.
func QuoteJSON(name string) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(name); err != nil {
		panic(fmt.Sprintf("a string that is no JSON: %v", err)) // there is none
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// JSONList returns the labels of vertices as a JSON array.
func JSONList(g *graph.Graph, vertices []uint32) json.RawMessage {
	list := JoinedBy(',', JSONLabels(g.Labels(), g.Vertices()), g.Vertices())
	return append(list([]byte{'['}, vertices), ']')
}
