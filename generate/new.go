package generate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// Values are parameters by name. A value has the type of the parameter's default; an
// int that loses nothing does, too.
type Values map[string]any

// Error says what is wrong with what was asked for.
type Error struct {
	Kind      string // as it was asked for
	Parameter string // "" where there is no such kind
	Value     any    // of the parameter, or of the element of it that is wrong
	Problem   string // "33 is not from 1 to 32"
}

func (e *Error) Error() string {
	if e.Parameter == "" {
		return fmt.Sprintf("generate %s: %s", e.Kind, e.Problem)
	}
	return fmt.Sprintf("generate %s: %s: %s", e.Kind, e.Parameter, e.Problem)
}

// New returns the graph of a kind. What is not among the values is the kind's
// default. The error is an [*Error].
//
// Nothing is made before the graph is read, and closing it frees what was.
func New(kind string, values Values) (graph.Source, error) {
	i := slices.IndexFunc(generator.Kinds, func(k generator.Kind) bool { return k.Name == kind })
	if i < 0 {
		return nil, &Error{Kind: kind, Problem: "no such kind of graph"}
	}
	g, parameters := generator.Kinds[i].New()
	for name, value := range values {
		p := slices.IndexFunc(parameters, func(p generator.Parameter) bool { return p.Name == name })
		if p < 0 {
			return nil, &Error{kind, name, value, "no such parameter"}
		}
		if !set(parameters[p].Value, value) {
			return nil, &Error{kind, name, value, fmt.Sprintf("%v (%[1]T) is no value of it", value)}
		}
	}
	src, err := g.Source()
	if err != nil {
		var wrong *generator.ParameterError
		if errors.As(err, &wrong) {
			err = (*Error)(wrong)
		}
		return nil, err
	}
	return src, nil
}

// set sets a parameter where it lies, and says whether it takes the value.
func set(at, value any) bool {
	if n, ok := value.(int); ok {
		switch at := at.(type) {
		case *uint64:
			*at = uint64(n)
			return n >= 0
		case *float64:
			*at = float64(n)
			return int(*at) == n
		}
	}
	switch at := at.(type) {
	case *int:
		return assign(at, value)
	case *uint64:
		return assign(at, value)
	case *float64:
		return assign(at, value)
	case *bool:
		return assign(at, value)
	case *[]int:
		return assign(at, value)
	}
	return false
}

func assign[T any](at *T, value any) (ok bool) {
	*at, ok = value.(T)
	return ok
}
