package chordless

import (
	"context"
	"slices"
)

// blocks returns the vertices of every biconnected component that has a cycle,
// each ascending: every cycle lies in one of them.
//
// It is the algorithm of Hopcroft and Tarjan (Communications of the ACM 16,
// 1973) with a stack of vertices, without recursion, in O(n + m).
func blocks(ctx context.Context, a *atom) ([][]uint32, error) {
	n := a.size()
	var (
		found  [][]uint32
		number = make([]uint32, n) // order of the first visit, from 1
		low    = make([]uint32, n) // least number that a subtree reaches by one edge
		next   = make([]uint32, n) // entries of the row that are done
		parent = make([]uint32, n)
		trail  []uint32 // the vertices on the way from the root
		open   []uint32 // visited vertices not yet in a block with their parents
		count  = uint32(0)
	)
	visit := func(v, from uint32) {
		count++
		number[v], low[v], parent[v] = count, count, from
		trail, open = append(trail, v), append(open, v)
	}
	for root := range uint32(n) {
		if number[root] != 0 {
			continue
		}
		visit(root, root)
		for steps := 0; len(trail) > 0; steps++ {
			if steps%(1<<14) == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			v := trail[len(trail)-1]
			if row := a.row(v); next[v] < uint32(len(row)) {
				w := row[next[v]]
				next[v]++
				if number[w] == 0 {
					visit(w, v)
				} else if w != parent[v] {
					low[v] = min(low[v], number[w])
				}
				continue
			}
			trail = trail[:len(trail)-1]
			if v == root {
				break
			}
			p := parent[v]
			low[p] = min(low[p], low[v])
			if low[v] < number[p] {
				continue
			}
			// p separates the subtree of v from the rest: it is a block with p.
			cut := len(open) - 1
			for open[cut] != v {
				cut--
			}
			if block := open[cut:]; len(block) > 1 {
				block = append(slices.Clone(block), p)
				slices.Sort(block)
				found = append(found, block)
			}
			open = open[:cut]
		}
		open = open[:0]
	}
	return found, nil
}
