package ptx

import (
	"errors"
	"strings"
	"testing"
)

const header = `
.entry kernel(
.param .u64 kernel_param_0,
.param .u64 kernel_param_1,
.param .u32 kernel_param_2
)
{
.shared .align 16 .b8 part[512];
.reg .pred %p<9>;
.reg .b16 %rs<99>;
.reg .b32 %r<99>;
.reg .b64 %rd<99>;
ld.param.u64 %rd1, [kernel_param_0];
ld.param.u64 %rd2, [kernel_param_1];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
and.b32 %r3, %r1, 31;
shr.u32 %r4, %r1, 5;
`

// Places of two arrays in the memory of a kernel under test.
const (
	first  = 1 << 12
	second = 1 << 13
	room   = 1 << 10 // bytes of each
)

// ran runs instructions. Registers 1 to 4 are thread, block, lane and warp;
// the places of the arrays are in %rd1 and %rd2.
func ran(t *testing.T, instructions string, blocks, threads uint32) error {
	t.Helper()
	return runIn(t, []Region{{first, make([]byte, room)}, {second, make([]byte, room)}}, instructions, blocks, threads)
}

// runIn has the arrays with what is in them. The third argument is 42.
func runIn(t *testing.T, memory []Region, instructions string, blocks, threads uint32) error {
	t.Helper()
	kernels, err := Parse(header + instructions + "\nret;\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	arguments := make([]byte, 20)
	store(arguments[:8], first)
	store(arguments[8:16], second)
	store(arguments[16:], 42)
	return kernels[0].Run(Launch{
		Grid: [3]uint32{blocks, 1, 1}, Block: [3]uint32{threads, 1, 1},
		Arguments: arguments, Memory: memory, Resident: 2,
	})
}

// Parts of kernels: a place in shared memory for each thread, another thread's,
// and one that all have.
const (
	own    = "mul.lo.s32 %r10, %r1, 4;\nmov.u32 %r11, part;\nadd.s32 %r10, %r10, %r11;\n"
	others = "xor.b32 %r12, %r1, 1;\nmul.lo.s32 %r12, %r12, 4;\nadd.s32 %r12, %r12, %r11;\n"
	far    = "xor.b32 %r12, %r1, 32;\nmul.lo.s32 %r12, %r12, 4;\nadd.s32 %r12, %r12, %r11;\n"
	write  = "st.shared.u32 [%r10], %r1;\n"
	read   = "ld.shared.u32 %r20, [%r12];\n"
)

func TestRaces(t *testing.T) {
	for _, x := range []struct {
		name, instructions string
		blocks, threads    uint32
		race               bool
	}{
		{"one's own word", own + write + "ld.shared.u32 %r20, [%r10];", 2, 64, false},
		{"another warp's word", own + far + write + read, 1, 64, true},
		{"another warp's word behind a barrier", own + far + write + "bar.sync 0;\n" + read, 1, 64, false},
		{"another warp's word behind a barrier of warps", own + far + write + "bar.warp.sync -1;\n" + read, 1, 64, true},
		{"another lane's word", own + others + write + read, 1, 32, true},
		{"another lane's word behind a barrier of the warp", own + others + write + "bar.warp.sync -1;\n" + read, 1, 32, false},
		{"another lane's word behind a barrier of some", own + others + write + "setp.lt.u32 %p1, %r1, 2;\n@!%p1 bra REST;\nbar.warp.sync 3;\nbra.uni ON;\nREST:\nbar.warp.sync -4;\nON:\n" + read, 1, 32, false},
		{"another lane's word behind a barrier of others", own + others + write + "and.b32 %r30, %r1, 1;\nsetp.eq.u32 %p1, %r30, 0;\n@!%p1 bra ODD;\nbar.warp.sync 0x55555555;\nbra.uni ON;\nODD:\nbar.warp.sync 0xaaaaaaaa;\nON:\n" + read, 1, 32, true},
		{"another lane's word is written that was read", own + others + read + write, 1, 32, true},
		{"a word that two warps read is written by one of them", "ld.shared.u32 %r20, [part];\nbar.warp.sync -1;\nsetp.eq.u32 %p1, %r1, 32;\n@%p1 st.shared.u32 [part], %r1;", 1, 64, true},
		{"one word by all lanes", "st.shared.u32 [part], %r1;", 1, 32, true},
		{"one word by all threads, alike", "st.shared.u32 [part], 5;", 1, 64, false},
		{"one word by all threads, alike, and read", "st.shared.u32 [part], 5;\nld.shared.u32 %r20, [part];", 1, 64, true},
		{"one word by all threads, alike, and then another way", "st.shared.u32 [part], 5;\nsetp.eq.u32 %p1, %r1, 63;\n@%p1 st.shared.u32 [part], 6;", 1, 64, true},
		{"one word by atomics", "atom.shared.add.u32 %r20, [part], 1;", 1, 64, false},
		{"one word by atomics, and a plain read", "atom.shared.add.u32 %r20, [part], 1;\nld.shared.u32 %r20, [part];", 1, 64, true},
		{"bytes of one word", "mov.u32 %r11, part;\nadd.s32 %r10, %r11, %r1;\nst.shared.u8 [%r10], %r1;", 1, 64, false},
		{"one place by all blocks", "st.global.u32 [%rd1], %r2;", 2, 1, true},
		{"one place by all blocks, alike", "st.global.u32 [%rd1], 7;", 2, 1, false},
		{"one place by atomics of all blocks", "atom.global.add.u32 %r20, [%rd1], 1;", 3, 64, false},
		{"another block's place", "mul.wide.u32 %rd10, %r2, 8;\nadd.s64 %rd11, %rd1, %rd10;\nst.global.u32 [%rd11], 1;\nxor.b32 %r20, %r2, 1;\nmul.wide.u32 %rd10, %r20, 8;\nadd.s64 %rd11, %rd1, %rd10;\nld.global.u32 %r20, [%rd11];", 2, 1, true},
		{"a place that is read by all blocks", "ld.global.u32 %r20, [%rd1];", 3, 64, false},
		{"another thread's place", "st.global.u32 [%rd1], %r1;", 1, 64, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			err := ran(t, x.instructions, x.blocks, x.threads)
			var fault *Fault
			if race := errors.As(err, &fault) && strings.Contains(fault.What, "races"); race != x.race || err != nil && !race {
				t.Errorf("%v", err)
			}
		})
	}
}
