package triangle

import (
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// What the model of time is made of. The graphs behind it are R-MAT ones with 15
// or 16 edges a vertex, files in the page cache; graphs that are less skewed
// are counted faster. docs/performance.md has predicted and measured times.

// The CPU: seconds of one thread of the 2-core EPYC (Zen 5) with AVX-512, from two threads
// on kron-18-16, kron-20-16 and kron-22-16, by processor time. All threads share them evenly.
const (
	cpuMachine = "2-core EPYC with AVX-512"

	cpuRead   = 3e-9   // a record of pairs, read the first time, to see its ids
	cpuText   = 1.2e-9 // a byte of text, parsed and kept
	cpuPacked = 8e-9   // a byte of a compressed file, on one thread however many there are
	cpuMapped = 0.5e-9 // a byte of .tcsr, looked through
	cpuClean  = 15e-9  // a record, read again, sorted, merged
	cpuOrder  = 8e-9   // a vertex
	cpuOrient = 11e-9  // an edge
	cpuCount  = 8e-12  // an edge to the power of 1.5; see counting
	cpuParts  = 1.5    // times cpuCount, in parts
	cpuSpill  = 13e-9  // a record, read again and put by for its part
	cpuBuild  = 14e-9  // a record, sorted to rows

	// Other questions than the total, in times of its count: of kron-20-16, and of
	// kron-18-16 for peeling, as docs/performance.md has them.
	cpuVertices = 1.6
	cpuSupport  = 3.1
	cpuPeeling  = 60

	// Temporary files: a byte on its way to the disk of a 2-core Xeon, and one read again,
	// from the page cache.
	diskWrite = 1.4e-9
	diskRead  = 0.25e-9
)

// The GPU: seconds of one H200 with 16 cores beside it, from kron-24-16 (2.1 GB)
// and s28.e15 (32 GB), whole and in parts.
const (
	deviceMachine = "one NVIDIA H200, 16 cores"
	// deviceMemory is what is free on it.
	deviceMemory = 139 << 30
	// driverBytes is what a process holds on the host for having a GPU, and
	// pinnedBytes what copies pin at most.
	driverBytes = 128 << 20
	pinnedBytes = 96 << 20
	// nextDriverBytes is what it holds for each GPU more.
	nextDriverBytes = 48 << 20

	deviceOpen   = 0.27      // of the driver, and of the end of the process
	deviceFirst  = 0.01      // loading the first kernels
	deviceRead   = 1. / 46e9 // a byte over the link
	deviceLink   = 0.8       // of that where records come by the link of another device, too: .72 to .92 was measured
	deviceClean  = 12e-12    // a record
	deviceOrient = 66e-12    // an edge
	deviceCount  = 1.05e-14  // an edge to the power of 1.5
	deviceAgain  = 1. / 40e9 // a byte read again for the next part
	// deviceCopy is a byte of the lists on its way to a device again, of which
	// more than half is hidden behind the kernels.
	deviceCopy = 0.4 / 46e9

	// Other questions, in times of the count's kernels: of kron-24-16, and of kron-22-16
	// for peeling.
	deviceVertices = 1.5
	deviceSupport  = 2.75
	devicePeeling  = 70
	// What is found comes back: a vertex, and an edge with what it takes to put it in
	// the order of the ids.
	deviceVertex = 2.5e-9
	deviceEdge   = 5.5e-9
)

const recordBytes = 8 // a record as the GPU is sent it

// costs predicts the seconds of a count.
type costs struct {
	info    graph.Info
	threads float64
	asked   question
}

func (c *costs) records() float64 { return float64(c.info.Records.Get()) }

// counting is what the time of counting is taken to be proportional to: m^1.5,
// which bounds the work on an order by degree (Chiba and Nishizeki, 1985). Times on
// R-MAT graphs follow it, from 4 million edges to 64 million on the CPU, and to 4
// billion on the GPU.
func (c *costs) counting() float64 { return math.Pow(c.records(), 1.5) }

// answering is the time of one thread of the CPU to answer from lists.
func (c *costs) answering() float64 {
	count := cpuCount * c.counting()
	switch c.asked {
	case perVertex:
		return cpuVertices * count
	case perEdge:
		return cpuSupport * count
	case trussOfEdges:
		return (cpuSupport + cpuPeeling) * count
	case eachTriangle:
		return 0 // nobody knows how many there are
	}
	return count
}

// readings is how often the CPU reads the file.
func (c *costs) readings() int {
	if c.info.Direct {
		return 2
	}
	return 1
}

// parsing is the time to parse each record once.
func (c *costs) parsing() float64 {
	bytes := float64(c.info.Bytes.Get())
	switch {
	case c.info.Loaded:
		return bytes * cpuMapped / c.threads
	case c.info.Direct:
		return c.records() * cpuRead / c.threads
	case c.info.Compressed != "":
		return max(bytes*cpuPacked, 4*bytes*cpuText/c.threads)
	}
	return bytes * cpuText / c.threads
}

func (c *costs) wholeOnCPU() Seconds {
	clean := cpuClean
	if c.info.Loaded {
		clean = 0
	}
	return Seconds{
		Read:   c.parsing(),
		Clean:  clean * c.records() / c.threads,
		Order:  cpuOrder * float64(c.info.Vertices.Get()) / c.threads,
		Orient: cpuOrient * c.records() / c.threads,
		Count:  c.answering() / c.threads,
	}
}

// listBytes is the size of all lists.
func (c *costs) listBytes() float64 { return 4*c.records() + 4*float64(c.info.Vertices.Get()) }

// passes is how often all rows are read where the rows J pass by each of the rows
// I, which stay.
func passes(p Parts) float64 { return float64(p.Columns) * float64(p.Rows+1) / 2 }

// piecesOnCPU is for a count from pieces, in so many parts, for which so many
// bytes are written.
func (c *costs) piecesOnCPU(p Parts, disk int64) Seconds {
	s := Seconds{
		Read:  c.parsing() + cpuSpill*c.records()/c.threads,
		Clean: cpuBuild * c.records() / c.threads,
		Count: c.answering() / c.threads,
	}
	stored := 0.
	if p.Rows*p.Columns > 1 {
		stored = c.listBytes()
		s.Count *= cpuParts
		s.Count += diskRead * stored * passes(p)
	}
	spilled := max(float64(disk)-stored, 0)
	s.Read += diskWrite * spilled
	s.Clean += diskRead*spilled + diskWrite*stored
	return s
}

// sending is the time to send each record to the device once, by the link of another, too, or not.
func (c *costs) sending(byLink bool) float64 {
	link := deviceRead * recordBytes * c.records()
	if byLink {
		link *= deviceLink
	}
	if c.info.Direct {
		return deviceFirst + link
	}
	return deviceFirst + max(link, c.parsing())
}

// wholeOnDevice is for lists that a device makes whole, of records that come by the link of another,
// too, or not.
func (c *costs) wholeOnDevice(byLink bool) Seconds {
	return Seconds{
		Open:   deviceOpen,
		Read:   c.sending(byLink),
		Clean:  deviceClean * c.records(),
		Orient: deviceOrient * c.records(),
	}
}

// piecesOnDevice is for lists that a device makes by so many readings of the source;
// so many bytes are written.
func (c *costs) piecesOnDevice(readings int, disk int64) Seconds {
	again := deviceAgain * recordBytes * c.records()
	if !c.info.Direct {
		again = max(again, c.parsing())
	}
	return Seconds{
		Open:   deviceOpen,
		Read:   c.sending(false),
		Orient: float64(readings-1)*again + diskWrite*float64(disk),
	}
}

// uploaded is for lists that the CPU makes and a device counts.
func (c *costs) uploaded(made Seconds) Seconds {
	made.Open, made.Count = deviceOpen, 0
	made.Orient += deviceFirst + deviceRead*c.listBytes()
	return made
}

// countOnDevices adds the counting by so many devices, in parts that were written to
// so many bytes of files.
func (c *costs) countOnDevices(s *Seconds, p Parts, devices int, disk int64) {
	s.Kernels = deviceCount * c.counting() / float64(devices)
	back := 0.
	switch c.asked {
	case perVertex:
		s.Kernels *= deviceVertices
		back = deviceVertex * float64(c.info.Vertices.Get())
	case perEdge:
		s.Kernels *= deviceSupport
		back = deviceEdge * c.records()
	case trussOfEdges:
		s.Kernels *= deviceSupport + devicePeeling
		back = deviceEdge * c.records()
	}
	s.Count = s.Kernels + back
	if p.Subtasks > 1 {
		s.Count += deviceCopy * c.listBytes() * passes(p) / float64(devices)
	}
	if disk > 0 {
		s.Count += diskRead * float64(disk) * passes(p)
	}
}
