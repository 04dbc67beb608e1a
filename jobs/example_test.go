package jobs_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tricycle-graph/tricycle/jobs"
	"github.com/tricycle-graph/tricycle/triangle"
)

// A count is kept in a folder, and another process goes on with it.
func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	file, run := filepath.Join(folder, "wheel.txt"), filepath.Join(folder, "run")
	var edges []byte
	for i := range 100 {
		edges = fmt.Appendf(edges, "hub %d\n%d %d\n", i, i, (i+1)%100)
	}
	if err := os.WriteFile(file, edges, 0o600); err != nil {
		log.Fatal(err)
	}

	// The first process cuts the graph, counts half of it, and is killed.
	wish := jobs.Request{File: file, Format: "edgelist", Parts: triangle.Parts{Rows: 4, Columns: 1}}
	job, err := jobs.Prepare(ctx, jobs.Dir(run), wish, triangle.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := job.Run(ctx, 1, 2, triangle.Options{}); err != nil {
		log.Fatal(err)
	}

	// The next one goes on from there.
	job, err = jobs.Open(ctx, jobs.Dir(run))
	if err != nil {
		log.Fatal(err)
	}
	done, _, err := job.Progress(ctx)
	if err != nil {
		log.Fatal(err)
	}
	result, err := job.Count(ctx, triangle.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("some was counted before:", done > 0)
	fmt.Println("triangles:", result.Triangles)
	// Output:
	// some was counted before: true
	// triangles: 100
}
