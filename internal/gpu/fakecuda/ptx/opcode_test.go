package ptx

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// computed are instructions that compute with numbers. The result is the first
// operand of the last one; %rs11, %r11 and %rd11 have the low bits of a, those
// with 12 and 13 of b and c.
var computed = []struct {
	code          string
	a, b, c, want uint64
}{
	{"add.s16 %rs20, %rs11, %rs12", 0xffff, 3, 0, 2},
	{"add.s32 %r20, %r11, %r12", 0xffffffff, 3, 0, 2},
	{"add.s64 %rd20, %rd11, %rd12", 1<<64 - 1, 3, 0, 2},
	{"add.u64 %rd20, %rd11, -2", 7, 0, 0, 5},
	{"and.b16 %rs20, %rs11, %rs12", 0xff0f, 0x3ff, 0, 0x30f},
	{"and.b32 %r20, %r11, -16", 0xffffffff, 0, 0, 0xfffffff0},
	{"and.b64 %rd20, %rd11, %rd12", 0xff00ff00ff, 0x3fffffffff, 0, 0x3f00ff00ff},
	{"bfe.u32 %r20, %r11, %r12, %r13", 0xabcdef12, 8, 12, 0xdef},
	{"bfe.u32 %r20, %r11, 28, 12", 0xabcdef12, 0, 0, 0xa},
	{"bfe.u64 %rd20, %rd11, 40, 20", 0xabcdef12 << 32, 0, 0, 0xbcdef},
	{"clz.b32 %r20, %r11", 0x8000, 0, 0, 16},
	{"clz.b32 %r20, %r11", 0, 0, 0, 32},
	{"cvt.u16.u32 %rs20, %r11", 0x12345, 0, 0, 0x2345},
	{"cvt.u32.u16 %r20, %rs11", 0xf234, 0, 0, 0xf234},
	{"cvt.u32.u64 %r20, %rd11", 0x123456789a, 0, 0, 0x3456789a},
	{"cvt.u64.u16 %rd20, %rs11", 0xf234, 0, 0, 0xf234},
	{"cvt.u64.u32 %rd20, %r11", 0xf2345678, 0, 0, 0xf2345678},
	{"cvta.global.u64 %rd20, %rd11", 77, 0, 0, 77},
	{"cvta.to.global.u64 %rd20, %rd11", 77, 0, 0, 77},
	{"div.u32 %r20, %r11, %r12", 0xfffffffe, 7, 0, 0xfffffffe / 7},
	{"div.u64 %rd20, %rd11, %rd12", 1<<63 + 5, 7, 0, (1<<63 + 5) / 7},
	{"lop3.b32 %r20, %r11, %r12, %r13, 0xe8", 0b1100, 0b1010, 0b0110, 0b1110}, // the majority
	{"lop3.b32 %r20, %r11, %r12, %r13, 0x2a", 0b11110000, 0b11001100, 0b10101010, 0x2a},
	{"mad.lo.s32 %r20, %r11, %r12, %r13", 0x10001, 0x10002, 5, 0x30007},
	{"mad.lo.s64 %rd20, %rd11, %rd12, %rd13", 1<<32 + 1, 1<<32 + 2, 5, 3<<32 + 7},
	{"max.u32 %r20, %r11, %r12", 3, 0xfffffffe, 0, 0xfffffffe},
	{"max.u64 %rd20, %rd11, %rd12", 1 << 63, 5, 0, 1 << 63},
	{"min.u32 %r20, %r11, %r12", 3, 0xfffffffe, 0, 3},
	{"min.u64 %rd20, %rd11, %rd12", 1 << 63, 5, 0, 5},
	{"mov.b32 %r20, %r11", 9, 0, 0, 9},
	{"mov.b64 {%r21, %r20}, %rd11", 7<<32 | 5, 0, 0, 7},
	{"mov.b64 {%r20, %r21}, %rd11", 7<<32 | 5, 0, 0, 5},
	{"mov.u16 %rs20, %rs11", 0xfffe, 0, 0, 0xfffe},
	{"mov.u32 %r20, -1", 0, 0, 0, 0xffffffff},
	{"mov.u64 %rd20, -1", 0, 0, 0, 1<<64 - 1},
	{"mul.hi.u64 %rd20, %rd11, %rd12", 1<<63 + 1, 6, 0, 3},
	{"mul.lo.s32 %r20, %r11, %r12", 0x10001, 0x10002, 0, 0x30002},
	{"mul.lo.s64 %rd20, %rd11, %rd12", 1<<32 + 1, 1<<32 + 2, 0, 3<<32 + 2},
	{"mul.wide.u16 %r20, %rs11, %rs12", 0xffff, 0xffff, 0, 0xfffe0001},
	{"mul.wide.u32 %rd20, %r11, %r12", 0xffffffff, 0xffffffff, 0, 0xfffffffe00000001},
	{"neg.s32 %r20, %r11", 1, 0, 0, 0xffffffff},
	{"neg.s64 %rd20, %rd11", 1, 0, 0, 1<<64 - 1},
	{"not.b32 %r20, %r11", 0xff, 0, 0, 0xffffff00},
	{"not.b64 %rd20, %rd11", 0xff, 0, 0, 1<<64 - 256},
	{"or.b32 %r20, %r11, %r12", 0xf0, 0x3f, 0, 0xff},
	{"or.b64 %rd20, %rd11, %rd12", 1 << 40, 1, 0, 1<<40 | 1},
	{"popc.b32 %r20, %r11", 0xffffffff00ff, 0, 0, 24},
	{"popc.b64 %r20, %rd11", 0xffffffff00ff, 0, 0, 40},
	{"rem.u32 %r20, %r11, %r12", 0xfffffffe, 7, 0, 0xfffffffe % 7},
	{"rem.u64 %rd20, %rd11, %rd12", 1<<63 + 5, 7, 0, (1<<63 + 5) % 7},
	{"shf.l.clamp.b32 %r20, %r11, %r12, %r13", 0xabcd0000, 0x1234, 8, 0x1234ab},
	{"shf.l.clamp.b32 %r20, %r11, %r12, %r13", 0xabcd0000, 0x1234, 40, 0xabcd0000},
	{"shf.l.wrap.b32 %r20, %r11, %r12, %r13", 0xabcd0000, 0x1234, 40, 0x1234ab},
	{"shf.r.clamp.b32 %r20, %r11, %r12, %r13", 0xabcd0000, 0x1234, 40, 0x1234},
	{"shf.r.wrap.b32 %r20, %r11, %r12, %r13", 0xabcd0000, 0x1234, 40, 0x34abcd00},
	{"shl.b32 %r20, %r11, %r12", 0x12345678, 8, 0, 0x34567800},
	{"shl.b32 %r20, %r11, %r12", 0x12345678, 64, 0, 0},
	{"shl.b64 %rd20, %rd11, %r12", 0x12345678, 40, 0, 0x345678 << 40},
	{"shr.b64 %rd20, %rd11, %r12", 1<<63 + 1<<40, 40, 0, 1<<23 + 1},
	{"shr.s64 %rd20, %rd11, %r12", 1 << 63, 60, 0, 1<<64 - 8},
	{"shr.s64 %rd20, %rd11, %r12", 1 << 63, 70, 0, 1<<64 - 1},
	{"shr.u32 %r20, %r11, %r12", 0x80000000, 4, 0, 0x8000000},
	{"shr.u32 %r20, %r11, %r12", 0x80000000, 32, 0, 0},
	{"shr.u64 %rd20, %rd11, %r12", 1 << 63, 60, 0, 8},
	{"sub.s32 %r20, %r11, %r12", 3, 4, 0, 0xffffffff},
	{"sub.s64 %rd20, %rd11, %rd12", 3, 4, 0, 1<<64 - 1},
	{"sub.u32 %r20, %r11, %r12", 3, 4, 0, 0xffffffff},
	{"xor.b32 %r20, %r11, %r12", 0xff, 0xf0f, 0, 0xff0},
	{"xor.b64 %rd20, %rd11, -1", 5, 0, 0, 1<<64 - 6},

	{"setp.eq.b32 %p5, %r11, %r12", 5, 5, 0, 1},
	{"setp.eq.b64 %p5, %rd11, %rd12", 1<<32 + 5, 5, 0, 0},
	{"setp.eq.s32 %p5, %r11, -1", 0xffffffff, 0, 0, 1},
	{"setp.eq.s64 %p5, %rd11, -1", 0xffffffff, 0, 0, 0},
	{"setp.ne.b32 %p5, %r11, %r12", 5, 6, 0, 1},
	{"setp.ne.s32 %p5, %r11, %r12", 5, 5, 0, 0},
	{"setp.ne.s64 %p5, %rd11, %rd12", 1<<32 + 5, 5, 0, 1},
	{"setp.ne.u32 %p5, %r11, 6", 5, 0, 0, 1},
	{"setp.ge.s64 %p5, %rd11, %rd12", 1<<64 - 1, 0, 0, 0},
	{"setp.ge.u32 %p5, %r11, %r12", 0xffffffff, 0, 0, 1},
	{"setp.ge.u64 %p5, %rd11, %rd12", 7, 7, 0, 1},
	{"setp.gt.s64 %p5, %rd11, %rd12", 1, 1<<64 - 1, 0, 1},
	{"setp.gt.u32 %p5, %r11, %r12", 7, 7, 0, 0},
	{"setp.gt.u64 %p5, %rd11, %rd12", 1, 1<<64 - 1, 0, 0},
	{"setp.le.s64 %p5, %rd11, %rd12", 1<<64 - 1, 0, 0, 1},
	{"setp.le.u32 %p5, %r11, %r12", 0xffffffff, 0, 0, 0},
	{"setp.le.u64 %p5, %rd11, %rd12", 7, 7, 0, 1},
	{"setp.lt.s32 %p5, %r11, %r12", 0x80000000, 0, 0, 1},
	{"setp.lt.s64 %p5, %rd11, %rd12", 1<<64 - 1, 0, 0, 1},
	{"setp.lt.u32 %p5, %r11, %r12", 0x80000000, 0, 0, 0},
	{"setp.lt.u64 %p5, %rd11, %rd12", 7, 7, 0, 0},
	{"mov.pred %p5, -1", 0, 0, 0, 1},
	{"mov.pred %p5, %p3", 1, 0, 0, 1},
	{"not.pred %p5, %p3", 1, 0, 0, 0},
	{"and.pred %p5, %p3, %p4", 1, 0, 0, 0},
	{"or.pred %p5, %p3, %p4", 1, 0, 0, 1},
	{"xor.pred %p5, %p3, %p4", 1, 1, 0, 0},
	{"selp.b32 %r20, %r11, %r12, %p3", 1, 2, 0, 1},
	{"selp.b64 %rd20, %rd11, %rd12, %p3", 0, 1 << 40, 0, 1 << 40},
	{"selp.s32 %r20, -1, 0, %p3", 1, 0, 0, 0xffffffff},
	{"selp.s64 %rd20, -1, 0, %p3", 1, 0, 0, 1<<64 - 1},
	{"selp.u32 %r20, 1, %r12, %p3", 0, 6, 0, 6},
	{"selp.u64 %rd20, 1, %rd12, %p3", 0, 6, 0, 6},
}

