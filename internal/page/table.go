package page

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/dustin/go-humanize"

	"github.com/tricycle-graph/tricycle/internal/readable"
)

type factData struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

type tableData struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
}

type shownTable struct {
	ID, Title, Note string
	Columns         []shownColumn
	Rows            [][]string
	Folded          bool
}

type shownColumn struct {
	Name, Class string // which is number or word
}

// table shows a table and adds it to the data of the page, where its place is its number.
func (b *builder) table(t Table) (*shownTable, error) {
	b.tables++
	s := &shownTable{ID: fmt.Sprintf("t%d", b.tables), Title: label(t.Title), Note: label(t.Note), Folded: t.Folded}
	for _, name := range t.Columns {
		s.Columns = append(s.Columns, shownColumn{label(name), "number"})
	}
	values := tableData{Title: s.Title, Columns: make([]string, len(t.Columns)), Rows: [][]any{}}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return nil, fmt.Errorf("row %d of the table %q has %d values for %d columns", i, s.Title, len(row), len(t.Columns))
		}
		cells, plain := make([]string, len(row)), make([]any, len(row))
		for j, value := range row {
			text, bare, err := cell(value)
			if err != nil {
				return nil, err
			}
			if _, words := value.(string); words {
				s.Columns[j].Class = "word"
			}
			cells[j], plain[j] = text, bare
		}
		s.Rows, values.Rows = append(s.Rows, cells), append(values.Rows, plain)
	}
	for j, column := range s.Columns {
		values.Columns[j] = column.Name
	}
	b.data.Tables = append(b.data.Tables, values)
	return s, nil
}

// mostExact is the largest whole number up to which scripts know all.
const mostExact = 1 << 53

// cell returns a value for people and for machines, for whom whole numbers that scripts
// cannot hold are strings.
func cell(value any) (text string, bare any, err error) {
	switch v := value.(type) {
	case nil:
		return "–", nil, nil
	case string:
		return label(v), label(v), nil
	case int:
		return cell(big.NewInt(int64(v)))
	case uint32:
		return cell(uint64(v))
	case uint64:
		return cell(new(big.Int).SetUint64(v))
	case *big.Int:
		text = readable.Big(v)
		if v.CmpAbs(big.NewInt(mostExact)) > 0 {
			return text, v.String(), nil
		}
		return text, v.Int64(), nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return "–", nil, nil
		}
		return sixDigits(v), v, nil
	}
	return "", nil, fmt.Errorf("a report cannot show a %T", value)
}

// sixDigits writes a number with commas between thousands, as whole numbers have them, unless it
// is so large or small that its exponent says more.
func sixDigits(v float64) string {
	text := strconv.FormatFloat(v, 'g', 6, 64)
	rounded, _ := strconv.ParseFloat(text, 64) // which is a number
	if size := math.Abs(rounded); size < 1e3 || size >= 1e15 {
		return text
	}
	return humanize.Commaf(rounded)
}
