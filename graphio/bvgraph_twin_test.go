package graphio

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// The plain twins of the reader: a writer of all codes, and a reader bit by bit.

// bvShape is how a graph is written.
type bvShape struct {
	window, depth, minInterval int
	codes                      [7]string // of outdegrees, references, numbers of blocks, blocks, intervals, residuals, offsets
	k                          int
	end                        int // bytes of zeros behind the graph
}

var bvFields = [7]string{"OUTDEGREES", "REFERENCES", "BLOCK_COUNT", "BLOCKS", "INTERVALS", "RESIDUALS", "OFFSETS"}

func randomBVShape(random *rand.Rand) bvShape {
	s := bvShape{
		window: []int{0, 1, 2, 7, 20}[random.IntN(5)], depth: []int{0, 1, 3, 1 << 30}[random.IntN(4)],
		minInterval: random.IntN(6), k: 1 + random.IntN(7), end: random.IntN(7),
	}
	for i := range s.codes {
		s.codes[i] = []string{"GAMMA", "DELTA", "UNARY", "ZETA", "NIBBLE", "ZETA4"}[random.IntN(6)]
	}
	return s
}

func (s bvShape) properties(nodes, arcs int) string {
	var flags []string
	for i, code := range s.codes {
		flags = append(flags, bvFields[i]+"_"+code)
	}
	return fmt.Sprintf("#BVGraph properties\nversion=0\ngraphclass=class it.unimi.dsi.webgraph.BVGraph\nnodes=%d\narcs = %d\nwindowsize:%d\nmaxrefcount=%d\nminintervallength=%d\nzetak=%d\ncompressionflags=%s\n",
		nodes, arcs, s.window, s.depth, s.minInterval, s.k, strings.Join(flags, " | "))
}

// bvText is bits as text of 0 and 1.
type bvText struct{ strings.Builder }

func (b *bvText) number(x uint64, n int) {
	for i := n - 1; i >= 0; i-- {
		b.WriteByte('0' + byte(x>>i&1))
	}
}

func (b *bvText) code(name string, k int, x uint64) {
	length := bits.Len64(x+1) - 1
	if digit, ok := strings.CutPrefix(name, "ZETA"); ok {
		if digit != "" {
			k = int(digit[0] - '0')
		}
		b.code("UNARY", 0, uint64(length/k))
		left := uint64(1) << (length / k * k)
		if x+1 < 2*left { // of left<<k - left numbers, the first left are shorter
			b.number(x+1-left, length/k*k+k-1)
		} else {
			b.number(x+1, length/k*k+k)
		}
		return
	}
	switch name {
	case "UNARY":
		b.WriteString(strings.Repeat("0", int(x)) + "1")
	case "GAMMA":
		b.code("UNARY", 0, uint64(length))
		b.number(x+1, length)
	case "DELTA":
		b.code("GAMMA", 0, uint64(length))
		b.number(x+1, length)
	case "NIBBLE":
		groups := max((bits.Len64(x)+2)/3, 1)
		for i := groups - 1; i >= 0; i-- {
			b.number(uint64(max(0, 1-i)), 1)
			b.number(x>>(3*i), 3)
		}
	}
}

func (b *bvText) bytes() []byte {
	text := b.String()
	text += strings.Repeat("0", -len(text)&7)
	data := make([]byte, len(text)/8)
	for i, c := range text {
		data[i/8] |= byte(c-'0') << (7 - i%8)
	}
	return data
}

func toNatural(x int) uint64 {
	if x < 0 {
		return uint64(-2*x - 1)
	}
	return uint64(2 * x)
}

// write returns the .graph and the .offsets of ascending lists.
func (s bvShape) write(random *rand.Rand, lists [][]int) (data, offsets []byte) {
	var b, o bvText
	put := func(field int, x uint64) { b.code(s.codes[field], s.k, x) }
	o.code(s.codes[6], s.k, 0)
	depths := make([]int, len(lists))
	for x, list := range lists {
		begin := b.Len()
		put(0, uint64(len(list)))
		back := random.IntN(min(s.window, x) + 1)
		if back > 0 && depths[x-back] >= s.depth || random.IntN(6) == 0 {
			back = 0
		}
		rest := list
		if len(list) > 0 && s.window > 0 {
			put(1, uint64(back))
			if back > 0 {
				depths[x] = depths[x-back] + 1
				rest = s.writeBlocks(put, lists[x-back], list)
			}
		}
		if len(rest) > 0 {
			s.writeExtra(put, x, rest)
		}
		o.code(s.codes[6], s.k, uint64(b.Len()-begin))
	}
	return append(b.bytes(), make([]byte, s.end)...), o.bytes()
}

// writeBlocks writes which of from are in list, and returns the others.
func (s bvShape) writeBlocks(put func(int, uint64), from, list []int) (others []int) {
	var blocks []int // alternating: copied, not copied
	copied := true
	length := 0
	for _, v := range from {
		if slices.Contains(list, v) != copied {
			blocks = append(blocks, length)
			copied, length = !copied, 0
		}
		length++
	}
	// What comes last, copied or not, goes without saying.
	put(2, uint64(len(blocks)))
	for i, length := range blocks {
		if i > 0 {
			length--
		}
		put(3, uint64(length))
	}
	for _, v := range list {
		if !slices.Contains(from, v) {
			others = append(others, v)
		}
	}
	return others
}

