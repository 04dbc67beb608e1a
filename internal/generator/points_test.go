package generator

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

func TestScatterIsUniform(t *testing.T) {
	const n, side = 1 << 16, 8
	for seed := range uint64(4) {
		s := newScatter(seed)
		cells := [side * side]int{}
		seen := map[[2]uint32]bool{}
		for id := range n {
			p := s.at(id)
			if p.x >= 1<<coordinateBits || p.y >= 1<<coordinateBits || p.id != uint32(id) {
				t.Fatalf("point %+v of %d", p, id)
			}
			seen[[2]uint32{p.x, p.y}] = true
			cells[p.x>>(coordinateBits-3)*side+p.y>>(coordinateBits-3)]++
		}
		if len(seen) != n {
			t.Errorf("seed %d: %d different points of %d", seed, len(seen), n)
		}
		for _, count := range cells {
			near(t, "points in a cell", count, n/(side*side), n/(side*side))
		}
	}
}

func TestRandomGeometricIsItsDefinition(t *testing.T) {
	for seed, radius := range []float64{0, 0.001, 0.01, 0.03, 0.1, 0.33, 0.5, 0.7, 1, 1.3, math.Sqrt2} {
		g := RandomGeometric{Vertices: 150 + 13*seed, Radius: radius, Seed: uint64(seed)}
		scatter := newScatter(g.Seed)
		got := edgesOf(t, g)
		for v := range g.Vertices {
			for u := range v {
				p, q := scatter.at(u), scatter.at(v)
				x, y := float64(p.x)-float64(q.x), float64(p.y)-float64(q.y)
				want := math.Sqrt(x*x+y*y) <= math.Floor(radius*(1<<coordinateBits))
				if got[graph.Edge{U: uint32(u), V: uint32(v)}] != want {
					t.Fatalf("radius %v: points %v and %v are joined: %v", radius, p, q, !want)
				}
			}
		}
	}
}

// Of two neighbours of a point away from the border, a share of
// 1 - 3√3/(4π) are neighbours of each other.
func TestRandomGeometricClusters(t *testing.T) {
	set := edgesOf(t, RandomGeometric{Vertices: 10_000, Radius: 0.025, Seed: 4})
	degrees := map[uint32]int{}
	for e := range set {
		degrees[e.U]++
		degrees[e.V]++
	}
	wedges := 0
	for _, d := range degrees {
		wedges += d * (d - 1) / 2
	}
	clustering := 3 * float64(set.triangles()) / float64(wedges)
	if want := 1 - 3*math.Sqrt(3)/(4*math.Pi); math.Abs(clustering-want) > 0.01 {
		t.Errorf("clustering %v, want %v", clustering, want)
	}
}

// inCircleBig is the determinant of four rows (x, y, x²+y², 1).
func inCircleBig(a, b, c, d point) bool {
	det := new(big.Int)
	rows := []point{a, b, c}
	for i := range rows {
		p, q, r := rows[i], rows[(i+1)%3], rows[(i+2)%3]
		delta := func(s point) (x, y *big.Int) {
			return big.NewInt(int64(s.x) - int64(d.x)), big.NewInt(int64(s.y) - int64(d.y))
		}
		px, py := delta(p)
		qx, qy := delta(q)
		rx, ry := delta(r)
		square := new(big.Int).Add(new(big.Int).Mul(px, px), new(big.Int).Mul(py, py))
		cross := new(big.Int).Sub(new(big.Int).Mul(qx, ry), new(big.Int).Mul(qy, rx))
		det.Add(det, square.Mul(square, cross))
	}
	return det.Sign() > 0
}

func TestInCircle(t *testing.T) {
	random := streamOf(3, 3)
	for i := range 20_000 {
		// Near each other, anywhere, and at the corners of the square.
		spread := uint64(1) << (1 + i%coordinateBits)
		draw := func() point {
			p := point{x: uint32(random.below(spread)), y: uint32(random.below(spread))}
			if i%7 == 0 {
				p.x = uint32(random.below(2)) * (1<<coordinateBits - 1)
			}
			if i%5 == 0 {
				p.y = uint32(random.below(2)) * (1<<coordinateBits - 1)
			}
			return p
		}
		a, b, c, d := draw(), draw(), draw(), draw()
		if got, want := inCircle(a, b, c, d), inCircleBig(a, b, c, d); got != want {
			t.Fatalf("%v %v %v: %v is inside: %v", a, b, c, d, got)
		}
	}
}

// triangulated returns the edges of the triangulation of points, by their ids.
func triangulated(t *testing.T, workers int, points []point) edgeSet {
	t.Helper()
	points = slices.Clone(points)
	for i := range points {
		points[i].id = uint32(i)
	}
	slices.SortFunc(points, byX)
	slots := make([]halfEdge, 2*slotsPerPoint*len(points))
	if err := triangulate(context.Background(), workers, points, slots); err != nil {
		t.Fatal(err)
	}
	set := edgeSet{}
	for i := 0; i < len(slots); i += 2 {
		if slots[i].used() {
			u, v := points[slots[i].origin].id, points[slots[i+1].origin].id
			set[graph.Edge{U: min(u, v), V: max(u, v)}] = true
		}
	}
	return set
}

