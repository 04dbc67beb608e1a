package jobs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/s3fs"
	"github.com/tricycle-graph/tricycle/internal/s3fs/s3test"
)

// inStore makes empty places in a store, which is asked without long pauses.
func inStore() map[string]func() FS {
	count := 0
	hurried := func(place func(address string) FS) func() FS {
		return func() FS {
			count++
			files := place(fmt.Sprintf("s3://%s/%d/job", s3test.Bucket, count)).(*stored)
			files.own.Hurry()
			if plan, ok := files.FS.(*planFile); ok {
				plan.top.(*s3fs.FS).Hurry()
			}
			return files
		}
	}
	return map[string]func() FS{"folder": hurried(Dir), "plan": hurried(PlanFile)}
}

// TestEveryWayInStore counts in a store, in every way there is.
func TestEveryWayInStore(t *testing.T) {
	s3test.Start(t)
	r, want := testGraph(t)
	for where, place := range inStore() {
		for how, way := range ways {
			files := place()
			for range 2 {
				if got, err := way(t.Context(), files, r); how == "shards returned" && got == 0 {
					continue // the blocks may be gone
				} else if err != nil || got != want {
					t.Errorf("%s in %s: %d, want %d, %v", how, where, got, want, err)
				}
			}
		}
	}
}

// TestEveryRequestFails has requests of jobs in a store meet faults, one after another:
// what passes changes nothing, and of what stays there is an error, and whoever goes on
// has the right count.
func TestEveryRequestFails(t *testing.T) {
	server := s3test.Start(t)
	r, want := testGraph(t)
	step, at, how := 5, 1, s3test.Fault(0)
	if testing.Short() {
		step = 40
	}
	for where, place := range inStore() {
		for name, way := range ways {
			server.Requests()
			if got, err := way(t.Context(), place(), r); err != nil || got != want {
				t.Fatal(got, err)
			}
			requests := server.Requests()
			for at = at%step + 1; at <= requests; at += step {
				how = (how + 1) % s3test.Faults
				if how == s3test.Stalled {
					how++ // which takes its time
				}
				files := place()
				server.FailAt(at, how)
				got, err := way(t.Context(), files, r)
				server.FailAt(0, 0)
				passes := how != s3test.Dead && how != s3test.Refused
				if err == nil && got != want || passes && err != nil {
					t.Errorf("%s in %s: request %d, fault %d: %d, want %d, %v", name, where, at, how, got, want, err)
				}
				if got, again := way(t.Context(), files, r); again != nil || got != want {
					t.Errorf("%s in %s: request %d, fault %d: ends with %v, and when it goes on with %d, want %d, %v", name, where, at, how, err, got, want, again)
				}
			}
		}
	}
}

// TestStoreOfSomethingElse: a folder is a job's own, or it is left as it was.
func TestStoreOfSomethingElse(t *testing.T) {
	s3test.Start(t)
	r, want := testGraph(t)
	for _, name := range []string{"job/blocks/notes.txt", "job.blocks/notes.txt"} {
		address := "s3://" + s3test.Bucket + "/" + strings.ReplaceAll(name, "/", "-") + "/"
		notes := s3fs.New(address)
		if err := objectfs.CreateBytes(t.Context(), notes, name, nil); err != nil {
			t.Fatal(err)
		}
		place := Dir
		if strings.HasPrefix(name, "job.") {
			place = PlanFile
		}
		_, err := Prepare(t.Context(), place(address+"job"), r, cpu)
		if conflict := new(ConflictError); !errors.As(err, &conflict) || conflict.Other != address+name {
			t.Error(err)
		}
		if left, err := notes.List(t.Context(), ""); err != nil || len(left) != 1 {
			t.Error(left, err)
		}
		if got, err := ways["count"](t.Context(), place(address+"other"), r); err != nil || got != want {
			t.Error(got, err)
		}
	}
}

// TestStoreAfterInterrupt ends a count in a store, and what is finished is kept.
func TestStoreAfterInterrupt(t *testing.T) {
	s3test.Start(t)
	r, want := testGraph(t)
	files := Dir("s3://" + s3test.Bucket + "/job")
	ctx, stop := context.WithCancel(t.Context())
	if _, err := ways["count"](ctx, &stopping{files, stop}, r); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	j, err := Open(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	if done, all, err := j.Progress(t.Context()); err != nil || done == 0 || done >= all {
		t.Errorf("%d of %d subtasks, %v", done, all, err)
	}
	if got, err := triangles(j.Count(t.Context(), cpu)); err != nil || got != want {
		t.Errorf("%d, want %d, %v", got, want, err)
	}
}

// TestAnswersOfManyInStore has requests fail, one after another and in every way, while many cut a graph
// to cells in a store, while these get a plan there, and while its rows are made: what fails in
// passing changes nothing, and what does not is an error after which the same is asked again.
func TestAnswersOfManyInStore(t *testing.T) {
	server := s3test.Start(t)
	names, _ := sharedGraph(t, 1, 2)
	want := wholeRows(t, names)[ofVertices]
	place := func(at int, what string) string { return fmt.Sprintf("s3://%s/%s%d/", s3test.Bucket, what, at) }
	answer := func(at int) (rows, error) {
		if err := makeShares(t.Context(), Dir(place(at, "cells")), 2, names, 2); err != nil {
			return rows{}, err
		}
		return rowsOfCells(t.Context(), Dir(place(at, "run")), place(at, "cells"), ofVertices, false, cpu)
	}
	server.Requests()
	got, err := answer(0)
	if err = errors.Join(err, got.same(want)); err != nil {
		t.Fatal(err)
	}
	all, step := server.Requests(), 7
	if testing.Short() {
		step = 29
	}
	how := s3test.Fault(0)
	for at := 1; at <= all; at += step {
		if how = (how + 1) % s3test.Faults; how == s3test.Stalled {
			how++ // takes its time, and is tried where requests are
		}
		server.FailAt(at, how)
		got, err := answer(at)
		server.FailAt(0, 0)
		if passes := how != s3test.Dead && how != s3test.Refused; err != nil && !passes {
			got, err = answer(at)
		}
		if err == nil {
			err = got.same(want)
		}
		if err != nil {
			t.Errorf("request %d of %d, fault %d: %v", at, all, how, err)
		}
	}
	t.Logf("%d requests", all)
}
