package par

import (
	"context"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

const smallPage = 4 << 10

// Touch has the workers make the pages of an array of zeros, each of them others. The system
// makes a page, which takes it up to a millisecond, when it is first written to; and
// workers who go over an array side by side are all at the same page then, and wait.
func Touch[T any](ctx context.Context, workers int, zeros []T) error {
	var zero T
	size := int(unsafe.Sizeof(zero))
	return Chunks(ctx, workers, len(zeros), hugemem.Page/size, func(_, begin, end int) error {
		for i := begin; i < end; i += smallPage / size {
			zeros[i] = zero
		}
		return nil
	})
}
