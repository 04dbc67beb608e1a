package triads

import "github.com/tricycle-graph/tricycle/internal/ties"

// The classes. A name says how many pairs are mutual, asymmetric and null (Davis and
// Leinhardt 1972), and where this is not enough by a letter which way the arcs run:
// down, up, transitive, cyclic.
const (
	c003 = iota
	c012
	c102
	c021D // a ← b → c
	c021U // a → b ← c
	c021C // a → b → c
	c111D // a ⇄ b ← c
	c111U // a ⇄ b → c
	c030T // a → b → c, a → c
	c030C // a → b → c → a
	c201  // a ⇄ b ⇄ c
	c120D // a ← b → c, a ⇄ c
	c120U // a → b ← c, a ⇄ c
	c120C // a → b → c, a ⇄ c
	c210  // a → b ⇄ c, a ⇄ c
	c300
	classes
)

// Names are those of the classes, in the order of the counts.
var Names = [classes]string{
	"003", "012", "102", "021D", "021U", "021C", "111D", "111U", "030T", "030C", "201", "120D", "120U", "120C", "210", "300",
}

// mutual and asymmetric return how many such pairs a triad of a class has.
func mutual(class int) int64     { return int64(Names[class][0] - '0') }
func asymmetric(class int) int64 { return int64(Names[class][1] - '0') }

// within are the two pairs at each corner of a triangle.
var within = map[int][3]int{
	c030T: {c021D, c021C, c021U},
	c030C: {c021C, c021C, c021C},
	c120D: {c021D, c111D, c111D},
	c120U: {c021U, c111U, c111U},
	c120C: {c021C, c111D, c111U},
	c210:  {c201, c111D, c111U},
	c300:  {c201, c201, c201},
}

// triangleClass tells the class of a triangle from the arcs between its first and
// second, first and third, second and third vertex.
func triangleClass(ab, ac, bc ties.Direction) int {
	outOf := func(pair ties.Direction, first bool) int {
		if first {
			return int(pair & ties.Out)
		}
		return int(pair&ties.In) / int(ties.In)
	}
	out := [3]int{
		outOf(ab, true) + outOf(ac, true),
		outOf(ab, false) + outOf(bc, true),
		outOf(ac, false) + outOf(bc, false),
	}
	both, apart := 0, 0 // apart is the vertex that the last such pair does not hold
	for i, pair := range []ties.Direction{bc, ac, ab} {
		if pair == ties.Both {
			both++
			apart = i
		}
	}
	switch both {
	case 0:
		if out == [3]int{1, 1, 1} {
			return c030C
		}
		return c030T
	case 1:
		return [3]int{c120U, c120C, c120D}[out[apart]]
	case 2:
		return c210
	}
	return c300
}

// trianglesByArcs is triangleClass by the bits of its arguments, the first lowest.
var trianglesByArcs = func() (class [64]int) {
	for ab := ties.Out; ab <= ties.Both; ab++ {
		for ac := ties.Out; ac <= ties.Both; ac++ {
			for bc := ties.Out; bc <= ties.Both; bc++ {
				class[ab|ac<<2|bc<<4] = triangleClass(ab, ac, bc)
			}
		}
	}
	return class
}()
