package generate

import "github.com/tricycle-graph/tricycle/internal/generator"

// Kind is a kind of graph that can be made.
type Kind struct {
	Name       string // "rmat"
	Help       string // one line
	Parameters []Parameter
}

// Parameter is what tells the graphs of a kind apart.
type Parameter struct {
	Name    string // "edge-factor"
	Help    string // one line
	Default any    // of its type: an int, a uint64, a float64, a bool or an []int
}

// Kinds lists every kind, in the order in which to show them.
func Kinds() []Kind {
	kinds := make([]Kind, len(generator.Kinds))
	for i, kind := range generator.Kinds {
		kinds[i] = Kind{Name: kind.Name, Help: kind.Help}
		_, parameters := kind.New()
		for _, p := range parameters {
			kinds[i].Parameters = append(kinds[i].Parameters, Parameter{p.Name, p.Help, value(p.Value)})
		}
	}
	return kinds
}

// value returns what a parameter is where it lies.
func value(at any) any {
	switch at := at.(type) {
	case *int:
		return *at
	case *uint64:
		return *at
	case *float64:
		return *at
	case *bool:
		return *at
	case *[]int:
		return *at
	}
	panic("a parameter of another type")
}
