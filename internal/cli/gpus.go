package cli

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// ordinals is a flag for several GPUs: their numbers, separated by commas, or
// all.
type ordinals struct {
	all     bool
	numbers []int
}

func (o *ordinals) Set(text string) error {
	*o = ordinals{all: text == "all"}
	if o.all {
		return nil
	}
	for _, field := range strings.Split(text, ",") {
		n, err := strconv.ParseUint(strings.TrimSpace(field), 10, 8)
		if err != nil {
			return errors.New("not all, and not numbers like 0,2")
		}
		if slices.Contains(o.numbers, int(n)) {
			return errors.New("the same GPU twice")
		}
		o.numbers = append(o.numbers, int(n))
	}
	return nil
}

func (o *ordinals) String() string {
	if o.all {
		return "all"
	}
	fields := make([]string, len(o.numbers))
	for i, n := range o.numbers {
		fields[i] = strconv.Itoa(n)
	}
	return strings.Join(fields, ",")
}

// Type names the flag's value in the help.
func (o *ordinals) Type() string { return "list" }

// addDevicesTo adds the flag for several GPUs to a command that has that for one.
func (g *gpuFlags) addDevicesTo(cmd *cobra.Command) {
	cmd.Flags().Var(&g.devices, "devices", "several GPUs that share the count: their numbers, such as 0,1, or all")
}

// checkDevices refuses a choice of one GPU and of several.
func checkDevices(cmd *cobra.Command) error {
	if flags := cmd.Flags(); flags.Changed("device") && flags.Changed("devices") {
		return usagef("--device chooses one GPU, and --devices several")
	}
	return nil
}