// inputs puts a, b and c into registers, and whether they are zero into predicates.
const inputs = `
ld.global.u64 %%rd11, [%%rd1];
ld.global.u64 %%rd12, [%%rd1+8];
ld.global.u64 %%rd13, [%%rd1+16];
cvt.u32.u64 %%r11, %%rd11;
cvt.u32.u64 %%r12, %%rd12;
cvt.u32.u64 %%r13, %%rd13;
cvt.u16.u32 %%rs11, %%r11;
cvt.u16.u32 %%rs12, %%r12;
setp.ne.s64 %%p3, %%rd11, 0;
setp.ne.s64 %%p4, %%rd12, 0;
mul.wide.u32 %%rd3, %%r1, 8;
add.s64 %%rd4, %%rd2, %%rd3;
%s;
%s;
st.global.u64 [%%rd4], %%rd30;
`

// resultOf makes 64 bits of a result.
func resultOf(register string) string {
	switch {
	case strings.HasPrefix(register, "%rs"):
		return "cvt.u64.u16 %rd30, " + register
	case strings.HasPrefix(register, "%rd"):
		return "mov.u64 %rd30, " + register
	case strings.HasPrefix(register, "%p"):
		return "selp.u64 %rd30, 1, 0, " + register
	}
	return "cvt.u64.u32 %rd30, " + register
}

