package graphio

import (
	"bytes"
	"fmt"
)

// An array in front of all others may name the columns, as a row of names does in CSV.

// columnTypes are the names of types of ClickHouse, which may come behind those of columns.
var columnTypes = lazily(`^(U?Int\d+|Float\d+|(Fixed)?String|UUID|(Nullable|LowCardinality)\(.*\))$`)

// ndjsonTexts returns the values of an array of two or more strings, and nil of what is none.
func ndjsonTexts(line []byte) []string {
	values, array, err := ndjsonValues(line)
	if err != nil || !array || len(values) < 2 || bytes.IndexByte(line, '\r') >= 0 {
		return nil
	}
	var texts []string
	r := newLineReader(nil)
	for _, v := range values {
		if v.kind != '"' {
			return nil
		}
		r.setLine(line[v.begin:v.end])
		text, err := r.text("")
		if err != nil {
			return nil
		}
		texts = append(texts, string(text))
	}
	return texts
}

// ndjsonHeader returns the names of the columns where a line has them: two are names of the
// ends of an edge. It is clear where these are words.
func ndjsonHeader(line []byte) (names []string, clear bool) {
	names = ndjsonTexts(line)
	_, best, _ := clearestPair(names)
	if best == 0 {
		return nil, false
	}
	return names, best > 1
}

// checkHeader refuses the lines behind names of columns, of which the first is given, where
// it names types.
func checkHeader(second dataLine) *lineError {
	texts := ndjsonTexts(second.raw)
	for _, text := range texts {
		if !columnTypes().MatchString(text) {
			return nil
		}
	}
	if texts == nil {
		return nil
	}
	return &lineError{expected: "an edge behind the names of the columns", found: fmt.Sprintf("what looks like their types, %s", nameList(texts))}
}

// mayBeHeader says that the first line, of names as letters are, is unlike the others: none
// of what it has comes again in sight, nor are others letters, too.
func mayBeHeader(names []string, lines dataLines) bool {
	seen, stems := make(map[string]bool), make(map[string]bool)
	for _, name := range names {
		seen[name], stems[stem([]byte(name))] = true, true
	}
	for {
		line, ok, err := lines.read()
		if err != nil || !ok {
			return true
		}
		for _, text := range ndjsonTexts(line.raw) {
			if seen[text] || stems[stem([]byte(text))] {
				return false
			}
		}
	}
}
