package generate

// Generator is a graph by rule: a struct of parameters.
type Generator interface {
	// Source checks the parameters and returns the source of the graph.
	Source() (*Source, error)
}

// Kind describes a generator to a command line.
type Kind struct {
	Name string // "rmat"
	Help string // one line
	// New returns the generator with its default parameters, and pointers to
	// them for a command line to set before it calls Source.
	New func() (Generator, []Parameter)
}

// Parameter is one parameter of a generator.
type Parameter struct {
	Name  string // in the manner of a flag: "edge-factor"
	Help  string // one line
	Value any    // *int, *uint64 or *bool, which holds the default
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
		g := &Affiliation{Authors: 1 << 20, Papers: 1 << 19, MaxTeam: 70, Seed: 1}
		return g, []Parameter{
			{"authors", "ids that papers draw from", &g.Authors},
			{"papers", "number of papers", &g.Papers},
			{"max-team", "most authors of a paper", &g.MaxTeam},
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
	{"complete", "complete graph", func() (Generator, []Parameter) {
		g := &Complete{Vertices: 100}
		return g, []Parameter{{"vertices", "number of vertices", &g.Vertices}}
	}},
	{"wheel", "cycle and a hub joined to all of it", func() (Generator, []Parameter) {
		g := &Wheel{Rim: 100}
		return g, []Parameter{{"rim", "vertices of the cycle; the hub is one more", &g.Rim}}
	}},
	{"karate", "Zachary's karate club: 34 vertices, 78 edges, 45 triangles", func() (Generator, []Parameter) {
		return Karate{}, nil
	}},
	{"sioux-falls", "road network of Sioux Falls: 24 vertices, 38 edges, 2 triangles", func() (Generator, []Parameter) {
		return SiouxFalls{}, nil
	}},
}
