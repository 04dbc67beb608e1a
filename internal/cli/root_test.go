package cli

import (
	"context"
	"strings"
	"testing"
)

// TestFlagsBeforeCommand: a command line that begins with a flag knows all commands, also
// where the flag takes the name of one for its value.
func TestFlagsBeforeCommand(t *testing.T) {
	for line, want := range map[string]string{
		"--help count": "Exit codes: 0 done", "-h count": "  vertices ", "-q count --help": "--engine",
		"--messages count vertices": "see tricycle vertices --help", "-- merge": "did you mean merge or serve?",
	} {
		var said strings.Builder
		if err := execute(context.Background(), strings.Fields(line), strings.NewReader(""), &said, &said); err != nil {
			said.WriteString(err.Error())
		}
		if !strings.Contains(said.String(), want) {
			t.Errorf("tricycle %s does not say %q: %s", line, want, &said)
		}
	}
}
