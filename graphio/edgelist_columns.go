package graphio

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// setColumns settles which columns hold the ids, and which the weights where these are
// wanted.
func (l *layout) setColumns(in *input, s *shape) error {
	wanted := in.opt.Columns
	if in.weight != "" {
		at, err := l.column(in, s, in.weight, slices.Contains(l.names, in.weight))
		if err != nil {
			return err
		}
		l.weight = at + 1
	} else if in.opt.Weights {
		l.weight = slices.IndexFunc(l.names, isWeightName) + 1
	}
	if len(wanted) > 0 {
		if len(wanted) != 2 {
			return &graph.InputError{File: in.name, Expected: "two columns that hold the ids", Found: fmt.Sprintf("%d", len(wanted))}
		}
		named := !slices.ContainsFunc(wanted, func(name string) bool { return !slices.Contains(l.names, name) })
		for i, name := range wanted {
			at, err := l.column(in, s, name, named)
			if err != nil {
				return err
			}
			l.columns[i] = at
		}
		if l.columns[0] == l.columns[1] {
			return &graph.InputError{File: in.name, Line: s.line, Expected: "two columns that hold the ids", Found: "one, twice"}
		}
		return nil
	}
	if l.names == nil {
		return nil
	}
	if l.isLabelledMatrix(s) {
		return in.unclear(s.line, "a dense matrix with the names of its vertices")
	}
	var err error
	if l.columns, err = chooseColumns(l.names); err != nil {
		if len(l.names) < 2 {
			return in.malformed(s.line, &lineError{expected: "two columns of ids", found: err.Error()})
		}
		return in.unclear(s.line, "a table with "+err.Error(),
			Choice{"the edges of two of its columns", in.with(Options{Columns: l.names[:2]})})
	}
	return nil
}

// column returns which column is asked for: the one of that name, or of that number
// unless numbers are taken for names.
func (l *layout) column(in *input, s *shape, name string, named bool) (int, error) {
	at := slices.Index(l.names, name)
	if _, digits, _ := parseID([]byte(name)); at >= 0 && (named || !digits) {
		return at, nil
	}
	number, err := strconv.ParseUint(name, 10, 31)
	if err != nil || number == 0 {
		return 0, &graph.InputError{File: in.name, Line: s.line, Expected: "a column " + quote([]byte(name)), Found: l.columnList(s)}
	}
	if at = int(number) - 1; at >= max(s.wide, len(s.first.fields), len(s.second.fields)) {
		return 0, &graph.InputError{File: in.name, Line: s.line, Expected: "a column " + name, Found: l.columnList(s)}
	}
	return at, nil
}

// isLabelledMatrix says that the rows are named as the columns are.
func (l *layout) isLabelledMatrix(s *shape) bool {
	return len(l.names) > 2 && s.rows == len(l.names)-1 && l.names[0] == "" && string(s.second.fields[0].text) == l.names[1]
}

func (l *layout) columnList(s *shape) string {
	if l.names != nil {
		return "the columns " + nameList(l.names)
	}
	return fmt.Sprintf("%d columns and no names of them", s.width())
}
