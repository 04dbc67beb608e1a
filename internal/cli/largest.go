package cli

import (
	"cmp"
	"slices"
)

// largest keeps the rows of the largest values, so many. Of rows with the same value
// those that were added first come first.
type largest[R any] struct {
	most int
	rows []valued[R]
	full bool    // and below the least value nothing is wanted
	less float64 // the least value that was kept when rows were dropped
}

// valued is a row with the value that it is ranked by.
type valued[R any] struct {
	row   R
	value float64
}

func (l *largest[R]) add(row R, value float64) {
	if l.full && value <= l.less {
		return
	}
	l.rows = append(l.rows, valued[R]{row, value})
	if len(l.rows) >= 2*l.most+1024 {
		l.drop()
	}
}

// drop drops the rows that are not wanted.
func (l *largest[R]) drop() {
	slices.SortStableFunc(l.rows, func(a, b valued[R]) int { return cmp.Compare(b.value, a.value) })
	if len(l.rows) >= l.most && l.most > 0 {
		l.rows = l.rows[:l.most]
		l.full, l.less = true, l.rows[l.most-1].value
	}
}

// sorted returns the rows that are left, the largest first.
func (l *largest[R]) sorted() []R {
	l.drop()
	rows := make([]R, len(l.rows))
	for i, r := range l.rows {
		rows[i] = r.row
	}
	return rows
}
