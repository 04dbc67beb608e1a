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
	{"cvt.s64.s32 %rd20, %r11", 0xfffffffe, 0, 0, 1<<64 - 2},
	{"cvt.s64.s32 %rd20, %r11", 0x7ffffffe, 0, 0, 0x7ffffffe},
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
	{"mul.hi.u32 %r20, %r11, %r12", 0xffffffff, 0xfffffffe, 0, 0xfffffffd},
	{"mul.hi.u64 %rd20, %rd11, %rd12", 1<<63 + 1, 6, 0, 3},
	{"mul.lo.s32 %r20, %r11, %r12", 0x10001, 0x10002, 0, 0x30002},
	{"mul.lo.s64 %rd20, %rd11, %rd12", 1<<32 + 1, 1<<32 + 2, 0, 3<<32 + 2},
	{"mul.wide.u16 %r20, %rs11, %rs12", 0xffff, 0xffff, 0, 0xfffe0001},
	{"mul.wide.u32 %rd20, %r11, %r12", 0xffffffff, 0xffffffff, 0, 0xfffffffe00000001},
	{"mul.wide.s32 %rd20, %r11, %r12", 0xffffffff, 2, 0, 1<<64 - 2},
	{"max.s32 %r20, %r11, %r12", 0xffffffff, 2, 0, 2},
	{"min.s32 %r20, %r11, %r12", 0xffffffff, 2, 0, 0xffffffff},
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
	{"setp.ge.s32 %p5, %r11, %r12", 0xffffffff, 0, 0, 0},
	{"setp.ge.s64 %p5, %rd11, %rd12", 1<<64 - 1, 0, 0, 0},
	{"setp.ge.u32 %p5, %r11, %r12", 0xffffffff, 0, 0, 1},
	{"setp.ge.u64 %p5, %rd11, %rd12", 7, 7, 0, 1},
	{"setp.gt.s32 %p5, %r11, %r12", 1, 0xffffffff, 0, 1},
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
