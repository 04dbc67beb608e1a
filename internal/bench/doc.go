// Package bench times methods side by side: every method on every order of a graph, and the
// graphs of three published tables, beside what was published. A type says what is to be
// measured, measures it, and then prints it for people, returns it for JSON, draws it and tells
// it on a page.
package bench
