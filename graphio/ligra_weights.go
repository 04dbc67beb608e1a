package graphio

import "slices"

// takeNeighbours takes the neighbours among the numbers of a block.
func (r *ligraRows) takeNeighbours(p *ligraNumbers, b *block) error {
	for i := max(p.first, r.n) - p.first; i < uint64(len(p.numbers)) && uint64(len(r.waiting)) < r.m; i++ {
		if len(r.waiting) == cap(r.waiting) {
			size := int(min(r.m, max(2*uint64(cap(r.waiting)), 1<<16)))
			more := 4 * int64(size-cap(r.waiting))
			r.held += more
			if err := r.in.budget.take("neighbours that wait for their weights", more); err != nil {
				return err
			}
			r.waiting = slices.Grow(r.waiting, size-len(r.waiting))
		}
		if p.numbers[i] >= r.n {
			return p.wrong(b, int(i), r.neighbour())
		}
		r.waiting = append(r.waiting, uint32(p.numbers[i]))
	}
	return nil
}

// readWeights reads the weights from begin to end.
func (p *ligraNumbers) readWeights(b *block, begin, end uint64) error {
	r := p.rows
	var u, from, to int
	if r.weights && begin < end {
		u = r.list(begin - r.n - r.m)
	}
	fields := uint64(0) // that were passed: to is the end of the last one
	for at := begin; at < end; at++ {
		weight := float64(p.numbers[at-p.first])
		if p.numbers[at-p.first] == ligraNoNumber {
			for ; fields <= at-p.first; fields++ {
				from = skipSpace(b.text, to, b.end)
				for to = from; !isSpace(b.text[to]); to++ {
				}
			}
			var err *lineError
			if weight, err = parseValue(b.text[from:to]); err != nil {
				err.pos = from
				return err
			}
		}
		if !r.weights {
			continue
		}
		edge := at - r.n - r.m
		for u+1 < len(r.offsets) && r.offsets[u+1] <= edge {
			u++
		}
		p.pushWeighted(uint64(u), uint64(r.waiting[edge]), weight)
		if p.full() {
			if err := p.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}
