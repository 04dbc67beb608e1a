// Package answer says what was found of a graph, as text for people and as JSON for programs: a
// type for each kind of answer, with a method Print that writes a sheet of it, and a method JSON
// that returns what one line of JSON holds. Package report says the same on pages.
package answer
