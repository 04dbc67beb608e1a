package lists

import (
	"math/big"
	"testing"
)

func TestNewFacts(t *testing.T) {
	wedges, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	f := NewFacts(10, 7, 21, 6, wedges)
	if f.Vertices != 10 || f.connected != 7 || f.Edges != 21 || f.MaxDegree() != 6 || f.Wedges().Cmp(wedges) != 0 {
		t.Errorf("%+v", f)
	}
}
