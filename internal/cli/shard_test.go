package cli

import (
	"errors"
	"testing"
)

func TestShardOf(t *testing.T) {
	array := func(id, first, last, count string) map[string]string {
		return map[string]string{slurmTask: id, slurmFirst: first, slurmLast: last, slurmTasks: count}
	}
	pod := func(index string) map[string]string { return map[string]string{podIndex: index} }
	for _, c := range []struct {
		text        string
		environment map[string]string
		number, of  int // 0 for a wrong usage
	}{
		{text: "3/64", number: 3, of: 64},
		{text: "64/64", number: 64, of: 64},
		{text: "1/1", number: 1, of: 1},
		{text: "3/64", environment: array("5", "1", "8", "8"), number: 3, of: 64},
		{text: "/64", environment: array("5", "1", "8", "8"), number: 5, of: 64},
		{text: "/64", environment: array("7", "3", "7", "2"), number: 7, of: 64}, // two of an array again
		{text: "", environment: array("5", "1", "8", "8"), number: 5, of: 8},
		{text: "/64", environment: pod("0"), number: 1, of: 64},
		{text: "/64", environment: pod("63"), number: 64, of: 64},

		{text: "0/64"}, {text: "65/64"}, {text: "3"}, {text: "3/"}, {text: "/"}, {text: "3/0"}, {text: "-1/4"},
		{text: "3/64/2"}, {text: "a/b"}, {text: "1/1048577"}, {text: " 1/4"},
		{text: ""}, {text: "/64"},
		{text: "/64", environment: array("0", "0", "63", "64")},
		{text: "/64", environment: array("65", "1", "65", "65")},
		{text: "", environment: array("7", "1", "7", "2")}, // 1,7
		{text: "", environment: array("3", "3", "8", "6")},
		{text: "", environment: array("x", "1", "8", "8")},
		{text: "", environment: pod("3")},
		{text: "/64", environment: pod("64")}, {text: "/64", environment: pod("-1")}, {text: "/64", environment: pod("")},
		{text: "/64", environment: map[string]string{slurmTask: "1", podIndex: "1"}},
	} {
		t.Run(c.text, func(t *testing.T) {
			for name, value := range c.environment {
				t.Setenv(name, value)
			}
			number, of, err := shardOf(c.text)
			if number != c.number || of != c.of {
				t.Errorf("%q with %v: shard %d of %d, want %d of %d", c.text, c.environment, number, of, c.number, c.of)
			}
			if usage := (*usageError)(nil); (c.of == 0) != errors.As(err, &usage) {
				t.Errorf("%q with %v: %v", c.text, c.environment, err)
			}
		})
	}
}
