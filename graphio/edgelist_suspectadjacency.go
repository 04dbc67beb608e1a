package graphio

// adjacency has a vertex and its neighbours in each row: no vertex twice in the
// first column, no field twice in a row.
type adjacency struct {
	heads, tails map[string]bool
	ids          uint64 // the largest number in the first two columns
	further      uint64 // and behind them
}

func newAdjacency() *adjacency {
	return &adjacency{heads: make(map[string]bool), tails: make(map[string]bool)}
}

func (s *adjacency) add(_ int, fields []field) bool {
	if s.heads[string(fields[0].text)] {
		return false
	}
	inRow := make(map[string]bool, len(fields))
	for i, f := range fields {
		text := string(f.text)
		if len(text) == 0 || text[0] == '{' || spellsDecimal(f.text) || inRow[text] {
			return false
		}
		inRow[text] = true
		id, _, _ := parseID(f.text)
		if i >= 2 {
			s.further = max(s.further, id)
		} else {
			s.ids = max(s.ids, id)
		}
		if i > 0 {
			s.tails[text] = true
		}
	}
	s.heads[string(fields[0].text)] = true
	return true
}

// looks wants the neighbours to have rows of their own. Where not all rows are
// in sight, the fields behind the first two are neighbours if they are of the
// size of ids, unlike most weights and times.
func (s *adjacency) looks(seen view) string {
	const list = "an adjacency list (a vertex and its neighbours on each line)"
	switch {
	case seen.rows < 2:
		return ""
	case !seen.all && (s.further < s.ids/4 || s.further > s.ids):
		return ""
	case !seen.all:
		return list
	}
	for tail := range s.tails {
		if !s.heads[tail] {
			return ""
		}
	}
	return list
}

// neighbours has the neighbours of a vertex in each row, and the vertices in
// their order, from 0 or 1.
type neighbours struct {
	arcs [][2]uint64       // rows, from 0, and ids
	seen map[uint64]uint64 // how often an id came
	base uint64            // the smallest id, 0 or 1
}

func newNeighbours() *neighbours { return &neighbours{seen: make(map[uint64]uint64), base: 1} }

func (s *neighbours) add(row int, fields []field) bool {
	for _, f := range fields {
		id, ok, _ := parseID(f.text)
		if !ok || f.quoted || s.seen[id] == uint64(len(fields)) {
			return false // all vertices have as many neighbours as there are fields
		}
		s.seen[id]++
		s.base = min(s.base, id)
		s.arcs = append(s.arcs, [2]uint64{uint64(row), id})
	}
	return true
}

// looks wants each edge on two rows. The edges of a triangle are no other graph.
func (s *neighbours) looks(seen view) string {
	if !seen.all || seen.rows < 2 || seen.width < 3 && seen.rows < 4 {
		return ""
	}
	all := make(map[[2]uint64]bool, len(s.arcs))
	for _, arc := range s.arcs {
		all[[2]uint64{arc[0], arc[1] - s.base}] = true
	}
	for arc := range all {
		if arc[0] == arc[1] || arc[1] >= uint64(seen.rows) || !all[[2]uint64{arc[1], arc[0]}] {
			return ""
		}
	}
	if len(all) != len(s.arcs) {
		return ""
	}
	return "an adjacency list (the neighbours of a vertex on each line)"
}
