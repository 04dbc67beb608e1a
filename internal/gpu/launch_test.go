package gpu

import (
	"bytes"
	"testing"
)

func TestPackAlignsEachArgumentToItsSize(t *testing.T) {
	got := pack([]Arg{Uint32(1), Uint64(2), Uint32(3), Uint32(4), Array[uint8]{at: 5}.Arg(), Uint32(6)})
	want := []byte{
		1, 0, 0, 0, 0, 0, 0, 0,
		2, 0, 0, 0, 0, 0, 0, 0,
		3, 0, 0, 0, 4, 0, 0, 0,
		5, 0, 0, 0, 0, 0, 0, 0,
		6, 0, 0, 0,
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
