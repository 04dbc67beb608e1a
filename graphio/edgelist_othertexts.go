package graphio

// otherTexts are what else than an edge list begins with such a line.
var otherTexts = []struct {
	begins func([]byte) bool
	looks  string
}{
	{matches(`^[\[{]`), "JSON, or a list of a programming language"},
	{matches(`^[(<]`), "tuples in brackets"},
	{matches(`^[A-Za-z_][\w.]*\([^()\t]*,[^()\t]*\)`), "terms or calls of a programming language"},
	{matches(`(?i)^edge\s+from\b`), "sentences"},
	{matches(`^version https://git-lfs`), "a pointer of Git LFS, without the file itself"},
	{matches(`^(strict\s+)?(di)?graph\b[^,\t]*\{`), "Graphviz DOT"},
	{matches(`^t\s+#`), "gSpan (t, v and e lines)"},
	{matches(`^LEDA\.GRAPH`), "LEDA"},
	{matches(`(?i)^dl\s+(n|nr|nc|nm|format)\b`), "UCINET DL"},
	{matches(`^(>>)?(graph6|sparse6|digraph6)<<`), "graph6 or sparse6"},
	{matches(`^[A-Za-z]+\[`), "an expression of a programming language"},
	{matches(`^[╙├└╟╠│║┌]`), "a drawing of a tree"},
	{matches(`^\*`), "sections of UCINET VNA or of a damaged Pajek file"},
	{matches(`^[^\s,;|"]+\s*(<?--?>|<?==?>|--|→|↔|—)\s*[^\s,;|"]+`), "edges written with arrows"},
	{matches(`^[^\s,;|"]+\s*:(\s|$)`), "an adjacency list (a vertex, a colon, its neighbours)"},
}

// otherText says what else than an edge list the first line begins, or "".
func otherText(line []byte) string {
	for _, other := range otherTexts {
		if other.begins(line) {
			return other.looks
		}
	}
	return ""
}
