package par

import "context"

// Heed lets a long loop heed the end of a context without a look at it in each
// round: the loop tells how much it has done, and the context is looked at once
// in heedWork.
type Heed struct {
	ctx  context.Context
	left int
}

// heedWork is about how many entries of a list are read, in no order that a
// processor could foresee, between two looks at a context: some milliseconds.
const heedWork = 1 << 16

// NewHeed returns a Heed of ctx for one goroutine.
func NewHeed(ctx context.Context) *Heed { return &Heed{ctx: ctx, left: heedWork} }

// Did counts work, in entries read or written, and returns the cause of the
// context once that has ended.
func (h *Heed) Did(work int) error {
	if h.left -= work; h.left > 0 {
		return nil
	}
	return h.look()
}

func (h *Heed) look() error {
	h.left = heedWork
	if h.ctx.Err() != nil {
		return context.Cause(h.ctx)
	}
	return nil
}
