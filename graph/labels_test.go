package graph

import (
	"math"
	"testing"
)

func TestFindIsTheInverseOfLabel(t *testing.T) {
	const n = 3
	for _, labels := range []Labels{
		{}, BaseLabels(1), BaseLabels(math.MaxUint64 - 2), NumberLabels([]uint64{0, 7, math.MaxUint64}), NameLabels([]string{"b", "a b", "7"}),
	} {
		for v := range uint32(n) {
			if got, ok := labels.Find(labels.Label(v), n); got != v || !ok {
				t.Errorf("%+v: %q is found at %d, %t, want %d", labels, labels.Label(v), got, ok, v)
			}
		}
		for _, text := range []string{"", "x", "-1", "5", "18446744073709551616"} {
			if v, ok := labels.Find(text, n); ok {
				t.Errorf("%+v: %q is found at %d", labels, text, v)
			}
		}
	}
}