// writeExtra writes intervals and residuals.
func (s bvShape) writeExtra(put func(int, uint64), x int, rest []int) {
	residuals := rest
	if s.minInterval > 0 {
		var intervals [][2]int
		residuals = nil
		for i := 0; i < len(rest); {
			end := i + 1
			for end < len(rest) && rest[end] == rest[end-1]+1 {
				end++
			}
			if end-i >= s.minInterval {
				intervals = append(intervals, [2]int{rest[i], end - i})
			} else {
				residuals = append(residuals, rest[i:end]...)
			}
			i = end
		}
		put(4, uint64(len(intervals)))
		before := 0
		for i, interval := range intervals {
			if i == 0 {
				put(4, toNatural(interval[0]-x))
			} else {
				put(4, uint64(interval[0]-before-1))
			}
			put(4, uint64(interval[1]-s.minInterval))
			before = interval[0] + interval[1]
		}
	}
	for i, v := range residuals {
		if i == 0 {
			put(5, toNatural(v-x))
		} else {
			put(5, uint64(v-residuals[i-1]-1))
		}
	}
}

// bvReader reads bit by bit.
type bvReader struct {
	data []byte
	pos  int
}

var errBVTwin = errors.New("malformed")

func (r *bvReader) number(n int) (x uint64) {
	for range n {
		if r.pos >= 8*len(r.data) {
			panic(errBVTwin)
		}
		x = x<<1 | uint64(r.data[r.pos/8]>>(7-r.pos%8)&1)
		r.pos++
	}
	return x
}

// most is the largest number of zeros that a code may begin with.
func (r *bvReader) zeros(most int) int {
	for n := 0; ; n++ {
		if n > most {
			panic(errBVTwin)
		}
		if r.number(1) == 1 {
			return n
		}
	}
}

func (r *bvReader) code(name string, k int) uint64 {
	if digit, ok := strings.CutPrefix(name, "ZETA"); ok {
		if digit != "" {
			k = int(digit[0] - '0')
		}
		shift := r.zeros(bvLargest) * k
		if shift+k > bvWord {
			panic(errBVTwin)
		}
		x := r.number(shift + k - 1)
		if x < 1<<shift {
			return x + 1<<shift - 1
		}
		return x<<1 + r.number(1) - 1
	}
	switch name {
	case "UNARY":
		return uint64(r.zeros(1<<32 - 1))
	case "GAMMA":
		n := r.zeros(bvLargest)
		return 1<<n + r.number(n) - 1
	case "DELTA":
		n := r.code("GAMMA", 0)
		if n > bvLargest {
			panic(errBVTwin)
		}
		return 1<<n + r.number(int(n)) - 1
	}
	x := uint64(0)
	for range bvLargest / 3 {
		group := r.number(4)
		if x = x<<3 + group%8; group >= 8 {
			return x
		}
	}
	panic(errBVTwin)
}

// read returns the arcs of a graph of n nodes and so many arcs; it is not ok where a
// rule is broken.
func (s bvShape) read(data []byte, nodes, arcs int) (edges []graph.WideEdge, ok bool) {
	defer func() {
		if err := recover(); err != nil {
			if err != errBVTwin {
				panic(err)
			}
			edges, ok = nil, false
		}
	}()
	must := func(right bool) {
		if !right {
			panic(errBVTwin)
		}
	}
	r := &bvReader{data: data}
	get := func(field int) uint64 { return r.code(s.codes[field], s.k) }
	must(nodes <= 8*len(data))
	lists := make([][]int, nodes)
	depths := make([]int, nodes)
	for x := range nodes {
		degree := get(0)
		must(degree <= uint64(nodes))
		if degree == 0 {
			continue
		}
		list := make([]int, 0, degree)
		if s.window > 0 {
			back := get(1)
			must(back <= uint64(min(x, s.window)))
			if back > 0 {
				from := lists[x-int(back)]
				depths[x] = depths[x-int(back)] + 1
				must(depths[x] <= s.depth)
				blocks := get(2)
				must(blocks <= uint64(len(from))+1)
				for i := range blocks {
					length := get(3)
					if i > 0 {
						length++
					}
					must(length <= uint64(len(from)))
					if i%2 == 0 {
						list = append(list, from[:length]...)
					}
					from = from[length:]
				}
				if blocks%2 == 0 {
					list = append(list, from...)
				}
				must(len(list) <= int(degree))
			}
		}
		if s.minInterval > 0 && len(list) < int(degree) {
			at := 0
			for i := range get(4) {
				begin, length := get(4), get(4)+uint64(s.minInterval)
				must(begin < 1<<40 && length <= degree-uint64(len(list)))
				if at += int(begin) + 1; i == 0 {
					at = x + int(int64(begin>>1)^-int64(begin&1))
				}
				for range length {
					list = append(list, at)
					at++
				}
			}
		}
		at := 0
		for i := 0; len(list) < int(degree); i++ {
			distance := get(5)
			must(distance < 1<<40)
			if at += int(distance) + 1; i == 0 {
				at = x + int(int64(distance>>1)^-int64(distance&1))
			}
			list = append(list, at)
		}
		slices.Sort(list)
		for i, v := range list {
			must(v >= 0 && v < nodes && (i == 0 || list[i-1] < v))
			edges = append(edges, graph.WideEdge{U: uint64(x), V: uint64(v)})
		}
		lists[x] = list
		must(len(edges) <= arcs)
	}
	must(len(edges) == arcs && 8*len(data)-r.pos < bvEnd)
	for r.pos < 8*len(data) {
		must(r.number(1) == 0)
	}
	return edges, true
}