// result runs code with inputs, and returns what each thread has in a register then.
func result(t *testing.T, code, register string, threads uint32, in ...uint64) []uint64 {
	t.Helper()
	memory := []Region{{first, make([]byte, room)}, {second, make([]byte, room)}}
	for i, v := range in {
		store(memory[0].Bytes[8*i:][:8], v)
	}
	err := runIn(t, memory, fmt.Sprintf(inputs, code, resultOf(register)), 1, threads)
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	all := make([]uint64, threads)
	for i := range all {
		all[i] = fetch(memory[1].Bytes[8*i:][:8])
	}
	return all
}

// TestComputed has one lane, and all, which may be two ways.
func TestComputed(t *testing.T) {
	for _, x := range computed {
		_, operands, _ := strings.Cut(x.code, " ")
		register := strings.Trim(strings.Split(operands, ",")[0], "{}")
		if strings.HasPrefix(operands, "{%r21") {
			register = "%r20"
		}
		for _, threads := range []uint32{1, lanes} {
			for l, got := range result(t, x.code, register, threads, x.a, x.b, x.c) {
				if got != x.want {
					t.Errorf("%s of %#x, %#x, %#x: lane %d of %d has %#x, want %#x", x.code, x.a, x.b, x.c, l, threads, got, x.want)
					break
				}
			}
		}
	}
}

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
	{"st.shared.u8 [part+1], %r11; ld.shared.u8 %r20, [part+1]", "%r20", 0x1234, 0, 0x34},
	{"st.shared.u16 [part+2], %rs11; ld.shared.u16 %rs20, [part+2]", "%rs20", 0x12345, 0, 0x2345},
	{"st.shared.u32 [part], %r11; ld.shared.u32 %r20, [part]", "%r20", 5, 0, 5},
	{"st.shared.u64 [part], %rd11; ld.shared.u64 %rd20, [part]", "%rd20", 1 << 40, 0, 1 << 40},
	{"st.shared.v4.u32 [part], {%r11, %r12, %r11, %r12}; ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [part]", "%r23", 5, 6, 6},
	{"st.shared.v4.u32 [part], {%r11, %r12, %r11, %r12}; ld.shared.v2.u64 {%rd20, %rd21}, [part]", "%rd21", 5, 6, 6<<32 + 5},
	{"mov.u64 %rd20, part; cvta.shared.u64 %rd21, %rd20; st.shared.u32 [part], 9; atom.add.u32 %r20, [%rd21], 2; ld.u32 %r21, [%rd21]", "%r21", 0, 0, 11},
	{"mov.u64 %rd20, part; cvta.shared.u64 %rd21, %rd20; cvta.to.shared.u64 %rd22, %rd21; st.shared.u32 [%rd22], 9; ld.shared.u32 %r21, [part]", "%r21", 0, 0, 9},
	{"atom.add.u32 %r20, [%rd1], 2; ld.global.u32 %r21, [%rd1]", "%r21", 1<<32 - 1, 0, 1},
	{"atom.global.add.u32 %r20, [%rd1], 2; ld.global.u32 %r21, [%rd1]", "%r21", 5, 0, 7},
	{"atom.global.add.u64 %rd20, [%rd1], %rd12", "%rd20", 5, 6, 5},
	{"atom.global.or.b32 %r20, [%rd1], %r12; ld.global.u32 %r21, [%rd1]", "%r21", 5, 6, 7},
	{"atom.global.min.u32 %r20, [%rd1], %r12; ld.global.u32 %r21, [%rd1]", "%r21", 5, 6, 5},
	{"atom.global.max.u32 %r20, [%rd1], %r12; ld.global.u32 %r21, [%rd1]", "%r21", 5, 6, 6},
	{"st.shared.u32 [part], %r11; atom.shared.add.u32 %r20, [part], %r12; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 11},
	{"st.shared.u64 [part], %rd11; atom.shared.add.u64 %rd20, [part], %rd12; ld.shared.u64 %rd21, [part]", "%rd21", 1<<32 - 1, 6, 1<<32 + 5},
	{"st.shared.u32 [part], %r11; atom.shared.or.b32 %r20, [part], %r12; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 7},
	{"st.shared.u32 [part], %r11; atom.shared.exch.b32 %r20, [part], %r12; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 6},
	{"st.shared.u32 [part], %r11; atom.shared.exch.b32 %r20, [part], %r12", "%r20", 5, 6, 5},
	{"st.shared.u32 [part], %r11; atom.shared.cas.b32 %r20, [part], %r11, %r12; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 6},
	{"st.shared.u32 [part], %r11; atom.shared.cas.b32 %r20, [part], %r12, 9; ld.shared.u32 %r21, [part]", "%r21", 5, 6, 5},
	{"cp.async.cg.shared.global [part], [%rd1], 16; cp.async.commit_group; cp.async.wait_group 0; ld.shared.u64 %rd20, [part+8]", "%rd20", 5, 1 << 40, 1 << 40},
	{"cp.async.cg.shared.global [part], [%rd1], 16; cp.async.commit_group; cp.async.wait_group 1; ld.shared.u8 %r20, [part+8]", "%r20", 5, 6, poison},
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

var opcodePattern = regexp.MustCompile(`(?m)^\s*(?:\{ .*?; )?(?:@!?%\w+\s+)?([a-z]\w*(?:\.\w+(?:::\w+)*)+)\s`)

// opcodes adds those of a text.
func opcodes(text string, to map[string]bool) {
	for _, m := range opcodePattern.FindAllStringSubmatch(strings.ReplaceAll(text, "; ", ";\n")+"\n", -1) {
		to[m[1]] = true
	}
}

// TestEveryOpcodeIsTested has every opcode of the house's kernels in a test above.
func TestEveryOpcodeIsTested(t *testing.T) {
	tested, used := map[string]bool{}, map[string]bool{}
	for _, x := range computed {
		opcodes(x.code, tested)
	}
	for _, x := range accessed {
		opcodes(x.code, tested)
	}
	for _, x := range done {
		opcodes(x.code, tested)
	}
	for _, file := range houseFiles(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		opcodes(string(text), used)
	}
	if len(used) < 100 {
		t.Errorf("%d opcodes", len(used))
	}
	for opcode := range used {
		if !tested[opcode] {
			t.Errorf("no test has %s", opcode)
		}
	}
}
