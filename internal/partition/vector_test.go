package partition

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// TestVectors: what is read is what was written, and nothing that was changed or cut is.
func TestVectors(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	s, err := OpenStore(3000, []Range{{0, 3000}}, []Piece{{Range{0, 1000}, []uint64{70_000}}, {Range{1000, 3000}, []uint64{300}}}, new(objectfs.Memory), "")
	if err != nil {
		t.Fatal(err)
	}
	g := Grid{Rows: []Range{{0, 1000}, {1000, 3000}}, Columns: []Range{{0, 3000}}}
	sums := NewSums(s, g, t.TempDir())
	defer sums.Close()
	more := make([]uint32, 70_000)
	more[5], more[69_999] = 7, 8
	if err := sums.Add(t.Context(), 0, 0, 0, more, 1); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := WriteVector(&file, "plan", sums.Each); err != nil {
		t.Fatal(err)
	}
	if want := VectorBytes(sums.Size()); int64(file.Len()) != want {
		t.Errorf("%d bytes, and %d were to be", file.Len(), want)
	}
	again := NewSums(s, g, t.TempDir())
	defer again.Close()
	for range 2 {
		if err := ReadVector(t.Context(), bytes.NewReader(file.Bytes()), "plan", again.Take); err != nil {
			t.Fatal(err)
		}
	}
	got := make([]uint32, 70_000)
	if err := again.Read(t.Context(), 0, 0, got, 1); err != nil || got[5] != 14 || got[69_999] != 16 || got[0] != 0 {
		t.Errorf("%d, %d, %v", got[5], got[69_999], err)
	}
	nothing := func(Stretch) error { return nil }
	if err := ReadVector(t.Context(), bytes.NewReader(file.Bytes()), "other", nothing); !errors.Is(err, errOther) {
		t.Errorf("of another plan: %v", err)
	}
	for range 200 {
		data := bytes.Clone(file.Bytes())
		at := random.IntN(len(data))
		switch random.IntN(3) {
		case 0:
			data[at] ^= 1 << random.IntN(8)
		case 1:
			data = data[:at]
		case 2:
			data = append(data, 0)
		}
		if err := ReadVector(t.Context(), bytes.NewReader(data), "plan", nothing); err == nil {
			t.Fatalf("no word of %d bytes that are damaged at %d", len(data), at)
		}
	}
	for _, s := range []Stretch{
		{I: 2}, {K: 1}, {First: 1}, {First: 2 * sumsAtOnce}, {First: 1<<64 - sumsAtOnce},
		{First: sumsAtOnce, Words: make([]uint32, 70_001-sumsAtOnce)}, {Words: make([]uint32, sumsAtOnce+1)},
	} {
		if s.Words == nil {
			s.Words = make([]uint32, sumsAtOnce)
		}
		if err := again.Take(s); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d numbers from %d on in block (%d, %d): %v", len(s.Words), s.First, s.I, s.K, err)
		}
	}
	if err := again.Reset(); err != nil {
		t.Fatal(err)
	}
	if stretches, _ := again.Size(); stretches != 0 {
		t.Errorf("%d stretches of none", stretches)
	}
}
