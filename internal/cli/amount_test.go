package cli

import "testing"

func TestAmount(t *testing.T) {
	for text, want := range map[string]amount{
		"1": 1, "123456": 123456, "2e10": 20_000_000_000, "1.5E3": 1500, "20G": 20_000_000_000, "4.03g": 4_030_000_000,
		"268M": 268_000_000, "3k": 3000, "3K": 3000, "1Ki": 1024, "1T": 1_000_000_000_000,
	} {
		var a amount
		if err := a.Set(text); err != nil || a != want {
			t.Errorf("%q: %d, %v, want %d", text, a, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "1.5", "1e-3", "1e30", "NaN", "Inf", "4GB", "4GiB", "many", "1e3x"} {
		var a amount
		if err := a.Set(text); err == nil {
			t.Errorf("%q is taken for %d", text, a)
		}
	}
}
