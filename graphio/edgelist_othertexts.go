package graphio

import "regexp"

// otherTexts are what else than an edge list begins with such a line.
var otherTexts = []struct {
	begins *regexp.Regexp
	looks  string
}{
	{regexp.MustCompile(`^[\[{]`), "JSON, or a list of a programming language"},
	{regexp.MustCompile(`^[(<]`), "tuples in brackets"},
	{regexp.MustCompile(`^[A-Za-z_][\w.]*\([^()\t]*,[^()\t]*\)`), "terms or calls of a programming language"},
	{regexp.MustCompile(`(?i)^edge\s+from\b`), "sentences"},
	{regexp.MustCompile(`^version https://git-lfs`), "a pointer of Git LFS, without the file itself"},
	{regexp.MustCompile(`^(strict\s+)?(di)?graph\b[^,\t]*\{`), "Graphviz DOT"},
	{regexp.MustCompile(`^t\s+#`), "gSpan (t, v and e lines)"},
	{regexp.MustCompile(`^LEDA\.GRAPH`), "LEDA"},
	{regexp.MustCompile(`(?i)^dl\s+(n|nr|nc|nm|format)\b`), "UCINET DL"},
	{regexp.MustCompile(`^(>>)?(graph6|sparse6|digraph6)<<`), "graph6 or sparse6"},
	{regexp.MustCompile(`^[A-Za-z]+\[`), "an expression of a programming language"},
	{regexp.MustCompile(`^[╙├└╟╠│║┌]`), "a drawing of a tree"},
	{regexp.MustCompile(`^\*`), "sections of UCINET VNA or of a damaged Pajek file"},
	{regexp.MustCompile(`^[^\s,;|"]+\s*(<?--?>|<?==?>|--|→|↔|—)\s*[^\s,;|"]+`), "edges written with arrows"},
	{regexp.MustCompile(`^[^\s,;|"]+\s*:(\s|$)`), "an adjacency list (a vertex, a colon, its neighbours)"},
}

// otherText says what else than an edge list the first line begins, or "".
func otherText(line []byte) string {
	for _, other := range otherTexts {
		if other.begins.Match(line) {
			return other.looks
		}
	}
	return ""
}
