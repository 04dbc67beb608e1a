package answer

import (
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
	"github.com/tricycle-graph/tricycle/internal/summary"
)

// binned returns a distribution, [value, how many have it] with rising values, in bins.
func binned(value, how string, distribution summary.Distribution) *sheet.Columns {
	c := sheet.NewColumns(value, how)
	last := -1
	var open summary.Bin
	sum := uint64(0)
	for _, entry := range distribution {
		b, at := summary.BinOf(entry[0])
		if at != last && last >= 0 {
			c.Add(binText(open), readable.Number(sum))
			sum = 0
		}
		open, last = b, at
		sum += entry[1]
	}
	if last >= 0 {
		c.Add(binText(open), readable.Number(sum))
	}
	return c
}

// binText is such as 1, 2-3 or 1,024-2,047.
func binText(b summary.Bin) string {
	if b.From == b.To {
		return readable.Number(b.From)
	}
	return readable.Number(b.From) + "-" + readable.Number(b.To)
}
