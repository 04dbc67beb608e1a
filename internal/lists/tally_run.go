package lists

import "github.com/tricycle-graph/tricycle/graph"

// addRun is add for records of a run: those of a larger end follow each other, and count there
// at once.
func (t *tally) addRun(worker int, words []uint64) error {
	lane := &t.lanes[worker]
	for len(words) > 0 {
		some := words[:min(len(words), tallyRun)]
		words = words[len(some):]
		lane.records += uint64(len(some))
		lane.sample.reach(lane.records)
		for len(some) > 0 {
			u := uint32(some[0] >> 32)
			if int(u) >= len(lane.counts.Slice()) {
				if err := t.reach(lane, u); err != nil {
					return err
				}
			}
			if int(u) >= len(lane.counts.Slice()) { // the array cannot be longer
				if err := t.countFar(lane, graph.Edge{U: u, V: uint32(some[0])}); err != nil {
					return err
				}
				some = some[1:]
				continue
			}
			n, err := t.countRow(lane, u, some)
			if err != nil {
				return err
			}
			some = some[n:]
		}
	}
	return nil
}

// countRow counts the records of a larger end, for which the worker's array has a count, and
// returns how many these are.
func (t *tally) countRow(lane *tallyLane, u uint32, words []uint64) (n int, err error) {
	counts := lane.counts.Slice()
	row := counts[:u] // smaller ends are below
	print, kept := lane.print, lane.sample.limit()
	for ; n < len(words) && uint32(words[n]>>32) == u; n++ {
		v := uint32(words[n])
		product := edgeProduct(uint64(u), uint64(v))
		print += product ^ uint64(u)
		if mix(product) <= kept {
			lane.sample.add(uint64(u), uint64(v))
		}
		at := row[v] + 1
		row[v] = at
		if at == 0 {
			if err := t.countMore(lane, v, 1<<8); err != nil {
				return n, err
			}
		}
	}
	lane.print = print
	sum := uint32(counts[u]) + uint32(n)
	if counts[u] = uint8(sum); sum >= 1<<8 {
		return n, t.countMore(lane, u, sum&^(1<<8-1))
	}
	return n, nil
}
