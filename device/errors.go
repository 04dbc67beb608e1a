package device

import "github.com/tricycle-graph/tricycle/internal/gpu"

// The classes of errors that a caller may want to tell apart, for [errors.Is].
var (
	// ErrNone says that no GPU can be used, or not the one that was chosen: there is
	// no driver or an old one, no such device, or one that is too old.
	ErrNone = gpu.ErrNone
	// ErrMemory says that the memory of a GPU, or the limit of its [Group], is too
	// small.
	ErrMemory = gpu.ErrOutOfMemory
	// ErrLost says that a GPU failed at work. Its group is of no more use but to be
	// closed.
	ErrLost = gpu.ErrDeviceLost
)
