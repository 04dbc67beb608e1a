package plot

import (
	"fmt"
	"math"
	"testing"
)

// linearRGB reads a colour as amounts of light.
func linearRGB(t *testing.T, colour string) (rgb [3]float64) {
	t.Helper()
	var bytes [3]int
	if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &bytes[0], &bytes[1], &bytes[2]); err != nil {
		t.Fatal(err)
	}
	for i, b := range bytes {
		v := float64(b) / 255
		if rgb[i] = v / 12.92; v > 0.04045 {
			rgb[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// contrast is that of the Web Content Accessibility Guidelines 2.1, from 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(colour string) float64 {
		rgb := linearRGB(t, colour)
		return 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// seen is what the colour-blind see: Machado, Oliveira and Fernandes, 2009, severity 1.
var seen = map[string][3][3]float64{
	"all":          {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab is a colour in CIELAB under D65, where distances are as people see them.
func lab(rgb [3]float64) [3]float64 {
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124564*rgb[0] + 0.3575761*rgb[1] + 0.1804375*rgb[2]) / 0.95047)
	y := f(0.2126729*rgb[0] + 0.7151522*rgb[1] + 0.0721750*rgb[2])
	z := f((0.0193339*rgb[0] + 0.1191920*rgb[1] + 0.9503041*rgb[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(t *testing.T, a, b string, m [3][3]float64) float64 {
	see := func(colour string) [3]float64 {
		rgb, out := linearRGB(t, colour), [3]float64{}
		for i := range 3 {
			for j := range 3 {
				out[i] += m[i][j] * rgb[j]
			}
			out[i] = min(max(out[i], 0), 1)
		}
		return lab(out)
	}
	x, y := see(a), see(b)
	return math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
}

func TestColoursStandOut(t *testing.T) {
	for name, p := range map[string]palette{"light": light, "dark": dark} {
		if c := contrast(t, p.ink, p.back); c < 7 {
			t.Errorf("%s: text has contrast %.1f", name, c)
		}
		for i, colour := range p.series {
			if c := contrast(t, colour, p.back); c < 3 {
				t.Errorf("%s: series %d, %s, has contrast %.2f", name, i+1, colour, c)
			}
			for j, other := range p.series[:i] {
				for eyes, m := range seen {
					if d := distance(t, colour, other, m); d < 20 {
						t.Errorf("%s: series %d and %d are %.1f apart for %s", name, i+1, j+1, d, eyes)
					}
				}
			}
		}
		last := 1.0
		for i, colour := range p.levels {
			c := contrast(t, colour, p.back)
			if c < last*1.2 {
				t.Errorf("%s: level %d, %s, has contrast %.2f after %.2f", name, i+1, colour, c, last)
			}
			last = c
		}
	}
}
