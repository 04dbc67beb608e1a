package summary

import (
	"cmp"
	"slices"
)

// Largest keeps the rows of the largest values, so many. Of rows with the same value
// those that were added first come first.
type Largest[R any] struct {
	Most int
	rows []valued[R]
	full bool    // and below the least value nothing is wanted
	less float64 // the least value that was kept when rows were dropped
}

// valued is a row with the value that it is ranked by.
type valued[R any] struct {
	row   R
	value float64
}

// Add adds a row with its value.
func (l *Largest[R]) Add(row R, value float64) {
	if l.full && value <= l.less {
		return
	}
	l.rows = append(l.rows, valued[R]{row, value})
	if len(l.rows) >= 2*l.Most+1024 {
		l.drop()
	}
}

// drop drops the rows that are not wanted.
func (l *Largest[R]) drop() {
	slices.SortStableFunc(l.rows, func(a, b valued[R]) int { return cmp.Compare(b.value, a.value) })
	if len(l.rows) >= l.Most && l.Most > 0 {
		l.rows = l.rows[:l.Most]
		l.full, l.less = true, l.rows[l.Most-1].value
	}
}

// Sorted returns the rows that are left, the largest first.
func (l *Largest[R]) Sorted() []R {
	l.drop()
	rows := make([]R, len(l.rows))
	for i, r := range l.rows {
		rows[i] = r.row
	}
	return rows
}
