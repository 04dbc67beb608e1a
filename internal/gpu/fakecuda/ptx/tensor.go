package ptx

import (
	"fmt"
	"math/bits"
	"strings"
)

// tensor decodes what tensor cores do: loads of matrices, and the product of
// two matrices of bits.
func (d *decoder) tensor(s statement) (*wait, error) {
	var r []int
	for _, word := range s.words {
		if word[0] == '[' {
			break
		}
		i, err := d.register(word)
		if err != nil {
			return nil, err
		}
		r = append(r, i)
	}
	do := func(w *warp, _ uint32) { multiply(w, r) }
	switch strings.Join(s.opcode, ".") {
	case "ldmatrix.sync.aligned.m8n8.x4.shared.b16":
		base, offset, err := d.place(s.words[4])
		if err != nil {
			return nil, err
		}
		do = func(w *warp, _ uint32) { loadMatrices(w, r, base, offset) }
	case "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc":
	default:
		return nil, fmt.Errorf("unknown")
	}
	return &wait{mask: -1, step: step{do: do}}, nil
}

// loadMatrices loads four matrices of 8 rows of 16 bytes. Lane 8m+i has the
// address of row i of matrix m; lane l takes word l%4 of row l/4 of each.
func loadMatrices(w *warp, to []int, base int, offset uint64) {
	var rows [lanes][]byte
	for l := range lanes {
		rows[l] = w.bytes(kind{space: sharedSpace, size: 16}, l, w.r[base][l]+offset, nil)
	}
	for m, r := range to {
		for l := range lanes {
			w.r[r][l] = fetch(rows[8*m+l/4][l%4*4:][:4])
		}
	}
}

// multiply adds to C, 16 by 8 numbers, how many ones a row of A, 16 rows of 256
// bits, and a column of B, 8 columns, have in common. Registers: 4 of the sum, 4
// of A, 2 of B, 4 of C.
func multiply(w *warp, r []int) {
	a, b, c := r[4:8], r[8:10], r[10:14]
	var sum [4][lanes]uint64
	for l := range lanes {
		for i := range sum {
			row, column := l/4+i/2*8, l%4*2+i%2
			n := w.r[c[i]][l]
			for k := range 8 { // words of 32 bits
				x := w.r[a[row/8+k/4*2]][row%8*4+k%4]
				y := w.r[b[k/4]][column*4+k%4]
				n += uint64(bits.OnesCount64(x & y))
			}
			sum[i][l] = n & (1<<32 - 1)
		}
	}
	for i, s := range sum {
		w.r[r[i]] = s
	}
}
