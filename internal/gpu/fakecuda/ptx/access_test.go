package ptx

import (
	"strings"
	"testing"
)

// accessed are instructions that access memory, by one thread.
var accessed = []struct {
	code, register string
	a, b, want     uint64
}{
	{"st.global.u8 [%rd2+3], %r11; ld.global.u32 %r20, [%rd2]", "%r20", 0x1234, 0, 0x34000000},
	{"st.global.u16 [%rd2+2], %rs11; ld.global.u32 %r20, [%rd2]", "%r20", 0x12345, 0, 0x23450000},
	{"st.global.u32 [%rd2+4], %r11; ld.global.u64 %rd20, [%rd2]", "%rd20", 0x12345, 0, 0x12345 << 32},
	{"st.global.u64 [%rd2], %rd11; ld.global.u32 %r20, [%rd2+4]", "%r20", 7<<32 + 5, 0, 7},
	{"st.global.v2.u32 [%rd2], {%r11, %r12}; ld.global.v2.u32 {%r20, %r21}, [%rd2]", "%r21", 5, 6, 6},
	{"st.global.v4.u32 [%rd2], {%r11, %r12, 8, 9}; ld.global.v4.u32 {%r20, %r21, %r22, %r23}, [%rd2]", "%r22", 5, 6, 8},
	{"st.global.v2.u64 [%rd2], {%rd11, %rd12}; ld.global.v2.u64 {%rd20, %rd21}, [%rd2]", "%rd21", 5, 1 << 40, 1 << 40},
	{"ld.global.nc.u32 %r20, [%rd1+8]", "%r20", 0, 1<<40 + 3, 3},
	{"ld.global.nc.u64 %rd20, [%rd1+8]", "%rd20", 0, 1<<40 + 3, 1<<40 + 3},
	{"ld.global.u8 %rs20, [%rd1+1]", "%rs20", 0x1234, 0, 0x12},
	{"st.volatile.global.u32 [%rd2], %r11; ld.volatile.global.u32 %r20, [%rd2]", "%r20", 5, 0, 5},
	{"st.volatile.global.u64 [%rd2], %rd11; ld.volatile.global.u64 %rd20, [%rd2]", "%rd20", 1 << 40, 0, 1 << 40},
	{"st.volatile.u32 [%rd2], %r11; ld.u32 %r20, [%rd2]", "%r20", 5, 0, 5},
	{"st.volatile.shared.u16 [part+2], %rs11; ld.shared.u16 %rs20, [part+2]", "%rs20", 0x12345, 0, 0x2345},
	{"st.shared.u8 [part+1], %r11; ld.shared.u8 %r20, [part+1]", "%r20", 0x1234, 0, 0x34},
	{"st.shared.u16 [part+2], %rs11; ld.shared.u16 %rs20, [part+2]", "%rs20", 0x12345, 0, 0x2345},
	{"st.shared.u32 [part], %r11; ld.shared.u32 %r20, [part]", "%r20", 5, 0, 5},
	{"st.shared.u64 [part], %rd11; ld.shared.u64 %rd20, [part]", "%rd20", 1 << 40, 0, 1 << 40},
	{"st.shared.v2.u32 [part], {%r11, %r12}; ld.shared.v2.u32 {%r20, %r21}, [part]", "%r21", 5, 6, 6},
	{"st.shared.v4.u32 [part], {%r11, %r12, %r11, %r12}; ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [part]", "%r23", 5, 6, 6},
	{"st.shared.v4.u32 [part], {%r11, %r12, %r11, %r12}; ld.shared.v2.u64 {%rd20, %rd21}, [part]", "%rd21", 5, 6, 6<<32 + 5},
	{"mov.u64 %rd20, part; cvta.shared.u64 %rd21, %rd20; st.shared.u32 [part], 9; atom.add.u32 %r20, [%rd21], 2; ld.u32 %r21, [%rd21]", "%r21", 0, 0, 11},
	{"mov.u64 %rd20, part; cvta.shared.u64 %rd21, %rd20; cvta.to.shared.u64 %rd22, %rd21; st.shared.u32 [%rd22], 9; ld.shared.u32 %r21, [part]", "%r21", 0, 0, 9},
	{"atom.add.u32 %r20, [%rd1], 2; ld.global.u32 %r21, [%rd1]", "%r21", 1<<32 - 1, 0, 1},
	{"atom.add.u64 %rd20, [%rd1], 2; ld.global.u64 %rd21, [%rd1]", "%rd21", 1<<32 - 1, 0, 1<<32 + 1},
	{"atom.global.add.u32 %r20, [%rd1], 2; ld.global.u32 %r21, [%rd1]", "%r21", 5, 0, 7},
	{"atom.global.add.u64 %rd20, [%rd1], %rd12", "%rd20", 5, 6, 5},
	{"atom.global.or.b32 %r20, [%rd1], %r12; ld.global.u32 %r21, [%rd1]", "%r21", 5, 6, 7},
	{"atom.global.min.u32 %r20, [%rd1], %r12; ld.global.u32 %r21, [%rd1]", "%r21", 5, 6, 5},
	{"atom.global.max.u32 %r20, [%rd1], %r12; ld.global.u32 %r21, [%rd1]", "%r21", 5, 6, 6},
	{"st.shared.u32 [part], %r11; atom.shared.add.u32 %r20, [part], %r12; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 11},
	{"st.shared.u64 [part], %rd11; atom.shared.add.u64 %rd20, [part], %rd12; ld.shared.u64 %rd21, [part]", "%rd21", 1<<32 - 1, 6, 1<<32 + 5},
	{"st.shared.u32 [part], %r11; atom.shared.or.b32 %r20, [part], %r12; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 7},
	{"st.shared.u32 [part], %r11; atom.shared.max.u32 %r20, [part], %r12; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 6},
	{"st.shared.u32 [part], %r11; atom.shared.exch.b32 %r20, [part], %r12; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 6},
	{"st.shared.u32 [part], %r11; atom.shared.exch.b32 %r20, [part], %r12", "%r20", 5, 6, 5},
	{"st.shared.u32 [part], %r11; atom.shared.cas.b32 %r20, [part], %r11, %r12; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 6},
	{"st.shared.u32 [part], %r11; atom.shared.cas.b32 %r20, [part], %r12, 9; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 5},
	{"cp.async.cg.shared.global [part], [%rd1], 16; cp.async.commit_group; cp.async.wait_group 0; ld.shared.u64 %rd20, [part+8]", "%rd20", 5, 1 << 40, 1 << 40},
	{"cp.async.cg.shared.global [part], [%rd1], 16; cp.async.commit_group; cp.async.wait_group 1; ld.shared.u8 %r20, [part+8]", "%r20", 5, 6, poison},
	{"prefetch.global.L2 [%rd1+4]; ld.global.u32 %r20, [%rd1]", "%r20", 5, 0, 5},
	{"setp.eq.s64 %p5, %rd11, 5; @%p5 bra THERE; mov.u32 %r20, 1; bra.uni OUT; THERE: mov.u32 %r20, 2; OUT: mov.u32 %r21, %r20", "%r21", 5, 0, 2},
	{"ld.param.u64 %rd20, [kernel_param_1]", "%rd20", 0, 0, second},
	{"ld.param.u32 %r20, [kernel_param_2]", "%r20", 0, 0, 42},
}

func TestAccessed(t *testing.T) {
	for _, x := range accessed {
		code := strings.ReplaceAll(x.code, "; ", ";\n")
		if got := result(t, code, x.register, 1, x.a, x.b)[0]; got != x.want {
			t.Errorf("%s of %#x, %#x: %#x, want %#x", x.code, x.a, x.b, got, x.want)
		}
	}
}

// done has what lanes do together, with what lane l has in a register then.
var done = []struct {
	code, register string
	want           func(l uint64) uint64
}{
	{"activemask.b32 %r20", "%r20", func(uint64) uint64 { return 1<<32 - 1 }},
	{"setp.lt.u32 %p5, %r1, 7; vote.sync.ballot.b32 %r20, %p5, -1", "%r20", func(uint64) uint64 { return 0x7f }},
	{"setp.lt.u32 %p5, %r1, 7; vote.sync.any.pred %p6, %p5, -1", "%p6", func(uint64) uint64 { return 1 }},
	{"setp.lt.u32 %p5, %r1, 7; vote.sync.all.pred %p6, %p5, -1", "%p6", func(uint64) uint64 { return 0 }},
	{"setp.eq.u32 %p5, %r1, 7; bar.red.or.pred %p6, 0, %p5", "%p6", func(uint64) uint64 { return 1 }},
	{"setp.eq.u32 %p5, %r1, 77; bar.red.or.pred %p6, 0, %p5; bar.sync 0; bar.warp.sync -1", "%p6", func(uint64) uint64 { return 0 }},
	{"shfl.sync.idx.b32 %r20, %r1, 5, 31, -1", "%r20", func(uint64) uint64 { return 5 }},
	{"shfl.sync.idx.b32 %r20, %r1, 5, 6175, -1", "%r20", func(l uint64) uint64 { return l/8*8 + 5 }}, // of 8 lanes
	{"shfl.sync.bfly.b32 %r20, %r1, 3, 31, -1", "%r20", func(l uint64) uint64 { return l ^ 3 }},
	{"shfl.sync.up.b32 %r20, %r1, 4, 0, -1", "%r20", func(l uint64) uint64 {
		if l < 4 {
			return l
		}
		return l - 4
	}},
	{"shfl.sync.down.b32 %r20, %r1, 4, 31, -1", "%r20", func(l uint64) uint64 {
		if l >= 28 {
			return l
		}
		return l + 4
	}},
	// Lane l stores 4l to 4l+3, a row; matrix 1 begins at row 8.
	{"mul.lo.s32 %r30, %r1, 4; add.s32 %r31, %r30, 1; add.s32 %r32, %r30, 2; add.s32 %r33, %r30, 3; mul.lo.s32 %r34, %r1, 16; mov.u32 %r35, part; add.s32 %r34, %r34, %r35; " +
		"st.shared.v4.u32 [%r34], {%r30, %r31, %r32, %r33}; bar.warp.sync -1; ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r40, %r41, %r42, %r43}, [%r34]", "%r41", func(l uint64) uint64 { return 32 + l }},
	// Row i of A has i+1 ones in each word; column j of B has j+1 words of ones.
	{"shr.u32 %r30, %r1, 2; and.b32 %r31, %r1, 3; add.s32 %r32, %r30, 1; add.s32 %r33, %r30, 9; mov.u32 %r34, 1; shl.b32 %r35, %r34, %r32; sub.s32 %r35, %r35, 1; shl.b32 %r36, %r34, %r33; sub.s32 %r36, %r36, 1; " +
		"add.s32 %r37, %r31, 4; setp.le.u32 %p5, %r31, %r30; selp.b32 %r38, -1, 0, %p5; setp.le.u32 %p5, %r37, %r30; selp.b32 %r39, -1, 0, %p5; " +
		"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%r40, %r41, %r42, %r43}, {%r35, %r36, %r35, %r36}, {%r38, %r39}, {%r1, %r1, %r1, %r1}", "%r43",
		func(l uint64) uint64 { return l + (l/4+9)*(l%4*2+2) }},
}

func TestTogether(t *testing.T) {
	for _, x := range done {
		code := strings.ReplaceAll(x.code, "; ", ";\n")
		for l, got := range result(t, code, x.register, lanes) {
			if want := x.want(uint64(l)); got != want {
				t.Errorf("%s: lane %d has %#x, want %#x", x.code, l, got, want)
			}
		}
	}
}
