package triangle

import (
	"sort"
	"sync"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// supportedPages are edges with their support in a temporary file, in their order.
type supportedPages struct {
	spill   *lists.Spill
	pages   []lists.Spilled
	begins  []uint64 // of each page in the edges, and their number
	buffers sync.Pool

	mutex  sync.Mutex
	failed error // of the first page that could not be read
}

// pageEdges is how many edges a page has at most.
const pageEdges = 1 << 12

// each calls yield with the edges from one to before another, some at a time and with
// where the first of them stands. It ends early where a page cannot be read.
func (p *supportedPages) each(from, to uint64, yield func(at uint64, some []supportedEdge) bool) {
	buffer, ok := p.buffers.Get().(*[pageEdges]supportedEdge)
	if !ok {
		buffer = new([pageEdges]supportedEdge)
	}
	defer p.buffers.Put(buffer)
	page := sort.Search(len(p.pages), func(i int) bool { return p.begins[i+1] > from })
	for ; from < to; page++ {
		if err := p.spill.Read(p.pages[page], bytesOfEdges(buffer[:])); err != nil {
			p.mutex.Lock()
			defer p.mutex.Unlock()
			if p.failed == nil {
				p.failed = err
			}
			return
		}
		begin, end := p.begins[page], min(p.begins[page+1], to)
		if !yield(from, buffer[from-begin:end-begin]) {
			return
		}
		from = end
	}
}

// err returns why a page could not be read, if so.
func (p *supportedPages) err() error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.failed
}

// bytesOfEdges returns the memory of edges.
func bytesOfEdges(edges []supportedEdge) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(edges))), 8*len(edges))
}
