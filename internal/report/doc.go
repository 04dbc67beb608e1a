// Package report says what was found of a graph as sections of a [page.Page]: one function
// for each kind of answer. What depends on the run and not on the graph alone, such as times,
// goes into one section, that of Run.
package report
