package cli

import "testing"

func TestNumber(t *testing.T) {
	for text, want := range map[string]int{
		"0": 0, "1": 1, "123456": 123456, "010": 10, "1_000_000": 1_000_000, "0xff": 255,
		"2e10": 20_000_000_000, "1.5E3": 1500, "20G": 20_000_000_000, "4.03g": 4_030_000_000,
		"268M": 268_000_000, "3k": 3000, "3K": 3000, "1Ki": 1024, "1T": 1_000_000_000_000,
	} {
		var n int
		if err := (number[int]{&n}).Set(text); err != nil || n != want {
			t.Errorf("%q: %d, %v, want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "-1", "1.5", "1e-3", "1e30", "NaN", "Inf", "4GB", "4GiB", "many", "1e3x", "9223372036854775808"} {
		var n int
		if err := (number[int]{&n}).Set(text); err == nil {
			t.Errorf("%q is taken for %d", text, n)
		}
	}
	var seed uint64
	if err := (number[uint64]{&seed}).Set("18446744073709551615"); err != nil || seed != 1<<64-1 {
		t.Errorf("the largest seed: %d, %v", seed, err)
	}
	var device uint8
	if err := (number[uint8]{&device}).Set("256"); err == nil {
		t.Errorf("device 256 is taken for %d", device)
	}
}

func TestNumbers(t *testing.T) {
	values := []int{7}
	list := numbers{&values}
	if err := list.Set("1e3, 2,3k"); err != nil || list.String() != "1000,2,3000" {
		t.Errorf("%s, %v", list, err)
	}
	if err := list.Set("1,,2"); err == nil || list.String() != "1000,2,3000" {
		t.Errorf("%s, %v", list, err)
	}
}
