package lists

import (
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestWholeBytes(t *testing.T) {
	least, most := WholeBytes(graph.Info{}, 2)
	if least.Known() || most.Known() {
		t.Errorf("%v to %v bytes for records that nobody knows", least, most)
	}
	info := graph.Info{Records: graph.Known(1 << 24), Vertices: graph.Known(1 << 20)}
	least, most = WholeBytes(info, 2)
	fixed := fixedBytes(2) + VertexBytes(2)<<20
	if got := least.Get() - fixed; got != 8<<24 {
		t.Errorf("%d bytes at least for 2^24 records", got)
	}
	if got := most.Get() - fixed; got < 8<<24 || got > 12<<24 {
		t.Errorf("%d bytes at most for 2^24 records", got)
	}
	info.Vertices = graph.Size{}
	if _, more := WholeBytes(info, 2); more.Get()+VertexBytes(2)<<20 < most.Get() {
		t.Errorf("%v bytes where the vertices are not declared, %v where they are", more, most)
	}
}
