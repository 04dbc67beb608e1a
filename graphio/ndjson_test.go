package graphio

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// referenceNDJSON reads the edges of a text of which the user says that it is lines of JSON.
func referenceNDJSON(text string) reading {
	var answer reading
	var first *jsonTree
	var names []string // of columns, of an array in front
	var keys [2]string
	seen := make(map[string]bool)
	stray := strayReturn.MatchString(strings.TrimPrefix(text, "\ufeff"))
	for _, line := range splitLines(text, "") {
		var ids [2]string
		ok := func() (ok bool) {
			defer func() { ok = recover() == nil }()
			must(!stray && utf8.ValidString(line.raw) && !strings.ContainsAny(line.raw, "\r\x00") && !hasHalfPairs(line.raw))
			d := json.NewDecoder(strings.NewReader(line.raw))
			d.UseNumber()
			t := parseTree(d, 0)
			must(!d.More() && d.InputOffset() == int64(len(strings.TrimRight(line.raw, " \t"))) && (t.object || t.array))
			if first == nil && names == nil {
				if names = referenceNames(t); names != nil {
					return true
				}
			}
			if names != nil {
				must(t.array && len(t.values) == len(names))
				if first == nil {
					must(len(t.texts()) < len(names) || slices.ContainsFunc(t.texts(), func(text string) bool { return !columnTypes().MatchString(text) }))
				}
				t = &jsonTree{object: true, keys: names, values: t.values}
			}
			if first == nil {
				keys = referenceKeys(t)
				first = t
			}
			must(t.array == first.array && (t.object || len(t.values) == len(first.values)))
			firstEnds, ends := referenceEnds(first, keys), referenceEnds(t, keys)
			for i, end := range ends {
				switch value := end.scalar.(type) {
				case string:
					ids[i] = value
				case json.Number:
					id, err := vertexID([]byte(value))
					must(err == nil)
					ids[i] = strconv.FormatUint(id, 10)
				}
				_, text := end.scalar.(string)
				_, firstText := firstEnds[0].scalar.(string)
				must(isRefID(end) && text == firstText)
				if text && !seen[ids[i]] {
					seen[ids[i]] = true
					answer.names = append(answer.names, ids[i])
				}
			}
			return true
		}()
		if !ok {
			return malformedAt(line.number)
		}
		if first != nil {
			answer.edges = append(answer.edges, ids)
		}
	}
	if first == nil {
		return malformedAt(-1)
	}
	return answer
}

// referenceNames returns the names of columns in an array of strings, nil where there are none.
func referenceNames(t *jsonTree) []string {
	if !t.array || len(t.values) < 2 {
		return nil
	}
	names := t.texts()
	if _, clear, _ := clearestPair(names); len(names) < len(t.values) || clear < 2 {
		return nil
	}
	return names
}

