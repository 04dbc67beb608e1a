package graphio

import (
	"fmt"
	"slices"
	"strconv"
)

// jsonIDs gives ids, which are numbers or strings, their ids inside. 1 and "1" are two
// ids for some programs and one for others: a graph that has both is refused.
type jsonIDs struct {
	*dictionary
	first   bool // the first id was a number
	mixed   bool // both kinds came
	numeric []bool
}

// jsonID is an id as it stands in a text.
type jsonID struct {
	text   []byte
	number bool
	set    bool
}

// keep keeps an id that is read only until the next one is.
func (d *jsonID) keep(id jsonID) {
	d.text, d.number, d.set = append(d.text[:0], id.text...), id.number, true
}

// readID reads an id, which is there until the next value is read.
func (p *jsonParser) readID() (jsonID, error) {
	id, err := p.json.id()
	id.number = id.number && !p.texts
	return id, err
}

// id returns the next value as an id, which is there until the next value is read.
func (r *jsonReader) id() (id jsonID, err error) {
	if !r.beginsID() {
		return id, r.expected("a string or a whole number as id")
	}
	id.set = true
	if r.peek() == '"' {
		id.text, err = r.text("")
		return id, err
	}
	if id.text, err = r.number(""); err != nil {
		return id, err
	}
	if _, ok, _ := parseID(id.text); !ok { // perhaps 1.0
		number, malformed := vertexID(id.text)
		if malformed != nil {
			return id, malformed
		}
		r.digits = strconv.AppendUint(r.digits[:0], number, 10)
		id.text = r.digits
	}
	id.number = true
	return id, nil
}

// vertex returns the id inside of a vertex.
func (d *jsonIDs) vertex(id jsonID) (uint32, *lineError) {
	known := len(d.names)
	v, err := d.dictionary.vertex(id.text)
	switch {
	case err != nil:
		return 0, err
	case d.over != nil:
		return v, nil
	case known == 0:
		d.first = id.number
	case !d.mixed && id.number != d.first:
		d.mixed = true
		d.numeric = slices.Repeat([]bool{d.first}, known)
	}
	if !d.mixed {
		return v, nil
	}
	if int(v) == len(d.numeric) {
		d.numeric = append(d.numeric, id.number)
	}
	if d.numeric[v] != id.number {
		return 0, &lineError{
			expected: "ids that differ in more than quotes",
			found:    fmt.Sprintf("%s both as a number and as a string", id.text),
		}
	}
	return v, nil
}

// numbers returns the ids where all are numbers and ascend.
func (d *jsonIDs) numbers() []uint64 {
	if !d.first || d.mixed {
		return nil
	}
	_, numbers := numbersOrNames(d.names)
	return numbers
}

// labels returns the names of the vertices, or their numbers.
func (p *jsonParser) labels() (names []string, numbers []uint64) {
	n := uint64(len(p.ids.names))
	if names = p.titles.names(n); names != nil {
		return names, nil
	}
	if numbers = p.ids.numbers(); numbers != nil {
		return nil, numbers
	}
	return p.ids.names, nil
}

// numericID says that the id of v is a number.
func (d *jsonIDs) numericID(v uint32) bool {
	if d.mixed {
		return d.numeric[v]
	}
	return d.first
}
