package foodweb

import (
	"context"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/ties"
)

// living is the class of the living compartments in a partition of a Pajek
// food web. The others are dead matter (2), input (3), output (4) and
// respiration (5).
const living = 1

// Web is a food web: compartments, and arcs that lead from a prey to its
// predator, as the flow of energy does.
type Web struct {
	labels       graph.Labels
	compartments int
	living       int
	arcs         uint64
	predators    adjacency // of each prey
	prey         adjacency // of each predator
}

// Read reads a food web. Each record of src leads from a prey to its predator;
// lists and tables of pairs are taken for arcs, and any other source whose records
// have no direction is a *graph.InputError. Where the source is a Pajek project
// with a partition, arcs to or from a compartment that is not living (class 1)
// are left out. A cannibal's loop is kept, and repeats do no harm.
//
// All compartments that the source declares are vertices, used or not; where it
// declares none, those that its records name.
//
// Errors: *graph.InputError, *graph.MemoryError where the arcs do not fit opt.Memory,
// with a limit that does, the cause of ctx when it ends.
func Read(ctx context.Context, src graph.Source, opt graph.Options) (w *Web, err error) {
	err = loading.Within(ctx, src, opt, nil, func(src graph.Source) error {
		w, err = read(ctx, src, opt)
		return err
	})
	return w, err
}

func read(ctx context.Context, src graph.Source, opt graph.Options) (*Web, error) {
	r := reader{lists: make([]recordList, par.Workers(opt.Threads)), limit: opt.Memory, meter: opt.Meter}
	opt.Meter.Start("read", src.Info().Records.Get())
	summary, err := src.Read(ctx, len(r.lists), r.add)
	if err != nil {
		return nil, err
	}
	info := src.Info()
	if err := ties.CheckArcs(info, "arcs that lead from prey to predator"); err != nil {
		return nil, err
	}
	w := &Web{labels: lists.LabelsOf(info, summary)}
	var arcs []graph.Edge
	switch {
	case summary.Vertices.Known():
		w.compartments, arcs = int(summary.Vertices.Get()), r.narrow()
	case summary.Names != nil:
		w.compartments, arcs = len(summary.Names), r.narrow()
	default:
		var ids []uint64
		if ids, arcs, err = r.dense(); err != nil {
			return nil, err
		}
		w.compartments, w.labels = len(ids), graph.NumberLabels(ids)
	}
	for _, a := range arcs {
		if int64(max(a.U, a.V)) >= int64(w.compartments) {
			return nil, fmt.Errorf("foodweb: source %s yields an id beyond its %d compartments", info.Name, w.compartments)
		}
	}
	w.living = w.compartments
	if len(summary.Classes) > 0 {
		classes, err := classesOf(info.Name, summary.Classes, w.compartments)
		if err != nil {
			return nil, err
		}
		arcs = slices.DeleteFunc(arcs, func(a graph.Edge) bool { return classes[a.U] != living || classes[a.V] != living })
		w.living = countLiving(classes)
	}
	w.arcs = uint64(len(arcs))
	w.predators = newAdjacency(w.compartments, arcs)
	for i, a := range arcs {
		arcs[i] = graph.Edge{U: a.V, V: a.U}
	}
	w.prey = newAdjacency(w.compartments, arcs)
	return w, nil
}

// Compartments returns the number of vertices.
func (w *Web) Compartments() int { return w.compartments }

// Living returns how many of the compartments live: all of them where the
// source does not tell.
func (w *Web) Living() int { return w.living }

// Arcs returns the number of arcs between living compartments, repeats
// included.
func (w *Web) Arcs() uint64 { return w.arcs }

// classesOf returns the class of each compartment of a project with partitions.
func classesOf(name string, partitions [][]int, compartments int) ([]int, error) {
	if len(partitions) > 1 {
		return nil, &graph.InputError{
			File:     name,
			Expected: "one partition, which says what is living (class 1)",
			Found:    fmt.Sprintf("%d partitions", len(partitions)),
		}
	}
	if classes := partitions[0]; len(classes) != compartments {
		return nil, &graph.InputError{
			File:     name,
			Expected: fmt.Sprintf("a partition of the %d vertices", compartments),
			Found:    fmt.Sprintf("one of %d", len(classes)),
		}
	}
	return partitions[0], nil
}

func countLiving(classes []int) int {
	count := 0
	for _, class := range classes {
		if class == living {
			count++
		}
	}
	return count
}
