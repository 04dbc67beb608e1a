package cli

import (
	"context"
	"encoding/json"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/answer"
	"github.com/tricycle-graph/tricycle/internal/bench"
)

// documented is a row of a table in docs/json.md.
type documented struct {
	typ    string
	always bool
}

// documentedFields returns the tables of docs/json.md by the headings above
// them.
func documentedFields(t *testing.T) map[string]map[string]documented {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "json.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := make(map[string]map[string]documented)
	heading := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok {
			heading = title
			page[heading] = make(map[string]documented)
		}
		cells := strings.Split(line, " | ")
		if name, ok := strings.CutPrefix(cells[0], "| `"); ok && len(cells) == 5 {
			page[heading][strings.TrimSuffix(name, "`")] = documented{cells[1], cells[3] == "always"}
		}
	}
	for heading, fields := range page {
		page[heading] = expanded(page, fields)
	}
	return page
}

// link is the type of a field whose fields are in a table of their own.
var link = regexp.MustCompile(`^(array of )?\[.*\]\(#(.*)\)$`)

// expanded returns fields with those of the tables that they link to below
// them.
func expanded(page map[string]map[string]documented, fields map[string]documented) map[string]documented {
	all := make(map[string]documented)
	for name, field := range fields {
		found := link.FindStringSubmatch(field.typ)
		if found == nil {
			all[name] = field
			continue
		}
		inner := name + "."
		field.typ = "object"
		if found[1] != "" {
			inner, field.typ = name+"[].", "array of objects"
		}
		all[name] = field
		for heading, linked := range page {
			if strings.ReplaceAll(strings.ToLower(heading), " ", "-") != found[2] {
				continue
			}
			for below, field := range expanded(page, linked) {
				all[inner+below] = field
			}
		}
	}
	return all
}

// declared adds the fields of a struct of JSON, those within it below them.
func declared(fields map[string]documented, above string, of reflect.Type) {
	for i := range of.NumField() {
		field := of.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.Anonymous && !field.IsExported() {
			continue
		}
		typ := field.Type
		if typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
		if field.Anonymous && name == "" {
			declared(fields, above, typ)
			continue
		}
		name = above + name
		inner := typ
		if typ.Kind() == reflect.Slice {
			inner = typ.Elem()
		}
		fields[name] = documented{jsonType(typ), options == ""}
		switch {
		case jsonType(typ) == "object":
			declared(fields, name+".", inner)
		case jsonType(typ) == "array of objects":
			declared(fields, name+"[].", inner)
		}
	}
}

// jsonType is the type of JSON that a type of Go is written as; "" where that
// depends on the value.
func jsonType(of reflect.Type) string {
	switch {
	case of == reflect.TypeFor[json.RawMessage]():
		return ""
	case of == reflect.TypeFor[big.Int]() || of == reflect.TypeFor[graph.Size]():
		return "integer"
	}
	switch of.Kind() {
	case reflect.Struct:
		return "object"
	case reflect.Slice, reflect.Array:
		switch inner := jsonType(of.Elem()); inner {
		case "array of integers":
			return "array of arrays of integers"
		default:
			return "array of " + inner + "s"
		}
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Float64:
		return "number"
	case reflect.Pointer:
		return jsonType(of.Elem())
	}
	return "integer"
}

// TestJSONPageIsComplete holds docs/json.md against what is declared, GPUs and
// all.
func TestJSONPageIsComplete(t *testing.T) {
	page := documentedFields(t)
	for heading, value := range map[string]any{
		"tricycle count --json":                         answer.CountJSON{},
		"tricycle count --json of many graphs":          graphCountJSON{},
		"tricycle census --json":                        answer.CensusJSON{},
		"tricycle vertices --stats --json":              answer.Vertices{},
		"tricycle edges --stats --json":                 answer.Edges{},
		"tricycle truss --stats --json":                 answer.Trusses{},
		"tricycle count --explain --json":               answer.Plan{},
		"tricycle count --plan --json":                  planJSON{},
		"tricycle partition --json":                     partitionJSON{},
		"tricycle estimate --json":                      answer.Estimate{},
		"tricycle info --json":                          answer.Info{},
		"tricycle cycles --count --json":                answer.CyclesJSON{},
		"tricycle cycles --count --json of many graphs": graphCyclesJSON{},
		"tricycle cycles --explain --json":              answer.CyclePlan{},
		"tricycle cycles --is-chordal --json":           answer.Chordality{},
		"tricycle bench --json":                         bench.Row{},
		"tricycle bench cycles --json":                  bench.JradiJSON{},
		"tricycle bench tcbw --json":                    bench.TCBWJSON{},
		"tricycle bench shared --json":                  bench.IakovidisJSON{},
		"tricycle devices --json":                       gpus{},
		"tricycle version --json":                       buildJSON{},
		"tricycle --messages json":                      message{},
	} {
		written := make(map[string]documented)
		declared(written, "", reflect.TypeOf(value))
		for _, name := range slices.Sorted(maps.Keys(written)) {
			is, there := page[heading][name]
			switch want := written[name]; {
			case !there:
				t.Errorf("%s: %s is not on the page", heading, name)
			case want.typ != "" && is.typ != want.typ:
				t.Errorf("%s: %s is %s on the page, and written as %s", heading, name, is.typ, want.typ)
			case is.always != want.always:
				t.Errorf("%s: %s always there: %v on the page, %v where it is written", heading, name, is.always, want.always)
			}
			delete(page[heading], name)
		}
		for name := range page[heading] {
			t.Errorf("%s: %s is on the page, and never written", heading, name)
		}
	}
}

