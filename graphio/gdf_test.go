package graphio

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	gdfHeaderShape = regexp.MustCompile(`^(?i:(nodedef|edgedef))[ \t]*>(.*)$`)
	gdfCellShape   = regexp.MustCompile(`^[ \t]*(?:"((?:[^"]|"")*)"|'((?:[^']|'')*)'|([^"', \t][^,]*|))[ \t]*(,|$)`)
)

// referenceGDFColumns returns the words of each column, the first one without quotes and in
// lower case.
func referenceGDFColumns(header string) (columns [][]string) {
	inside, begin := 0, 0
	for i, c := range header + "," {
		inside += strings.Count("(", string(c)) - strings.Count(")", string(c))
		if c != ',' || inside > 0 && i < len(header) {
			continue
		}
		words := strings.FieldsFunc(header[begin:i], func(r rune) bool { return r == ' ' || r == '\t' })
		if len(words) == 0 {
			words = []string{""}
		}
		words[0] = strings.ToLower(strings.Trim(words[0], `"'`))
		columns, begin = append(columns, words), i+1
	}
	return columns
}

func referenceGDF(text string) reading {
	if strayReturn.MatchString(text) {
		return malformedAt(1)
	}
	var names []string
	var edges [][2]string
	table, listed := "", false
	var columns [][]string
	end := strings.Count(text, "\n") + 1
	if strings.HasSuffix(text, "\n") || text == "" || text == "\ufeff" {
		end--
	}
	column := make(map[string]int)
	for _, line := range splitLines(text, "") {
		if found := gdfHeaderShape.FindStringSubmatch(line.text); found != nil {
			if table+strings.ToLower(found[1]) != "nodedef" && table+strings.ToLower(found[1]) != "nodedefedgedef" {
				return malformedAt(line.number)
			}
			table, columns = strings.ToLower(found[1]), referenceGDFColumns(found[2])
			wanted := []string{"node1", "node2", "weight", "directed"}
			if table == "nodedef" {
				wanted = []string{"name", "x", "y", "z"}
			}
			if called := func(name string) int {
				return slices.IndexFunc(columns, func(words []string) bool { return words[0] == name })
			}; table == "edgedef" && called("node1") < 0 && called("node2") < 0 && len(columns) > 1 {
				for _, words := range columns[:2] {
					if words[0] == "weight" || words[0] == "directed" {
						return malformedAt(line.number)
					}
				}
				columns[0][0], columns[1][0] = "node1", "node2"
			}
			for i, name := range wanted {
				column[name] = slices.IndexFunc(columns, func(words []string) bool { return words[0] == name })
				if column[name] < 0 && (i == 0 || i == 1 && table == "edgedef") {
					return malformedAt(line.number)
				}
				if at := column[name]; at >= 0 && slices.ContainsFunc(columns[at+1:], func(words []string) bool { return words[0] == name }) {
					return malformedAt(line.number)
				}
			}
			continue
		}
		if table == "" {
			return malformedAt(line.number)
		}
		var cells []string
		for rest, more := line.text, true; more; {
			found := gdfCellShape.FindStringSubmatch(rest)
			if found == nil {
				return malformedAt(line.number)
			}
			rest, more = rest[len(found[0]):], found[4] == ","
			cells = append(cells, strings.ReplaceAll(found[1], `""`, `"`)+strings.ReplaceAll(found[2], "''", "'")+strings.TrimRight(found[3], " \t"))
		}
		for len(cells) < len(columns) {
			cells = append(cells, "")
		}
		if len(cells) > len(columns) {
			return malformedAt(line.number)
		}
		if table == "nodedef" {
			if name := cells[column["name"]]; name == "" || slices.Contains(names, name) {
				return malformedAt(line.number)
			}
			names, listed = append(names, cells[column["name"]]), true
			continue
		}
		ends := [2]string{cells[column["node1"]], cells[column["node2"]]}
		for _, name := range ends {
			switch known := slices.Contains(names, name); {
			case name == "", !known && listed:
				return malformedAt(line.number)
			case !known:
				names = append(names, name)
			}
		}
		if at := column["directed"]; at >= 0 {
			value, words := cells[at], columns[at]
			if regexp.MustCompile(`^(?i:null|)$`).MatchString(value) {
				value = ""
				if last := len(words) - 1; last >= 2 && regexp.MustCompile(`^(?i:default)$`).MatchString(words[last-1]) {
					value = strings.Trim(words[last], `"'`)
				}
			}
			if !regexp.MustCompile(`^(?i:true|false|0|1|)$`).MatchString(value) {
				return malformedAt(line.number)
			}
		}
		edges = append(edges, ends)
	}
	if table != "edgedef" {
		return malformedAt(end + 1)
	}
	return declaredNames(names, edges)
}

