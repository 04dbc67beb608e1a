package plot

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var lineSteps = regexp.MustCompile(`([Ml])(-?\d+) ?(-?\d+)`)

// Trails draw every edge once, and take fewer bytes than an edge after the other would.
func TestTrails(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for n := 2; n < 40; n++ {
		places := make([]pixel, n)
		at := make(map[pixel]uint32)
		for v := range places {
			places[v] = pixel{random.IntN(100), v}
			at[places[v]] = uint32(v)
		}
		want := make(map[[2]uint32]int)
		var edges [][2]uint32
		for u := range uint32(n) {
			for v := range u {
				if random.IntN(4) == 0 {
					edges = append(edges, [2]uint32{u, v})
					want[[2]uint32{v, u}]++
				}
			}
		}
		var now pixel
		got := make(map[[2]uint32]int)
		text := trails(places, edges)
		for _, step := range lineSteps.FindAllStringSubmatch(text, -1) {
			x, _ := strconv.Atoi(step[2])
			y, _ := strconv.Atoi(step[3])
			to := pixel{x, y}
			if step[1] == "l" {
				to = pixel{now.x + x, now.y + y}
				u, known := at[now]
				v, found := at[to]
				if !known || !found {
					t.Fatalf("n = %d: a line from %v to %v", n, now, to)
				}
				got[[2]uint32{min(u, v), max(u, v)}]++
			}
			now = to
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("n = %d: drew %v, want %v", n, got, want)
		}
		if rest := lineSteps.ReplaceAllString(text, ""); rest != "" {
			t.Errorf("n = %d: the path has %q, too", n, rest)
		}
		if moves := strings.Count(text, "M"); moves > (n+1)/2+n/3 {
			t.Errorf("n = %d: %d trails", n, moves)
		}
	}
}

// Labels cover neither dots nor each other, and those of a grid no line.
func TestRoomForLabels(t *testing.T) {
	var places []pixel
	var edges [][2]uint32
	for v := range 60 {
		places = append(places, pixel{200 + v%10*700, 200 + v/10*700})
		if v%10 < 9 {
			edges = append(edges, [2]uint32{uint32(v), uint32(v + 1)})
		}
		if v < 50 {
			edges = append(edges, [2]uint32{uint32(v), uint32(v + 10)})
		}
	}
	r := newRoom(places, edges, rectangle{0, 0, 720, 420}, 3.5)
	for v, p := range places {
		box, ok := r.place(p, wide(strconv.Itoa(v), noteSize), noteSize)
		if !ok || r.crossed(box) > 0 {
			t.Errorf("the label %d is at %v, which crosses %d lines", v, box, r.crossed(box))
		}
	}
	for i, a := range r.taken {
		for _, b := range r.taken[:i] {
			if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
				t.Errorf("%v covers %v", a, b)
			}
		}
	}
	if _, ok := r.place(places[0], 400, 400); ok {
		t.Error("there is room for a label that covers others")
	}
}

func TestCrosses(t *testing.T) {
	r := rectangle{1, 1, 3, 2}
	for _, c := range []struct {
		a, b [2]float64
		want bool
	}{
		{[2]float64{0, 0}, [2]float64{4, 3}, true},
		{[2]float64{0, 1.5}, [2]float64{4, 1.5}, true},
		{[2]float64{2, 1.5}, [2]float64{2.1, 1.6}, true},
		{[2]float64{2, 1.5}, [2]float64{9, 9}, true},
		{[2]float64{0, 1}, [2]float64{4, 1}, false}, // along its side
		{[2]float64{0, 0}, [2]float64{0, 3}, false},
		{[2]float64{0, 1.9}, [2]float64{2, 3}, false},
		{[2]float64{4, 1.5}, [2]float64{9, 1.5}, false},
	} {
		if r.crosses(c.a, c.b) != c.want || r.crosses(c.b, c.a) != c.want {
			t.Errorf("from %v to %v: not %v", c.a, c.b, c.want)
		}
	}
}