func (t *jsonTree) texts() (texts []string) {
	for _, value := range t.values {
		if text, ok := value.scalar.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// referenceKeys returns the keys of the ids of the first record.
func referenceKeys(t *jsonTree) [2]string {
	if t.array {
		must(len(t.values) == 2 || len(t.values) == 3)
		if len(t.values) == 3 {
			_, number := t.values[2].scalar.(json.Number)
			must(number)
		}
		return [2]string{}
	}
	var names []string
	for i, value := range t.values {
		if isRefID(value) {
			names = append(names, t.keys[i])
		}
	}
	pair, clear, tied := clearestPair(names)
	must(clear > 0 && !tied)
	return [2]string{names[pair[0]], names[pair[1]]}
}

func referenceEnds(t *jsonTree, keys [2]string) [2]*jsonTree {
	if t.array {
		return [2]*jsonTree{t.values[0], t.values[1]}
	}
	a, b := t.get(keys[0]), t.get(keys[1])
	must(len(a) == 1 && len(b) == 1)
	return [2]*jsonTree{a[0], b[0]}
}

func TestNDJSONRules(t *testing.T) {
	path := reading{edges: ids("1", "2", "2", "3")}
	abc := reading{names: []string{"a", "b", "c"}, edges: ids("a", "b", "b", "c")}
	checkRules(t, "a.ndjson", "ndjson", referenceNDJSON, []rule{
		{"objects", "{\"source\":1,\"target\":2}\n{\"source\":2,\"target\":3}\n", path},
		{"without the last line feed", "{\"source\":1,\"target\":2}\n{\"source\":2,\"target\":3}", path},
		{"byte-order mark, CR LF, blank lines", "\ufeff\r\n{\"source\":1,\"target\":2}\r\n \t\r\n{\"source\":2,\"target\":3}\r\n\r\n", path},
		{"blanks and other orders", " { \"target\" : 2 , \"source\" : 1 } \n{\"source\":2,\"target\":3}\n", path},
		{"other keys", "{\"id\":7,\"from\":1,\"to\":2,\"x\":[{\"from\":9}],\"y\":null}\n{\"to\":3,\"from\":2}\n", path},
		{"numbers and strings beside", "{\"t\":1e3,\"src\":1,\"kind\":\"x\",\"dst\":2}\n{\"t\":-5,\"src\":2,\"kind\":\"y \\\" z\",\"dst\":3}\n", path},
		{"names", "{\"u\":\"a\",\"v\":\"b\"}\n{\"u\":\"b\",\"v\":\"c\"}\n", abc},
		{"escapes", "{\"u\":\"a\",\"v\":\"\\u0062\"}\n{\"u\":\"b\",\"v\":\"\\u0063\"}\n", abc},
		{"escapes in both", "[\"\\u0061\",\"\\u0062\"]\n[\"\\u0062\",\"\\u0063\"]\n", abc},
		{"pairs", "[1,2]\n[2,3]\n", path},
		{"pairs of names", "[\"a\", \"b\"]\n[\"b\", \"c\"]\n", abc},
		{"pairs with weights", "[1,2,0.5]\n[2,3,1e2]\n", path},
		{"one line", "[5,5]", reading{edges: ids("5", "5")}},
		{"whole numbers", "[1,2.0]\n[2,3.0]\n", path},
		{"large ids", "[4294967295,1]\n[4294967296,18446744073709551615]\n[3,12345678]\n", reading{edges: ids("4294967295", "1", "4294967296", "18446744073709551615", "3", "12345678")}},
		{"empty names", "[\"\",\"a\"]\n", reading{names: []string{"", "a"}, edges: ids("", "a")}},
		{"loops and repeats", "[1,1]\n[1,2]\n[2,1]\n[1,1]\n", reading{edges: ids("1", "1", "1", "2", "2", "1", "1", "1")}},
		{"names of columns", "[\"weight\", \"target\", \"x\", \"sour\\u0063e\"]\n[1,3,\"\",2]\n[1,2,null,1]\r\n", reading{edges: ids("2", "3", "1", "2")}},
		{"names of columns of names", "\n[\"from_node\",\"to_node\"]\n[\"a\",\"b\"]\n[\"b\",\"c\"]\n", abc},
		{"names that are none of columns", "[\"source\",\"b\"]\n", reading{names: []string{"source", "b"}, edges: ids("source", "b")}},
		{"a pair of rows of a matrix", "[0,1]\n[1,0]\n", reading{edges: ids("0", "1", "1", "0")}},

		{"nothing", "\n", malformedAt(2)},
		{"names alone", "[\"source\",\"target\"]\n\n", malformedAt(3)},
		{"names and types", "[\"source\",\"target\"]\n[\"String\",\"Nullable(String)\"]\n[\"a\",\"b\"]\n", malformedAt(2)},
		{"more values than names", "[\"source\",\"target\"]\n[1,2,3]\n", malformedAt(2)},
		{"an object behind names", "[\"source\",\"target\"]\n{\"source\":1,\"target\":2}\n", malformedAt(2)},
		{"two pairs of names", "[\"source\",\"target\",\"from\",\"to\"]\n[1,2,3,4]\n", malformedAt(2)},
		{"a word", "{\"source\":1,\"target\":2}\nx\n", malformedAt(2)},
		{"a number", "{\"source\":1,\"target\":2}\n7\n", malformedAt(2)},
		{"an array among objects", "{\"source\":1,\"target\":2}\n[1,2]\n", malformedAt(2)},
		{"an object among arrays", "[1,2]\n{\"source\":1,\"target\":2}\n", malformedAt(2)},
		{"two on a line", "[1,2]\n[1,2] [2,3]\n", malformedAt(2)},
		{"a comma between", "[1,2]\n[1,2],\n", malformedAt(2)},
		{"an end on the next line", "{\"source\":1,\"target\":2}\n{\"source\":1,\n\"target\":2}\n", malformedAt(2)},
		{"cut", "{\"source\":1,\"target\":2}\n{\"source\":1,\"target\":", malformedAt(2)},
		{"no target", "{\"source\":1,\"target\":2}\n{\"source\":1}\n", malformedAt(2)},
		{"two sources", "{\"source\":1,\"target\":2}\n{\"source\":1,\"source\":1,\"target\":2}\n", malformedAt(2)},
		{"string among numbers", "{\"source\":1,\"target\":2}\n\n{\"source\":\"1\",\"target\":2}\n", malformedAt(3)},
		{"number among strings", "[\"a\",\"b\"]\n[\"a\",3]\n", malformedAt(2)},
		{"number and string", "[\"a\",1]\n", malformedAt(1)},
		{"null", "[1,2]\n[1,null]\n", malformedAt(2)},
		{"negative", "[1,2]\n[1,-2]\n", malformedAt(2)},
		{"a fraction", "[1,2]\n[1,2.5]\n", malformedAt(2)},
		{"zero in front", "[1,2]\n[1,02]\n", malformedAt(2)},
		{"zero in front of the first", "[01,2]\n", malformedAt(1)},
		{"too large", "[1,2]\n[1,18446744073709551616]\n", malformedAt(2)},
		{"no number beside", "[1,2,3]\n[1,2,.5]\n", malformedAt(2)},
		{"longer", "[1,2]\n[1,2,3]\n", malformedAt(2)},
		{"shorter", "[1,2,3]\n[1,2]\n", malformedAt(2)},
		{"one", "[1]\n", malformedAt(1)},
		{"four", "[1,2,3,4]\n", malformedAt(1)},
		{"lists", "[[1,2]]\n", malformedAt(1)},
		{"CR within", "[1,2]\n[2,\r3]\n", malformedAt(2)},
		{"two pairs of keys", "{\"source\":1,\"target\":2,\"from\":1,\"to\":2}\n", malformedAt(1)},
		{"unknown keys", "{\"x\":1,\"y\":2}\n", malformedAt(1)},
		{"no UTF-8", "[\"a\",\"b\"]\n[\"\xff\",\"b\"]\n", malformedAt(2)},
		{"half a surrogate pair", "[\"a\",\"b\"]\n[\"\\ud800\",\"b\"]\n", malformedAt(2)},
		{"a comment", "# x\n[1,2]\n", malformedAt(1)},
	})
}

// What could be something else is refused, unless the user says that it is lines of edges.
func TestNDJSONRecognised(t *testing.T) {
	many := func(line string) (text string) { // lines of edges that no vertex has twice
		for i := range 2 * surveyLines {
			text += fmt.Sprintf(line, i, i+2*surveyLines)
		}
		return text
	}
	for text, want := range map[string]string{
		`{"source":1,"target":2}`: ndjsonName, "{\"from\": \"a\", \"to\": \"b\", \"text\": {}}\n": ndjsonName, "\n[1,2]\n[2,3]": ndjsonName,
		"[1,2,0.5]\n[2,3,0.5]\n": ndjsonName, "[\"a\",\"b\"]\n[\"b\",\"a\"]\n": ndjsonName, "{\"source\":1,\"target\":2}\nx\n": ndjsonName,
		many("[%d,%d]\n"): ndjsonName, many("{\"s\":%d,\"t\":%d}\n"): ndjsonName, "[0,1]\n[0,2]\n[1,2]\n": ndjsonName,
		"[1,2,1]\n[2,3,1]\n[3,1,1]\n[1,4,2]\n": ndjsonName, "[\"source\",\"target\"]\n[\"a\",\"b\"]\n": ndjsonName, "\n[\"src\",\"dst\",\"w\"]\n[1,2,3]": ndjsonName,
		"[\"u\",\"v\"]\n[\"v\",\"w\"]\n": ndjsonName, "[\"u\",\"v\"]\n[\"alice\",\"u\"]\n": ndjsonName, "[\"1\",\"2\"]\n[\"4\",\"5\"]\n": ndjsonName,

		`{"source":1,"target":2,"nodes":[]}`: "json", "[[1,2],\n[2,4]]": "json", `{"source":[2],"2":["source"]}`: "json", "[{\"source\":1,\"target\":2}]": "json",

		"[1,2]\n": "", "{\"source\":1}\n": "", "{\"source\":\n1,\"target\":2}\n": "", "{\"x\":1,\"y\":2}\n": "", "[1,2]\n[3]\n": "", "[1,2]\n\"a\"\n": "",
		"{\"source\":{\"id\":1},\"target\":2}\n": "", "[0,1]\n[1,0]\n": "", "[1,3]\n[0,2]\n[1,3]\n[2,0]\n": "", "[2,4]\n[1,3]\n[2,4]\n[3,1]\n": "",
		"[0,1,1]\n[1,0,1]\n[1,1,0]\n": "", "[1,2,3]\n[0,2,3]\n[0,1,3]\n[0,1,2]\n": "", "[7,8,9]\n[8,7,9]\n[9,7,8]\n": "", "[1,2]\n{\"source\":1,\"target\":2}\n": "",
		"[\"u\",\"v\"]\n[\"alice\",\"bob\"]\n": "", "[\"source\",\"target\"]\n": "", "[\"source\",\"target\"]\n[1]\n": "", "[\"source\",\"target\"]\n{\"source\":1,\"target\":2}\n": "",
	} {
		for _, name := range []string{"a.txt", "a.json", "-"} {
			src, err := OpenReader(strings.NewReader(text), name, Options{})
			got := ""
			if err == nil {
				got = src.Info().Format
				if got == "json" {
					_, _, err = read(src, 1)
				}
				closeAll(t, src)
			}
			if err != nil {
				inputError(t, err)
			}
			if got != want {
				t.Errorf("%.60q as %s is %q, %v, want %q", text, name, got, err, want)
			}
		}
	}
}

// Columns are named, and weights are those that are asked for.
func TestNDJSONColumns(t *testing.T) {
	const arrays, objects = "[7, 1, 2, 0.5]\n[8, 2, 3, 1.5]\n", "{\"x\":1,\"y\":2,\"z\":3,\"w\":0.5}\n{\"y\":3,\"x\":2,\"z\":1}\n"
	for _, c := range []struct {
		text    string
		columns []string
		want    []string // nil where it is an error
	}{
		{"{\"source\":1,\"target\":2,\"Weight\":-2.5}\n{\"source\":2,\"target\":3}\n", nil, []string{"1 2 -2.5", "2 3 1"}},
		{"{\"source\":\"a\",\"target\":\"b\",\"w\":2}\n{\"w\":3,\"source\":\"b\",\"target\":\"a\"}\n", nil, []string{"0 1 2", "1 0 3"}},
		{"{\"source\":1,\"target\":2,\"value\":4}\n", nil, []string{"1 2 1"}},
		{"{\"source\":1,\"target\":2,\"value\":4}\n", []string{"value"}, []string{"1 2 4"}},
		{"[1,2,0.5]\n[2,5000000000,1e3]\n", nil, []string{"1 2 0.5", "2 5000000000 1000"}},
		{arrays, []string{"2", "3"}, []string{"1 2 1", "2 3 1"}},
		{"[\"w\",\"to\",\"from\",\"x\"]\n" + arrays, nil, []string{"2 1 7", "3 2 8"}},
		{"[\"w\",\"to\",\"from\",\"x\"]\n" + arrays, []string{"to", "from", "x"}, []string{"1 2 0.5", "2 3 1.5"}},
		{"[\"w\",\"to\",\"from\",\"x\"]\n" + arrays, []string{"2", "3", "x"}, []string{"1 2 0.5", "2 3 1.5"}},
		{arrays, []string{"3", "2", "4"}, []string{"2 1 0.5", "3 2 1.5"}},
		{objects, []string{"x", "y"}, []string{"1 2 0.5", "2 3 1"}},
		{objects, []string{"1", "3", "z"}, nil},
		{objects, []string{"y", "x", "z"}, []string{"2 1 3", "3 2 1"}},
		{objects, []string{"x", "a"}, nil},
		{objects, []string{"x", "x"}, nil},
		{arrays, []string{"2", "3", "5"}, nil},
		{"{\"source\":1,\"target\":2,\"w\":1,\"weight\":4}\n", nil, nil},
		{"{\"source\":1,\"target\":2,\"w\":1}\n{\"source\":1,\"target\":2,\"w\":null}\n", nil, nil},
	} {
		for _, workers := range []int{1, 3} {
			src, err := OpenReader(strings.NewReader(c.text), "a.ndjson", Options{Columns: c.columns, Weights: true})
			var got []string
			if err == nil {
				setBlockSize(src, 10)
				got, _, err = weighted(t, src, workers)
				closeAll(t, src)
			}
			if err != nil {
				inputError(t, err)
				got = nil
			}
			if slices.Sort(c.want); !slices.Equal(got, c.want) {
				t.Errorf("%q, %v: %v, %v, want %v", c.text, c.columns, got, err, c.want)
			}
		}
	}
}

// What is written is read again as it was, by any number of threads.
func TestNDJSONThereAndBack(t *testing.T) {
	random := rand.New(rand.NewPCG(71, 72))
	for _, n := range []int{3, 12, graphtest.Fewer(1000)} {
		for kind, labels := range labelled(random, n) {
			g := randomGraph(t, random, n, labels)
			data, err := written(t, "g.jsonl", g)
			if err != nil {
				t.Fatal(err)
			}
			if g.Edges() == 0 {
				continue
			}
			for _, w := range ways {
				if w.block *= 50; n > 12 && w.block < 1000 {
					continue
				}
				src, err := openWay(t, w, string(data), "g", "")
				if err != nil {
					t.Fatal(err)
				}
				again, err := build(t.Context(), src, graph.Options{Threads: w.workers})
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(labelledEdges(again), labelledEdges(g)) {
					t.Errorf("%d vertices, %s, %+v: another graph", n, kind, w)
				}
				closeAll(t, src)
			}
		}
	}
}

// What real libraries wrote is read as they meant it.
func TestNDJSONOfLibraries(t *testing.T) {
	for name, want := range map[string]libraryGraph{
		"pandas.jsonl": {weighted: true}, "pandas-names.jsonl": {weighted: true, named: true},
		"polars.ndjson": {weighted: true}, "duckdb.ndjson": {weighted: true, named: true},
		"python-pairs.jsonl": {}, "python-triples.jsonl": {weighted: true},
	} {
		want.check(t, filepath.Join("testdata", "ndjson", name))
	}
}

func FuzzNDJSON(f *testing.F) {
	for i, text := range []string{
		"{\"source\":1,\"target\":2}\n{\"source\":2,\"target\":3}\n", "\ufeff{\"to\": 1, \"x\": \"\\u00e9\", \"from\": 2}\r\n\r\n{\"from\": 1.0, \"to\": 0}",
		"[1,2]\n[3,4]\n", "[\"a\",\"b\"]\n[\"\\u0061\",\"c\"]\n", "[1,2,0.5]\n[2,3,-1e-3]\n", "{\"u\":\"a\",\"v\":\"b\",\"k\":[1,{}]}\n{\"u\":\"é\",\"v\":\"\",\"k\":null}\n",
		"[\"source\",\"target\"]\n[\"a\",\"b\"]\n", "[\"w\",\"to\",\"from\"]\n[0.5,1,2]\n[1,2,3]\n", "{\"source\":4294967296,\"target\":2}\n{\"source\":01,\"target\":2}\n",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.ndjson", "ndjson", referenceNDJSON))
}
