package cli

import (
	"context"
	"errors"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
)

const (
	// engineBase is what engines count for the process, however many of them are at work.
	engineBase = 40 << 20
	// engineLeast is what one of them needs beside that, for a small graph.
	engineLeast = 16 << 20
)

// engineShares are the engines that are at work on graphs of one file. Each has its part of
// the memory. A graph that does not fit into that has all of it, alone, so that what is
// refused does not depend on threads.
type engineShares struct {
	all   int64 // bytes; 0 for no limit
	one   int64 // bytes of each
	at    chan struct{}
	alone sync.Mutex
}

// newEngineShares divides what a limit leaves beside the reading of graphs among so many
// workers at most.
func newEngineShares(limit int64, workers int) *engineShares {
	if limit == 0 {
		return &engineShares{at: make(chan struct{}, workers)}
	}
	reading, _ := graphstream.Reading(limit, workers)
	e := &engineShares{all: max(limit-reading, 1)}
	engines := max(min(int64(workers), (e.all-engineBase)/engineLeast), 1)
	e.one = e.all
	if engines > 1 {
		e.one = engineBase + (e.all-engineBase)/engines
	}
	e.at = make(chan struct{}, engines)
	// The code, of which the collector does not know, is part of the limit.
	theHeap.limit(max(limit-processBytes*2/3, 1))
	return e
}

// work calls body with the memory that it may hold, and again where that is not enough and
// there is more.
func (e *engineShares) work(ctx context.Context, body func(memory int64) error) error {
	if err := e.enter(ctx, 1); err != nil {
		return err
	}
	err := body(e.one)
	e.leave(1)
	if e.one == e.all || !errors.As(err, new(*graph.MemoryError)) {
		return err
	}
	e.alone.Lock()
	defer e.alone.Unlock()
	if err := e.enter(ctx, cap(e.at)); err != nil {
		return err
	}
	defer e.leave(cap(e.at))
	return body(e.all)
}

// enter takes so many places.
func (e *engineShares) enter(ctx context.Context, places int) error {
	for i := range places {
		select {
		case e.at <- struct{}{}:
		case <-ctx.Done():
			e.leave(i)
			return context.Cause(ctx)
		}
	}
	return nil
}

func (e *engineShares) leave(places int) {
	for range places {
		<-e.at
	}
}

// limitOf returns the limit for a file of which a graph needs so much: the reading has a
// third of it at most.
func limitOf(need int64) int64 {
	limit := need
	for {
		reading, _ := graphstream.Reading(limit, 1)
		if limit-reading >= need {
			return limit
		}
		limit += need - (limit - reading)
	}
}
