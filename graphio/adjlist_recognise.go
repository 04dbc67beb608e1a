package graphio

import (
	"bytes"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// looksLikeAdjacency is how the messages begin that say so.
const looksLikeAdjacency = "an adjacency list"

// asAdjacency opens a text as an adjacency list that edge lists refuse as one, if
// it is certain of which kind. Otherwise it returns nil, and says which could be.
// Lines of one length could be edges with values in any case.
func (in *input) asAdjacency(even bool) (src graph.Source, choices []Choice, err error) {
	certain, possible := in.adjacencyKinds()
	if certain != nil && !even {
		in.format, in.recognised = certain.name, "every line in sight"
		src, err = certain.open(in)
		return src, nil, err
	}
	for _, f := range possible {
		choices = append(choices, in.asFormat(f, f.text))
	}
	return nil, choices, nil
}

// asFormat is the choice of a format.
func (in *input) asFormat(f *format, as string) Choice { return Choice{as, Options{Format: f.name}} }

// adjacencyKinds returns the kind of adjacency list that the text in sight is for
// certain, or nil, and those that it could be. It is one for certain where the
// lines say so of each other: every neighbour has a line of its own, and either
// every edge stands on both lines or every edge on one.
func (in *input) adjacencyKinds() (certain *format, possible []*format) {
	first := adjacencyList{in: in, kind: vertexFirst, by: ' ', numbers: true, inOrder: true, start: in.textStart()}
	if first.survey() != nil {
		return nil, nil
	}
	var rows [][][]byte // fields of lines; nil for blank ones
	data := 0
	counted, longest := true, 0
	text := in.text()
	for len(text) > 0 {
		line, rest, ended := bytes.Cut(text, newline)
		if text = rest; !ended && !in.all {
			break
		}
		if line = trimLine(line); len(line) == 0 {
			rows = append(rows, nil)
			continue
		} else if isComment(line, adjacencyComments) {
			continue
		}
		fields, wrong := first.cut(line, nil)
		if wrong != nil {
			return nil, nil
		}
		rows = append(rows, fields)
		data++
		longest = max(longest, len(fields))
		if counted = counted && len(fields) >= 2; counted {
			number, ok, _ := parseID(fields[1])
			counted = ok && number == uint64(len(fields)-2)
		}
	}
	if data < 2 {
		return nil, nil
	}
	kinds := 0 // that it is for certain
	try := func(f *format, as adjacencyArcs) {
		if as.possible {
			possible = append(possible, f)
		}
		if as.certain(in.all) {
			kinds++
			certain = f
		}
	}
	if counted && !first.colon {
		try(&adjlistCountedFormat, arcsBehind(rows, 2))
	}
	try(&adjlistFormat, arcsBehind(rows, 1))
	if first.numbers && !first.colon {
		// Lines count from 0 where some neighbour is 0, as they do when they are read. The
		// lines behind the header of METIS agree with each other as if they counted from 0.
		arcs := arcsOfRows(rows, 1)
		if !arcs.possible {
			arcs = arcsOfRows(rows, 0)
		}
		try(&adjlistRowsFormat, arcs)
	}
	if kinds > 1 || longest < 3 && !first.colon {
		certain = nil // or edges, the last of them cut
	}
	return certain, possible
}

// adjacencyArcs are the arcs that lines would be as a kind of list.
type adjacencyArcs struct {
	possible bool
	numbered bool // the lines count the vertices
	heads    map[string]bool
	arcs     map[[2]string]bool
	clean    bool // no line is about a vertex that another is about, and none repeats a neighbour or has its vertex
}

func arcsBehind(rows [][][]byte, before int) adjacencyArcs {
	a := adjacencyArcs{possible: true, clean: true, heads: make(map[string]bool), arcs: make(map[[2]string]bool)}
	for _, fields := range rows {
		if fields != nil {
			a.add(string(fields[0]), fields[before:])
		}
	}
	return a
}

func arcsOfRows(rows [][][]byte, base int) adjacencyArcs {
	a := adjacencyArcs{possible: true, clean: true, numbered: true, heads: make(map[string]bool), arcs: make(map[[2]string]bool)}
	for row, fields := range rows {
		for _, field := range fields {
			id, ok, _ := parseID(field)
			a.possible = a.possible && ok && id >= uint64(base)
		}
		a.add(strconv.Itoa(row+base), fields)
	}
	return a
}

func (a *adjacencyArcs) add(head string, neighbours [][]byte) {
	a.clean = a.clean && !a.heads[head]
	a.heads[head] = true
	for _, field := range neighbours {
		arc := [2]string{head, string(field)}
		if arc[0] == arc[1] || a.arcs[arc] || field[0] == '{' {
			a.clean = false
		}
		a.arcs[arc] = true
	}
}

// certain says that the lines are such a list, and no accident. Where all of them
// are in sight, each neighbour must have one.
func (a *adjacencyArcs) certain(all bool) bool {
	const enough = 16 // arcs between lines in sight, where there are more
	if !a.possible || !a.clean || len(a.heads) < 2 {
		return false
	}
	both, once := 0, 0
	alone := len(a.heads) // lines of a vertex that has no neighbour and is none
	met := make(map[string]bool)
	for arc := range a.arcs {
		for _, v := range arc {
			if a.heads[v] && !met[v] {
				met[v] = true
				alone--
			}
		}
		switch {
		case !a.heads[arc[1]] && all:
			return false
		case !a.heads[arc[1]]:
		case a.arcs[[2]string{arc[1], arc[0]}]:
			both++
		default:
			once++
		}
	}
	if 2*alone > len(a.heads) {
		return false // lines of words
	}
	if a.numbered || !all {
		return both > 0 && once == 0 && (all || both >= enough)
	}
	return both+once > 0 && (both == 0 || once == 0)
}
