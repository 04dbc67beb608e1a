package report

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// Matrix is how full the matrix of a graph is under an order.
type Matrix struct {
	Order graph.Order
	lists.Density
}

// Matrices returns the matrix of a graph under each order.
func Matrices(ctx context.Context, g *graph.Graph, orders []graph.Order, opt graph.Options) ([]Matrix, error) {
	var all []Matrix
	for _, order := range orders {
		ranking, err := lists.Rank(ctx, g, order, opt)
		if err != nil {
			return nil, err
		}
		opt.Meter.Start("spy", 0)
		density, err := lists.DensityOf(ctx, g, ranking, opt.Threads)
		if err != nil {
			return nil, err
		}
		all = append(all, Matrix{order, density})
	}
	return all, nil
}

// Name is what pictures call the matrix.
func (m Matrix) Name() string {
	if m.Order == graph.OrderID {
		return "order " + string(m.Order) + ", as it is"
	}
	return "order " + string(m.Order)
}

// Spy shows where the entries of the matrix of a graph are, as it is and with the hubs first.
func Spy(ctx context.Context, g *graph.Graph, opt graph.Options) ([]page.Section, error) {
	if need := lists.DensityBytes(g.Vertices(), opt.Threads); opt.Memory > 0 && need > opt.Memory {
		return nil, &graph.MemoryError{What: "ranking the vertices for the picture of the matrix", Need: need, Limit: opt.Memory}
	}
	all, err := Matrices(ctx, g, []graph.Order{graph.OrderID, graph.OrderDegree}, opt)
	if err != nil || all[0].Rows == 0 {
		return nil, err
	}
	section := page.Section{Title: "Matrix", Blocks: []page.Block{page.Text(spyText(g, all[0]))}}
	for _, m := range all {
		dots, err := m.dots()
		if err != nil {
			return nil, err
		}
		section.Blocks = append(section.Blocks, page.Image{
			Title: m.Name(),
			Description: fmt.Sprintf("Of %s by %s cells %s are not empty, and the fullest has %s of its entries.",
				readable.Number(uint64(m.Side)), readable.Number(uint64(m.Side)), percent(m.filled(), uint64(len(m.Cells))), digits(m.fullest())),
			PNG:  dots,
			Side: m.Side * max(1, (spySide+m.Side-1)/m.Side),
		})
	}
	section.Blocks = append(section.Blocks, spyNumbers(all))
	return []page.Section{section}, nil
}

// spyBlocks is how many rows and columns of blocks the numbers have.
const spyBlocks = 6

// spyNumbers says how many entries each block of the matrix has under each order.
func spyNumbers(all []Matrix) page.Table {
	t := page.Table{
		Title: "Entries by block of the matrix", Columns: []string{"rows", "columns"}, Folded: true,
		Note: "As the matrix is symmetric, one of two blocks that mirror each other is here.",
	}
	ends, _ := all[0].Blocks(spyBlocks)
	ranks := func(i int) string {
		begin := 1
		if i > 0 {
			begin += ends[i-1]
		}
		if begin == ends[i] {
			return readable.Number(uint64(begin))
		}
		return readable.Number(uint64(begin)) + "–" + readable.Number(uint64(ends[i]))
	}
	for y := range ends {
		for x := range y + 1 {
			t.Rows = append(t.Rows, []any{ranks(y), ranks(x)})
		}
	}
	for _, m := range all {
		t.Columns = append(t.Columns, "entries, "+m.Name())
		_, entries := m.Blocks(spyBlocks)
		at := 0
		for y := range ends {
			for x := range y + 1 {
				t.Rows[at] = append(t.Rows[at], entries[y][x])
				at++
			}
		}
	}
	return t
}

// spySide is how many pixels wide the picture of a small matrix is at least.
const spySide = 256

func spyText(g *graph.Graph, m Matrix) string {
	isolated := ""
	if n := uint64(g.Vertices() - m.Rows); n > 0 {
		isolated = ", without " + readable.Quantity(n, "isolated vertex", "isolated vertices")
	}
	what := "Each dot is an entry"
	if m.Rows > m.Side {
		what = fmt.Sprintf("Each of %d by %d cells stands for a square of entries, and is the stronger the fuller it is, by the logarithm", m.Side, m.Side)
	}
	return fmt.Sprintf("Row u and column v of the symmetric matrix have an entry where an edge joins u and v: %s rows%s. %s. Under the order degree the vertices of most neighbours come first.",
		readable.Number(uint64(m.Rows)), isolated, what)
}

func (m Matrix) filled() (filled uint64) {
	for _, v := range m.Cells {
		if v > 0 {
			filled++
		}
	}
	return filled
}

func (m Matrix) fullest() (most float64) {
	for _, v := range m.Cells {
		most = max(most, v)
	}
	return most
}

// spyLevels is how many strengths a dot has.
const spyLevels = 6

// dots draws the matrix as a PNG with a clear ground, so that light pages and dark ones show
// it.
func (m Matrix) dots() ([]byte, error) {
	palette := color.Palette{color.NRGBA{}}
	for level := range spyLevels {
		// A blue that stands out from white and from black.
		palette = append(palette, color.NRGBA{0x3d, 0x7b, 0xe0, uint8(255 - 36*(spyLevels-1-level))})
	}
	least, most := math.Inf(1), m.fullest()
	for _, v := range m.Cells {
		if v > 0 {
			least = min(least, v)
		}
	}
	picture := image.NewPaletted(image.Rect(0, 0, m.Side, m.Side), palette)
	for i, v := range m.Cells {
		if v > 0 {
			level := spyLevels - 1
			if most > least {
				level = min(int(math.Log(v/least)/math.Log(most/least)*spyLevels), level)
			}
			picture.Pix[i] = uint8(1 + level)
		}
	}
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, picture)
	return out.Bytes(), err
}
