package plot

// room is what is taken of a drawing, and by what.
type room struct {
	within rectangle
	radius float64 // of dots
	taken  []rectangle
	lines  [][2][2]float64
}

// rectangle has y counting downwards.
type rectangle struct{ left, top, right, bottom float64 }

// newRoom has the dots and the edges of a drawing.
func newRoom(places []pixel, edges [][2]uint32, within rectangle, radius float64) *room {
	r := &room{within: within, radius: radius}
	for _, p := range places {
		x, y := p.pixels()
		half := 0.7 * radius // of the side of a square in the dot
		r.taken = append(r.taken, rectangle{x - half, y - half, x + half, y + half})
	}
	for _, e := range edges {
		x, y := places[e[0]].pixels()
		u, v := places[e[1]].pixels()
		r.lines = append(r.lines, [2][2]float64{{x, y}, {u, v}})
	}
	return r
}

// beside are the places of a label about its dot, by how far to the right and down it is: in the
// corners first, where the lines of a grid are not.
var beside = [][2]float64{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, 0}, {-1, 0}, {0, -1}, {0, 1}}

// place takes the room for a label beside its dot where it covers nothing but lines, and of these
// the fewest. That is the greedy rule which Christensen, Marks and Shieber (An empirical study of
// algorithms for point-feature label placement, 1995) compare others with.
func (r *room) place(dot pixel, width, height float64) (best rectangle, ok bool) {
	least := len(r.lines) + 1
	x, y := dot.pixels()
	for _, side := range beside {
		away := r.radius + 1
		if side[0] != 0 && side[1] != 0 {
			away = 0.8 * r.radius
		}
		left, top := x+away*side[0]+(side[0]-1)/2*width, y+away*side[1]+(side[1]-1)/2*height
		box := rectangle{left, top, left + width, top + height}
		if !r.free(box) {
			continue
		}
		if n := r.crossed(box); n < least {
			best, least = box, n
		}
	}
	if least > len(r.lines) {
		return best, false
	}
	r.taken = append(r.taken, best)
	return best, true
}

func (r *room) free(box rectangle) bool {
	if box.left < r.within.left || box.right > r.within.right || box.top < r.within.top || box.bottom > r.within.bottom {
		return false
	}
	for _, o := range r.taken {
		if box.left < o.right && o.left < box.right && box.top < o.bottom && o.top < box.bottom {
			return false
		}
	}
	return true
}

// crossed counts the lines that cross a rectangle.
func (r *room) crossed(box rectangle) int {
	n := 0
	for _, line := range r.lines {
		if box.crosses(line[0], line[1]) {
			n++
		}
	}
	return n
}

// crosses says whether the line from a to b has a part within: the clipping of Liang and Barsky
// (1984).
func (r rectangle) crosses(a, b [2]float64) bool {
	enter, leave := 0.0, 1.0
	for axis, bounds := range [2][2]float64{{r.left, r.right}, {r.top, r.bottom}} {
		d := b[axis] - a[axis]
		if d == 0 {
			if a[axis] <= bounds[0] || a[axis] >= bounds[1] {
				return false
			}
			continue
		}
		in, out := (bounds[0]-a[axis])/d, (bounds[1]-a[axis])/d
		enter, leave = max(enter, min(in, out)), min(leave, max(in, out))
	}
	return enter < leave
}