func TestGDFRules(t *testing.T) {
	const nodes = "nodedef>name VARCHAR\na\nb\nc\n"
	abc := named("a b c", "a", "b", "b", "c")
	checkRules(t, "a.gdf", "gdf", referenceGDF, []rule{
		{"names", nodes + "edgedef>node1 VARCHAR,node2 VARCHAR\na,b\nb,c\n", abc},
		{"other columns", "nodedef>name VARCHAR,label VARCHAR,visible BOOLEAN default true\na,A 1,true\nb,\"B, 2\"\nc,'C, 3',false\n" +
			"edgedef>node1 VARCHAR,node2 VARCHAR, weight DOUBLE,color VARCHAR\na,b, 0.5,'1,2,3'\nb,c\n", abc},
		{"blanks, cases and CR LF", "\ufeff\r\nNodedef> name varchar(32)\r\n a \r\n\r\n\tb\r\nc\r\nEDGEDEF > node1 , NODE2\r\n a , b \r\nb,\tc\r\n", abc},
		{"columns in another order", "nodedef>x DOUBLE,name VARCHAR\n1,a\n2,b\n,c\nedgedef>weight DOUBLE,node2 VARCHAR,node1 VARCHAR\n1,b,a\n,c,b\n", abc},
		{"quotes", "nodedef>\"name\" VARCHAR\n\"a\"\n'b'\n \"c\" \nedgedef>node1,node2\na,'b'\n\"b\" , c\n", abc},
		{"no nodes", "nodedef>name VARCHAR\nedgedef>node1 VARCHAR,node2 VARCHAR\na,b\nb,c", abc},
		{"no edges", nodes + "edgedef>node1,node2\n", named("a b c")},
		{"ends by other names", nodes + "edgedef> NodeA VARCHAR, NodeB VARCHAR, weight DOUBLE\na,b,1\nb,c,2\n", abc},
		{"a loop, and both directions", "nodedef>name\na\nb\nedgedef>node1,node2,directed BOOLEAN\na,a,true\na,b,False\nb,a,\n", named("a b", "a", "a", "a", "b", "b", "a")},
		{"numbers that ascend", "nodedef>name\n3\n5\n9\nedgedef>node1,node2\n9,3\n", withNumbers([]uint64{3, 5, 9}, "2", "0")},
		{"numbers that do not", "nodedef>name\n5\n3\nedgedef>node1,node2\n3,5\n", named("5 3", "3", "5")},
		{"hashes are names", "nodedef>name\n#a\nit's\nedgedef>node1,node2\n#a,it's\n", named("#a it's", "#a", "it's")},
		{"nothing", "nodedef>name\nedgedef>node1,node2\n", declared(0)},

		{"no table", "a,b\n" + nodes, malformedAt(1)},
		{"no name", "nodedef>label VARCHAR\na\nedgedef>node1,node2\n", malformedAt(1)},
		{"one end", nodes + "edgedef>node1,weight\na,1\n", malformedAt(5)},
		{"no ends", nodes + "edgedef>weight,from,to\n1,a,b\n", malformedAt(5)},
		{"a column twice", "nodedef>name,name\n", malformedAt(1)},
		{"no edgedef", nodes, malformedAt(5)},
		{"edges first", "edgedef>node1,node2\na,b\n", malformedAt(1)},
		{"two tables of nodes", nodes + nodes, malformedAt(5)},
		{"two tables of edges", nodes + "edgedef>node1,node2\nedgedef>node1,node2\n", malformedAt(6)},
		{"a node twice", "nodedef>name\na\nb\na\nedgedef>node1,node2\n", malformedAt(4)},
		{"a node without a name", "nodedef>label,name\na,\nedgedef>node1,node2\n", malformedAt(2)},
		{"an edge of a node that is not there", nodes + "edgedef>node1,node2\na,d\n", malformedAt(6)},
		{"an edge with one end", nodes + "edgedef>node1,node2,weight\na\n", malformedAt(6)},
		{"too many fields", "nodedef>name,label\na,b, jr\nedgedef>node1,node2\n", malformedAt(2)},
		{"a quote not closed", "nodedef>name\n'a\nedgedef>node1,node2\n", malformedAt(2)},
		{"something behind a quote", "nodedef>name\n'a'b\nedgedef>node1,node2\n", malformedAt(2)},
		{"directed as something else", nodes + "edgedef>node1,node2,directed\na,b,maybe\n", malformedAt(6)},
	})
}

