package graphio

import (
	"errors"
	"fmt"
)

// The kinds of messages, and the types of columns, by their numbers in Arrow's Schema.fbs
// and Message.fbs.
const (
	arrowSchema          = 1
	arrowDictionaryBatch = 2
	arrowRecordBatch     = 3

	arrowNull           = 1
	arrowInt            = 2
	arrowFloat          = 3
	arrowBinary         = 4
	arrowUTF8           = 5
	arrowList           = 12
	arrowStruct         = 13
	arrowUnion          = 14
	arrowFixedSizeList  = 16
	arrowMap            = 17
	arrowLargeBinary    = 19
	arrowLargeUTF8      = 20
	arrowLargeList      = 21
	arrowRunEndEncoded  = 22
	arrowBinaryView     = 23
	arrowUTF8View       = 24
	arrowListView       = 25
	arrowLargeListView  = 26
	arrowTypes          = 27 // of which there are less
	arrowMostFields     = 1 << 16
	arrowMostNested     = 32
	arrowNewestMetadata = 4 // version 5
	arrowOldestMetadata = 3
	arrowDenseUnion     = 1
	arrowViewBuffers    = 2 // of a view, beside those of its strings
	arrowMessageVersion = 0 // fields of a message
	arrowMessageKind    = 1
	arrowMessageHeader  = 2
	arrowMessageBody    = 3
)

var arrowTypeNames = [arrowTypes]string{
	"none", "null", "integer", "floating point", "binary", "string", "bool", "decimal", "date", "time", "timestamp", "interval",
	"list", "struct", "union", "fixed-size binary", "fixed-size list", "map", "duration", "large binary", "large string",
	"large list", "run-end encoded", "binary view", "string view", "list view", "large list view",
}

// arrowType is what values are.
type arrowType struct {
	kind   int
	width  int // bytes of an integer or a floating-point number
	signed bool
}

func (t arrowType) isText() bool {
	return t.kind == arrowUTF8 || t.kind == arrowLargeUTF8 || t.kind == arrowUTF8View
}

func (t arrowType) isID() bool { return t.kind == arrowInt || t.isText() }

func (t arrowType) isNumber() bool { return t.kind == arrowInt || t.kind == arrowFloat && t.width >= 4 }

// arrowColumn is a column of a table: its type, and where a batch has it.
type arrowColumn struct {
	name string
	arrowType
	node, buffer, view int // the first of its nodes, buffers and counts of further buffers in a batch

	encoded    bool // values stand in a dictionary, of which rows have positions
	dictionary int64
	position   arrowType
}

// arrowLayout goes through the columns of a schema.
type arrowLayout struct {
	columns            []arrowColumn
	node, buffer, view int
	fields             int
}

// readArrowSchema returns the columns of a table.
func readArrowSchema(schema flatTable) ([]arrowColumn, error) {
	if schema.scalar(0, 2) != 0 {
		return nil, errors.New("a table of a machine with other byte order, which is not read")
	}
	var l arrowLayout
	at, n := schema.vector(1, 4)
	for i := range n {
		if schema.bad {
			break
		}
		if err := l.add(schema.element(at, i), 0); err != nil {
			return nil, err
		}
	}
	if schema.bad {
		return nil, inPages(errFlat)
	}
	return l.columns, nil
}

// add adds a field with its children. One of the table itself has depth 0.
func (l *arrowLayout) add(field flatTable, depth int) error {
	if l.fields++; l.fields > arrowMostFields || depth > arrowMostNested {
		return fmt.Errorf("a table of more than %d columns, or of %d within each other", arrowMostFields, arrowMostNested)
	}
	c := arrowColumn{name: field.text(0), arrowType: readArrowType(field, 2, 3), node: l.node, buffer: l.buffer, view: l.view}
	if c.kind == 0 || c.kind >= arrowTypes {
		return fmt.Errorf("column %q is of type %d, which is not known", c.name, c.kind)
	}
	encoding := field.child(4)
	if c.encoded = encoding.at != 0; c.encoded {
		c.dictionary = encoding.scalar(0, 8)
		c.position = arrowType{kind: arrowInt, width: 4, signed: true}
		if index := encoding.child(1); index.at != 0 {
			c.position = readArrowInt(index)
		}
	}
	if depth == 0 {
		l.columns = append(l.columns, c)
	}
	l.node++
	if c.encoded {
		l.buffer += 2
		return nil // the children are in the dictionary
	}
	l.buffer += arrowBuffers(field, c.kind)
	if c.kind == arrowUTF8View || c.kind == arrowBinaryView {
		l.view++
	}
	at, n := field.vector(5, 4)
	for i := range n {
		if field.bad {
			return inPages(errFlat)
		}
		if err := l.add(field.element(at, i), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// arrowBuffers returns how many buffers a column of a type has in a batch, without those of
// its children and the further ones of views.
func arrowBuffers(field flatTable, kind int) int {
	switch kind {
	case arrowNull, arrowRunEndEncoded:
		return 0
	case arrowStruct, arrowFixedSizeList:
		return 1
	case arrowUnion:
		if field.child(3).scalar(0, 2) == arrowDenseUnion {
			return 2
		}
		return 1
	case arrowBinary, arrowUTF8, arrowLargeBinary, arrowLargeUTF8, arrowListView, arrowLargeListView:
		return 3
	}
	return 2
}

func readArrowType(field flatTable, kind, details int) arrowType {
	t := arrowType{kind: int(field.scalar(kind, 1))}
	switch detail := field.child(details); t.kind {
	case arrowInt:
		return readArrowInt(detail)
	case arrowFloat:
		precision := detail.scalar(0, 2) // half, single, double
		t.width = 2 << min(uint64(precision), 3)
		detail.bad = detail.bad || t.width > 8
	}
	return t
}

func readArrowInt(detail flatTable) arrowType {
	t := arrowType{kind: arrowInt, width: int(detail.scalar(0, 4) / 8), signed: detail.scalar(1, 1) != 0}
	if t.width != 1 && t.width != 2 && t.width != 4 && t.width != 8 {
		detail.bad = true
	}
	return t
}
