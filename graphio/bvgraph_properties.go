package graphio

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// bvHeader is what the .properties say of a graph.
type bvHeader struct {
	properties  string // the file's name
	nodes       uint64
	arcsInAll   uint64
	window      uint64 // how many nodes back a list can refer
	depth       int    // how many references may lead to a list
	minInterval uint64 // 0 where there are no intervals

	outdegrees, references, blockCount, blocks, interval, residual, offsetCode bvCode
}

// bvProperties are lines of a file in the format of Java's Properties.
type bvProperties struct {
	file   string
	values map[string]bvProperty
}

type bvProperty struct {
	value string
	line  int64
}

// bvMostProperties is how long such a file can be, in bytes.
const bvMostProperties = 1 << 20

func readBVProperties(in *input) (*bvProperties, error) {
	stream, err := in.stream(1)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	text, err := io.ReadAll(io.LimitReader(stream, bvMostProperties+1))
	if err != nil {
		return nil, in.readError(err)
	}
	if len(text) > bvMostProperties {
		return nil, &graph.InputError{File: in.name, Expected: fmt.Sprintf("properties of at most %d bytes", bvMostProperties), Found: "more"}
	}
	p := &bvProperties{in.name, make(map[string]bvProperty)}
	line := int64(0)
	for text := range bytes.Lines(text) {
		line++
		text = bytes.TrimRight(bytes.TrimLeft(text, " \t\f"), "\r\n")
		if len(text) == 0 || text[0] == '#' || text[0] == '!' {
			continue
		}
		if bytes.HasSuffix(text, []byte(`\`)) {
			return nil, p.wrong(line, "a property on one line", quote(text))
		}
		end := bytes.IndexAny(text, "=: \t\f")
		if end < 0 {
			end = len(text)
		}
		key, value := string(text[:end]), strings.TrimLeft(string(text[end:]), " \t\f")
		if value != "" && (value[0] == '=' || value[0] == ':') {
			value = value[1:]
		}
		// What is escaped in a number, a flag or a class means itself.
		value = strings.ReplaceAll(strings.TrimSpace(value), `\`, "")
		if before, ok := p.values[key]; ok {
			return nil, p.wrong(line, fmt.Sprintf("a property other than %q, which line %d has", key, before.line), quote(text))
		}
		p.values[key] = bvProperty{value, line}
	}
	return p, nil
}

func (p *bvProperties) wrong(line int64, expected, found string) error {
	return &graph.InputError{File: p.file, Line: line, Expected: expected, Found: found}
}

// number returns a property that is a number of at most most.
func (p *bvProperties) number(key string, most uint64) (uint64, error) {
	property, ok := p.values[key]
	if !ok {
		return 0, p.wrong(0, "a property "+key, "none")
	}
	x, err := strconv.ParseUint(property.value, 10, 64)
	if err != nil || x > most {
		return 0, p.wrong(property.line, fmt.Sprintf("%s of at most %s", key, withCommas(most)), quote([]byte(property.value)))
	}
	return x, nil
}

// checkClass refuses graphs that WebGraph keeps in other ways.
func (p *bvProperties) checkClass() error {
	property, ok := p.values["graphclass"]
	if !ok {
		return p.wrong(0, "a property graphclass", "none")
	}
	class := strings.TrimPrefix(property.value, "class ")
	simple := class[strings.LastIndexByte(class, '.')+1:]
	if under, ok := p.values["underlyinggraph"]; ok {
		name := filepath.Join(filepath.Dir(p.file), filepath.Base(under.value)+".graph")
		return p.wrong(property.line, "a BVGraph", fmt.Sprintf("%s, labels of arcs beside a graph: give that, %s", simple, name))
	}
	if simple != "BVGraph" {
		return p.wrong(property.line, "a BVGraph", simple+", which is not read")
	}
	return nil
}

// header reads the properties of a BVGraph.
func (p *bvProperties) header() (h bvHeader, err error) {
	if err := p.checkClass(); err != nil {
		return h, err
	}
	h = bvHeader{properties: filepath.Base(p.file), depth: math.MaxInt}
	numbers := []struct {
		key  string
		to   *uint64
		most uint64
	}{
		{"nodes", &h.nodes, math.MaxUint32},
		{"arcs", &h.arcsInAll, 1<<62 - 1},
		{"windowsize", &h.window, math.MaxUint16},
		{"minintervallength", &h.minInterval, math.MaxInt32},
	}
	for _, n := range numbers {
		if *n.to, err = p.number(n.key, n.most); err != nil {
			return h, err
		}
	}
	if property := p.values["maxrefcount"]; property.value != "-1" { // which is no limit, as a huge one
		depth, err := p.number("maxrefcount", math.MaxUint64)
		if err != nil {
			return h, err
		}
		h.depth = int(min(depth, math.MaxInt))
	}
	k := uint64(3)
	if _, ok := p.values["zetak"]; ok {
		if k, err = p.number("zetak", 16); err != nil {
			return h, err
		}
		if k == 0 {
			return h, p.wrong(p.values["zetak"].line, "zetak from 1 to 16", "0")
		}
	}
	if _, ok := p.values["version"]; ok {
		if _, err := p.number("version", 1); err != nil {
			return h, err
		}
	}
	order, ours := p.values["endianness"]
	if ours && order.value != "big" {
		return h, p.wrong(order.line, "endianness big", quote([]byte(order.value)))
	}
	return h, p.codes(&h, int(k), ours)
}

// codes reads the flags, which say what codes a graph has but for the usual ones; k is
// the parameter of those that have one. Where webgraph-rs wrote it, which alone says what
// its endianness is, the flag for blocks is for their number, too.
func (p *bvProperties) codes(h *bvHeader, k int, rust bool) error {
	property := p.values["compressionflags"]
	fields := map[string]*bvCode{
		"OUTDEGREES": &h.outdegrees, "REFERENCES": &h.references, "BLOCK_COUNT": &h.blockCount,
		"BLOCKS": &h.blocks, "INTERVALS": &h.interval, "RESIDUALS": &h.residual, "OFFSETS": &h.offsetCode,
	}
	h.references.kind, h.residual = bvUnary, bvCode{bvZeta, k}
	for flag := range strings.FieldsFuncSeq(property.value, func(r rune) bool { return r == '|' || r == ' ' }) {
		at := max(strings.LastIndexByte(flag, '_'), 0)
		field, name := fields[flag[:at]], strings.TrimPrefix(flag[at:], "_")
		code := bvCode{k: k}
		if digit := strings.TrimPrefix(name, "ZETA"); digit != name && len(digit) == 1 && digit[0] >= '1' && digit[0] <= '7' {
			name, code.k = "ZETA", int(digit[0]-'0')
		}
		var ok bool
		if code.kind, ok = bvKinds[name]; !ok || field == nil {
			known := strings.Join(slices.Sorted(maps.Keys(bvKinds)), ", ")
			return p.wrong(property.line, "flags such as OUTDEGREES_DELTA, of the codes "+known, quote([]byte(flag)))
		}
		if *field = code; rust && field == &h.blocks {
			h.blockCount = code
		}
	}
	return nil
}
