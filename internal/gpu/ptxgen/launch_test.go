package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestLaunchesNameEveryArgument finds what the compiler does not: a field of a
// kernel's arguments that a launch leaves out, and so leaves zero.
func TestLaunchesNameEveryArgument(t *testing.T) {
	const module = "github.com/tricycle-graph/tricycle/"
	root := filepath.Join("..", "..", "..")
	kernels := map[string]map[string][]string{} // import path, type, fields
	for _, folder := range folders(t) {
		relative, err := filepath.Rel(root, folder)
		if err != nil {
			t.Fatal(err)
		}
		sources, err := sourcesOf(folder)
		if err != nil {
			t.Fatal(err)
		}
		fields := map[string][]string{}
		for _, source := range sources {
			maps.Copy(fields, argumentFields(t, declaration(source)))
		}
		kernels[module+filepath.ToSlash(relative)] = fields
	}
	launches := 0
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".go" {
			return err
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		imported := map[string]map[string][]string{} // by the package's name
		for _, spec := range parsed.Imports {
			if from, err := strconv.Unquote(spec.Path.Value); err == nil && kernels[from] != nil {
				imported[path.Base(from)] = kernels[from]
			}
		}
		if len(imported) == 0 {
			return nil
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			selector, ok := literal.Type.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, ok := selector.X.(*ast.Ident)
			if !ok || imported[of.Name] == nil {
				return true
			}
			launches++
			left := slices.Clone(imported[of.Name][selector.Sel.Name])
			for _, element := range literal.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					left = slices.DeleteFunc(left, func(name string) bool { return name == pair.Key.(*ast.Ident).Name })
				}
			}
			if len(left) > 0 {
				t.Errorf("%s: %s without %s", files.Position(literal.Pos()), selector.Sel.Name, strings.Join(left, ", "))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if launches == 0 {
		t.Error("nothing is launched")
	}
}

// argumentFields lists the fields of the structs in a file.
func argumentFields(t *testing.T, file string) map[string][]string {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string][]string{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			for _, field := range spec.Type.(*ast.StructType).Fields.List {
				for _, name := range field.Names {
					fields[spec.Name.Name] = append(fields[spec.Name.Name], name.Name)
				}
			}
		}
		return true
	})
	return fields
}