// TestJSONPageIsTrue holds docs/json.md against what the commands print.
func TestJSONPageIsTrue(t *testing.T) {
	page := documentedFields(t)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("graph.txt", []byte("1 2\n2 3\n3 1\n3 4\n4 5\n5 6\n6 3\n6 6\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("names.txt", []byte("a b\nb c\nc d\nd a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("many.g6", []byte("Bw\nCl\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	printed(t, "count --quiet --plan plan.json graph.txt")
	printed(t, "count --plan plan.json --shard 1/1 -o shard.json")
	for _, c := range []struct{ heading, command string }{
		{"tricycle count --json", "count --json graph.txt names.txt"},
		{"tricycle count --json", "count --json --verify graph.txt"},
		{"tricycle count --json", "count --json --parts 2x2 graph.txt"},
		{"tricycle count --json", "count --json --checkpoint run graph.txt"},
		{"tricycle count --json", "count --json --resume run"},
		{"tricycle count --json", "merge --json --plan plan.json shard.json"},
		{"tricycle count --json of many graphs", "count --json many.g6"},
		{"tricycle count --explain --json", "count --explain --json --colours auto graph.txt"},
		{"tricycle count --plan --json", "count --json --plan plan2.json graph.txt"},
		{"tricycle partition --json", "partition --json --colours 2 -o cells graph.txt"},
		{"tricycle estimate --json", "estimate --json --vertices 1e9 --edges 2e10"},
		{"tricycle estimate --json", "estimate --json --engine cpu --colours 4 graph.txt"},
		{"tricycle estimate --json", "estimate --json --cluster nodes=2,memory=1GiB,disk=1GB/s,net=1GB/s graph.txt"},
		{"tricycle info --json", "info --json graph.txt names.txt"},
		{"tricycle census --json", "census --json graph.txt names.txt"},
		{"tricycle vertices --stats --json", "vertices --stats --json graph.txt"},
		{"tricycle vertices --stats --json", "vertices --stats --json names.txt"},
		{"tricycle edges --stats --json", "edges --stats --json graph.txt"},
		{"tricycle edges --stats --json", "edges --stats --json names.txt"},
		{"tricycle cycles --json", "cycles --json graph.txt"},
		{"tricycle cycles --json", "cycles --json names.txt"},
		{"tricycle cycles --json", "cycles --json --longest graph.txt"},
		{"tricycle cycles --count --json", "cycles --count --json graph.txt names.txt"},
		{"tricycle cycles --count --json", "cycles --histogram --per-vertex --json graph.txt names.txt"},
		{"tricycle cycles --count --json of many graphs", "cycles --count --json many.g6"},
		{"tricycle cycles --count --json of many graphs", "cycles --histogram --json many.g6"},
		{"tricycle cycles --explain --json", "cycles --explain --json graph.txt names.txt"},
		{"tricycle cycles --is-chordal --json", "cycles --is-chordal --json graph.txt names.txt"},
		{"tricycle bench --json", "bench --json --repeat 1 graph.txt"},
		{"tricycle bench cycles --json", "bench cycles --json --repeat 1 --max-cycles 200"},
		{"tricycle bench tcbw --json", "bench tcbw --json --repeat 1 --max-edges 100_000"},
		{"tricycle bench shared --json", "bench shared --json --repeat 1 --max-edges 4_000_000"},
		{"tricycle devices --json", "devices --json"},
		{"tricycle version --json", "version --json"},
	} {
		if testing.Short() && strings.HasPrefix(c.command, "bench ") {
			continue // of millions of edges
		}
		fields := page[c.heading]
		lines := 0
		for line := range strings.Lines(printed(t, c.command)) {
			lines++
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatalf("%s: %v: %s", c.command, err, line)
			}
			holdAgainst(t, c.command, fields, "", object)
		}
		if lines == 0 {
			t.Errorf("%s prints nothing", c.command)
		}
	}
}

// printed returns what a command prints.
func printed(t *testing.T, command string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	if err := execute(context.Background(), strings.Fields(command), strings.NewReader(""), &stdout, &stderr); err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return stdout.String()
}

// holdAgainst compares an object with the fields below a name.
func holdAgainst(t *testing.T, command string, fields map[string]documented, above string, object map[string]any) {
	t.Helper()
	for name, value := range object {
		field, there := fields[above+name]
		if !there {
			t.Errorf("%s: %s is not on the page", command, above+name)
			continue
		}
		if !isOfType(value, field.typ) {
			t.Errorf("%s: %s is %v, and %s on the page", command, above+name, value, field.typ)
		}
		below := func(inner string) bool {
			return slices.ContainsFunc(slices.Collect(maps.Keys(fields)), func(name string) bool { return strings.HasPrefix(name, inner) })
		}
		switch value := value.(type) {
		case map[string]any:
			if inner := above + name + "."; below(inner) { // else its fields are data
				holdAgainst(t, command, fields, inner, value)
			}
		case []any:
			for _, element := range value {
				if element, ok := element.(map[string]any); ok {
					holdAgainst(t, command, fields, above+name+"[].", element)
				}
			}
		}
	}
	for name, field := range fields {
		rest, within := strings.CutPrefix(name, above)
		if _, there := object[rest]; within && field.always && !strings.Contains(rest, ".") && !there {
			t.Errorf("%s: %s is missing", command, name)
		}
	}
}

// isOfType says that a value may stand where the page has a type. What is not
// there may be null.
func isOfType(value any, typ string) bool {
	switch value := value.(type) {
	case nil:
		return typ == "object" || strings.HasPrefix(typ, "array")
	case bool:
		return typ == "boolean"
	case string:
		return typ == "string" || typ == "label"
	case float64:
		return typ == "number" || value == float64(int64(value)) && (typ == "integer" || typ == "label")
	case map[string]any:
		return typ == "object"
	}
	return strings.HasPrefix(typ, "array of ")
}
