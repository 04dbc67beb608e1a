package partition

import (
	"fmt"
	"testing"
)

func TestSubtaskInMessages(t *testing.T) {
	for want, task := range map[string]Subtask{"(0, 2, 1)": {0, 2, 1}, "(3, hubs)": {3, HubColumn, 0}} {
		if got := fmt.Sprint(task); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
