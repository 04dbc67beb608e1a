package frontier

import "math/bits"

// key is a state, packed: what the rest of a computation depends on.
type key interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [6]uint64
}

// table maps states to the number of ways that lead to them. The states stand
// side by side in the order in which they came, behind an index with open
// addressing; a number is words words, lowest first.
type table[K key] struct {
	words  int
	count  int
	keys   []K
	values []uint64
	index  []uint32 // 1 + position in keys; 0 is free
	shift  uint     // of a hash, to a place in index
	// sequence is room for an order of the states.
	sequence []uint32
	// overflow is set when a sum did not fit its words. The table is worthless
	// then.
	overflow bool
}

const minIndex = 1 << 6

// reset empties t and makes it ready for about this many states, of so many
// words each.
func (t *table[K]) reset(words, states int) {
	t.words, t.count, t.overflow = words, 0, false
	size := max(minIndex, 1<<bits.Len(uint(2*states)))
	if size > len(t.index) && size <= cap(t.index) {
		t.index = t.index[:size]
	}
	if size > len(t.index) {
		t.index = make([]uint32, size)
	} else {
		t.index = t.index[:size]
		clear(t.index)
	}
	t.room()
}

// room makes keys and values as long as the index allows and sets shift.
func (t *table[K]) room() {
	t.shift = uint(65 - bits.Len(uint(len(t.index))))
	states := len(t.index) / 2
	if states > len(t.keys) {
		keys := make([]K, states)
		copy(keys, t.keys[:t.count])
		t.keys = keys
	}
	if states*t.words > len(t.values) {
		values := make([]uint64, states*t.words)
		copy(values, t.values[:t.count*t.words])
		t.values = values
	}
}

// grow doubles the index.
func (t *table[K]) grow() {
	t.index = make([]uint32, 2*len(t.index))
	t.room()
	mask := uint64(len(t.index) - 1)
	for i, k := range t.keys[:t.count] {
		at := hash(k) >> t.shift
		for t.index[at] != 0 {
			at = (at + 1) & mask
		}
		t.index[at] = uint32(i + 1)
	}
}

// add adds the number v, of t.words words or fewer, to the state k.
func (t *table[K]) add(k K, v []uint64) {
	mask := uint64(len(t.index) - 1)
	for at := hash(k) >> t.shift; ; at = (at + 1) & mask {
		i := int(t.index[at&mask])
		if i == 0 {
			t.index[at&mask] = uint32(t.count + 1)
			t.keys[t.count] = k
			to := t.values[t.count*t.words : (t.count+1)*t.words]
			for j := range to {
				if j < len(v) {
					to[j] = v[j]
				} else {
					to[j] = 0
				}
			}
			t.count++
			if t.count == len(t.index)/2 {
				t.grow()
			}
			return
		}
		if t.keys[i-1] == k {
			if addTo(t.values[(i-1)*t.words:i*t.words], v) {
				t.overflow = true
			}
			return
		}
	}
}

// load fills t with the states of blocks. Equal ones are added up.
func (t *table[K]) load(blocks []*block[K]) {
	words, states := 1, 0
	for _, b := range blocks {
		words = max(words, b.words)
		states += len(b.keys)
	}
	for {
		t.reset(words, states)
		for _, b := range blocks {
			for i, k := range b.keys {
				t.add(k, b.values[i*b.words:(i+1)*b.words])
			}
		}
		if !t.overflow {
			return
		}
		words++
	}
}

// widen gives every number one word more.
func (t *table[K]) widen() {
	values := make([]uint64, len(t.keys)*(t.words+1))
	for i := range t.count {
		copy(values[i*(t.words+1):], t.value(i))
	}
	t.values = values
	t.words++
}

// bytes returns what t holds, whether it is in use or not.
func (t *table[K]) bytes() int64 {
	return int64(cap(t.keys))*stateBytes[K](0) + 8*int64(cap(t.values)) + 4*int64(cap(t.index)+cap(t.sequence))
}

// value returns the number of the state at position i.
func (t *table[K]) value(i int) []uint64 { return t.values[i*t.words : (i+1)*t.words] }

// hash spreads a state over 64 bits, of which a table uses the high ones.
func hash[K key](k K) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for i := range len(k) {
		high, low := bits.Mul64(k[i]^h, 0xd6e8feb86659fd93)
		h = high ^ low
	}
	return h
}

// addTo adds v to sum, which has as many words or more, and reports whether the
// result did not fit.
func addTo(sum, v []uint64) bool {
	carry := uint64(0)
	for i, x := range v {
		sum[i], carry = bits.Add64(sum[i], x, carry)
	}
	for i := len(v); carry != 0 && i < len(sum); i++ {
		sum[i], carry = bits.Add64(sum[i], 0, carry)
	}
	return carry != 0
}
