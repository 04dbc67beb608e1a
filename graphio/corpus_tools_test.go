package graphio

import "strconv"

// toolWriters are programs with windows, databases, and formats for exchange.
var toolWriters = []corpusWriter{
	{name: "Gephi edges", file: "edges.csv", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("Source,Target,Type,Id,Label,timeset,Weight\n")
		for i, e := range g.edges {
			w.f("%s,%s,Undirected,%d,,,%s\n", csvField(g.u(e), ","), csvField(g.v(e), ","), i, e.real())
		}
	}},
	{name: "Gephi edges, id first", file: "edges.csv", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("Id,Source,Target\n")
		for i, e := range g.edges {
			w.f("%d,%s,%s\n", i, csvField(g.u(e), ","), csvField(g.v(e), ","))
		}
	}},
	{name: "Gephi edges, id and label first", file: "edges.csv", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("Id,Label,Source,Target,Type,Weight\n")
		for i, e := range g.edges {
			w.f("e%d,,%s,%s,Directed,%s\n", i, csvField(g.u(e), ","), csvField(g.v(e), ","), e.real())
		}
	}},
	{name: "Gephi edges, semicolons", file: "edges.csv", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("Source;Target;Type\n")
		for _, e := range g.edges {
			w.f("%s;%s;Undirected\n", csvField(g.u(e), ";"), csvField(g.v(e), ";"))
		}
	}},
	{name: "Gephi spreadsheet, tab", file: "edges.tsv", must: true, write: table{header: "source,target,weight", separator: "\t"}.write},
	{name: "Gephi matrix", file: "matrix.csv", graphs: hasVertices(3), write: func(w *corpusText, g *corpusGraph) {
		for _, name := range g.names {
			w.f(";%s", csvField(name, ";"))
		}
		w.f("\n")
		for v, row := range g.cells() {
			w.f("%s", csvField(g.names[v], ";"))
			for _, x := range row {
				w.f(";%s", corpusEdge{weight: x}.real())
			}
			w.f("\n")
		}
	}},
	{name: "Gephi adjacency list", file: "list.csv", write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s", csvField(name, ";"))
			for _, e := range g.onward(v) {
				w.f(";%s", csvField(g.v(e), ";"))
			}
			w.f("\n")
		}
	}},
	{name: "Gephi adjacency list, commas", file: "list.csv", graphs: both(hasSink, hasSeveral(2)), write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s", csvField(name, ","))
			for _, e := range g.onward(v) {
				w.f(",%s", csvField(g.v(e), ","))
			}
			w.f("\n")
		}
	}},
	{name: "Gephi GEXF", file: "g.gexf", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">\n<graph defaultedgetype=\"undirected\">\n<edges>\n")
		for i, e := range g.edges {
			w.f("<edge id=\"%d\" source=%s target=%s/>\n", i, xmlName(g.u(e)), xmlName(g.v(e)))
		}
		w.f("</edges>\n</graph>\n</gexf>\n")
	}},
	{name: "GUESS GDF", file: "g.gdf", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("nodedef>name VARCHAR,label VARCHAR\n")
		for _, name := range g.names {
			w.f("%s,%s\n", name, name)
		}
		w.f("edgedef>node1 VARCHAR,node2 VARCHAR,weight DOUBLE\n")
		for _, e := range g.edges {
			w.f("%s,%s,%s\n", g.u(e), g.v(e), e.real())
		}
	}},
	{name: "GUESS GDF, names only", file: "g.gdf", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("nodedef>name VARCHAR\n")
		for _, name := range g.names {
			w.f("%s\n", name)
		}
		w.f("edgedef>node1 VARCHAR,node2 VARCHAR\n")
		everyEdge("%s,%s\n")(w, g)
	}},
	{name: "TGF", file: "g.tgf", must: true, graphs: hasWords, named: []naming{func(_ *corpusGraph, v int) string { return "Vertex " + strconv.Itoa(v) }}, write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s Vertex %d\n", name, v)
		}
		w.f("#\n")
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "TGF with labels of edges", file: "g.tgf", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		for _, name := range g.names {
			w.f("%s %s\n", name, name)
		}
		w.f("#\n")
		everyEdge("%s %s knows\n")(w, g)
	}},
	{name: "yEd TGF", file: "g.tgf", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%d %s\n", v+1, name)
		}
		w.f("#\n")
		for _, e := range g.edges {
			w.f("%d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "Tulip", file: "g.tlp", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("(tlp \"2.3\"\n(nb_nodes %d)\n(nodes 0..%d)\n(nb_edges %d)\n", g.n(), g.n()-1, len(g.edges))
		for i, e := range g.edges {
			w.f("(edge %d %d %d)\n", i, e.u, e.v)
		}
		w.f(")\n")
	}},
	{name: "NetDraw VNA", file: "g.vna", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("*node data\nid\n")
		for _, name := range g.names {
			w.f("%s\n", name)
		}
		w.f("*tie data\nfrom to strength\n")
		everyEdge("%s %s 1\n")(w, g)
	}},
	{name: "UCINET edgelist1", file: "g.dl", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("dl n=%d format=edgelist1\ndata:\n", g.n())
		for _, e := range g.edges {
			w.f("%d %d %s\n", e.u+1, e.v+1, e.text())
		}
	}},
	{name: "UCINET edgelist1 with labels", file: "g.dl", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("DL n=%d\nformat = edgelist1\nlabels embedded:\ndata:\n", g.n())
		everyEdge("%s %s 1\n")(w, g)
	}},
	{name: "UCINET nodelist1", file: "g.dl", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("dl n=%d format=nodelist1\ndata:\n", g.n())
		for v := range g.names {
			w.f("%d", v+1)
			for _, e := range g.onward(v) {
				w.f(" %d", e.v+1)
			}
			w.f("\n")
		}
	}},
	{name: "UCINET full matrix", file: "g.txt", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("dl\nn=%d\nformat=fullmatrix\ndata:\n", g.n())
		matrixText(" ", false)(w, g)
	}},
	{name: "VOSviewer network", file: "network.txt", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%d\t%d\t%s\n", e.u+1, e.v+1, e.text())
		}
	}},
	{name: "yEd GraphML", file: "g.graphml", must: true, named: []naming{func(g *corpusGraph, v int) string { return "n" + zeroBased(g, v) }}, write: func(w *corpusText, g *corpusGraph) {
		w.f("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" xmlns:y=\"http://www.yworks.com/xml/graphml\">\n  <key for=\"node\" id=\"d6\" yfiles.type=\"nodegraphics\"/>\n  <graph edgedefault=\"directed\" id=\"G\">\n")
		for v, name := range g.names {
			w.f("    <node id=\"n%d\">\n      <data key=\"d6\">\n        <y:ShapeNode>\n          <y:NodeLabel>%s</y:NodeLabel>\n        </y:ShapeNode>\n      </data>\n    </node>\n", v, xmlEscapes.Replace(name))
		}
		for i, e := range g.edges {
			w.f("    <edge id=\"e%d\" source=\"n%d\" target=\"n%d\"/>\n", i, e.u, e.v)
		}
		w.f("  </graph>\n</graphml>\n")
	}},
	{name: "OGDF GML", file: "g.gml", must: true, named: []naming{zeroBased, byName, gmlName}, write: func(w *corpusText, g *corpusGraph) {
		w.f("Creator \"ogdf::GraphIO::writeGML\"\ngraph [\n\tdirected 1\n")
		for v := range g.names {
			w.f("\tnode [\n\t\tid %d\n\t\tlabel \"%s\"\n\t]\n", v, gmlName(g, v))
		}
		for _, e := range g.edges {
			w.f("\tedge [\n\t\tsource %d\n\t\ttarget %d\n\t]\n", e.u, e.v)
		}
		w.f("]\n")
	}},
	{name: "Graphviz, a line an edge", file: "g.gv", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("graph G {\n")
		everyEdge("\t%s -- %s;\n")(w, g)
		w.f("}\n")
	}},
	{name: "Graphviz, one line", file: "g.gv", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("digraph {")
		everyEdge(" %s -> %s;")(w, g)
		w.f(" }\n")
	}},
	{name: "Graphviz, a comment first", file: "g.dot", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("// %s\ngraph {\n", g.title)
		everyEdge("\t%s -- %s\n")(w, g)
		w.f("}\n")
	}},
	{name: "graphviz plain", file: "g.plain", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("graph 1 2.5 3.5\n")
		for _, name := range g.names {
			w.f("node %s 0.375 1.25 0.75 0.5 %[1]s solid ellipse black lightgrey\n", name)
		}
		everyEdge("edge %s %s 4 0.5 0.5 0.5 0.7 0.5 0.9 0.5 1.0 solid black\n")(w, g)
		w.f("stop\n")
	}},
	{name: "Mermaid", file: "g.mmd", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("graph TD\n")
		everyEdge("    %s --- %s\n")(w, g)
	}},
	{name: "PlantUML", file: "g.puml", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("@startuml\n")
		everyEdge("%s --> %s\n")(w, g)
		w.f("@enduml\n")
	}},
	{name: "d3", file: "miserables.json", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f("{\n  \"nodes\": [\n")
		for v, name := range g.names {
			w.f("%s    {\"id\": %q, \"group\": 1}", comma(v, ",\n"), name)
		}
		w.f("\n  ],\n  \"links\": [\n")
		for i, e := range g.edges {
			w.f("%s    {\"source\": %q, \"target\": %q, \"value\": 1}", comma(i, ",\n"), g.u(e), g.v(e))
		}
		w.f("\n  ]\n}\n")
	}},
	{name: "JSON pairs, a line each", file: "g.json", write: func(w *corpusText, g *corpusGraph) {
		w.f("[\n")
		for i, e := range g.edges {
			w.f("%s[%s, %s]", comma(i, ",\n"), jsonName(g.u(e)), jsonName(g.v(e)))
		}
		w.f("\n]\n")
	}},
	{name: "JSON pairs as lines", file: "g.jsonl", write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("[%s,%s]\n", jsonName(g.u(e)), jsonName(g.v(e)))
		}
	}},
	{name: "JSON pairs as lines, blanks", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("[%s, %s]\n", jsonName(g.u(e)), jsonName(g.v(e)))
		}
	}},
	{name: "JSON indented", file: "g.json", write: func(w *corpusText, g *corpusGraph) {
		w.f("[\n")
		for i, e := range g.edges {
			w.f("%s  [\n    %s,\n    %s\n  ]", comma(i, ",\n"), jsonName(g.u(e)), jsonName(g.v(e)))
		}
		w.f("\n]\n")
	}},
	{name: "JSON lists of neighbours, indented", file: "g.json", write: func(w *corpusText, g *corpusGraph) {
		w.f("{\n")
		for v, name := range g.names {
			w.f("%s  %q: [", comma(v, ",\n"), name)
			for i, e := range g.out(v) {
				w.f("%s%s", comma(i, ", "), jsonName(g.v(e)))
			}
			w.f("]")
		}
		w.f("\n}\n")
	}},
	{name: "YAML pairs", file: "g.yaml", write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("- - %s\n  - %s\n", jsonName(g.u(e)), jsonName(g.v(e)))
		}
	}},
	{name: "YAML pairs in line", file: "g.yml", write: func(w *corpusText, g *corpusGraph) {
		w.f("edges:\n")
		for _, e := range g.edges {
			w.f("- [%s, %s]\n", jsonName(g.u(e)), jsonName(g.v(e)))
		}
	}},
	{name: "YAML lists of neighbours", file: "g.yaml", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s:\n", name)
			for _, e := range g.out(v) {
				w.f("- %s\n", g.v(e))
			}
		}
	}},
	{name: "Neo4j import", file: "relations.csv", must: true, write: func(w *corpusText, g *corpusGraph) {
		w.f(":START_ID,:END_ID,:TYPE\n")
		for _, e := range g.edges {
			w.f("%s,%s,KNOWS\n", csvField(g.u(e), ","), csvField(g.v(e), ","))
		}
	}},
	{name: "Neo4j import, a property first", file: "relations.csv", write: func(w *corpusText, g *corpusGraph) {
		w.f("since:int,:START_ID,:END_ID,:TYPE\n")
		for i, e := range g.edges {
			w.f("%d,%s,%s,KNOWS\n", 1990+i, csvField(g.u(e), ","), csvField(g.v(e), ","))
		}
	}},
	{name: "Neo4j apoc.export.csv", file: "all.csv", graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("\"_id\",\"_labels\",\"name\",\"_start\",\"_end\",\"_type\"\n")
		for _, name := range g.names {
			w.f("\"%s\",\":Person\",\"x\",,,\n", name)
		}
		everyEdge(",,,\"%s\",\"%s\",\"KNOWS\"\n")(w, g)
	}},
	{name: "Neptune", file: "edges.csv", write: func(w *corpusText, g *corpusGraph) {
		w.f("~id,~from,~to,~label,weight:Double\n")
		for i, e := range g.edges {
			w.f("e%d,%s,%s,knows,%s\n", i, csvField(g.u(e), ","), csvField(g.v(e), ","), e.real())
		}
	}, must: true},
	{name: "ArangoDB", file: "edges.csv", write: func(w *corpusText, g *corpusGraph) {
		w.f("\"_key\",\"_from\",\"_to\"\n")
		for i, e := range g.edges {
			w.f("\"%d\",\"p/%d\",\"p/%d\"\n", i, e.u, e.v)
		}
	}, must: true, named: []naming{func(_ *corpusGraph, v int) string { return "p/" + zeroBased(nil, v) }}},
	{name: "LDBC person_knows_person", file: "person_knows_person_0_0.csv", graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("Person.id|Person.id|creationDate\n")
		for _, e := range g.edges {
			w.f("%s|%s|2010-07-30T15:19:53.298+0000\n", g.u(e), g.v(e))
		}
	}},
	{name: "LDBC Graphalytics", file: "example.e", must: true, graphs: isNumbered, write: everyEdge("%s %s 0.5\n")},
	{name: "GraphX Edge", file: "part-00000", graphs: isNumbered, write: everyEdge("Edge(%s,%s,1)\n")},
	{name: "Spark saveAsTextFile", file: "part-00000", write: everyEdge("(%s,%s)\n")},
	{name: "Spark write.csv", file: "part-00000.csv", must: true, write: table{header: "src,dst", separator: ","}.write},
	{name: "Hive", file: "000000_0", graphs: hasWords, write: everyEdge("%s\x01%s\n")},
	{name: "psql", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		w.f(" source | target \n--------+--------\n")
		for _, e := range g.edges {
			w.f(" %6s | %6s\n", g.u(e), g.v(e))
		}
		w.f("(%d rows)\n\n", len(g.edges))
	}},
	{name: "psql copy csv header", file: "g.csv", must: true, write: table{header: "source_id,target_id"}.write},
	{name: "psql copy, text", file: "g.txt", must: true, write: everyEdge("%s\t%s\n"), graphs: hasWords},
	{name: "psql -A", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("source|target\n")
		everyEdge("%s|%s\n")(w, g)
		w.f("(%d rows)\n", len(g.edges))
	}},
	{name: "psql -A -F','", file: "g.csv", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("source,target\n")
		everyEdge("%s,%s\n")(w, g)
		w.f("(%d rows)\n", len(g.edges))
	}},
	{name: "mysql --batch", file: "g.tsv", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("from_id\tto_id\n")
		everyEdge("%s\t%s\n")(w, g)
	}},
	{name: "mysql box", file: "g.txt", write: func(w *corpusText, g *corpusGraph) {
		w.f("+--------+--------+\n| source | target |\n+--------+--------+\n")
		everyEdge("| %s | %s |\n")(w, g)
		w.f("+--------+--------+\n")
	}},
	{name: "mysqldump", file: "g.sql", graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("-- MySQL dump 10.13\nINSERT INTO `edges` VALUES ")
		for i, e := range g.edges {
			w.f("%s(%s,%s)", comma(i, ","), g.u(e), g.v(e))
		}
		w.f(";\n")
	}},
	{name: "INSERT, a line an edge", file: "g.sql", graphs: isNumbered, write: everyEdge("INSERT INTO edges VALUES (%s, %s);\n")},
	{name: "sqlite3", file: "g.txt", graphs: hasWords, write: everyEdge("%s|%s\n")},
	{name: "sqlite3 .mode csv", file: "g.csv", must: true, write: table{header: "a,b", bare: true}.writePairs},
	{name: "sqlite3 -header", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("source|target\n")
		everyEdge("%s|%s\n")(w, g)
	}},
	{name: "sqlite3 -column", file: "g.txt", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("source  target\n------  ------\n")
		everyEdge("%-6s  %-6s\n")(w, g)
	}},
	{name: "sqlite3 -json", file: "g.json", write: func(w *corpusText, g *corpusGraph) {
		w.f("[")
		for i, e := range g.edges {
			w.f("%s{\"source\":%q,\"target\":%q}", comma(i, ",\n"), g.u(e), g.v(e))
		}
		w.f("]\n")
	}},
	{name: "sqlite3 -html", file: "g.html", write: everyEdge("<TR><TD>%s</TD>\n<TD>%s</TD>\n</TR>\n")},
	{name: "DuckDB COPY", file: "g.csv", must: true, write: table{header: "source,target,weight"}.write},
	{name: "DuckDB COPY DELIMITER '|'", file: "g.csv", write: table{header: "source,target,weight", separator: "|"}.write},
	{name: "Excel, semicolons", file: "g.csv", must: true, write: windows(func(w *corpusText, g *corpusGraph) {
		w.f("\ufeff")
		table{header: "source,target", separator: ";"}.write(w, g)
	})},
	{name: "Excel, semicolons and no header", file: "g.csv", write: windows(table{header: "source,target", separator: ";", bare: true}.write)},
	{name: "Excel, text of Unicode", file: "g.txt", write: utf16File(windows(table{header: "source,target", separator: "\t"}.write))},
	{name: "Excel, sep= first", file: "g.csv", write: windows(func(w *corpusText, g *corpusGraph) {
		w.f("sep=,\n")
		table{header: "source,target"}.write(w, g)
	})},
	{name: "Excel, empty columns", file: "g.csv", must: true, write: windows(func(w *corpusText, g *corpusGraph) {
		w.f("source,target,,\n")
		for _, e := range g.edges {
			w.f("%s,%s,,\n", csvField(g.u(e), ","), csvField(g.v(e), ","))
		}
	})},
	{name: "Excel, empty columns and no header", file: "g.csv", must: true, write: windows(func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s,%s,,\n", csvField(g.u(e), ","), csvField(g.v(e), ","))
		}
	})},
	{name: "Excel, empty rows at the end", file: "g.csv", write: windows(func(w *corpusText, g *corpusGraph) {
		table{header: "source,target"}.write(w, g)
		w.f(",\n,\n")
	})},
	{name: "Excel, empty first column", file: "g.csv", write: windows(func(w *corpusText, g *corpusGraph) {
		w.f(",source,target\n")
		for _, e := range g.edges {
			w.f(",%s,%s\n", csvField(g.u(e), ","), csvField(g.v(e), ","))
		}
	})},
	{name: "Excel, thousands with commas", file: "g.csv", graphs: isNumbered, named: []naming{byName, thousands}, write: func(w *corpusText, g *corpusGraph) {
		w.f("source,target\n")
		for _, e := range g.edges {
			w.f("%s,%s\n", csvField(thousands(g, e.u), ","), csvField(thousands(g, e.v), ","))
		}
	}},
	{name: "Excel, thousands with commas, no header", file: "g.csv", graphs: isNumbered, named: []naming{byName, thousands}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s,%s\n", csvField(thousands(g, e.u), ","), csvField(thousands(g, e.v), ","))
		}
	}},
	{name: "Excel, thousands with blanks", file: "g.txt", graphs: both(isNumbered, hasLarge), write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s\t%s\n", grouped(g.u(e), " "), grouped(g.v(e), " "))
		}
	}, named: []naming{byName, func(g *corpusGraph, v int) string { return grouped(g.names[v], " ") }}},
	{name: "Excel, ids in scientific notation", file: "g.csv", graphs: both(isNumbered, hasLarge), cannotTell: "the digits are gone", write: func(w *corpusText, g *corpusGraph) {
		w.f("source,target\n")
		for _, e := range g.edges {
			w.f("%s,%s\n", scientific(g.u(e)), scientific(g.v(e)))
		}
	}},
	{name: "LaTeX table", file: "g.tex", write: everyEdge("%s & %s \\\\\n")},
	{name: "diff -y", file: "g.txt", graphs: hasWords, write: everyEdge("%s\t|\t%s\n")},
	{name: "git log --format=%h %p", file: "g.txt", graphs: both(hasWords, hasNames), write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s", name)
			for _, e := range g.onward(v) {
				w.f(" %s", g.v(e))
			}
			w.f("\n")
		}
	}},
	{name: "go mod graph", file: "g.txt", must: true, named: []naming{module}, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s %s\n", module(g, e.u), module(g, e.v))
		}
	}},
	{name: "make rules", file: "g.mk", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			w.f("%s:", name)
			for _, e := range g.onward(v) {
				w.f(" %s", g.v(e))
			}
			w.f("\n")
		}
	}},
	{name: "numbered lines, cat -n", file: "g.txt", graphs: both(hasWords, hasSeveral(3)), write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%6d\t%s\t%s\n", i+1, g.u(e), g.v(e))
		}
	}},
	{name: "uniq -c", file: "g.txt", graphs: both(hasWords, both(hasNames, hasSeveral(3))), write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%7d %s %s\n", 1, g.u(e), g.v(e))
		}
	}},
	{name: "sort | uniq -c of numbers", file: "g.txt", graphs: isNumbered, cannotTell: "counts and ids are numbers alike", write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%7d %s %s\n", 1, g.u(e), g.v(e))
		}
	}},
}

// writePairs writes the ends and nothing else.
func (t table) writePairs(w *corpusText, g *corpusGraph) {
	for _, e := range g.edges {
		w.f("%s,%s\n", csvField(g.u(e), ","), csvField(g.v(e), ","))
	}
}

func module(g *corpusGraph, v int) string { return "example.org/" + g.names[v] + "@v1.2.3" }

func thousands(g *corpusGraph, v int) string { return grouped(g.names[v], ",") }

// grouped is a number with its digits in groups of three.
func grouped(digits, between string) string {
	if len(digits) <= 3 {
		return digits
	}
	return grouped(digits[:len(digits)-3], between) + between + digits[len(digits)-3:]
}

// hasLarge says that some id has more than three digits.
func hasLarge(g *corpusGraph) bool {
	for _, name := range g.names {
		if len(name) > 3 {
			return true
		}
	}
	return false
}

// scientific is a number as Excel shows it when the column is narrow.
func scientific(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	return digits[:1] + "." + digits[1:3] + "E+0" + zeroBased(nil, len(digits)-1)
}
