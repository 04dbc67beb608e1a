package ptx

import (
	"fmt"
	"testing"
)

// TestAgain runs a kernel again in another grid, of blocks of another shape with as many threads, and
// with another argument: nothing is left of what was.
func TestAgain(t *testing.T) {
	kernels, err := Parse(header + `
mov.u32 %r10, %tid.y;
mov.u32 %r11, %ntid.x;
mov.u32 %r12, %nctaid.x;
mov.u32 %r13, %ctaid.x;
ld.param.u32 %r14, [kernel_param_2];
mov.u32 %r15, %tid.x;
add.u32 %r15, %r15, %r10;
setp.ne.u32 %p5, %r15, 10;
@%p5 bra OUT;
add.u32 %r16, %r13, 1;
setp.ne.u32 %p6, %r16, %r12;
@%p6 bra OUT;
st.global.u32 [%rd2], %r10;
st.global.u32 [%rd2+4], %r11;
st.global.u32 [%rd2+8], %r12;
st.global.u32 [%rd2+12], %r13;
st.global.u32 [%rd2+16], %r14;
OUT:
ret;
}
`)
	if err != nil {
		t.Fatal(err)
	}
	run := func(grid, block [3]uint32, argument uint64) string {
		memory := []Region{{At: first, Bytes: make([]byte, 64)}, {At: second, Bytes: make([]byte, 64)}}
		arguments := make([]byte, 20)
		store(arguments[:8], first)
		store(arguments[8:16], second)
		store(arguments[16:], argument)
		if err := kernels[0].Run(Launch{Grid: grid, Block: block, Arguments: arguments, Memory: memory, Resident: 1}); err != nil {
			t.Fatal(err)
		}
		var stored []uint64
		for i := range 5 {
			stored = append(stored, fetch(memory[1].Bytes[4*i:][:4]))
		}
		return fmt.Sprint(stored)
	}
	// The thread of the last block whose x and y add up to 10 stores its y, the width of the block, that
	// of the grid, the number of the block and the argument.
	for range 2 {
		if got := run([3]uint32{1, 1, 1}, [3]uint32{32, 1, 1}, 42); got != "[0 32 1 0 42]" {
			t.Errorf("a block of 32 x 1 has %s", got)
		}
		if got := run([3]uint32{3, 1, 1}, [3]uint32{8, 4, 1}, 43); got != "[3 8 3 2 43]" {
			t.Errorf("a block of 8 x 4 has %s", got)
		}
	}
}
