package graphio

import (
	"fmt"
	"strconv"
)

// readAdjacency reads the neighbours of the nodes, in their order, as NetworkX writes
// them.
func (p *jsonParser) readAdjacency() error {
	if p.held[0] != "nodes" {
		return &lineError{expected: "nodes in front of adjacency", found: "none"}
	}
	row := uint64(0)
	err := p.json.array("an array of lists of neighbours", func() error {
		if p.json.peek(); row == p.listed {
			return &lineError{expected: fmt.Sprintf("%d lists of neighbours, as there are nodes", p.listed), found: "more"}
		}
		row++
		return p.json.array("a list of neighbours", func() error {
			e := p.newEdge()
			err := p.json.object("a neighbour", func(key []byte) error {
				if string(key) == "id" {
					return p.readInto(&e.id, "id")
				}
				return p.readOfEdge(e, key)
			})
			switch {
			case err != nil:
				return err
			case !e.id.set:
				return &lineError{expected: "an id of the neighbour", found: "none"}
			}
			v, err := p.use(e.id)
			if err != nil {
				return err
			}
			return p.pushJSON(row-1, v, e)
		})
	})
	if err == nil && row < p.listed {
		err = &lineError{expected: fmt.Sprintf("%d lists of neighbours, as there are nodes", p.listed), found: strconv.FormatUint(row, 10)}
	}
	return err
}

// readLists reads an object with a list of neighbours for each vertex. Keys are strings
// whatever the ids are, so that the neighbours tell whether these are numbers. Where no
// neighbour has a list of its own, the lists may be anything, such as columns.
func (p *jsonParser) readLists() error {
	const (
		key       = 1 // has a list
		neighbour = 2 // is in one
	)
	var seen []byte
	var linked, numbers bool
	var neighbours uint64
	var odd string // a key that is no number
	p.texts = true // for now
	look := func(id jsonID, as byte) (uint32, error) {
		v, err := p.ids.vertex(id)
		switch {
		case err != nil:
			return 0, err
		case p.ids.over != nil:
			return 0, nil
		case int(v) == len(seen):
			seen = append(seen, 0)
		}
		if as == key && seen[v]&key != 0 {
			return 0, &lineError{expected: "each vertex once", found: quote(id.text) + " again"}
		}
		seen[v] |= as
		linked = linked || seen[v] == key|neighbour
		return v, nil
	}
	err := p.json.object("an object", func(name []byte) error {
		if isGraphKey(string(name)) {
			return &lineError{expected: "nodes and edges within the first 256 KiB, or lists of neighbours alone", found: quote(name)}
		}
		if number, ok, _ := parseID(name); odd == "" && (!ok || strconv.FormatUint(number, 10) != string(name)) {
			odd, p.wrong = quote(name), p.json.line
		}
		u, err := look(jsonID{text: name}, key)
		if err != nil {
			p.wrong = 0
			return err
		}
		return p.json.array("a list of neighbours", func() error {
			isNumber := p.json.peek() != '"'
			if neighbours++; neighbours == 1 {
				numbers = isNumber
			}
			id, err := p.readID()
			if err == nil && isNumber != numbers {
				err = &lineError{expected: "neighbours that are all numbers or all strings", found: quote(id.text)}
			}
			if err != nil {
				return err
			}
			v, err := look(id, neighbour)
			if err != nil {
				return err
			}
			return p.pushJSON(uint64(u), uint64(v), p.newEdge())
		})
	})
	wrong := p.wrong
	p.wrong = 0
	switch {
	case err != nil || p.ids.over != nil:
		return err
	case numbers && odd != "":
		p.wrong = wrong
		return &lineError{expected: "a number as key, as the neighbours are", found: odd}
	case !linked && !p.asked:
		return &lineError{
			expected: "lists of neighbours, some of which have lists, too", found: "lists of something else",
			looks: &UnclearError{"lists that have nothing to do with each other", []Choice{{"lists of neighbours", Options{Format: jsonFormat.name}}}},
		}
	}
	p.ids.first = numbers
	return nil
}

// readPairs reads an array of pairs, or of objects with two ends. Pairs of numbers may
// also be the lists of neighbours of vertices that have two each, or a matrix of two
// rows.
func (p *jsonParser) readPairs() error {
	var rows uint64
	var listed [2]uint64 // zero where they are the lists of vertices counted from 0 or 1
	small, pairs := true, false
	p.bare = true
	err := p.json.array("an array of edges", func() error {
		if p.json.peek() != '[' {
			return p.readEdge()
		}
		pairs = true
		ends, err := p.readPair()
		if err != nil {
			return err
		}
		for _, v := range ends {
			small = small && v <= 1
			for base := range uint64(2) {
				listed[base] += mixPair(rows+base, v) - mixPair(v, rows+base)
			}
		}
		rows++
		return nil
	})
	if err != nil || !pairs || p.asked || !p.ids.first {
		return err
	}
	if small && rows == 2 || rows > 2 && (listed[0] == 0 || listed[1] == 0) {
		return &lineError{
			expected: "pairs that can be nothing else", found: "what may be the neighbours of each vertex, or a matrix",
			looks: &UnclearError{"lists of neighbours, or a matrix", []Choice{{"pairs", Options{Format: jsonFormat.name}}}},
		}
	}
	return nil
}

// mixPair makes one number of two, another one for the same two in another order.
func mixPair(u, v uint64) uint64 {
	mixed := (u*0x9e3779b97f4a7c15 + v + 1) * 0xbf58476d1ce4e5b9
	mixed = (mixed ^ mixed>>29) * 0x94d049bb133111eb
	return mixed ^ mixed>>32
}
