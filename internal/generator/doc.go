// Package generator makes graphs by rule: random graphs that stand for the
// skewed, uniform, clustered and planar graphs of the field, regular graphs
// whose counts have closed forms, and two small real graphs.
//
//	src, err := generator.RMAT{Scale: 20, EdgeFactor: 16, Seed: 1}.Source()
//
// Each generator is a struct of its parameters. Its Source method checks them
// and returns a [Source] of raw edges. Most build nothing: the records are made
// while they are read, each one a function of the parameters and its own number
// only. Graphs of points and graphs that grow are prepared before the first
// record. In either case the graph is the same for any number of threads and on
// any machine.
//
// [Kinds] lists the generators by name. Callers of the library have them through
// package generate.
package generator
