package sheet

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/internal/readable"
)

// Table prints answers a row each, as they come: what was counted is not lost
// when a later file fails or is interrupted. The first column is that of the files.
//
// On a terminal that is too narrow for all columns the spare ones are left out.
type Table[A any] struct {
	columns []column[A]
	begun   bool
}

type column[A any] struct {
	name  string
	width int // negative to align left
	spare int // the greater, the sooner it is left out; 0 stays
	cell  func(a A) string
}

// Add adds a column of a width, which is negative to align left. The greater spare is, the sooner
// the column is left out; 0 stays.
func (t *Table[A]) Add(name string, width, spare int, cell func(a A) string) {
	t.columns = append(t.columns, column[A]{name, width, spare, cell})
}

// FileWidth is the width of the column of files, which is aligned left.
func FileWidth(names []string) int {
	longest := len("file")
	for _, name := range names {
		longest = max(longest, utf8.RuneCountInString(readable.OneLine(name)))
	}
	return -longest
}

// Print writes the row of an answer, the first time below the names of the columns.
func (t *Table[A]) Print(w io.Writer, a A) error {
	if !t.begun {
		t.begun = true
		if width := terminalWidth(w); width > 0 {
			t.fit(width)
		}
		if err := t.row(w, func(c column[A]) string { return c.name }); err != nil {
			return err
		}
	}
	return t.row(w, func(c column[A]) string { return c.cell(a) })
}

// gap stands between columns.
const gap = "  "

// fit leaves columns out until the others fit a width, and shortens the first
// one, the names, where that does not do.
func (t *Table[A]) fit(width int) {
	over := -width - len(gap)
	for _, c := range t.columns {
		over += max(c.width, -c.width) + len(gap)
	}
	for over > 0 {
		most := 0
		for i, c := range t.columns {
			if c.spare >= t.columns[most].spare {
				most = i
			}
		}
		if t.columns[most].spare == 0 {
			break
		}
		over -= t.columns[most].width + len(gap)
		t.columns = slices.Delete(t.columns, most, most+1)
	}
	if first := &t.columns[0]; over > 0 && -first.width > leastName {
		first.width = min(first.width+over, -leastName)
	}
}

// leastName is how much of a name is worth showing.
const leastName = 12

func (t *Table[A]) row(w io.Writer, cell func(c column[A]) string) error {
	cells := make([]string, len(t.columns))
	for i, c := range t.columns {
		text := readable.OneLine(cell(c))
		if c.width < 0 {
			text = ending(text, -c.width)
		}
		cells[i] = fmt.Sprintf("%*s", c.width, text)
	}
	_, err := fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, gap), " "))
	return err
}

// ending returns as much of the end of a name as fits a width.
func ending(name string, width int) string {
	if over := utf8.RuneCountInString(name) - width; over > 0 {
		return "…" + string([]rune(name)[over+1:])
	}
	return name
}
