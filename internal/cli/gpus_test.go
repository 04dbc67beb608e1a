package cli

import (
	"slices"
	"testing"
)

func TestOrdinals(t *testing.T) {
	for text, want := range map[string]ordinals{
		"all": {all: true}, "0": {numbers: []int{0}}, "3,1": {numbers: []int{3, 1}}, "0, 2": {numbers: []int{0, 2}},
	} {
		var got ordinals
		if err := got.Set(text); err != nil || got.all != want.all || !slices.Equal(got.numbers, want.numbers) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		var again ordinals
		if err := again.Set(got.String()); err != nil || again.all != got.all || !slices.Equal(again.numbers, got.numbers) {
			t.Errorf("%s is written %s, which is %+v, %v", text, got.String(), again, err)
		}
	}
	for _, text := range []string{"", "x", "1,", "-1", "256", "0,1,0"} {
		if err := new(ordinals).Set(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
