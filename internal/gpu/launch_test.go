package gpu

import (
	"bytes"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

func TestPackAlignsEachArgumentToItsSize(t *testing.T) {
	var packed Packed
	packed.Add(Uint32(1), Uint64(2), Uint32(3))
	packed.Add(Uint32(4), Array[uint8]{at: 5}.Arg(), Uint32(6))
	got := (*cuda.Parameters)(&packed).Packed()
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

// threeArguments are those of a kernel.
type threeArguments struct {
	a, b Array[uint64]
	n    uint32
}

func (a threeArguments) Pack(to *Packed) { to.Add(a.a.Arg(), Uint32(a.n), a.b.Arg()) }

// TestSequenceIsShort has what a sequence asks of the driver: the context once, and no memory made for
// launches and events.
func TestSequenceIsShort(t *testing.T) {
	contexts, launches, records := 0, 0, 0
	opened := make(chan struct{})
	close(opened)
	device := &Device{opening: opened, table: &cuda.Table{
		CtxSetCurrent: func(cuda.Context) cuda.Result { contexts++; return cuda.Success },
		EventRecord:   func(cuda.Event, cuda.Stream) cuda.Result { records++; return cuda.Success },
		LaunchKernel: func(_ cuda.Function, _, _ [3]uint32, _ uint32, _ cuda.Stream, arguments *cuda.Parameters) cuda.Result {
			launches += len(arguments.Packed())
			return cuda.Success
		},
	}}
	stream, event, function := &Stream{device: device}, &Event{device: device}, &Function{device: device, name: "three", launch: "launch three"}
	var made float64
	const times = 100
	err := stream.Sequence(func() {
		made = testing.AllocsPerRun(times-1, func() {
			packed := NewPacked()
			threeArguments{n: 7}.Pack(packed)
			if stream.Record(event) != nil || stream.Launch(function, Grid1D(5, 32), packed) != nil {
				t.Error("failed")
			}
		})
	})
	if err != nil || contexts != 1 || records != times || launches != 24*times || made != 0 {
		t.Errorf("%v: %d contexts, %d events, %d bytes of arguments, %v allocations a launch", err, contexts, records, launches, made)
	}
	if err := stream.Record(event); err != nil || contexts != 2 {
		t.Errorf("%v: %d contexts after the sequence", err, contexts)
	}
}
