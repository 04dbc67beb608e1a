package graphio

import "testing"

// What is known before and after reading.
func TestDeclaredInfo(t *testing.T) {
	const unknown = -1
	for _, c := range []struct {
		name, text         string
		vertices, records  int64 // before reading
		most               int64
		directed, weighted bool // after reading
	}{
		{"a.graph", "5 2\n2\n1 3\n2\n\n\n", 5, 4, 4, false, false},
		{"a.graph", "2 1 1\n2 7\n1 7\n", 2, 2, 2, false, true},
		{"a.graph", "2 1 10\n7 2\n7 1\n", 2, 2, 2, false, true},
		{"a.gr", "p sp 4 1\na 1 2 1\n", 4, 1, 1, true, true},
		{"a.col", "p edge 4 1\ne 1 2\n", 4, 1, 1, false, false},
		{"a.tntp", "<NUMBER OF NODES> 4\n<NUMBER OF LINKS> 1\n<END OF METADATA>\n1 2 ;\n", 4, 1, 1, true, true},
		{"a.net", "*Vertices 4\n*Edges\n1 2 \n", 4, unknown, 12, false, false},
		{"a.net", "*Vertices 4\n*Arcs\n1 2 0.5\n", 4, unknown, 13, true, true},
		{"a.paj", "*Partition x\n*Vertices 1\n7\n*Network\n*Vertices 4\n*Matrix\n0 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", 4, unknown, 44, true, false},
		{"a.gml", "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]", unknown, unknown, 2, false, false},
		{"a.gml", "graph [ directed 1 node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight 3 ] ]", unknown, unknown, 3, true, true},
		{"a.graphml", "<graphml><graph edgedefault='directed'><node id='a'/><edge source='a' target='a' directed='false'><data/></edge></graph></graphml>", unknown, unknown, 4, false, true},
		{"a.graphml", "<graphml><graph edgedefault='undirected'><node id='a'/><edge source='a' target='a' directed='true'/></graph></graphml>", unknown, unknown, 4, true, false},
		{"a.gexf", "<gexf><graph defaultedgetype='mutual'><edges><edge source='a' target='b' weight='2'/></edges></graph></gexf>", unknown, unknown, 7, true, true},
		{"a.gexf", "<gexf><graph><edges><edge source='a' target='b'/></edges></graph></gexf>", unknown, unknown, 5, false, false},
		{"a.json", `{"directed": true, "nodes": [1, 2], "links": [{"source": 1, "target": 2, "value": 3}]}`, unknown, unknown, 43, true, true},
		{"a.json", `[[1,2],[3,4]]`, unknown, unknown, 6, false, false},
	} {
		for _, w := range ways[2:6] {
			src, err := openWay(t, w, c.text, c.name, "")
			if err != nil {
				t.Fatalf("%q: %v", c.text, err)
			}
			info := src.Info()
			if info.Vertices.Or(unknown) != c.vertices || info.Records.Or(unknown) != c.records || info.Rereadable == w.stream {
				t.Errorf("%q: %+v", c.text, info)
			}
			if most := info.MaxRecords.Or(unknown); !w.stream && most != c.most {
				t.Errorf("%q: at most %d records, want %d", c.text, most, c.most)
			}
			edges, sum, err := read(src, w.workers)
			if err != nil || c.vertices != unknown && sum.Vertices.Get() != c.vertices || len(edges) == 0 || !w.stream && int64(len(edges)) > c.most {
				t.Errorf("%q: %+v, %v", c.text, sum, err)
			}
			if info := src.Info(); info.Directed != c.directed || info.Weighted != c.weighted {
				t.Errorf("%q: directed %v, weighted %v", c.text, info.Directed, info.Weighted)
			}
			closeAll(t, src)
		}
	}
}

// A header is not believed where the file is too small for what it says.
func TestDeclaredTooMuch(t *testing.T) {
	for name, text := range map[string]string{
		"a.graph": "4294967295 4611686018427387903\n\n",
		"a.gr":    "p sp 4294967295 9223372036854775807\n",
		"a.tntp":  "<NUMBER OF NODES> 4294967295\n<NUMBER OF LINKS> 9223372036854775807\n<END OF METADATA>\n",
	} {
		src, err := openWay(t, ways[0], text, name, "")
		if err != nil {
			t.Fatal(err)
		}
		if info := src.Info(); info.Records.Known() || info.MaxRecords.Get() > 1 {
			t.Errorf("%s: %+v", name, info)
		}
		_, _, err = read(src, 2)
		inputError(t, err)
		closeAll(t, src)
	}
}
