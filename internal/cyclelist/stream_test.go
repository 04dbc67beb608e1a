package cyclelist

import (
	"errors"
	"io"
	"testing"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
)

// A cycle that was found is not kept back for the next one, which never comes.
func TestStreamKeepsNothingBack(t *testing.T) {
	reader, writer := io.Pipe()
	stream, err := NewStream(writer, textCycles{names.JoinedBy(' ', names.LineLabels(graph.Labels{}), 5)})
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Write([]uint32{1, 2, 3, 4}); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 100)
	n, err := reader.Read(line)
	if err != nil || string(line[:n]) != "1 2 3 4\n" {
		t.Fatalf("%q, %v", line[:n], err)
	}
	if err := stream.Close(true); err != nil {
		t.Error(err)
	}
}

// The search waits while nobody reads, and holds what fits the buffer.
func TestStreamWaits(t *testing.T) {
	reader, writer := io.Pipe()
	stream, err := NewStream(writer, textCycles{names.JoinedBy(' ', names.LineLabels(graph.Labels{}), 5)})
	if err != nil {
		t.Fatal(err)
	}
	const cycles = 100_000
	done := make(chan error)
	go func() {
		for range cycles {
			if err := stream.Write([]uint32{1, 2, 3, 4}); err != nil {
				done <- err
				return
			}
		}
		err := stream.Close(true)
		writer.Close()
		done <- err
	}()
	select {
	case <-done:
		t.Fatal("a list of 800 kB went where nobody reads")
	case <-time.After(100 * time.Millisecond):
	}
	text, err := io.ReadAll(reader)
	if err != nil || len(text) != cycles*len("1 2 3 4\n") {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if size := cap(stream.text); size > 2*streamBytes {
		t.Errorf("the buffer grew to %d bytes", size)
	}
}

var errFull = errors.New("full")

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

func TestStreamOfAFullDisk(t *testing.T) {
	stream, err := NewStream(fullWriter{}, textCycles{names.JoinedBy(' ', names.LineLabels(graph.Labels{}), 5)})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 * streamBytes {
		if err = stream.Write([]uint32{1, 2, 3}); err != nil {
			break
		}
	}
	if !errors.Is(err, errFull) {
		t.Errorf("writing: %v", err)
	}
	if err := stream.Close(false); !errors.Is(err, errFull) {
		t.Errorf("closing: %v", err)
	}
}

// BenchmarkCycleForms writes cycles of 20 vertices of an 8x10 grid.
func BenchmarkCycleForms(b *testing.B) {
	g := edgeless(b, 80, graph.BaseLabels(1))
	cycle := make([]uint32, 20)
	for i := range cycle {
		cycle[i] = uint32(4 * i)
	}
	for _, form := range Forms {
		b.Run(string(form), func(b *testing.B) {
			encoder, err := form.Encoder(g, make([][3]float64, g.Vertices()))
			if err != nil {
				b.Fatal(err)
			}
			stream, err := NewStream(io.Discard, encoder)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(encoder.appendCycle(nil, cycle))))
			for b.Loop() {
				if err := stream.Write(cycle); err != nil {
					b.Fatal(err)
				}
			}
			if err := stream.Close(true); err != nil {
				b.Fatal(err)
			}
		})
	}
}
