package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// preprocessed is two kernels as the preprocessor leaves them.
const preprocessed = `
extern "C" __attribute__((global)) void __attribute__((launch_bounds(256, 8))) sum(const u64* values, u32 n,
    Control* control, u16 *low) {
}
extern "C" __attribute__((global)) void rankIDs(u64 maxDegree, [[maybe_unused]] u32 ids) {}
`

func TestKernelsAreDeclared(t *testing.T) {
	kernels, err := parseKernels(preprocessed)
	if err != nil {
		t.Fatal(err)
	}
	nameArguments(kernels, "module")
	var out bytes.Buffer
	declareKernels(&out, kernels, "module")
	for _, want := range []string{
		`Sum = gpu.Entry[SumArgs]{Files: &files, Module: "module", Name: "sum"}`,
		"Values gpu.Array[uint64]\n", "Control gpu.Array[uint32]\n", "Low gpu.Array[uint16]\n", "N uint32\n",
		"to.Add(a.Values.Arg(), gpu.Uint32(a.N), a.Control.Arg(), a.Low.Arg())",
		`RankIDs = gpu.Entry[RankIDsArgs]`, "MaxDegree uint64\n", "IDs uint32\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is not in\n%s", want, &out)
		}
	}
}

func TestKernelsOfOneKindShareTheirArguments(t *testing.T) {
	const kernel = `extern "C" __attribute__((global)) void `
	kernels, err := parseKernels(kernel + "a(u32 n) {}" + kernel + "b(u32 m) {}" + kernel + "c(u32 n) {}")
	if err != nil {
		t.Fatal(err)
	}
	nameArguments(kernels, "letters")
	for i, want := range []string{"LettersArgs", "BArgs", "LettersArgs"} {
		if kernels[i].arguments != want {
			t.Errorf("%s takes %s, want %s", kernels[i].name, kernels[i].arguments, want)
		}
	}
}

func TestKernelsThatAreNotUnderstood(t *testing.T) {
	const kernel = `extern "C" __attribute__((global)) void `
	for _, text := range []string{"f(u32 n, float x[3]) {}", "f(u32) {}", "f(f32 x) {}", "f(u16 x) {}"} {
		if kernels, err := parseKernels(kernel + text); err == nil {
			t.Errorf("%s is read as %v", text, kernels)
		}
	}
}

func TestConstantsAreDeclared(t *testing.T) {
	folder := t.TempDir()
	declared := func(text string) (string, error) {
		if err := os.WriteFile(filepath.Join(folder, "a.h"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err := declareConstants(&out, folder)
		return out.String(), err
	}
	got, err := declared("HOST_CONST u32 WARPS = 8;\nHOST_CONST u64 MOST_KEYS = 32 * WARPS; // keys\nstatic const u32 OWN = 1;\n")
	if want := "Warps = 8\nMostKeys = 32 * Warps // keys\n"; err != nil || !strings.Contains(got, want) || strings.Contains(got, "Own") {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
	for _, text := range []string{"HOST_CONST u32 ALL = ~0u;\n", "HOST_CONST u32 A = 1 << 3 + 1;\n", "HOST_CONST i32 A = 1;\n", "HOST_CONST u32 A = 1, B = 2;\n"} {
		if got, err := declared(text); err == nil {
			t.Errorf("%q becomes %s", text, got)
		}
	}
}
