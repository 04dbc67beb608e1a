package graphio

import (
	"errors"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// unfitError says that a graph holds what a format has no room for.
type unfitError struct{ message string }

func (e *unfitError) Error() string { return e.message }

func (e *unfitError) Is(target error) bool { return target == errors.ErrUnsupported }

func unfit(format string, values ...any) error {
	return &unfitError{fmt.Sprintf(format, values...) + "; choose another format"}
}

// fitNames refuses the first name of a vertex that a file has no way to hold. file says
// what file, as "a DOT file".
func fitNames(labels graph.Labels, file string, fits func(name string) bool) error {
	for _, name := range labels.Names() {
		if !fits(name) {
			return unfit("the vertex name %q cannot stand in %s", name, file)
		}
	}
	return nil
}
