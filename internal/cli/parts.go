package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/triangle"
)

// partFlags say into how many parts a graph is cut, and where they go.
type partFlags struct {
	parts  partsValue
	tmpdir string
}

func (f *partFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.parts.addTo(flags)
	flags.StringVar(&f.tmpdir, "tmpdir", "", "`folder` for what does not fit --memory (default the system's)")
}

// check refuses what cannot be.
func (f *partFlags) check(flags *pflag.FlagSet) error {
	return cmp.Or(f.parts.check(flags), checkFolder(f.tmpdir))
}

// checkFolder refuses a --tmpdir that is no folder.
func checkFolder(tmpdir string) error {
	if tmpdir == "" {
		return nil
	}
	if info, err := os.Stat(tmpdir); err != nil || !info.IsDir() {
		return usagef("--tmpdir %s is no folder", tmpdir)
	}
	return nil
}

// checkSubtasks refuses more parts than a plan can have.
func (f *partFlags) checkSubtasks() error {
	rows, columns := uint64(f.parts.Rows), uint64(f.parts.Columns)
	if rows+rows*(rows+1)/2*columns >= partition.MaxSubtasks {
		return usagef("--parts %s: these are more subtasks than the %s that a plan has at most", &f.parts, readable.Number(uint64(partition.MaxSubtasks)))
	}
	return nil
}

// partsValue is a flag such as 4x2, or tcbw.
type partsValue struct{ triangle.Parts }

func (p *partsValue) addTo(flags *pflag.FlagSet) {
	flags.Var(p, "parts", "count in so many ranges of rows and columns, such as 4x1; tcbw takes as many as the paper of that name for the memory (default what the limits ask for)")
}

// check refuses an order that parts have not.
func (p *partsValue) check(flags *pflag.FlagSet) error {
	if p.Parts == (triangle.Parts{}) {
		return nil
	}
	return checkPartsOrder("parts", flags)
}

// checkPartsOrder refuses an order that parts have not, which a flag asks for.
func checkPartsOrder(flag string, flags *pflag.FlagSet) error {
	order := graph.Order(flags.Lookup("order").Value.String())
	if order != graph.OrderAuto && order != graph.OrderAverageDegree {
		return usagef("--%s goes with an order of its own or %s, not with --order %s", flag, graph.OrderAverageDegree, order)
	}
	return nil
}

// tcbwParts asks for parts by the rule of TCBW.
const tcbwParts = "tcbw"

// mostParts bounds P1 and P2.
const mostParts = 1 << 12

func (p *partsValue) Set(text string) error {
	if text == tcbwParts {
		p.Parts = triangle.Parts{TCBW: true}
		return nil
	}
	rows, columns, found := strings.Cut(text, "x")
	p1, err1 := strconv.ParseUint(rows, 10, 16)
	p2, err2 := strconv.ParseUint(columns, 10, 16)
	if !found || err1 != nil || err2 != nil || p1 == 0 || p2 == 0 || p1 > mostParts || p2 > mostParts {
		return errors.New("not two numbers such as 4x1, of ranges of rows and of columns, and not tcbw")
	}
	p.Parts = triangle.Parts{Rows: int(p1), Columns: int(p2)}
	return nil
}

func (p *partsValue) String() string {
	switch {
	case p.TCBW:
		return tcbwParts
	case p.Rows == 0:
		return ""
	}
	return fmt.Sprintf("%dx%d", p.Rows, p.Columns)
}

// Type names the flag's value in the help.
func (p *partsValue) Type() string { return "P1xP2" }

// otherwise returns options to count again in another way: on the CPU, by simple
// merges, on another order or in other parts.
func otherwise(opt triangle.Options, first *triangle.Result) triangle.Options {
	opt.Engine, opt.Method, opt.Order = device.CPU, cpucount.Merge, graph.OrderDegree
	switch first.Order {
	case graph.OrderDegree:
		opt.Order = graph.OrderDegeneracy
	case graph.OrderRecords:
		opt.Order = graph.OrderAuto
	}
	if first.Parts != nil {
		opt.Order, opt.Parts = graph.OrderAuto, triangle.Parts{Rows: first.Parts.Rows + 1, Columns: 1}
	}
	return opt
}
