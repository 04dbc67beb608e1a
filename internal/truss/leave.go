package truss

// leave takes out the edges of the front, and returns the vertices that lost one, and how
// many edges these had when the core was made. What each worker changes is of its own
// vertices: all read the whole front, which takes less time than to wait for each other's
// words.
func (c *core) leave(front []uint64) (losers []uint32, edges int, err error) {
	d, g := c.d, &c.d.g
	c.round++
	owners := c.owners
	if len(front) < alone {
		owners = []int{0, g.n}
	}
	found, sums := make([]int, len(owners)-1), make([]int, len(owners)-1)
	err = d.crew.Each(len(found), func(_, i int) error {
		first, n := uint32(owners[i]), uint32(owners[i+1]-owners[i])
		own := c.losers[first:][:0]
		sum := 0
		lose := func(u, v uint32) {
			c.words.Slice()[int(u)*c.stride+int(v>>6)] &^= 1 << (v & 63)
			c.lost[u]++
			if c.since[u] != c.round {
				c.since[u] = c.round
				own = append(own, u)
				sum += int(g.stay[u])
			}
		}
		for _, ends := range front {
			u, v := uint32(ends>>32), uint32(ends)
			if u-first < n {
				lose(u, v)
			}
			if v-first < n {
				lose(v, u)
			}
		}
		found[i], sums[i] = len(own), sum
		return nil
	})
	d.left -= len(front)
	d.meter.Add(int64(len(front)))
	losers = c.losers[:0]
	for i, n := range found {
		losers = append(losers, c.losers[owners[i]:][:n]...)
		edges += sums[i]
	}
	return losers, edges, err
}

// alone is how many edges leave so fast that one worker does it.
const alone = 1 << 7
