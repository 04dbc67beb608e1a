package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/jobs"
)

// coloursValue is a flag with a number of colours; 0 where it was not given, and
// [jobs.Request] has what is chosen by the memory.
type coloursValue int

// byMemory is the word, and autoColours the number, of a choice by the memory.
const (
	byMemory    = "auto"
	autoColours = -1
)

func (v *coloursValue) addTo(flags *pflag.FlagSet) {
	flags.Var(v, "colours", "with --plan FILE or --checkpoint: cut the graph by so many `colours` of its vertices; auto: as many as the memory asks for (default by ranges of rows)")
}

func (v *coloursValue) Set(text string) error {
	if text == byMemory {
		*v = autoColours
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 || n > colours.Most {
		return fmt.Errorf("not a number from 1 to %d, and not %s", colours.Most, byMemory)
	}
	*v = coloursValue(n)
	return nil
}

func (v *coloursValue) String() string {
	switch *v {
	case 0:
		return ""
	case autoColours:
		return byMemory
	}
	return strconv.Itoa(int(*v))
}

// Type names the flag's value in the help.
func (v *coloursValue) Type() string { return "colours" }

// errColoursAlone is the error where nothing says what is cut for whom.
var errColoursAlone = usagef("--colours belongs to --plan FILE or --checkpoint: a count by one process is cut by ranges")

// checkColours refuses what does not go with colours.
func checkColours(r jobs.Request) error {
	if r.Colours != 0 && (r.Parts.Rows > 0 || r.Parts.TCBW) {
		return usagef("--colours and --parts exclude one another")
	}
	return nil
}
