package generator

import "github.com/tricycle-graph/tricycle/graph"

// Karate is the karate club of Zachary (Journal of Anthropological Research
// 33, 1977), with the club's numbering from 1: 34 members, 78 ties, 45
// triangles.
type Karate struct{}

// Source returns the source. It never fails.
func (Karate) Source() (*Source, error) { return newFact("karate", 34, karate), nil }

// SiouxFalls is the road network of Sioux Falls of LeBlanc, Morlok and
// Pierskalla (Transportation Research 9, 1975), with its numbering from 1:
// 24 junctions, 38 roads, 2 triangles, 176 longer chordless cycles.
type SiouxFalls struct{}

// Source returns the source. It never fails.
func (SiouxFalls) Source() (*Source, error) {
	return newFact("sioux-falls", 24, siouxFalls).drawn(onMap(siouxFallsMap)), nil
}

// neighbours lists a vertex, counted from 1, before its larger neighbours.
type neighbours []uint32

func newFact(name string, vertices int64, lists []neighbours) *Source {
	var facts []graph.Edge
	for _, list := range lists {
		for _, v := range list[1:] {
			facts = append(facts, graph.Edge{U: list[0] - 1, V: v - 1})
		}
	}
	info := graph.Info{
		Name:     name,
		Format:   name,
		Vertices: graph.Known(vertices),
		Records:  graph.Known(len(facts)),
		Base:     1,
		EachOnce: true,
	}
	return newSource(info, len(facts), blockRecords, func(begin, end int, edges []graph.Edge) []graph.Edge {
		return append(edges, facts[begin:end]...)
	})
}

var karate = []neighbours{
	{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 18, 20, 22, 32},
	{2, 3, 4, 8, 14, 18, 20, 22, 31},
	{3, 4, 8, 9, 10, 14, 28, 29, 33},
	{4, 8, 13, 14},
	{5, 7, 11},
	{6, 7, 11, 17},
	{7, 17},
	{9, 31, 33, 34},
	{10, 34},
	{14, 34},
	{15, 33, 34},
	{16, 33, 34},
	{19, 33, 34},
	{20, 34},
	{21, 33, 34},
	{23, 33, 34},
	{24, 26, 28, 30, 33, 34},
	{25, 26, 28, 32},
	{26, 32},
	{27, 30, 34},
	{28, 34},
	{29, 32, 34},
	{30, 33, 34},
	{31, 33, 34},
	{32, 33, 34},
	{33, 34},
}

var siouxFalls = []neighbours{
	{1, 2, 3},
	{2, 6},
	{3, 4, 12},
	{4, 5, 11},
	{5, 6, 9},
	{6, 8},
	{7, 8, 18},
	{8, 9, 16},
	{9, 10},
	{10, 11, 15, 16, 17},
	{11, 12, 14},
	{12, 13},
	{13, 24},
	{14, 15, 23},
	{15, 19, 22},
	{16, 17, 18},
	{17, 19},
	{18, 20},
	{19, 20},
	{20, 21, 22},
	{21, 22, 24},
	{22, 23},
	{23, 24},
}

// siouxFallsMap are the coordinates that the junctions have in Transportation Networks for
// Research, in tens of thousands, y upwards.
var siouxFallsMap = [][2]uint8{
	{5, 51}, {32, 51}, {5, 44}, {13, 44}, {22, 44}, {32, 44}, {42, 38}, {32, 38},
	{22, 38}, {22, 32}, {13, 32}, {5, 32}, {5, 5}, {13, 19}, {22, 19}, {32, 32},
	{32, 26}, {42, 32}, {32, 19}, {32, 5}, {22, 5}, {22, 13}, {13, 13}, {13, 5},
}

// onMap are the places of vertices with these coordinates, where neighbours are about 9 apart.
func onMap(all [][2]uint8) places {
	const between = 9
	left, bottom, right, top := all[0][0], all[0][1], all[0][0], all[0][1]
	for _, at := range all {
		left, bottom, right, top = min(left, at[0]), min(bottom, at[1]), max(right, at[0]), max(top, at[1])
	}
	return places{float64(max(right-left, top-bottom)) / between, func(v uint64) (x, y float64) {
		return float64(all[v][0]-left) / between, float64(top-all[v][1]) / between
	}}
}
