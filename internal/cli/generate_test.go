package cli

import (
	"io"
	"testing"

	"github.com/tricycle-graph/tricycle/generate"
)

// TestGenerators sees a command with all its flags for every generator.
func TestGenerators(t *testing.T) {
	root := newRoot(new(common), nil, io.Discard)
	for _, kind := range generate.Kinds() {
		cmd, _, err := root.Find([]string{"generate", kind.Name})
		if err != nil || cmd.Name() != kind.Name {
			t.Errorf("%s: no command: %v", kind.Name, err)
			continue
		}
		for _, p := range kind.Parameters {
			if cmd.Flags().Lookup(p.Name) == nil {
				t.Errorf("%s: no flag --%s", kind.Name, p.Name)
			}
		}
	}
}
