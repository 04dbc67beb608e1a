package ptx

import "slices"

// block is a run of instructions that begins where a path may come in or
// lanes wait, and ends where a path may go elsewhere.
type block struct {
	steps []step
	wait  *wait // what is done first, once those that it waits for are there
	next  []int // where it goes: for a branch with a guard, to its target and then on
	end   end
	guard int // predicate of a branch, -1 for none
	not   bool
	line  int // of its last instruction
}

type end int

const (
	falls end = iota
	branches
	returns
)

// arrange renumbers blocks so that those of a loop stand together, before what
// comes after the loop. Lanes wait for those behind them (see warp.pick), so
// that they meet again after a loop or an if.
func arrange(blocks []block) []block {
	order := make([]int, 0, len(blocks))
	inside := make([]bool, len(blocks))
	for i := range inside {
		inside[i] = true
	}
	order = sequence(blocks, []int{0}, inside, order)
	place := make([]int, len(blocks))
	for i := range place {
		place[i] = -1
	}
	for i, b := range order {
		place[b] = i
	}
	sorted := make([]block, len(order)) // without what nothing leads to
	for i, b := range order {
		sorted[i] = blocks[b]
		sorted[i].next = slices.Clone(blocks[b].next)
		for j, to := range sorted[i].next {
			sorted[i].next[j] = place[to]
		}
	}
	return sorted
}

// sequence appends what can be reached from some blocks without leaving inside,
// in topological order; where that has cycles, each is put in order by itself,
// from the block that it is entered by.
func sequence(blocks []block, from []int, inside []bool, order []int) []int {
	for _, c := range slices.Backward(components(blocks, from, inside)) {
		head := c[len(c)-1] // the one that was come upon first
		order = append(order, head)
		within := make([]bool, len(blocks))
		for _, b := range c {
			within[b] = b != head
		}
		order = sequence(blocks, blocks[head].next, within, order)
	}
	return order
}

// components returns the strongly connected components that can be reached
// from some blocks, after Tarjan: each before those that lead to it.
func components(blocks []block, from []int, inside []bool) (all [][]int) {
	number, low := make([]int, len(blocks)), make([]int, len(blocks))
	waiting := make([]bool, len(blocks))
	var stack []int
	count := 0
	var visit func(int)
	visit = func(b int) {
		count++
		number[b], low[b] = count, count
		stack, waiting[b] = append(stack, b), true
		for _, to := range blocks[b].next {
			if !inside[to] {
				continue
			}
			if number[to] == 0 {
				visit(to)
				low[b] = min(low[b], low[to])
			} else if waiting[to] {
				low[b] = min(low[b], number[to])
			}
		}
		if low[b] < number[b] {
			return
		}
		var c []int
		for {
			last := stack[len(stack)-1]
			stack, waiting[last] = stack[:len(stack)-1], false
			c = append(c, last)
			if last == b {
				break
			}
		}
		all = append(all, c)
	}
	for _, b := range from {
		if inside[b] && number[b] == 0 {
			visit(b)
		}
	}
	return all
}
