package plot

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// checkTicks holds ticks against what they are for: they enclose the range, rise, are few,
// and their labels differ.
func checkTicks(t *testing.T, ticks []float64, low, high float64, count int) {
	t.Helper()
	last := len(ticks) - 1
	if last < 1 || len(ticks) > count || ticks[0] > low || ticks[last] < high {
		t.Errorf("%d ticks %v for %v to %v, at most %d", len(ticks), ticks, low, high, count)
		return
	}
	seen := make(map[string]bool)
	for i, label := range labels(ticks, nil) {
		if i > 0 && !(ticks[i] > ticks[i-1]) {
			t.Errorf("ticks %v do not rise", ticks)
		}
		if seen[label] {
			t.Errorf("two ticks of %v have the label %s", ticks, label)
		}
		seen[label] = true
	}
}

func TestTicks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		count := 3 + random.IntN(10)
		size := math.Pow(10, float64(random.IntN(60)-30))
		low, high := (random.Float64()-0.5)*size, (random.Float64()-0.5)*size
		low, high = min(low, high), max(low, high)
		checkTicks(t, linearTicks(low, high, count), low, high, count)
		if low > 0 {
			checkTicks(t, logTicks(low, high, count), low, high, count)
		}
		if low = math.Abs(low) * math.Pow(10, -20*random.Float64()); low < high {
			checkTicks(t, logTicks(low, high, count), low, high, count)
		}
	}
	for _, r := range [][2]float64{{0, 0}, {5, 5}, {-5, -5}, {1e15, 1e15 + 1}, {0, 1e-320}, {-most, most}, {0, most}, {1.1, 1.1 * (1 + 1e-15)}} {
		checkTicks(t, linearTicks(r[0], r[1], 7), r[0], r[1], 7)
	}
	for _, r := range [][2]float64{{1, 1}, {1 / most, most}, {1 / most, 1 / most}, {most, most}, {2, 5}, {3, 4}, {10, 10}} {
		checkTicks(t, logTicks(r[0], r[1], 7), r[0], r[1], 7)
	}
}

func TestTicksReadWell(t *testing.T) {
	for _, c := range []struct {
		ticks []float64
		want  []string
	}{
		{linearTicks(0, 1, 7), []string{"0", "0.2", "0.4", "0.6", "0.8", "1"}},
		{linearTicks(0, 0.3, 7), []string{"0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3"}},
		{linearTicks(0.92, 1.08, 7), []string{"0.9", "0.95", "1", "1.05", "1.1"}},
		{linearTicks(-30, 1234, 7), []string{"-500", "0", "500", "1k", "1.5k"}},
		{linearTicks(1000, 1008, 7), []string{"1000", "1002", "1004", "1006", "1008"}},
		{logTicks(3, 80, 7), []string{"2", "5", "10", "20", "50", "100"}},
		{logTicks(1, 1e9, 9), []string{"1", "100", "10k", "1M", "100M", "10G"}},
	} {
		if got := labels(c.ticks, nil); !slices.Equal(got, c.want) {
			t.Errorf("ticks %v, want %v", got, c.want)
		}
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", -2.5: "-2.5", 999: "999", 999.6: "1k", 1234: "1.23k", 1e6: "1M", 6.44e9: "6.44G", 2e12: "2T",
		0.00832: "0.00832", 0.1: "0.1", 1e-7: "10⁻⁷", -2.5e-12: "-2.5×10⁻¹²", 123.4: "123", 5e15: "5×10¹⁵", 999.9e12: "10¹⁵", 999.4e12: "999T",
	} {
		if got := Short(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}

func TestSeconds(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0 s", 1: "1 s", 0.9996: "1 s", 0.05: "50 ms", 0.08264: "82.6 ms", 360.4: "360 s", 1234: "1230 s", 1e-6: "1 µs", 3.4e-8: "34 ns", 1e-12: "0.001 ns",
	} {
		if got := Seconds(v); got != want {
			t.Errorf("%v seconds are written %s, want %s", v, got, want)
		}
	}
}
