package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// shared is the Go file of what all kernels of a folder have in common; each source has
// one of its own beside it.
const shared = "kernels.go"

// declaration names the Go file of a source's kernels.
func declaration(source string) string { return strings.TrimSuffix(source, ".cu") + ".go" }

// kernel is a kernel as its source declares it.
type kernel struct {
	name       string
	parameters []parameter
	arguments  string // the Go type of all of them
}

type parameter struct{ name, element, pointer string }

// declareShared returns the Go file of a folder's constants, and of what holds its PTX.
func declareShared(folder string, sources []string, include string) ([]byte, error) {
	out, err := begin(folder, include, sources...)
	if err != nil {
		return nil, err
	}
	fmt.Fprint(out, "import \"embed\"\n\n//go:embed *.ptx\nvar files embed.FS\n")
	if err := declareConstants(out, folder); err != nil {
		return nil, err
	}
	return format.Source(out.Bytes())
}

// declare returns the Go file of a source's kernels.
func declare(folder, source, include string) ([]byte, error) {
	out, err := begin(folder, include, source)
	if err != nil {
		return nil, err
	}
	text, err := runCompiler(source, include, "-E")
	if err != nil {
		return nil, err
	}
	kernels, err := parseKernels(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	module := strings.TrimSuffix(filepath.Base(source), ".cu")
	nameArguments(kernels, module)
	fmt.Fprint(out, "import \"github.com/tricycle-graph/tricycle/internal/gpu\"\n")
	declareKernels(out, kernels, module)
	return format.Source(out.Bytes())
}

// begin returns the first lines of a Go file that is made of sources.
func begin(folder, include string, sources ...string) (*bytes.Buffer, error) {
	stamp, err := stamp(include, sources...)
	if err != nil {
		return nil, err
	}
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	return bytes.NewBufferString(fmt.Sprintf("%s\npackage %s\n\n", stamp, filepath.Base(absolute))), nil
}

var (
	// kernelPattern finds kernels behind the preprocessor.
	kernelPattern    = regexp.MustCompile(`extern "C" __attribute__\(\(global\)\) void\s+(?:__attribute__\(\(launch_bounds\([^)]*\)\)\)\s*)?(\w+)\s*\(([^)]*)\)`)
	parameterPattern = regexp.MustCompile(`^(?:\[\[maybe_unused\]\] )?(?:const )?(\w+)(?: ?(\*) ?| )(\w+)$`)
)

func parseKernels(text string) ([]kernel, error) {
	var kernels []kernel
	for _, match := range kernelPattern.FindAllStringSubmatch(text, -1) {
		k := kernel{name: match[1]}
		for field := range strings.SplitSeq(match[2], ",") {
			field = strings.Join(strings.Fields(field), " ")
			if field == "" {
				continue
			}
			parts := parameterPattern.FindStringSubmatch(field)
			if parts == nil || parts[2] == "" && parts[1] != "u32" && parts[1] != "u64" {
				return nil, fmt.Errorf("kernel %s: what is the parameter %q?", k.name, field)
			}
			k.parameters = append(k.parameters, parameter{name: parts[3], element: parts[1], pointer: parts[2]})
		}
		kernels = append(kernels, k)
	}
	if declared := strings.Count(text, `extern "C" __attribute__((global))`); declared != len(kernels) {
		return nil, fmt.Errorf("of %d kernels, %d were understood", declared, len(kernels))
	}
	return kernels, nil
}

// nameArguments names the types of the arguments after the kernels, and where
// several take the same, after the module.
func nameArguments(kernels []kernel, module string) {
	for i := range kernels {
		k := &kernels[i]
		k.arguments = goName(k.name) + "Args"
		for j := range kernels {
			if j != i && len(k.parameters) > 0 && slices.Equal(kernels[j].parameters, k.parameters) {
				k.arguments = goName(module) + "Args"
			}
		}
	}
}

func declareKernels(out *bytes.Buffer, kernels []kernel, module string) {
	byArguments := map[string][]string{}
	for _, k := range kernels {
		byArguments[k.arguments] = append(byArguments[k.arguments], k.name)
	}
	fmt.Fprintf(out, "\n// The kernels of %s.cu.\nvar (\n", module)
	for _, k := range kernels {
		fmt.Fprintf(out, "%s = gpu.Entry[%s]{Files: &files, Module: %q, Name: %q}\n", goName(k.name), k.arguments, module, k.name)
	}
	fmt.Fprintln(out, ")")
	for _, k := range kernels {
		names := byArguments[k.arguments]
		if names[0] != k.name {
			continue // declared with the first
		}
		what, verb := names[0], "takes"
		if last := len(names) - 1; last > 0 {
			what, verb = strings.Join(names[:last], ", ")+" and "+names[last], "take"
		}
		fmt.Fprintf(out, "\n// %s is what %s %s.\ntype %[1]s struct {\n", k.arguments, what, verb)
		var values, types []string
		fields := map[string][]string{}
		for _, p := range k.parameters {
			name, of := goName(p.name), p.goType()
			if fields[of] == nil {
				types = append(types, of)
			}
			fields[of] = append(fields[of], name)
			values = append(values, p.argument("a."+name))
		}
		for _, of := range types {
			fmt.Fprintf(out, "%s %s\n", strings.Join(fields[of], ", "), of)
		}
		fmt.Fprintf(out, "}\n\n// Pack adds them in the order of the kernel.\nfunc (a %s) Pack(to *gpu.Packed) {\nto.Add(%s)\n}\n", k.arguments, strings.Join(values, ", "))
	}
}

// goTypes are the types of scalars, and of the elements of arrays.
var goTypes = map[string]string{"u16": "uint16", "u32": "uint32", "u64": "uint64"}

// goType is the type of an argument. A structure is 32-bit words to the host.
func (p parameter) goType() string {
	element := goTypes[p.element]
	if p.pointer == "" {
		return element
	}
	if element == "" {
		element = "uint32"
	}
	return "gpu.Array[" + element + "]"
}

// argument passes a value of that type.
func (p parameter) argument(value string) string {
	switch {
	case p.pointer != "":
		return value + ".Arg()"
	case p.element == "u64":
		return "gpu.Uint64(" + value + ")"
	}
	return "gpu.Uint32(" + value + ")"
}

var (
	constantPattern = regexp.MustCompile(`(?m)^HOST_CONST u(?:32|64) (\w+) = ([^;]+);(.*)$`)
	// expressionPattern takes what C and Go read alike.
	expressionPattern = regexp.MustCompile(`^[\w\s+*/()-]+$`)
	constantName      = regexp.MustCompile(`\b[A-Z][A-Z0-9_]*\b`)
)

// declareConstants writes the constants of a folder's sources and headers.
func declareConstants(out *bytes.Buffer, folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.*"))
	if err != nil {
		return err
	}
	var constants bytes.Buffer
	for _, file := range files {
		if extension := filepath.Ext(file); extension != ".cu" && extension != ".h" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		found := constantPattern.FindAllSubmatch(text, -1)
		if len(found) != bytes.Count(text, []byte("HOST_CONST")) {
			return fmt.Errorf("%s: a HOST_CONST is not understood", file)
		}
		for _, match := range found {
			if !expressionPattern.Match(match[2]) {
				return fmt.Errorf("%s: the value of %s is not for Go", file, match[1])
			}
			fmt.Fprintf(&constants, "%s = %s%s\n", goName(string(match[1])), constantName.ReplaceAllStringFunc(string(match[2]), goName), match[3])
		}
	}
	if constants.Len() > 0 {
		fmt.Fprintf(out, "\n// What the host knows of the kernels.\nconst (\n%s)\n", constants.Bytes())
	}
	return nil
}

// goName is an exported Go name for a name of the kernels.
func goName(name string) string {
	if name == strings.ToUpper(name) && len(name) > 2 {
		words := strings.Split(strings.ToLower(name), "_")
		for i, word := range words {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
		return strings.Join(words, "")
	}
	if name == "ids" {
		return "IDs"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}
