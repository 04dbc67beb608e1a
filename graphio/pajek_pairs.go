package graphio

import (
	"bytes"
	"errors"
)

// pajekRun are lines of pairs in a block.
type pajekRun struct{ begin, end int }

// pajekPairs parses lines of arcs and edges. Every worker has its own.
type pajekPairs struct {
	batch
	n      uint64
	runs   []pajekRun // of the block
	values bool       // some pair has one
}

func (p *pajekPairs) parse(b *block) error {
	for _, run := range p.runs {
		part := block{text: b.text[run.begin:], end: run.end - run.begin}
		if err := parseLines(p, &part); err != nil {
			if malformed, ok := errors.AsType[*lineError](err); ok {
				malformed.pos += run.begin
			}
			return err
		}
	}
	return p.flush()
}

func (p *pajekPairs) parsePlain(text []byte, pos, end int) int {
	for pos < end && p.filled < len(p.edges) {
		e, at := plainIndexes(text, pos, p.n)
		if at == pos || !endsField(text, at) {
			break
		}
		next := plainEnd(text, at)
		if next == at {
			p.values = true
			next = at + lineLength(text, at) + 1
		}
		p.edges[p.filled] = e
		p.filled++
		pos = next
	}
	return pos
}

func (p *pajekPairs) parseLine(line []byte) *lineError {
	line = trimLine(line)
	if isComment(line, pajekComments) {
		return nil
	}
	if relation, rest, found := bytes.Cut(line, []byte{':'}); found {
		// The number of a relation in front of the arc.
		if _, number, _ := parseID(bytes.TrimRight(relation, " \t")); number {
			line = bytes.TrimLeft(rest, " \t")
		}
	}
	u, v, rest, err := parseIndexes(line, p.n)
	if err != nil {
		return err
	}
	p.values = p.values || len(rest) > 0
	value, _ := cutBlank(rest)
	weight, none := parseValue(value)
	if none != nil {
		weight = 1 // what follows says how to draw the line
	}
	p.pushWeighted(u, v, weight)
	return nil
}
