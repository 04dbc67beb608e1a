package answer

import (
	"fmt"
	"io"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/sheet"
)

// mostAtoms is how many atoms a plan shows to people.
const mostAtoms = 20

// CyclePlan is what cycles --explain says of a file.
type CyclePlan struct {
	File     string   `json:"file"`
	Files    []string `json:"files,omitempty"`
	Vertices int      `json:"vertices"`
	Edges    uint64   `json:"edges"`
	*chordless.Plan
}

// JSON returns what --json prints.
func (x *CyclePlan) JSON() any { return x }

// Print writes a sheet, and a row for each of the largest atoms.
func (x *CyclePlan) Print(w io.Writer) error {
	s, r := sheet.New(), x.Reductions
	s.Add("file", "%s", x.File)
	s.Add("graph", "%s, %s", readable.Quantity(uint64(x.Vertices), "vertex", "vertices"), readable.Quantity(x.Edges, "edge", "edges"))
	s.Add("2-core", "%s in %s", readable.Quantity(r.CoreVertices, "vertex", "vertices"), readable.Quantity(r.Blocks, "block", "blocks"))
	s.Add("simplicial", "%s removed", readable.Quantity(r.SimplicialRemoved, "vertex", "vertices"))
	s.Add("chains", "%s contracted", readable.Quantity(r.ChainVertices, "vertex", "vertices"))
	s.Add("rings", "%s counted on the spot", readable.Quantity(r.Rings, "single cycle", "single cycles"))
	s.Add("atoms", "%s of %s and %s", readable.Number(r.Atoms), readable.Quantity(r.AtomVertices, "vertex", "vertices"), readable.Quantity(r.AtomEdges, "edge", "edges"))
	s.Add("to count", "%s", HeldAtMost(x.Bytes))
	if err := s.Print(w); err != nil || len(x.Atoms) == 0 {
		return err
	}
	return sheet.Right(w, func(tabs io.Writer) {
		fmt.Fprint(tabs, "\nvertices\tedges\tsearch nodes\tfrontier\tstates\tmethod\t\n")
		for _, a := range x.Atoms[:min(len(x.Atoms), mostAtoms)] {
			fmt.Fprintf(tabs, "%s\t%s\t%s\t%s\t%s\t%s\t  %s\n", readable.Number(a.Vertices), readable.Number(a.Edges),
				estimate(a.Nodes), width(a), estimate(a.States), methodAt(a), a.Reason)
		}
		if more := len(x.Atoms) - mostAtoms; more > 0 {
			fmt.Fprintf(tabs, "and %s\n", readable.Quantity(uint64(more), "smaller atom", "smaller atoms"))
		}
	})
}

// methodAt is the method, and where it is not for the CPU.
func methodAt(a chordless.AtomPlan) string {
	if a.Engine != device.CPU {
		return fmt.Sprintf("%s on %s", a.Method, a.Engine)
	}
	return string(a.Method)
}

// estimate writes two digits of an estimate; - where there is none.
func estimate(value float64) string {
	if value <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.2g", value)
}

// width writes the frontier's width; - where no order was looked for.
func width(a chordless.AtomPlan) string {
	if a.Width == 0 {
		return "-"
	}
	return fmt.Sprint(a.Width)
}
