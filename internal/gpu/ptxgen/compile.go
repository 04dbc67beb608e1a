package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// compiler is pinned to a major version: others write other PTX.
const compiler = "clang-19"

// flags are what the PTX depends on beside its source. PTX 8.0 is what the
// drivers of CUDA 12.0 and later take (gpu.MinimumDriver). sm_75 is the oldest
// architecture that there are kernels for (gpu.MinimumCapability): drivers
// compile its PTX for every later one, to the same machine code as if it had
// been made for that.
var flags = []string{
	"-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-nostdinc",
	"--cuda-gpu-arch=sm_75", "--cuda-feature=+ptx80",
	"-std=c++17", "-O3", "-Wall", "-Wextra", "-Werror", "-S",
}

// target is the file of a source's PTX.
func target(source string) string { return strings.TrimSuffix(source, ".cu") + ".ptx" }

// includeFolder is the folder of device.h, found from any folder of the module.
func includeFolder() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return filepath.Join(folder, "internal", "gpu", "ptxgen", "include"), nil
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return "", errors.New("not inside the module")
		}
		folder = parent
	}
}

// compile returns the PTX of a source, under its stamp.
func compile(source, include string) ([]byte, error) {
	stamp, err := stamp(source, include)
	if err != nil {
		return nil, err
	}
	version, err := compilerVersion()
	if err != nil {
		return nil, err
	}
	command := exec.Command(compiler, append(slices.Clone(flags), "-I", include, source, "-o", "-")...)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	ptx, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", source, err, complaints.Bytes())
	}
	return fmt.Appendf(nil, "%s%s%s\n%s", stamp, compiledBy, version, ptx), nil
}

const compiledBy = "// compiled by "

// stamp is the head of the PTX that is made from a source: it changes with
// the source, the headers and the flags.
func stamp(source, include string) (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, strings.Join(flags, " "))
	if err := addSource(hash, source, include, map[string]bool{}); err != nil {
		return "", err
	}
	return fmt.Sprintf("// Made by go generate from %s. Do not edit.\n// source sha256 %x\n", filepath.Base(source), hash.Sum(nil)), nil
}

var includePattern = regexp.MustCompile(`(?m)^\s*#\s*include\s*"([^"]+)"`)

// addSource writes a source and the headers that it includes, each once.
func addSource(to io.Writer, source, include string, seen map[string]bool) error {
	source = filepath.Clean(source)
	if seen[source] {
		return nil
	}
	seen[source] = true
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	fmt.Fprintf(to, "%d\n%s", len(text), text)
	for _, match := range includePattern.FindAllSubmatch(text, -1) {
		header := filepath.Join(filepath.Dir(source), string(match[1]))
		if _, err := os.Stat(header); err != nil {
			header = filepath.Join(include, string(match[1]))
		}
		if err := addSource(to, header, include, seen); err != nil {
			return err
		}
	}
	return nil
}

// compilerVersion is the first line of what the compiler says of itself.
func compilerVersion() (string, error) {
	text, err := exec.Command(compiler, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%w; Debian has it: apt-get install %s", err, compiler)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return line, nil
}
