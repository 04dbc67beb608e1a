package partition

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// Merge reads the results in files, and adds up their triangles. All must be of this plan,
// which name is the file of, and each subtask be in exactly one of them: else
// the error is a [*graph.InputError] that names the shard.
func Merge(name string, plan *Plan, files []string) ([]*Result, uint64, error) {
	found := make(map[Subtask]string) // the file that has it
	for t := range plan.Grid.Subtasks() {
		found[t] = ""
	}
	work := plan.newWork()
	var counted []Counted
	var results []*Result
	for _, file := range files {
		r, err := ReadResult(file)
		if err != nil {
			return nil, 0, err
		}
		if r.Plan != plan.ID {
			return nil, 0, &graph.InputError{File: file, Expected: fmt.Sprintf("a shard of plan %s (%s)", plan.ID, name), Found: "one of plan " + r.Plan}
		}
		for _, c := range r.Counted {
			before, ok := found[c.Subtask]
			if !ok {
				return nil, 0, &graph.InputError{File: file, Err: fmt.Errorf("%w: the plan has no subtask %v", ErrDamaged, c.Subtask)}
			}
			if before != "" {
				return nil, 0, &graph.InputError{File: file, Expected: "what no other shard has counted",
					Found: fmt.Sprintf("%s, of which subtask %v is in %s, too", r.name(), c.Subtask, before)}
			}
			if err := work.check(c); err != nil {
				return nil, 0, &graph.InputError{File: file, Err: err}
			}
			found[c.Subtask] = file
		}
		counted = append(counted, r.Counted...)
		results = append(results, r)
	}
	if len(counted) < len(found) {
		return nil, 0, &graph.InputError{File: name, Expected: fmt.Sprintf("%d subtasks in the shards", len(found)),
			Found: fmt.Sprintf("%d; missing: %s", len(counted), plan.missing(results, found))}
	}
	triangles, err := plan.sum(counted)
	if err != nil {
		return nil, 0, &graph.InputError{File: name, Err: fmt.Errorf("what its shards say: %w", err)}
	}
	return results, triangles, nil
}

// missing names the shards that are not there, or where they are not all of one
// division the subtasks, a few of each.
func (p *Plan) missing(results []*Result, found map[Subtask]string) string {
	var names []string
	if len(results) > 0 && !slices.ContainsFunc(results, func(r *Result) bool { return r.Shards != results[0].Shards }) {
		for i, shard := range p.shards(results[0].Shards) {
			if slices.ContainsFunc(shard, func(t Subtask) bool { return found[t] == "" }) {
				names = append(names, fmt.Sprintf("%d/%d", i+1, results[0].Shards))
			}
		}
	} else {
		for t := range p.Grid.Subtasks() {
			if found[t] == "" {
				names = append(names, fmt.Sprint(t))
			}
		}
	}
	const most = 20
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}
