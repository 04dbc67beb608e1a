package generate

import (
	"errors"
	"testing"
)

// Every kind is made from its own defaults, given by name.
func TestEveryKind(t *testing.T) {
	for _, kind := range Kinds() {
		values := Values{}
		for _, p := range kind.Parameters {
			values[p.Name] = p.Default
		}
		named, err := New(kind.Name, values)
		if err != nil {
			t.Error(err)
			continue
		}
		usual, err := New(kind.Name, nil)
		if err != nil || named.Info().Name != usual.Info().Name || usual.Info().Format != kind.Name {
			t.Errorf("%s: %q with the defaults given, %q without, %v", kind.Name, named.Info().Name, usual.Info().Name, err)
		}
	}
}

func TestValues(t *testing.T) {
	for _, x := range []struct {
		kind   string
		values Values
		want   string // name of the graph
	}{
		{"rmat", Values{"scale": 5, "edge-factor": 4, "seed": 7, "permute": true}, "rmat --scale 5 --edge-factor 4 --seed 7 --permute"},
		{"uniform", Values{"vertices": 5, "edges": 4, "seed": uint64(1) << 63}, "uniform --vertices 5 --edges 4 --seed 9223372036854775808"},
		{"erdos-renyi", Values{"vertices": 5, "probability": 1, "seed": 0}, "erdos-renyi --vertices 5 --probability 1 --seed 0"},
		{"circulant", Values{"vertices": 9, "offsets": []int{1, 3}}, "circulant --vertices 9 --offsets 1,3"},
	} {
		src, err := New(x.kind, x.values)
		if err != nil || src.Info().Name != x.want {
			t.Errorf("%v, %v", src, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, x := range []struct {
		kind      string
		values    Values
		parameter string
		text      string
	}{
		{"rnat", nil, "", "generate rnat: no such kind of graph"},
		{"rmat", Values{"skale": 5}, "skale", "generate rmat: skale: no such parameter"},
		{"rmat", Values{"scale": 33}, "scale", "generate rmat: scale: 33 is not from 1 to 32"},
		{"rmat", Values{"scale": "5"}, "scale", "generate rmat: scale: 5 (string) is no value of it"},
		{"rmat", Values{"scale": 5.5}, "scale", "generate rmat: scale: 5.5 (float64) is no value of it"},
		{"rmat", Values{"seed": -1}, "seed", "generate rmat: seed: -1 (int) is no value of it"},
		{"circulant", Values{"offsets": []int{}}, "offsets", "generate circulant: offsets: there are 0, not 1 to 1048576"},
		{"crossed-prism", Values{"length": 5}, "length", "generate crossed-prism: length: 5 is not even"},
	} {
		_, err := New(x.kind, x.values)
		var wrong *Error
		if !errors.As(err, &wrong) || wrong.Kind != x.kind || wrong.Parameter != x.parameter || err.Error() != x.text {
			t.Errorf("%s %v: %v", x.kind, x.values, err)
		}
	}
}
