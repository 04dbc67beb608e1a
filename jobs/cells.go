package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/scratch"
	"github.com/tricycle-graph/tricycle/triangle"
)

// makeCells reads and cleans a source as for blocks, which are for this process alone but
// where an answer is made of them, and leaves the edges in cells. Their ids are ranks.
func (r Request) makeCells(ctx context.Context, src graph.Source, files FS, set string, opt triangle.Options) (p *plan, result *triangle.Result, err error) {
	blocks, whole := objectfs.Sub(files, blockPrefix+set), opt
	held := heldBlocks(src.Info(), opt)
	switch {
	case r.Question != "":
	case held > 0:
		blocks = nil              // in memory
		scratch.Sweep(opt.TmpDir) // a process that was killed may have had less of it
		if opt.Memory > 0 {
			opt.Memory -= held
		}
	default:
		folder, err := scratch.New(opt.TmpDir)
		if err != nil {
			return nil, nil, err
		}
		defer func() { err = cmp.Or(err, folder.Remove()) }()
		opt.TmpDir, blocks = folder.Name, objectfs.NewScratch(folder.Name)
	}
	divided, err := r.divide(ctx, src, blocks, opt)
	if err != nil {
		if disk := (*lists.DiskError)(nil); r.Question == "" && errors.As(err, &disk) {
			disk.What = "" // for they are not in the folder of the count
		}
		return nil, nil, err
	}
	store, p := divided.Store, planOf(divided)
	c := &colouring{Colours: r.Colours, Set: set}
	if r.Colours == autoColours {
		if c.Colours, err = r.chooseColours(divided.Result.Edges, uint64(store.Rows()), whole); err != nil {
			return nil, nil, err
		}
	}
	if err := checkCells(r.File, c.Colours, divided.Result.Edges); err != nil {
		return nil, nil, err
	}
	if r.Question == ofEdges {
		opt.Threads = 1 // so that there is room for a cell as a whole
	}
	if c.Files, err = colourStore(ctx, store, c.in(files), c.Colours, opt); err != nil {
		return nil, nil, err
	}
	if r.Question == ofEdges && len(c.Files) > len(colours.Cells(c.Colours)) {
		return nil, nil, &graph.MemoryError{What: "a cell of so few colours", Need: 2 * opt.Memory, Limit: opt.Memory}
	}
	p.Set, p.Colouring = set+p.Set, c
	if r.Question == "" {
		p.Set, p.Grid, p.Cuts, p.Pieces = "", partition.Grid{}, nil, nil
	}
	divided.Result.Parts = p.parts()
	return p, divided.Result, nil
}

// heldBlocks is what the blocks of a source take in memory, where there is room for them beside
// what makes them; 0 where they are better in files.
func heldBlocks(info graph.Info, opt triangle.Options) int64 {
	if !info.Records.Known() {
		return 0
	}
	records, vertices := uint64(info.Records.Get()), mostVertices(info)
	held := partition.StoreBytes(uint32(vertices), 1, records)
	if opt.Memory > 0 && (held >= opt.Memory || !lists.KeepsRecords(records, vertices, opt.Memory-held, opt.Threads)) {
		return 0
	}
	return held
}

// checkCells refuses more cells than there are edges, before there is a file for each.
func checkCells(name string, n int, edges uint64) error {
	if !colours.TooMany(n, edges) {
		return nil
	}
	return &graph.InputError{File: name, Expected: fmt.Sprintf("a graph for %d colours, which cut it into %d files", n, len(colours.Cells(n))), Found: fmt.Sprintf("one of %d edges; take fewer colours", edges)}
}

// besideCells is what a process holds beside the cells that it makes.
const besideCells = 48 << 20

// leastToCut is the least memory with which a process makes cells.
const leastToCut = besideCells + 16<<20

// leastToShare is the least memory with which a process makes its share of the cells of so many
// colours, whatever is in its files.
func leastToShare(n int) int64 {
	return max(leastToCut, besideCells+colours.Cut{Colours: n, Vertices: true, Short: true}.LeastBytes(1))
}

// noRoomToCut is what cells that do not fit the memory are refused for.
const noRoomToCut = "cutting so many edges by so many colours"

// colourStore shares the edges of a store out to cells, and closes it.
func colourStore(ctx context.Context, store *partition.Store, files objectfs.FS, n int, opt triangle.Options) (made []colours.File, err error) {
	cut, workers, room := colours.Cut{Colours: n, Short: true}, par.Workers(opt.Threads), int64(0)
	pieces := store.Pieces()
	before, largest := []uint64{0}, int64(1)
	for _, p := range pieces {
		edges := uint64(0)
		for _, n := range p.Edges {
			edges += n
		}
		before = append(before, before[len(before)-1]+edges)
		largest = max(largest, 4*int64(edges)+4*int64(p.Rows.Len()))
	}
	if opt.Memory > 0 {
		// A half is for rows that are read, and one for the cells: more, where these need it.
		free, edges, fits := max(opt.Memory, leastToCut)-besideCells, before[len(pieces)], false
		workers = int(min(max(free/2/largest/2, 1), int64(workers)))
		if room, workers, fits = cut.Room(free/2, workers, edges); !fits {
			room, workers, fits = cut.Room(free-2*largest, 1, edges)
		}
		if !fits {
			return nil, &graph.MemoryError{What: noRoomToCut, Need: besideCells + 2*largest + cut.NeedBytes(edges), Limit: opt.Memory}
		}
	}
	w := colours.NewWriter(cut, workers, room, opt.TmpDir)
	defer func() { err = cmp.Or(err, w.Close()) }()
	opt.Meter.Start("cells", int64(len(pieces)))
	// Each worker has rows that follow each other, behind those of the worker before it: so
	// the edges of a cell come sorted.
	cuts := par.Cut(len(pieces), workers, func(i int) uint64 { return before[i] })
	err = par.Each(ctx, workers, len(cuts)-1, func(_, lane int) error {
		for _, p := range pieces[cuts[lane]:cuts[lane+1]] {
			b, err := store.Load(ctx, p.Rows, partition.Range{End: store.Rows()}, 1)
			if err != nil {
				return err
			}
			rest := b.Neighbors
			for at, n := range b.Lengths {
				if err := w.AddRow(lane, b.Rows.Begin+uint32(at), rest[:n]); err != nil {
					return err
				}
				rest = rest[n:]
			}
			opt.Meter.Add(1)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := store.Close(); err != nil {
		return nil, err
	}
	if store.InMemory() && opt.Memory > 0 {
		debug.FreeOSMemory() // or they would be beside the cells
	}
	return w.Finish(ctx, files)
}
