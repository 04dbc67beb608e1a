package graph

import (
	"context"
	"sync/atomic"
)

// Edge is one raw record: two vertex ids as the source gives them, in the
// record's own direction. It may be a self-loop or a duplicate.
type Edge struct{ U, V uint32 }

// WideEdge is a raw record with at least one id of 2^32 or more.
type WideEdge struct{ U, V uint64 }

// Batch is a run of raw records. The slices belong to the source and are only
// valid until emit returns.
type Batch struct {
	Edges []Edge
	Wide  []WideEdge
	// Weights are those of Edges, and then those of Wide, where the source was
	// asked for them and has one for each record; nil otherwise.
	Weights []float64
}

// Source yields the raw edges of a graph. Nothing is cleaned and nothing is
// built: loops, duplicates, one-way edges and gaps in the ids are expected.
//
// A Source is used by one caller at a time.
type Source interface {
	// Info says what is known before reading: from the header, the file's
	// size, or a generator's parameters.
	Info() Info

	// Read yields every raw record once. It calls emit from at most workers
	// goroutines; the first argument, in [0, workers), tells them apart, and
	// calls with the same one never overlap. The order of batches is not
	// defined. An error from emit or the end of ctx stops the reading and is
	// returned. Malformed input is an *InputError.
	//
	// A source whose Info.Rereadable is false can be read once.
	Read(ctx context.Context, workers int, emit func(worker int, b Batch) error) (Summary, error)

	// Close releases what the source holds.
	Close() error
}

// Info describes a source before it is read. The zero Info says nothing.
type Info struct {
	Name       string   // file name as given, "-" for stdin, a generator's command line; FILE!MEMBER of an archive
	Format     string   // "edgelist", "matrixmarket", "u32", "tcsr", "rmat", ...
	Recognised string   // how the format was recognised: "banner", "suffix .bin", "option", ...
	Compressed string   // "", "gzip", "zstd", ...
	Table      *Table   // how the columns of a text or a table were taken; nil for other formats
	Files      []string // of a union, all that are read as one graph; nil for others
	Bytes      Size     // of the input as stored
	Vertices   Size     // that the format declares, isolated ones included
	Records    Size     // that the format declares or its size implies
	MaxRecords Size     // upper bound on the records, for planning memory
	Base       uint64   // external id of dense id 0 where vertices are declared (1 for Matrix Market)
	MaxID      uint64   // the largest id that a vertex can have; 0 where it may be any number, or a name
	Loaded     bool     // the source holds a clean graph: it is a Loader
	Mapped     bool     // and that is used in place, in pages of the file that the system can drop
	EachOnce   bool     // the format stores each undirected edge once (a symmetric matrix)
	Directed   bool     // the format gives records a direction, which is ignored
	Mixed      bool     // but some records have none
	Weighted   bool     // there are weights or other values beside the ids, which are ignored
	Rereadable bool     // Read may be called again
	Direct     bool     // and costs less than keeping the records: they stand in the input as they are

	// Held counts the bytes that the source itself holds at the moment, where that
	// is much and grows: names of vertices, the window of a decoder. It may be nil.
	Held *atomic.Int64
}

// Holds returns the bytes that the source itself holds at the moment.
func (info Info) Holds() int64 {
	if info.Held == nil {
		return 0
	}
	return info.Held.Load()
}

// Table says how the columns of an edge list or a table were taken.
type Table struct {
	Columns   [2]string `json:"columns"`             // that hold the ids, by their numbers from 1
	Names     [2]string `json:"names,omitzero"`      // of these, where the columns have names
	Separator string    `json:"separator,omitempty"` // "blanks", "tabs", "commas", ...; "" in a binary table
	Header    string    `json:"header,omitempty"`    // what precedes the edges: "names", a "comment" with names, "sizes", "skipped" where that was asked for, "none"; "" in a binary table
}

// Summary is what a source knows only after it was read.
type Summary struct {
	Records uint64   // raw records read, loops and duplicates included
	Names   []string // for string ids: the name of each id, in order of first appearance; nil otherwise
	Numbers []uint64 // for declared vertices with ids of their own: that of each, ascending; nil otherwise
	// Vertices is the number of vertices declared, isolated ones included. Where
	// it is unknown the format declares none, and distinct ids count.
	Vertices Size
	// Classes are the partitions of the vertices that the input has, such as that
	// of a food web into living and dead: the class of each vertex.
	Classes [][]int
	// Positions are where the vertices are drawn, where the source was asked for
	// them and has some: not-a-number for a vertex without one, and a depth of 0 in
	// a plane. They are nil otherwise.
	Positions [][3]float64
}

// Filler is a source whose records stand in the input as Edges do in memory, so
// that they can be read straight to where they are wanted.
type Filler interface {
	Source
	// Fill is Read into memory of the caller's. For each run of n records, at
	// most `most` of them, it asks room for memory, puts them there, and says so
	// by full. Both are called as emit is, by one worker in turns.
	Fill(ctx context.Context, workers, most int, room func(worker, n int) ([]Edge, error), full func(worker, n int) error) (Summary, error)
}

// Loader is a source that already holds a clean graph (a .tcsr file), which
// need not be built from raw edges.
type Loader interface {
	Source
	// Graph returns the graph. It is valid until Close, and so are its lists and
	// its labels, which may be those of the file. What it checks on the way, it
	// checks on so many threads; 0 for one a core.
	//
	// Where the file is mapped and somebody cuts it, what counts, lists, reads or
	// writes the graph returns an *InputError. A caller's own code that walks the
	// graph meets a fault; see runtime/debug.SetPanicOnFault.
	Graph(ctx context.Context, threads int) (*Graph, error)
}
