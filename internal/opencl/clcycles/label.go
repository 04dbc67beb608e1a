package clcycles

import "github.com/tricycle-graph/tricycle/internal/opencl"

const (
	// labelled is the largest graph whose labels the device makes. It takes a round for each
	// vertex, which looks at all of them: for more it is many times slower than the CPU.
	labelled    = 1 << 12
	labelRounds = 1 << 9 // of a launch
)

// label makes the degree labeling.
func (l *Levels) label(program string) {
	kernel := l.dev.Kernel(program, "label", mostItems)
	n := l.graph.size()
	degrees := l.dev.Buffer("the degrees", 4*int64(n))
	for first := 0; first < n; first += labelRounds {
		kernel.Launch(1, l.offsets, l.neighbors, uint32(n), uint32(first), uint32(min(first+labelRounds, n)),
			degrees, l.labels, opencl.Local(8*int64(kernel.Group)))
	}
}
