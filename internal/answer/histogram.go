package answer

import (
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/tricycle-graph/tricycle/internal/readable"
)

// drawTo draws the distribution: a line for the degrees from each power of two
// to the next, with a bar as long as its share of the vertices.
func (d Degrees) drawTo(w io.Writer) error {
	const width = 50
	var vertices [34]uint64 // index 0: degree 0; index k: degrees from 2^(k-1) on
	total := uint64(0)
	for _, entry := range d.Having {
		vertices[bits.Len64(entry[0])] += entry[1]
		total += entry[1]
	}
	if total == 0 {
		return nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "\n%12s  %12s\n", "degree", "vertices")
	first, last := bits.Len32(d.Min), bits.Len32(d.Max)
	for k := first; k <= last; k++ {
		low := uint64(1) << k >> 1
		label := readable.Number(low)
		if k > 1 {
			label += "+"
		}
		bar := strings.Repeat("#", int((vertices[k]*width+total-1)/total))
		line := fmt.Sprintf("%12s  %12s  %s", label, readable.Number(vertices[k]), bar)
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}
