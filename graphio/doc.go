// Package graphio reads graph files and writes them.
//
// [Open] recognises format and compression by content and returns a [graph.Source],
// ready to be counted. [ReadGraph] goes all the way to a graph in memory, and an
// [Encoding] writes one to any [io.Writer].
//
// Nothing malformed is skipped. Input that breaks the rules of its format is a
// [*graph.InputError] with the file, the line, what was expected and what was found. A missing or unreadable file and a truncated compressed stream are
// such errors too. The rules of each format stand in docs/formats.md.
//
// Plain files are parsed in parallel, block by block. Compressed files and
// standard input are decompressed while they are parsed: in one goroutine, or in
// several where a file has parts that can be told apart.
// Files are read, never mapped, so that a file that shrinks is an error and not
// a crash; .tcsr, the format of this project, is the one exception.
//
// # In this folder
//
// A format is a file, or several that begin with its name, and a line in the table
// in format.go: that is all that adding one takes. What formats share begins with
// what it is about:
//
//	detect_    telling what a file is
//	text_      blocks of lines, numbers, and headers with lines below
//	binary_    records and words
//	names_     vertices that have names
//	packed_    gzip, zstd, bzip2 and xz
//	archive_   tar and zip
//	write_     the ways out
//	union_     several inputs as one graph
package graphio
