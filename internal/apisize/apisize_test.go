package apisize

import (
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"testing"
)

// ceiling is the most names that all public packages may export together: types,
// functions, each constant and each variable; methods and fields aside. It only
// ever goes down, unless an issue grants names: the answers for each vertex and edge,
// trussness, the triangles themselves and the census of triads were granted 20.
const ceiling = 140

func TestExportedNames(t *testing.T) {
	root := filepath.Join("..", "..")
	total := 0
	err := filepath.WalkDir(root, func(folder string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		switch name := entry.Name(); {
		case name == "internal", name == "testdata", name == "cmd", folder != root && name[0] == '.':
			return fs.SkipDir
		}
		names, err := exported(folder)
		var empty *build.NoGoError
		if errors.As(err, &empty) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(names) > 0 {
			t.Logf("%3d in %s", len(names), filepath.ToSlash(folder))
		}
		total += len(names)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%3d in all", total)
	if total > ceiling {
		t.Errorf("the public packages export %d names, and %d are the ceiling: unexport what no caller needs, or put it under internal/", total, ceiling)
	}
}

// exported lists the exported top-level names of the package in a folder.
func exported(folder string) ([]string, error) {
	pkg, err := build.ImportDir(folder, 0)
	if err != nil || pkg.IsCommand() {
		return nil, err
	}
	var names []string
	for _, file := range pkg.GoFiles {
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, file), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, declared := range tree.Decls {
			for _, name := range declaredNames(declared) {
				if name.IsExported() {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names, nil
}

// declaredNames lists what a declaration names, methods aside.
func declaredNames(declared ast.Decl) (names []*ast.Ident) {
	switch declared := declared.(type) {
	case *ast.FuncDecl:
		if declared.Recv == nil {
			names = append(names, declared.Name)
		}
	case *ast.GenDecl:
		for _, spec := range declared.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name)
			case *ast.ValueSpec:
				names = append(names, spec.Names...)
			}
		}
	}
	return names
}
