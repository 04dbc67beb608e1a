package jobs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// checkMergedNames says what of the names of all vertices cannot be.
func (c *colouring) checkMergedNames() error {
	if len(c.Names) == 0 {
		return nil
	}
	if len(c.Names) != c.Colours {
		return fmt.Errorf("%w: it has the names of %d colours, and not of %d", errDamaged, len(c.Names), c.Colours)
	}
	for colour, f := range c.Names {
		if f.Colour != colour || f.Count != c.Vertices[colour].Edges || strings.ContainsAny(f.Name, `/\`) {
			return fmt.Errorf("%w: %q has not the names of the vertices of colour %d", errDamaged, f.Name, colour)
		}
	}
	return nil
}

// namesBytes is what reading the names of all vertices holds, beside their ids.
func (c *colouring) namesBytes() (bytes int64) {
	for _, f := range c.Names {
		// Of each vertex where it came first, three tables of places, and the name; text that is
		// garbage comes on top.
		bytes += int64(f.Count)*(8+3*4+16) + int64(f.Size)*5/4
	}
	return bytes
}

// readNames reads the names of all vertices. In an answer they come in the order of their first
// appearance, as where one process reads all files; ids are there by colours, and ascend from then on.
func (m *mergedCells) readNames(ctx context.Context, files objectfs.FS) error {
	n := len(m.ids)
	firsts := make([]uint64, 0, n)
	err := m.eachName(ctx, files, func(place int, name colours.Named) error {
		if place >= n || m.ids[place] != name.ID {
			return &graph.InputError{File: objectfs.Path(files, m.Names[0].Name), Err: errGraph}
		}
		firsts = append(firsts, name.First)
		return nil
	})
	if err != nil {
		return err
	}
	places := make([]uint32, len(firsts)) // by their first appearance
	for i := range places {
		places[i] = uint32(i)
	}
	slices.SortFunc(places, func(a, b uint32) int { return cmp.Compare(firsts[a], firsts[b]) })
	vertexOf := make([]uint32, n) // of each place
	for v, place := range places {
		vertexOf[place] = uint32(v)
	}
	slices.SortFunc(places, func(a, b uint32) int { return cmp.Compare(m.ids[a], m.ids[b]) })
	rows := make([]uint32, n)
	for row, place := range places {
		rows[row] = vertexOf[place]
	}
	slices.Sort(m.ids)
	names := make([]string, n)
	var text strings.Builder // of many names at once
	err = m.eachName(ctx, files, func(place int, name colours.Named) error {
		if text.Cap()-text.Len() < len(name.Name) {
			text = strings.Builder{}
			text.Grow(max(1<<16, len(name.Name)))
		}
		begin := text.Len()
		text.Write(name.Name)
		names[vertexOf[place]] = text.String()[begin:]
		return nil
	})
	m.numbered = lists.NewVertices(graph.NameLabels(names), n, rows)
	return err
}

// eachName calls use with the names of all vertices, and with the place of each.
func (m *mergedCells) eachName(ctx context.Context, files objectfs.FS, use func(place int, name colours.Named) error) error {
	place := 0
	for _, f := range m.Names {
		err := colours.EachName(ctx, files, m.Colours, []colours.Names{f}, func(name colours.Named) error {
			place++
			return use(place-1, name)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
