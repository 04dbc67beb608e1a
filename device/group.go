package device

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// Group is one or more GPUs that work together. It can be used for one count after
// the other; each leaves its kernels there for the next.
type Group gpu.Group

// New chooses the GPUs with these numbers, which are those of [List]; with none,
// every GPU that can be used. Of the memory of each, no more than so many bytes are
// taken; 0 is no limit. Nothing is opened before it is needed, and where one cannot
// be opened, none is.
func New(memory int64, numbers ...int) *Group {
	return (*Group)(gpu.NewGroup(gpu.Open, memory, numbers...))
}

// Start begins to open the GPUs in the background, where nobody did: a program that
// knows that it will need them can read its files meanwhile.
func (g *Group) Start() { (*gpu.Group)(g).Start() }

// Open opens the GPUs where nobody did, and waits until they are open or ctx ends.
// Its error is of the class [ErrNone] where they cannot be used. It is for those who
// want to know; a count opens what it needs.
func (g *Group) Open(ctx context.Context) error {
	_, err := (*gpu.Group)(g).Devices(ctx)
	return err
}

// Close gives back what the GPUs hold. They cannot be opened again.
func (g *Group) Close() error { return (*gpu.Group)(g).Close() }
