package loading

import (
	"cmp"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/mapping"
)

// Close closes a source to whose use *err belongs; it is to be deferred. Where the file is
// not what was opened any more, that is the error, whatever else went wrong because of it.
func Close(src graph.Source, err *error) {
	panicked := recover()
	lost := mapping.Lost(panicked)
	changed := src.Close()
	if panicked != nil && cmp.Or(changed, lost) == nil {
		panic(panicked)
	}
	*err = cmp.Or(changed, lost, *err)
}
