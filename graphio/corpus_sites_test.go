package graphio

import (
	"fmt"
	"strings"
)

// siteWriters are collections of graphs, and what is downloaded from them.
var siteWriters = []corpusWriter{
	{name: "SNAP", file: "g.txt", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("# Undirected graph: ../../data/output/g.ungraph.txt\n# %s\n# Nodes: %d Edges: %d\n# FromNodeId\tToNodeId\n", g.title, g.n(), len(g.edges))
		everyEdge("%s\t%s\n")(w, g)
	}},
	{name: "SNAP, Windows line ends", file: "g.txt", must: true, graphs: isNumbered, write: windows(func(w *corpusText, g *corpusGraph) {
		w.f("# Directed graph (each unordered pair of nodes is saved once): g.txt \n# Nodes: %d Edges: %d\n# FromNodeId\tToNodeId\n", g.n(), len(g.edges))
		everyEdge("%s\t%s\n")(w, g)
	})},
	{name: "SNAP SaveEdgeList", file: "g.txt", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("# Directed Node Graph\n# Save as tab-separated list of edges\n# Nodes: %d\tEdges: %d\n# SrcNId\tDstNId\n", g.n(), len(g.edges))
		everyEdge("%s\t%s\n")(w, g)
	}},
	{name: "SNAP SaveMatlabSparseMtx", file: "g.txt", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.arcs() {
			w.f("%d\t%d\t1\n", e.u+1, e.v+1)
		}
	}},
	{name: "SNAP signed bitcoin networks", file: "soc-sign.csv", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%s,%s,%d,%d.72836\n", g.u(e), g.v(e), i%21-10, 1289241911+i)
		}
	}},
	{name: "SNAP temporal networks", file: "sx.txt", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%s %s %d\n", g.u(e), g.v(e), 1217567877+i)
		}
	}},
	{name: "SNAP MUSAE", file: "musae_edges.csv", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("id_1,id_2\n")
		everyEdge("%s,%s\n")(w, g)
	}},
	{name: "SNAP deezer", file: "edges.csv", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("node_1,node_2\n")
		everyEdge("%s,%s\n")(w, g)
	}},
	{name: "SNAP ego networks", file: "0.edges", must: true, graphs: isNumbered, write: everyEdge("%s %s\n")},
	{name: "SNAP Reddit hyperlinks", file: "soc-redditHyperlinks-body.tsv", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("SOURCE_SUBREDDIT\tTARGET_SUBREDDIT\tPOST_ID\tTIMESTAMP\tLINK_SENTIMENT\tPROPERTIES\n")
		for i, e := range g.edges {
			w.f("%s\t%s\t1u4nrps\t2013-12-31 16:39:%02d\t1\t345.0,298.0,0.75,0.0173\n", g.u(e), g.v(e), i)
		}
	}},
	{name: "KONECT", file: "out.g", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("%% %s unweighted\n", konectKind(g))
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "KONECT with sizes", file: "out.g", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("%% %s unweighted\n%% %d %d %d\n", konectKind(g), len(g.edges), g.n(), g.n())
		everyEdge("%s %s \n")(w, g)
	}},
	{name: "KONECT with weights and times", file: "out.g", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("%% %s posweighted\n%% %d %d %d\n", konectKind(g), len(g.edges), g.n(), g.n())
		for i, e := range g.edges {
			w.f("%s\t%s\t%s\t%d\n", g.u(e), g.v(e), e.text(), 1082008561+i)
		}
	}},
	{name: "KONECT bipartite", file: "out.g", named: []naming{nobody}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%% bip unweighted\n%% %d %d %d\n", len(g.arcs()), g.n(), g.n())
		for _, e := range g.arcs() {
			w.f("%d %d\n", e.u+1, e.v+1)
		}
	}},
	{name: "Network Repository edges", file: "g.edges", must: true, graphs: isNumbered, write: everyEdge("%s %s\n")},
	{name: "Network Repository edges with commas", file: "g.edges", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%s,%s,%s,%d\n", g.u(e), g.v(e), e.text(), 1082008561+i)
		}
	}},
	{name: "Network Repository edges with sizes", file: "g.edges", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("%% %s unweighted\n%% %d %d %d\n", konectKind(g), len(g.edges), g.n(), g.n())
		everyEdge("%s %s\n")(w, g)
	}},
	{name: "Network Repository mtx", file: "g.mtx", must: true, named: []naming{oneBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("%%%%MatrixMarket matrix coordinate pattern symmetric\n%d %d %d\n", g.n(), g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d\n", e.v+1, e.u+1)
		}
	}},
	{name: "SuiteSparse", file: "g.mtx", must: true, named: []naming{oneBased}, graphs: isUndirected, write: func(w *corpusText, g *corpusGraph) {
		w.f("%%%%MatrixMarket matrix coordinate integer symmetric\n%%%s\n%% UF Sparse Matrix Collection, Tim Davis\n%% name: Tricycle/g\n%% [%s]\n%%%[1]s\n%[3]d %[3]d %[4]d\n",
			strings.Repeat("-", 79), g.title, g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("%d %d 1\n", e.v+1, e.u+1)
		}
	}},
	{name: "GraphChallenge tsv", file: "g_adj.tsv", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.arcs() {
			w.f("%d\t%d\t1\n", e.u+1, e.v+1)
		}
	}},
	{name: "GraphChallenge mmio", file: "g_adj.mmio", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", g.n(), g.n(), len(g.arcs()))
		for _, e := range g.arcs() {
			w.f("%d %d 1\n", e.u+1, e.v+1)
		}
	}},
	{name: "LAW arcs", file: "g.arcs", must: true, graphs: isNumbered, write: everyEdge("%s\t%s\n")},
	{name: "WebGraph ASCIIGraph", file: "g.graph-txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d\n", g.n())
		for v := range g.names {
			for i, e := range g.out(v) {
				w.f("%s%d", comma(i, " "), e.v)
			}
			w.f("\n")
		}
	}},
	{name: "OGB", file: "edge.csv", must: true, graphs: isNumbered, write: everyEdge("%s,%s\n")},
	{name: "OGB link prediction", file: "edge.csv", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%s,%s,%d\n", g.u(e), g.v(e), 1990+i)
		}
	}},
	{name: "LFR benchmark", file: "network.dat", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.arcs() {
			w.f("%s\t%s\t\n", g.u(e), g.v(e))
		}
	}},
	{name: "LFR benchmark, weighted", file: "network.dat", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.arcs() {
			w.f("%s\t%s\t%s\n", g.u(e), g.v(e), e.text())
		}
	}},
	{name: "CAIDA as-rel", file: "20260501.as-rel.txt", graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("# source:topology|BGP|20260501|routeviews|route-views2\n# inferred clique: 174 209 286 701\n")
		for i, e := range g.edges {
			w.f("%s|%s|%d\n", g.u(e), g.v(e), -(i % 2))
		}
	}},
	{name: "CAIDA as-rel2", file: "20260501.as-rel2.txt", graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%s|%s|%d|bgp\n", g.u(e), g.v(e), -(i % 2))
		}
	}},
	{name: "CAIDA as links", file: "links.txt", graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("D\t%s\t%s\t1\n", g.u(e), g.v(e))
		}
	}},
	{name: "STRING links", file: "9606.protein.links.v12.0.txt", must: true, graphs: hasWords, named: []naming{protein}, write: func(w *corpusText, g *corpusGraph) {
		w.f("protein1 protein2 combined_score\n")
		for _, e := range g.arcs() {
			w.f("%s %s %d\n", protein(g, e.u), protein(g, e.v), 150+7*e.v)
		}
	}},
	{name: "STRING links, all channels", file: "9606.protein.links.full.v12.0.txt", must: true, graphs: hasWords, named: []naming{protein}, write: func(w *corpusText, g *corpusGraph) {
		w.f("protein1 protein2 neighborhood fusion cooccurence experiments combined_score\n")
		for _, e := range g.arcs() {
			w.f("%s %s 0 0 0 %d %d\n", protein(g, e.u), protein(g, e.v), e.u, 150+7*e.v)
		}
	}},
	{name: "BioGRID tab3", file: "BIOGRID-ALL.tab3.txt", graphs: hasNames, named: []naming{byName, entrez}, write: func(w *corpusText, g *corpusGraph) {
		w.f("#BioGRID Interaction ID\tEntrez Gene Interactor A\tEntrez Gene Interactor B\tOfficial Symbol Interactor A\tOfficial Symbol Interactor B\tExperimental System\n")
		for i, e := range g.edges {
			w.f("%d\t%s\t%s\t%s\t%s\tTwo-hybrid\n", 103+i, entrez(g, e.u), entrez(g, e.v), g.u(e), g.v(e))
		}
	}},
	{name: "PSI-MI TAB", file: "intact.txt", must: true, graphs: hasWords, named: []naming{uniprot}, write: func(w *corpusText, g *corpusGraph) {
		w.f("#ID(s) interactor A\tID(s) interactor B\tAlt. ID(s) interactor A\tInteraction detection method(s)\tPublication 1st author(s)\n")
		for _, e := range g.edges {
			w.f("%s\t%s\tintact:EBI-7121552\tpsi-mi:\"MI:0018\"(two hybrid)\tSmith et al. (2005)\n", uniprot(g, e.u), uniprot(g, e.v))
		}
	}},
	{name: "SocioPatterns contacts", file: "tij.dat", graphs: isNumbered, cannotTell: "times, ids and weights are numbers alike", write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%d\t%s\t%s\n", 20*i+20, g.u(e), g.v(e))
		}
	}},
	{name: "SocioPatterns contacts with classes", file: "tij.csv", graphs: isNumbered, cannotTell: "times, ids and weights are numbers alike", write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%d %s %s MP*1 PC\n", 31220+20*i, g.u(e), g.v(e))
		}
	}},
	{name: "contacts with a header t i j", file: "tij.csv", must: true, graphs: isNumbered, write: table{header: "time,i,j"}.write},
	{name: "OpenFlights routes", file: "routes.dat", graphs: both(hasWords, hasNames), cannotTell: "only its documentation says which of nine columns are airports", write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("2B,410,%s,%d,%s,%d,,0,CR2\n", g.u(e), 2965+e.u, g.v(e), 2965+e.v)
		}
	}},
	{name: "knowledge graph, head relation tail", file: "train.txt", graphs: both(hasWords, hasNames), write: func(w *corpusText, g *corpusGraph) {
		for i, e := range g.edges {
			w.f("%s\t%s\t%s\n", g.u(e), []string{"/people/knows", "/people/likes"}[i%2], g.v(e))
		}
	}},
	{name: "OpenKE", file: "train2id.txt", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("%d\n", len(g.edges))
		for i, e := range g.edges {
			w.f("%d %d %d\n", e.u, e.v, i%2)
		}
	}, must: true},
	{name: "MovieLens u.data", file: "u.data", named: []naming{nobody}, cannotTell: "users and films are numbers alike", write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.arcs() {
			w.f("%d\t%d\t3\t881250949\n", e.u+1, e.v+1)
		}
	}},
	{name: "user and item by name", file: "ratings.tsv", must: true, named: []naming{byName}, graphs: both(hasWords, hasNames), write: everyEdge("%s\t%s\n")},
	{name: "TNTP", file: "g_net.tntp", must: true, named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("<NUMBER OF ZONES> %d\n<NUMBER OF NODES> %[1]d\n<FIRST THRU NODE> 1\n<NUMBER OF LINKS> %d\n<END OF METADATA>\n\n\n~ \tinit_node\tterm_node\tcapacity\t;\n", g.n(), len(g.edges))
		for _, e := range g.edges {
			w.f("\t%d\t%d\t25900.20064\t;\n", e.u+1, e.v+1)
		}
	}},
	{name: "OSMnx edges", file: "edges.csv", must: true, graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("u,v,key,osmid,highway,geometry\n")
		for i, e := range g.edges {
			w.f("%s,%s,0,\"[%d, 5]\",residential,\"LINESTRING (1.5 2.5, 3.5 4.5)\"\n", g.u(e), g.v(e), 4000+i)
		}
	}},
	{name: "Open Graph Archive, House of Graphs adjacency list", file: "graph_1.lst", named: []naming{oneBased}, write: func(w *corpusText, g *corpusGraph) {
		for v := range g.names {
			w.f("%d:", v+1)
			for _, e := range g.out(v) {
				w.f(" %d", e.v+1)
			}
			w.f("\n")
		}
	}},
	{name: "House of Graphs matrix", file: "graph_1.mat", named: []naming{zeroBased, oneBased}, graphs: both(isUnweighted, hasVertices(3)), write: matrixText("", false)},
	{name: "AMiner citations", file: "g.txt", must: true, graphs: isNumbered, write: everyEdge("%s\t%s\n")},
	{name: "Cora cites", file: "cora.cites", must: true, graphs: isNumbered, write: everyEdge("%s\t%s\n")},
	{name: "Pubmed-Diabetes cites", file: "Pubmed-Diabetes.DIRECTED.cites.tab", graphs: isNumbered, write: func(w *corpusText, g *corpusGraph) {
		w.f("DIRECTED\tcites\nNO_FEATURES\n")
		for i, e := range g.edges {
			w.f("%d\tpaper:%s\t|\tpaper:%s\n", 33824+i, g.u(e), g.v(e))
		}
	}},
	{name: "Kaggle, follower and followee by name", file: "edges.csv", graphs: hasNames, cannotTell: "the header might be an edge of names", write: table{header: "follower,followee"}.write},
	{name: "Kaggle, follower and followee", file: "edges.csv", must: true, graphs: isNumbered, write: table{header: "follower,followee"}.write},
	{name: "AS Skitter links with dots", file: "g.txt", graphs: isNumbered, named: []naming{func(g *corpusGraph, v int) string { return "10.0.0." + oneBased(g, v) }},
		must: true, write: func(w *corpusText, g *corpusGraph) {
			for _, e := range g.edges {
				w.f("10.0.0.%d 10.0.0.%d\n", e.u+1, e.v+1)
			}
		}},
	{name: "BLAST outfmt 6", file: "hits.tsv", must: true, graphs: both(hasWords, hasNames), write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s\t%s\t98.500\t200\t3\t0\t1\t200\t1\t200\t1e-%d\t380\n", g.u(e), g.v(e), 50+e.u)
		}
	}},
	{name: "BLAST outfmt 7", file: "hits.txt", must: true, graphs: both(hasWords, hasNames), write: func(w *corpusText, g *corpusGraph) {
		w.f("# BLASTP 2.15.0+\n# Fields: query acc.ver, subject acc.ver, %% identity\n")
		for _, e := range g.edges {
			w.f("%s\t%s\t98.500\n", g.u(e), g.v(e))
		}
	}},
	{name: "MCL abc", file: "g.abc", must: true, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s\t%s\t%s\n", g.u(e), g.v(e), e.text())
		}
	}},
	{name: "MCL matrix", file: "g.mci", named: []naming{zeroBased}, write: func(w *corpusText, g *corpusGraph) {
		w.f("(mclheader\nmcltype matrix\ndimensions %dx%[1]d\n)\n(mclmatrix\nbegin\n", g.n())
		for v := range g.names {
			w.f("%d   ", v)
			for _, e := range g.out(v) {
				w.f(" %d:%s", e.v, e.text())
			}
			w.f(" $\n")
		}
		w.f(")\n")
	}},
	{name: "PLINK genome", file: "plink.genome", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("   FID1     IID1   FID2     IID2 RT    EZ      Z0      Z1      Z2  PI_HAT\n")
		for _, e := range g.edges {
			w.f("%7s %8s %6s %8s UN    NA  0.0000  0.5000  0.5000  0.7500\n", "F1", g.u(e), "F2", g.v(e))
		}
	}},
	{name: "PLINK ld", file: "plink.ld", graphs: both(hasWords, hasNames), write: func(w *corpusText, g *corpusGraph) {
		w.f(" CHR_A         BP_A      SNP_A  CHR_B         BP_B      SNP_B           R2 \n")
		for _, e := range g.edges {
			w.f("     1 %12d %10s      1 %12d %10s     0.950000 \n", 1000+e.u, g.u(e), 1000+e.v, g.v(e))
		}
	}},
	{name: "PHYLIP distance matrix", file: "infile", graphs: both(hasWords, hasVertices(3)), write: func(w *corpusText, g *corpusGraph) {
		w.f("    %d\n", g.n())
		for v, row := range g.cells() {
			w.f("%-10s", g.names[v])
			for _, x := range row {
				w.f(" %.4f", x)
			}
			w.f("\n")
		}
	}},
	{name: "Cytoscape SIF", file: "g.sif", graphs: both(hasWords, hasNames), write: everyEdge("%s pp %s\n")},
	{name: "Cytoscape SIF, tab", file: "g.sif", graphs: hasNames, write: everyEdge("%s\tinteracts with\t%s\n")},
	{name: "Cytoscape SIF, several targets a line", file: "g.sif", graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		for v, name := range g.names {
			if out := g.onward(v); len(out) > 0 {
				w.f("%s pp", name)
				for _, e := range out {
					w.f(" %s", g.v(e))
				}
				w.f("\n")
			}
		}
	}},
	{name: "N-Triples", file: "g.nt", named: []naming{iri}, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		for _, e := range g.edges {
			w.f("%s <http://xmlns.com/foaf/0.1/knows> %s .\n", iri(g, e.u), iri(g, e.v))
		}
	}},
	{name: "Turtle", file: "g.ttl", named: []naming{iri}, graphs: hasWords, write: func(w *corpusText, g *corpusGraph) {
		w.f("@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n\n")
		for _, e := range g.edges {
			w.f("%s foaf:knows %s .\n", iri(g, e.u), iri(g, e.v))
		}
	}},
	{name: "Freebase easy, object with a dot", file: "facts.txt", graphs: hasNames, write: everyEdge("%s\tis-a\t%s\t.\n")},
}

func konectKind(g *corpusGraph) string {
	if g.directed {
		return "asym"
	}
	return "sym"
}

// nobody is a naming that no reader has: what is read is another graph, whatever
// it is, because two vertices share a number.
func nobody(_ *corpusGraph, v int) string { return fmt.Sprintf("\x00%d", v) }

func protein(g *corpusGraph, v int) string { return "9606.ENSP" + g.names[v] }
func entrez(_ *corpusGraph, v int) string  { return fmt.Sprint(6416 + 100*v) }
func uniprot(g *corpusGraph, v int) string { return "uniprotkb:" + g.names[v] }
func iri(g *corpusGraph, v int) string     { return "<http://example.org/" + g.names[v] + ">" }
