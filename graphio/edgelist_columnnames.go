package graphio

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// idNames are the pairs of words by which tables call the two ends of an edge.
var idNames = [][2]string{
	{"source", "target"}, {"src", "dst"}, {"src", "dest"}, {"src", "tgt"}, {"src", "trg"}, {"source", "destination"},
	{"source", "dest"}, {"from", "to"}, {"origin", "destination"}, {"orig", "dest"}, {"start", "end"}, {"head", "tail"}, {"init", "term"},
	{"sender", "receiver"}, {"sender", "recipient"}, {"follower", "followee"}, {"follower", "followed"},
	{"citing", "cited"}, {"caller", "callee"}, {"parent", "child"}, {"ego", "alter"}, {"left", "right"}, {"subject", "object"}, {"row", "col"}, {"row", "column"},
}

// letterNames are pairs of letters that serve as such names, at the end of a
// name too: node_a and node_b, X1 and X2.
var letterNames = [][2]string{{"u", "v"}, {"i", "j"}, {"a", "b"}, {"s", "t"}, {"1", "2"}, {"0", "1"}}

// valueNames are words of columns that hold no ids.
var valueNames = []string{
	"weight", "weights", "wt", "w", "value", "val", "score", "count", "cnt", "number", "time", "timestamp", "ts", "timeset", "date", "datetime", "year",
	"label", "type", "kind", "sign", "distance", "dist", "length", "cost", "capacity", "frequency", "freq", "color", "colour", "rating", "similarity",
	"probability", "prob", "degree", "size", "age", "group", "community", "cluster", "class", "category", "duration", "attr", "attributes", "relation", "comment",
	"direction", "directed", "mode", "sum", "mean", "amount", "price", "strength", "correlation", "pvalue", "lat", "lon", "latitude", "longitude",
}

// rowNames are names of a column that numbers the rows.
var rowNames = []string{"", "id", "index", "idx", "rowid", "rownames", "unnamed", "no", "nr", "edge", "edgeid", "eid", "key"}

// nameWords returns the words of a name in lower case: "FromNodeId" and
// "from_node-id" have three, "id_1" and "id1" two.
func nameWords(name string) []string {
	var words []string
	last := ' '
	for _, c := range name {
		kind := func(c rune) int {
			switch {
			case unicode.IsDigit(c):
				return 2
			case unicode.IsLetter(c):
				return 1
			}
			return 0
		}
		switch {
		case kind(c) == 0:
		case kind(c) != kind(last), unicode.IsUpper(c) && unicode.IsLower(last):
			words = append(words, strings.ToLower(string(c)))
		default:
			words[len(words)-1] += strings.ToLower(string(c))
		}
		last = c
	}
	return words
}

// isValueName says that a column is no end of an edge.
func isValueName(name string) bool {
	return slices.ContainsFunc(nameWords(name), func(word string) bool { return slices.Contains(valueNames, word) })
}

// isWeightName says that a column holds the weight of an edge.
func isWeightName(name string) bool {
	return slices.Contains([]string{"weight", "weights", "wt", "w"}, strings.ToLower(name))
}

// isRowName says that a column numbers the rows of a table.
func isRowName(name string) bool {
	return slices.Contains(rowNames, strings.Join(lettersOnly(nameWords(name)), ""))
}

func lettersOnly(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return word[0] <= '9' })
}

// idPair says how well two names go together as the ends of an edge: 0 where
// they do not, and the more the clearer. Written together or not makes no
// difference to words, but letters stand alone: fromid and toid, node a and
// node b.
func idPair(first, second string) int {
	a, b := nameWords(first), nameWords(second)
	if isValueName(first) || isValueName(second) {
		return 0
	}
	for _, names := range idNames {
		rest, ok := restOfPair(strings.Join(a, " "), strings.Join(b, " "), names)
		if !ok {
			rest, ok = restOfPair(strings.Join(a, ""), strings.Join(b, ""), names)
		}
		switch {
		case !ok:
		case rest == "":
			return 4
		case strings.HasSuffix(rest, "id"):
			return 3
		default:
			return 2
		}
	}
	if len(a) == len(b) && len(a) > 0 {
		last := len(a) - 1
		for _, names := range letterNames {
			if slices.Equal(a[:last], b[:last]) && a[last] == names[0] && b[last] == names[1] {
				return 1
			}
		}
	}
	return 0
}

// restOfPair returns what two names have in common beside the names of a pair.
func restOfPair(a, b string, names [2]string) (rest string, ok bool) {
	for at := 0; at+len(names[0]) <= len(a); at++ {
		if strings.HasPrefix(a[at:], names[0]) && a[:at]+names[1]+a[at+len(names[0]):] == b {
			return strings.TrimSpace(a[:at] + a[at+len(names[0]):]), true
		}
	}
	return "", false
}

// clearestPair returns the two names that go together best, how well, and whether others
// do as well.
func clearestPair(names []string) (columns [2]int, best int, tied bool) {
	for i := range names {
		for j := range names {
			if i == j {
				continue
			}
			switch clear := idPair(names[i], names[j]); {
			case clear > best:
				best, tied, columns = clear, false, [2]int{i, j}
			case clear == best && clear > 0:
				tied = true
			}
		}
	}
	return columns, best, tied
}

// chooseColumns returns which two of the named columns hold the ids. An error
// says why that is not certain.
func chooseColumns(names []string) (columns [2]int, err error) {
	columns, best, tied := clearestPair(names)
	switch {
	case best > 0 && !tied:
		return columns, nil
	case best > 0:
		return columns, fmt.Errorf("columns of which more than one pair could hold the ids: %s", nameList(names))
	}
	// Without a name that is known, there must be no choice.
	first := 0
	if len(names) > 2 && isRowName(names[0]) {
		first = 1
	}
	for i, name := range names[first:] {
		if isValueName(name) != (i >= 2) {
			return columns, fmt.Errorf("columns of which none is well known to hold ids: %s", nameList(names))
		}
	}
	if len(names)-first < 2 {
		return columns, fmt.Errorf("one column: %s", nameList(names))
	}
	return [2]int{first, first + 1}, nil
}

// nameList shows names in a message, the first of them.
func nameList(names []string) string {
	const most = 8
	var shown []string
	for _, name := range names[:min(len(names), most)] {
		shown = append(shown, quote([]byte(name)))
	}
	if len(names) > most {
		shown = append(shown, "...")
	}
	return strings.Join(shown, ", ")
}

// alike says that two columns are called alike but for a number, as id_1 and
// id_2: the edges between them have no direction.
func alike(first, second string) bool {
	return slices.Equal(lettersOnly(nameWords(first)), lettersOnly(nameWords(second)))
}
