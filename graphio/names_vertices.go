package graphio

// vertexNames collects the labels of vertices that have numbers, too. They
// serve as ids when every vertex has one and no two are the same.
type vertexNames struct {
	dictionary *dictionary // nil once a label came twice
	count      int         // labels
	given      bool        // a label differs from the number
	// vertices and seen are set when the labels do not come in the order of
	// their vertices.
	vertices []uint32
	seen     map[uint32]struct{}
}

func newVertexNames(b *budget) *vertexNames { return &vertexNames{dictionary: newDictionary(b)} }

// add gives a vertex a label. It returns false if it has one already.
func (s *vertexNames) add(v uint32, text []byte) bool {
	if s.seen == nil && int64(v) != int64(s.count) {
		s.vertices, s.seen = make([]uint32, s.count), make(map[uint32]struct{}, s.count)
		for i := range s.vertices {
			s.vertices[i] = uint32(i)
			s.seen[uint32(i)] = struct{}{}
		}
	}
	if s.seen != nil {
		if _, ok := s.seen[v]; ok {
			return false
		}
		s.seen[v] = struct{}{}
		s.vertices = append(s.vertices, v)
	}
	if s.dictionary != nil && s.dictionary.id(s.dictionary.label(text)) != uint32(s.count) && s.dictionary.over == nil {
		s.dictionary = nil
	}
	s.count++
	return true
}

// short returns a *graph.MemoryError where the labels did not fit the memory.
func (s *vertexNames) short() error {
	if s.dictionary == nil {
		return nil
	}
	return s.dictionary.short()
}

// names returns the label of each of n vertices, or nil where they do not
// serve.
func (s *vertexNames) names(n uint64) []string {
	switch {
	case s.dictionary == nil || uint64(s.count) != n || !s.given:
		return nil
	case s.seen == nil:
		return s.dictionary.names
	}
	names := make([]string, n)
	for i, v := range s.vertices {
		names[v] = s.dictionary.names[i]
	}
	return names
}
