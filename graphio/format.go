package graphio

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// format is one row of the table of formats. Adding a format is adding a file
// whose variable is listed in formats.
type format struct {
	name string
	text string // one line for the list of formats

	// suffixes, each with its dot, name the format of an output file, and of
	// an input file that has nothing to recognise.
	suffixes []string

	// sniff recognises the format in the first bytes of a file, decompressed
	// and without a byte-order mark. It is nil for headerless binaries.
	sniff func(head []byte) bool
	// named says that the suffix must be one of suffixes, too: the content alone
	// could be that of another format.
	named bool
	// binary says that what has a header is no text.
	binary bool
	// columns says that it may be told which columns, or arrays, hold the ids.
	columns bool
	// evidence says what sniff looks for, for Info.Recognised.
	evidence string

	// open returns the source, which closes in.
	open func(in *input) (graph.Source, error)

	// outputs are the suffixes of files that are written in the format.
	outputs []string
	// keeps says what of a graph such a file has room for.
	keeps keeps
	// write writes g; nil where the format is only read.
	write func(ctx context.Context, out *output, g *graph.Graph) error
	// writeEdges writes records as they are; nil where the format has room for
	// clean graphs only.
	writeEdges func(ctx context.Context, out *output, src orderedSource) error
}

// keeps says what of a graph, beside its edges, a format has room for.
type keeps struct {
	labels   bool   // the ids of the input; otherwise vertices are numbered from base
	base     uint64 // 0 or 1
	isolated bool   // vertices without an edge
}

// formats lists the formats in the order in which they are tried. The edge
// list comes last because nearly any text could be one.
var formats = []*format{
	&tcsrFormat,
	&parquetFormat,
	&npyFormat,
	&npzFormat,
	&graphToolFormat,
	&arrowFormat,
	&matrixMarketFormat,
	&metisFormat,
	&bvFormat,
	&dimacsFormat,
	&pajekFormat,
	&dlFormat,
	&gmlFormat,
	&graphMLFormat,
	&gexfFormat,
	&gdfFormat,
	&jsonFormat,
	&ndjsonFormat,
	&dotFormat,
	&ledaFormat,
	&ligraFormat,
	&lglFormat,
	&tntpFormat,
	&adjlistFormat,
	&denseMatrixFormat,
	&tgfFormat,
	&adjlistRowsFormat,
	&adjlistCountedFormat,
	&graph6Format,
	&sparse6Format,
	&digraph6Format,
	&edgeListFormat,
	&u32Format,
	&graph500Format,
	&graph500PackedFormat,
	&gapFormat,
	&gapWeightedFormat,
}

// FormatInfo describes one format.
type FormatInfo struct {
	Name     string   // as for Options.Format
	Text     string   // one line for people
	Suffixes []string // of files that are read, each with its dot
	Outputs  []string // of files that are written; none where the format is only read
	Writable bool
}

// Reads says that name, as for Options.Format, may mean the format: it is its name, or a
// suffix with or without the dot. Of a suffix that several formats have, none is meant.
func (f FormatInfo) Reads(name string) bool { return name == f.Name || isSuffix(name, f.Suffixes) }

// Writes says that name, as for [EncodingOf], may mean the format, likewise.
func (f FormatInfo) Writes(name string) bool {
	return f.Writable && (name == f.Name || isSuffix(name, f.Outputs))
}

// isSuffix says that name is one of suffixes, with or without the dot, in any case.
func isSuffix(name string, suffixes []string) bool {
	return slices.Contains(suffixes, "."+strings.TrimPrefix(strings.ToLower(name), "."))
}

// Formats lists the formats this package knows.
func Formats() []FormatInfo {
	infos := make([]FormatInfo, len(formats))
	for i, f := range formats {
		infos[i] = FormatInfo{Name: f.name, Text: f.text, Suffixes: slices.Clone(f.suffixes), Outputs: slices.Clone(f.outputs), Writable: f.write != nil}
	}
	return infos
}

// formatNames lists the names of the formats for messages.
func formatNames() string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

// formatNamed returns the format with this name, or nil.
func formatNamed(name string) *format {
	for _, f := range formats {
		if f.name == name {
			return f
		}
	}
	return nil
}

// formatMeant returns the format that name means: its own, or one of those that suffixes
// returns for it, unless other formats have that, too.
func formatMeant(name string, suffixes func(*format) []string) (*format, error) {
	var fit []*format
	for _, f := range formats {
		if f.name == name {
			return f, nil
		}
		if isSuffix(name, suffixes(f)) {
			fit = append(fit, f)
		}
	}
	switch len(fit) {
	case 0:
		return nil, fmt.Errorf("unknown format %q (one of %s)", name, formatNames())
	case 1:
		return fit[0], nil
	}
	return nil, fmt.Errorf("%q is a suffix of %s and of %s: name one of them", name, fit[0].name, fit[1].name)
}

// suffix returns the last suffix of a file name in lower case, a suffix that
// only tells the compression left out: ".mtx" for "Karate.MTX.gz".
func suffix(name string) string {
	name, _ = cutCompression(strings.ToLower(filepath.Base(name)))
	return filepath.Ext(name)
}