// TestGDFValues reads what counting does not need.
func TestGDFValues(t *testing.T) {
	const text = "nodedef>name VARCHAR,size DECIMAL(5,2),x DOUBLE,y DOUBLE default 7\na,1,0.5,-2\nb,2,1e3\nc\n" +
		"edgedef>node1,node2,weight DOUBLE default 3,directed BOOLEAN default true\na,b,0.5,false\nb,c,null\nc,a\n"
	src, err := OpenReader(strings.NewReader(text), "-", Options{Weights: true, Positions: true})
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	weights, summary, err := weighted(t, src, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%q", weights); got != `["0 1 0.5" "1 2 3" "2 0 3"]` {
		t.Error("weights:", got)
	}
	if got := fmt.Sprint(summary.Positions); got != "[[0.5 -2 0] [1000 7 0] [NaN 7 0]]" {
		t.Error("positions:", got)
	}
	if info := src.Info(); !info.Directed || !info.Mixed || !info.Weighted || info.Format != "gdf" {
		t.Errorf("%+v", info)
	}
	for _, wrong := range []string{"nodedef>name,x\na,far\nedgedef>node1,node2\n", "nodedef>name\na\nedgedef>node1,node2,weight\na,a,heavy\n"} {
		src, err := OpenReader(strings.NewReader(wrong), "-", Options{Weights: true, Positions: true})
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = tryRead(src, 1)
		inputError(t, err)
		closeAll(t, src)
	}
}

// What real libraries wrote is read as they meant it.
func TestGDFOfLibraries(t *testing.T) {
	for name, want := range map[string]libraryGraph{
		"networkx.gdf":          {weighted: true},
		"networkx-names.gdf":    {weighted: true, named: true},
		"networkx-directed.gdf": {weighted: true, named: true, directed: true},
		"gdf-formatter.gdf":     {weighted: true, named: true, directed: true, positions: true},
		"ogdf.gdf":              {texts: true},
		"ogdf-attributes.gdf":   {texts: true, weighted: true, directed: true, positions: true},
	} {
		want.check(t, filepath.Join("testdata", "gdf", name))
	}
	edges, summary := rawEdges(t, openFile(t, filepath.Join("testdata", "gdf", "gephi.gdf")), 1)
	if fmt.Sprint(edges, summary.Names) != "[{0 1} {1 2} {2 0} {2 1}] [s1 s2 s3]" {
		t.Error(edges, summary.Names)
	}
}

func FuzzGDF(f *testing.F) {
	for i, text := range []string{
		"nodedef>name VARCHAR,label VARCHAR\ns1,'Site, 1'\ns2,\"Site \"\"2\"\nedgedef>node1 VARCHAR,node2 VARCHAR, weight DOUBLE,directed BOOLEAN\ns1,s2,1.2341,true\ns2,s1\n",
		"\ufeffNodedef > x,name\r\n\r\n1,1\r\n2,5\r\nedgedef>node2,node1\r\n5,1\r\n",
		"nodedef>name\nedgedef>node1,node2\na,'b'\nb,a",
	} {
		f.Add(text, uint16(i*37))
	}
	f.Fuzz(fuzzReference("a.gdf", "gdf", referenceGDF))
}
