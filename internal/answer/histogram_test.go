package answer

import (
	"strings"
	"testing"
)

func TestHistogram(t *testing.T) {
	var text strings.Builder
	d := Degrees{Min: 0, Max: 9, Having: [][2]uint64{{0, 1}, {1, 50}, {2, 20}, {3, 28}, {9, 1}}}
	if err := d.drawTo(&text); err != nil {
		t.Fatal(err)
	}
	want := `
      degree      vertices
           0             1  #
           1            50  #########################
          2+            48  ########################
          4+             0
          8+             1  #
`
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
}
