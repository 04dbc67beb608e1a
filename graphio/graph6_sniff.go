package graphio

import (
	"bytes"

	"github.com/tricycle-graph/tricycle/graph"
)

// Without a header and a suffix, lines of graph6 look like labels alone on a line, of
// which there is no edge list. So do other texts, which are not taken for graphs: a word
// such as Dog is a graph of five vertices.

const (
	// graph6Lines is how many different lines there must be.
	graph6Lines = 4
	// graph6Marked is how long one must be that has a mark in front, to do alone.
	graph6Marked = 4
)

func startsWithGraph6(head []byte) bool   { return startsWithSixes(head, ">>graph6<<", 0) }
func startsWithSparse6(head []byte) bool  { return startsWithSixes(head, ">>sparse6<<", ':') }
func startsWithDigraph6(head []byte) bool { return startsWithSixes(head, ">>digraph6<<", '&') }

// startsWithSixes says that head has the header, or that its first line has the mark,
// 0 for none, and that nobody can doubt its lines.
func startsWithSixes(head []byte, header string, mark byte) bool {
	if bytes.HasPrefix(head, []byte(header)) {
		return true
	}
	if len(head) == 0 || mark != 0 && head[0] != mark || mark == 0 && (head[0] == ':' || head[0] == '&') {
		return false
	}
	different, sure := sixes(head)
	return (different >= graph6Lines || sure) && !pairsAtBars(head)
}

// pairsAtBars says that every line has one bar within, as a list of edges that are
// separated by bars: D|C, D|G, D|K and D|O are graphs, too.
func pairsAtBars(head []byte) bool {
	for line := range bytes.Lines(head) {
		before, behind, _ := bytes.Cut(withoutReturn(bytes.TrimSuffix(line, newline)), []byte("|"))
		if len(before) == 0 || len(behind) == 0 || bytes.ContainsRune(behind, '|') {
			return false
		}
	}
	return true
}

// sixes counts the lines of a text that are graphs, up to graph6Lines different ones, and
// says whether one of them is sure to be one. There are none where some line is no graph.
func sixes(head []byte) (different int, sure bool) {
	seen := make(map[string]bool)
	for text := range bytes.Lines(head) {
		line := withoutReturn(bytes.TrimSuffix(text, newline))
		if !isSix(line) {
			if text[len(text)-1] != '\n' && len(head) >= headSize-len(byteOrderMark) && len(seen) > 0 {
				break // the head ends within a line
			}
			return 0, false
		}
		sure = sure || len(line) >= graph6Marked && (line[0] == ':' || line[0] == '&')
		if len(seen) < graph6Lines {
			seen[string(line)] = true
		}
	}
	return len(seen), sure
}

// sixFormat returns the format that the lines of a text are in, of which there may be too
// few to be sure, and nil where they are not all graphs.
func sixFormat(head []byte) *format {
	if different, _ := sixes(head); different == 0 {
		return nil
	}
	switch head[0] {
	case ':':
		return &sparse6Format
	case '&':
		return &digraph6Format
	}
	return &graph6Format
}

// isSix says that a line is a graph.
func isSix(line []byte) bool {
	var l graph6Line
	at, err := l.begin(line)
	if err != nil || l.mark != ':' && l.left != uint64(len(line)-at) {
		return false
	}
	const piece = 64 // bytes, whose edges do not matter
	edges := make([]graph.Edge, 0, 6*piece)
	for rest := line[at:]; len(rest) > 0; {
		n := min(piece, len(rest))
		if _, err := l.decode(rest[:n], edges); err != nil {
			return false
		}
		rest = rest[n:]
	}
	return l.end() == nil
}
