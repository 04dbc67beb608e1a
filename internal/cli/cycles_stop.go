package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tricycle-graph/tricycle/chordless"
)

// errTimeout is why a context of cycles or of report ended.
var errTimeout = errors.New("--timeout has passed")

// limited returns a context that ends with --timeout, 0 for none.
func limited(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, timeout, errTimeout)
}

// stopped returns a *stoppedError in place of an error that says that a limit
// of the command line was met, and all other errors as they are. left says what
// there is of the answer.
func (c *cycling) stopped(name, left string, err error) error {
	var limit string
	switch {
	case errors.Is(err, chordless.ErrLimit):
		limit = fmt.Sprintf("--limit %d", c.limit)
	case errors.Is(err, errTimeout):
		limit = fmt.Sprintf("--timeout %v", c.timeout)
	default:
		return err
	}
	return &stoppedError{fmt.Sprintf("%s: stopped by %s: %s", name, limit, left), limit}
}

// isStopped says that err is that of a limit of the command line.
func isStopped(err error) bool {
	return errors.Is(err, chordless.ErrLimit) || errors.Is(err, errTimeout)
}
