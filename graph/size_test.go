package graph

import (
	"encoding/json"
	"testing"
)

func TestSize(t *testing.T) {
	for _, x := range []struct {
		size Size
		text string
		json string
	}{
		{Size{}, "unknown", "-1"},
		{Known(-1), "unknown", "-1"},
		{Known(0), "0", "0"},
		{Known(uint64(1) << 40), "1099511627776", "1099511627776"},
	} {
		text, err := json.Marshal(x.size)
		if err != nil || string(text) != x.json || x.size.String() != x.text {
			t.Errorf("%v in JSON %s, %v, want %s and %s", x.size, text, err, x.text, x.json)
		}
		back := Known(7)
		if err := json.Unmarshal(text, &back); err != nil || back != x.size {
			t.Errorf("%s read as %v, %v", text, back, err)
		}
	}
	if n := Known(0).Or(5); n != 0 {
		t.Errorf("a size of 0 is taken for unknown: %d", n)
	}
}
