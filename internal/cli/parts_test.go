package cli

import "testing"

func TestPartsValue(t *testing.T) {
	for _, text := range []string{"", "3", "x", "3x", "x2", "0x1", "1x0", "-1x2", "3x2x1", "4097x1", "1.5x2"} {
		var p partsValue
		if err := p.Set(text); err == nil {
			t.Errorf("%q is taken for %v", text, p)
		}
	}
	var p partsValue
	if err := p.Set("12x3"); err != nil || p.Rows != 12 || p.Columns != 3 || p.String() != "12x3" {
		t.Errorf("%+v, %v", p, err)
	}
}