// delaunayByDefinition joins two points where an empty circle goes through
// them: of points in general position, where they have a third one with which
// no other is inside the circle.
func delaunayByDefinition(points []point) edgeSet {
	set := edgeSet{}
	for i, a := range points {
		for j, b := range points[:i] {
			for k, c := range points[:j] {
				turn := [3]point{a, b, c}
				if !ccw(a, b, c) {
					turn = [3]point{a, c, b}
				}
				if slices.ContainsFunc(points, func(d point) bool { return inCircleBig(turn[0], turn[1], turn[2], d) }) {
					continue
				}
				set[graph.Edge{U: uint32(j), V: uint32(i)}] = true
				set[graph.Edge{U: uint32(k), V: uint32(i)}] = true
				set[graph.Edge{U: uint32(k), V: uint32(j)}] = true
			}
		}
	}
	return set
}

func TestDelaunayIsItsDefinition(t *testing.T) {
	for n := 3; n <= 24; n++ {
		for seed := range uint64(3) {
			scatter := newScatter(seed)
			points := make([]point, n)
			for id := range points {
				points[id] = scatter.at(id)
			}
			want := delaunayByDefinition(points)
			for name, got := range map[string]edgeSet{
				"points":    triangulated(t, 2, points),
				"generator": edgesOf(t, Delaunay{Vertices: n, Seed: seed}),
			} {
				if len(got) != len(want) {
					t.Fatalf("%s, n %d, seed %d: %d edges, want %d", name, n, seed, len(got), len(want))
				}
				for e := range want {
					if !got[e] {
						t.Fatalf("%s, n %d, seed %d: edge %v is missing", name, n, seed, e)
					}
				}
			}
		}
	}
}

// Points of a small lattice are on lines and on circles as often as can be.
func TestDelaunayOfDegeneratePoints(t *testing.T) {
	random := streamOf(6, 6)
	for trial := range 500 {
		width, height := 1+random.below(7), 1+random.below(7)
		var points []point
		for x := range width {
			for y := range height {
				if random.below(8) >= uint64(trial%8) {
					points = append(points, point{x: uint32(x), y: uint32(y)})
				}
			}
		}
		checkTriangulation(t, points, triangulated(t, 1, points))
	}
}

// checkTriangulation sees that the edges cut the convex hull into triangles
// with empty circles: with Euler's formula that needs no look at crossings.
func checkTriangulation(t *testing.T, points []point, set edgeSet) {
	t.Helper()
	n := len(points)
	if n == 0 {
		return
	}
	// Boundary edges have all points on one side, or on the line beyond them.
	line := true
	boundary := 0
	for e := range set {
		a, b := points[e.U], points[e.V]
		left := slices.ContainsFunc(points, func(p point) bool { return ccw(a, b, p) })
		right := slices.ContainsFunc(points, func(p point) bool { return ccw(b, a, p) })
		line = line && !left && !right
		if left != right {
			boundary++
		}
	}
	if line {
		if len(set) != n-1 {
			t.Fatalf("%d points on a line %v, %d edges", n, points, len(set))
		}
		return
	}
	if len(set) != 3*n-3-boundary {
		t.Fatalf("%d points %v, %d edges, %d on the hull", n, points, len(set), boundary)
	}
	// Each side of an edge that has points has a triangle with an empty circle.
	for e := range set {
		for _, end := range [][2]point{{points[e.U], points[e.V]}, {points[e.V], points[e.U]}} {
			a, b := end[0], end[1]
			empty, any := false, false
			for i, c := range points {
				if !ccw(a, b, c) {
					continue
				}
				any = true
				joined := func(v uint32) bool {
					return set[graph.Edge{U: min(v, uint32(i)), V: max(v, uint32(i))}]
				}
				if joined(e.U) && joined(e.V) &&
					!slices.ContainsFunc(points, func(d point) bool { return inCircleBig(a, b, c, d) }) {
					empty = true
				}
			}
			if any && !empty {
				t.Fatalf("points %v: the edge from %v to %v has no triangle with an empty circle", points, a, b)
			}
		}
	}
}

// hull returns the number of points on the convex hull, by Andrew's chains.
func hull(points []point) int {
	slices.SortFunc(points, byX)
	corners := 0
	for range 2 {
		var chain []point
		for _, p := range points {
			for len(chain) >= 2 && !ccw(chain[len(chain)-2], chain[len(chain)-1], p) {
				chain = chain[:len(chain)-1]
			}
			chain = append(chain, p)
		}
		corners += len(chain) - 1
		slices.Reverse(points)
	}
	return corners
}

func TestDelaunayOfManyPoints(t *testing.T) {
	for _, n := range []int{4, 100, 20_000} {
		g := Delaunay{Vertices: n, Seed: 11}
		scatter := newScatter(g.Seed)
		points := make([]point, n)
		for id := range points {
			points[id] = scatter.at(id)
		}
		set := edgesOf(t, g)
		h := hull(points)
		if len(set) != 3*n-3-h {
			t.Errorf("%d points, %d on the hull: %d edges", n, h, len(set))
		}
		// Its own triangles, and cycles around a vertex of degree three: some
		// 1.1 % of the vertices.
		own := 2*n - 2 - h
		if triangles := set.triangles(); triangles < own || triangles > own+1+n/50 {
			t.Errorf("%d points, %d on the hull: %d triangles", n, h, triangles)
		}
	}
}
