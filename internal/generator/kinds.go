package generator

// Generator is a graph by rule: a struct of parameters.
type Generator interface {
	// Source checks the parameters and returns the source of the graph.
	Source() (*Source, error)
}

// Kind is a generator by name.
type Kind struct {
	Name string // "rmat"
	Help string // one line
	// New returns the generator with its default parameters, and pointers to
	// them, to be set before Source is called.
	New func() (Generator, []Parameter)
}

// Parameter is one parameter of a generator.
type Parameter struct {
	Name  string // in the manner of a flag: "edge-factor"
	Help  string // one line
	Value any    // *int, *uint64, *float64, *bool or *[]int, which holds the default
}

// Kinds lists every generator, in the order in which to show them.
var Kinds = []Kind{
	{"rmat", "skewed random graph (R-MAT with the parameters of Graph500)", func() (Generator, []Parameter) {
		g := &RMAT{Scale: 20, EdgeFactor: 16, Seed: 1}
		return g, []Parameter{
			{"scale", "ids have this many bits", &g.Scale},
			{"edge-factor", "records for each of the 2^scale ids", &g.EdgeFactor},
			{"seed", "another graph for each seed", &g.Seed},
			{"permute", "shuffle the ids", &g.Permute},
		}
	}},
	{"uniform", "pairs of uniformly random vertices", func() (Generator, []Parameter) {
		g := &Uniform{Vertices: 1 << 20, Edges: 1 << 24, Seed: 1}
		return g, []Parameter{
			{"vertices", "number of vertices", &g.Vertices},
			{"edges", "number of pairs", &g.Edges},
			{"seed", "another graph for each seed", &g.Seed},
		}
	}},
	{"affiliation", "authors joined by their papers, cliques among ids close by", func() (Generator, []Parameter) {
		g := &Affiliation{Authors: 1 << 20, Papers: 1 << 19, MaxTeam: 70, Exponent: 2, Seed: 1}
		return g, []Parameter{
			{"authors", "ids that papers draw from", &g.Authors},
			{"papers", "number of papers", &g.Papers},
			{"max-team", "most authors of a paper", &g.MaxTeam},
			{"exponent", "a team of k authors is as frequent as 1 / k to the power of 2, 2.5 or 3", &g.Exponent},
			{"seed", "another graph for each seed", &g.Seed},
		}
	}},
	{"erdos-renyi", "G(n, p): each pair an edge with the same probability", func() (Generator, []Parameter) {
		g := &ErdosRenyi{Vertices: 1 << 20, Probability: 3e-5, Seed: 1}
		return g, []Parameter{
			{"vertices", "number of vertices", &g.Vertices},
			{"probability", "probability of each edge", &g.Probability},
			{"seed", "another graph for each seed", &g.Seed},
		}
	}},
	{"barabasi-albert", "growth by preferential attachment", func() (Generator, []Parameter) {
		g := &BarabasiAlbert{Vertices: 1 << 20, EdgesPerVertex: 8, Seed: 1}
		return g, []Parameter{
			{"vertices", "number of vertices", &g.Vertices},
			{"edges-per-vertex", "links of each new vertex", &g.EdgesPerVertex},
			{"seed", "another graph for each seed", &g.Seed},
		}
	}},
	{"holme-kim", "preferential attachment that closes triangles", func() (Generator, []Parameter) {
		g := &HolmeKim{Vertices: 1 << 20, EdgesPerVertex: 8, Triads: 0.5, Seed: 1}
		return g, []Parameter{
			{"vertices", "number of vertices", &g.Vertices},
			{"edges-per-vertex", "links of each new vertex", &g.EdgesPerVertex},
			{"triads", "probability that a link after the first closes a triangle", &g.Triads},
			{"seed", "another graph for each seed", &g.Seed},
		}
	}},
	{"stochastic-block", "blocks with more edges inside than across", func() (Generator, []Parameter) {
		g := &StochasticBlock{Vertices: 1 << 20, Blocks: 1 << 10, Inside: 0.02, Across: 1e-6, Seed: 1}
		return g, []Parameter{
			{"vertices", "number of vertices", &g.Vertices},
			{"blocks", "number of blocks of equal size", &g.Blocks},
			{"inside", "probability of an edge inside a block", &g.Inside},
			{"across", "probability of an edge between blocks", &g.Across},
			{"seed", "another graph for each seed", &g.Seed},
		}
	}},
	{"planted-cliques", "G(n, p) with hidden cliques", func() (Generator, []Parameter) {
		g := &PlantedCliques{Vertices: 1 << 20, Probability: 3e-5, Cliques: 100, Size: 50, Seed: 1}
		return g, []Parameter{
			{"vertices", "number of vertices", &g.Vertices},
			{"probability", "probability of each edge outside the cliques", &g.Probability},
			{"cliques", "number of cliques", &g.Cliques},
			{"size", "vertices of a clique", &g.Size},
			{"seed", "another graph for each seed", &g.Seed},
		}
	}},
	{"random-geometric", "random points of the unit square, joined where close", func() (Generator, []Parameter) {
		g := &RandomGeometric{Vertices: 1 << 20, Radius: 0.002, Seed: 1}
		return g, []Parameter{
			{"vertices", "number of points", &g.Vertices},
			{"radius", "greatest distance of neighbours", &g.Radius},
			{"seed", "another graph for each seed", &g.Seed},
		}
	}},
	{"delaunay", "Delaunay triangulation of random points", func() (Generator, []Parameter) {
		g := &Delaunay{Vertices: 1 << 20, Seed: 1}
		return g, []Parameter{
			{"vertices", "number of points", &g.Vertices},
			{"seed", "another graph for each seed", &g.Seed},
		}
	}},
	{"grid", "grid of rows and columns, road-like", func() (Generator, []Parameter) {
		g := &Grid{Rows: 1024, Cols: 1024}
		return g, []Parameter{
			{"rows", "number of rows", &g.Rows},
			{"cols", "number of columns", &g.Cols},
			{"diagonals", "add one diagonal to each cell", &g.Diagonals},
		}
	}},
	{"road", "grid with random edges left out and a few diagonals, road-like", func() (Generator, []Parameter) {
		g := &Road{Rows: 1024, Cols: 1024, Streets: 0.7, Diagonals: 0.05, Seed: 1}
		return g, []Parameter{
			{"rows", "number of rows", &g.Rows},
			{"cols", "number of columns", &g.Cols},
			{"streets", "probability of an edge of the grid", &g.Streets},
			{"diagonals", "probability of a diagonal of a cell", &g.Diagonals},
			{"seed", "another graph for each seed", &g.Seed},
		}
	}},
	{"torus", "grid that wraps around, each vertex with four neighbours", func() (Generator, []Parameter) {
		g := &Torus{Rows: 1024, Cols: 1024}
		return g, []Parameter{
			{"rows", "number of rows", &g.Rows},
			{"cols", "number of columns", &g.Cols},
		}
	}},
	{"king", "squares of a chessboard, joined by a king's move", func() (Generator, []Parameter) {
		g := &King{Rows: 1024, Cols: 1024}
		return g, []Parameter{
			{"rows", "number of rows", &g.Rows},
			{"cols", "number of columns", &g.Cols},
		}
	}},
	{"triangular-grid", "triangle cut into side² triangles", func() (Generator, []Parameter) {
		g := &TriangularGrid{Side: 1000}
		return g, []Parameter{{"side", "edges on a side", &g.Side}}
	}},
	{"path", "path", func() (Generator, []Parameter) {
		g := &Path{Vertices: 100}
		return g, []Parameter{{"vertices", "number of vertices", &g.Vertices}}
	}},
	{"cycle", "cycle", func() (Generator, []Parameter) {
		g := &Cycle{Vertices: 100}
		return g, []Parameter{{"vertices", "number of vertices", &g.Vertices}}
	}},
	{"wheel", "cycle and a hub joined to all of it", func() (Generator, []Parameter) {
		g := &Wheel{Rim: 100}
		return g, []Parameter{{"rim", "vertices of the cycle; the hub is one more", &g.Rim}}
	}},
	{"prism", "two cycles joined vertex by vertex", func() (Generator, []Parameter) {
		g := &Prism{Length: 100}
		return g, []Parameter{{"length", "length of a cycle", &g.Length}}
	}},
	{"crossed-prism", "two cycles joined by crossing pairs of edges", func() (Generator, []Parameter) {
		g := &CrossedPrism{Length: 100}
		return g, []Parameter{{"length", "length of a cycle, even", &g.Length}}
	}},
	{"mobius-ladder", "cycle with opposite vertices joined", func() (Generator, []Parameter) {
		g := &MobiusLadder{Rungs: 100}
		return g, []Parameter{{"rungs", "pairs of opposite vertices", &g.Rungs}}
	}},
	{"circulant", "cycle with chords of given lengths around", func() (Generator, []Parameter) {
		g := &Circulant{Vertices: 100, Offsets: []int{1, 2}}
		return g, []Parameter{
			{"vertices", "number of vertices", &g.Vertices},
			{"offsets", "steps around the cycle to the neighbours", &g.Offsets},
		}
	}},
	{"complete", "complete graph", func() (Generator, []Parameter) {
		g := &Complete{Vertices: 100}
		return g, []Parameter{{"vertices", "number of vertices", &g.Vertices}}
	}},
	{"complete-bipartite", "two parts, joined across", func() (Generator, []Parameter) {
		g := &CompleteBipartite{Left: 100, Right: 100}
		return g, []Parameter{
			{"left", "vertices of one part", &g.Left},
			{"right", "vertices of the other", &g.Right},
		}
	}},
	{"complete-multipartite", "any number of parts, joined across", func() (Generator, []Parameter) {
		g := &CompleteMultipartite{Parts: []int{50, 50, 50}}
		return g, []Parameter{{"parts", "vertices of each part", &g.Parts}}
	}},
	{"hypercube", "words of bits that differ in one", func() (Generator, []Parameter) {
		g := &Hypercube{Dimension: 10}
		return g, []Parameter{{"dimension", "bits of a word", &g.Dimension}}
	}},
	{"fibonacci-cube", "hypercube without words that have two ones side by side", func() (Generator, []Parameter) {
		g := &FibonacciCube{Dimension: 10}
		return g, []Parameter{{"dimension", "bits of a word", &g.Dimension}}
	}},
	{"rook", "squares of a chessboard, joined by a rook's move", func() (Generator, []Parameter) {
		g := &Rook{Rows: 8, Cols: 8}
		return g, []Parameter{
			{"rows", "number of rows", &g.Rows},
			{"cols", "number of columns", &g.Cols},
			{"complement", "join what no rook's move joins", &g.Complement},
		}
	}},
	{"triangular", "line graph of the complete graph: pairs that share an element", func() (Generator, []Parameter) {
		g := &Triangular{Elements: 20}
		return g, []Parameter{{"elements", "vertices of the complete graph", &g.Elements}}
	}},
	{"kneser", "subsets of a size that are disjoint", func() (Generator, []Parameter) {
		g := &Kneser{Elements: 10, Size: 3}
		return g, []Parameter{
			{"elements", "number of elements", &g.Elements},
			{"size", "elements of a subset", &g.Size},
		}
	}},
	{"karate", "Zachary's karate club: 34 vertices, 78 edges, 45 triangles", func() (Generator, []Parameter) {
		return Karate{}, nil
	}},
	{"sioux-falls", "road network of Sioux Falls: 24 vertices, 38 edges, 2 triangles", func() (Generator, []Parameter) {
		return SiouxFalls{}, nil
	}},
}
