// Package generate makes graphs by rule: random graphs that stand for the skewed,
// uniform, clustered and planar graphs of the field, regular graphs whose counts
// have closed forms, and two small real graphs.
//
//	src, err := generate.New("rmat", generate.Values{"scale": 20, "seed": 7})
//
// [Kinds] lists them with their parameters; docs/generators.md says what each is, and
// how many edges and triangles it has. Most are made while they are read: a record is a
// function of the parameters and its own number alone. Graphs of points and graphs
// that grow are made before the first record. In either case the graph is the same
// for any number of threads and on any machine.
package generate
