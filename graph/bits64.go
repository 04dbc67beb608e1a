//go:build 386 || arm || mips || mipsle

package graph

// An int indexes edges, of which there may be more than 2^31, and a graph of that
// size does not fit the 4 GiB that a process has on these platforms. Rather than
// count some graphs and break on others, tricycle does not compile there.
var _ = tricycle_needs_a_64_bit_platform
