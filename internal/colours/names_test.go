package colours

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// TestNameID holds the ids to what docs/formats.md says, by which others make cells.
func TestNameID(t *testing.T) {
	for _, c := range []struct {
		seed uint64
		name string
		want uint64
	}{{0, "ann", 0x71f5522367db9652}, {0, "", 0x7a0b81a1f57055af}, {1, "ann", 0xca9956ead6c048ee}, {1<<64 - 1, "日本", 0x62dd27e0f393ec0f}} {
		if got := NameID(c.seed, c.name); got != c.want {
			t.Errorf("%d, %q: %d, want %d", c.seed, c.name, got, c.want)
		}
	}
}

// TestNames writes random names of several shares, and holds what merging them gives beside a map.
func TestNames(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 20))
	for round := range graphtest.Fewer(30) {
		n, files := 1+random.IntN(5), new(objectfs.Memory)
		firsts := make(map[string]uint64)
		var all []Names
		for share := range random.IntN(5) {
			var names []string
			for range random.IntN(400) {
				names = append(names, fmt.Sprint(strings.Repeat("x", random.IntN(3)*random.IntN(200)), random.IntN(500)))
			}
			slices.Sort(names)
			names = slices.Compact(names)
			random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			var ids []uint64
			first := func(place uint32) uint64 { return uint64(share)<<32 | uint64(place) }
			for place, name := range names {
				ids = append(ids, NameID(9, name))
				if at, ok := firsts[name]; !ok || first(uint32(place)) < at {
					firsts[name] = first(uint32(place))
				}
			}
			set := fmt.Sprint(share, "/")
			made, err := WriteNames(t.Context(), objectfs.Sub(files, set), n, 2, ids, names, first)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range made {
				f.Name = set + f.Name
				if err := f.Check(n); err != nil {
					t.Fatal(err)
				}
				all = append(all, f)
			}
		}
		if err := Whole(t.Context(), files, nil, all); err != nil {
			t.Fatal(err)
		}
		for colour := range n {
			f, err := MergeNames(t.Context(), files, all, files, fmt.Sprint(colour, NamesSuffix), colour, n)
			if err != nil {
				t.Fatal(err)
			}
			last, count := uint64(0), uint64(0)
			err = EachName(t.Context(), files, n, []Names{f}, func(name Named) error {
				text := string(name.Name)
				if name.ID != NameID(9, text) || Of(name.ID, n) != colour || count > 0 && name.ID <= last {
					return errors.New("another id: " + text)
				}
				if first, ok := firsts[text]; !ok || first != name.First {
					return fmt.Errorf("%q came first at %d, want %d, %v", text, name.First, first, ok)
				}
				delete(firsts, text)
				last, count = name.ID, count+1
				return nil
			})
			if err != nil || count != f.Count || f.Check(n) != nil {
				t.Fatalf("round %d, colour %d: %d names of %d, %v", round, colour, count, f.Count, err)
			}
		}
		if len(firsts) > 0 {
			t.Fatalf("round %d: %d names are lost", round, len(firsts))
		}
	}
}

// TestNamesCollide has two names with one id, in one file and in two.
func TestNamesCollide(t *testing.T) {
	first := func(place uint32) uint64 { return uint64(place) }
	two := new(CollisionError)
	if _, err := WriteNames(t.Context(), new(objectfs.Memory), 2, 2, []uint64{3, 8, 3}, []string{"b", "c", "a"}, first); !errors.As(err, &two) || two.ID != 3 || two.Names != [2]string{"a", "b"} {
		t.Error(err)
	}
	files := new(objectfs.Memory)
	var all []Names
	for i, name := range []string{"b", "a", "b"} {
		made, err := WriteNames(t.Context(), objectfs.Sub(files, fmt.Sprint(i)), 1, 1, []uint64{3}, []string{name}, first)
		if err != nil {
			t.Fatal(err)
		}
		made[0].Name = fmt.Sprint(i) + made[0].Name
		all = append(all, made[0])
	}
	if _, err := MergeNames(t.Context(), files, all, files, "all", 0, 1); !errors.As(err, &two) || two.Names != [2]string{"a", "b"} {
		t.Error(err)
	}
	if f, err := MergeNames(t.Context(), files, []Names{all[0], all[2]}, files, "same", 0, 1); err != nil || f.Count != 1 {
		t.Error("the same name twice:", f, err)
	}
}

// TestNamesDamaged changes each byte of a file, and cuts it everywhere.
func TestNamesDamaged(t *testing.T) {
	files := new(objectfs.Memory)
	made, err := WriteNames(t.Context(), files, 1, 1, []uint64{7, 5}, []string{"ann", "bob"}, func(place uint32) uint64 { return uint64(place) })
	if err != nil {
		t.Fatal(err)
	}
	f := made[0]
	object, err := files.Open(t.Context(), f.Name, 0, int64(f.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(object)
	if err != nil || uint64(len(data)) != f.Bytes() {
		t.Fatal(len(data), err)
	}
	read := func(data []byte) error {
		other := new(objectfs.Memory)
		if err := objectfs.CreateBytes(t.Context(), other, f.Name, data); err != nil {
			t.Fatal(err)
		}
		return EachName(t.Context(), other, 1, []Names{f}, func(Named) error { return nil })
	}
	if err := read(data); err != nil {
		t.Fatal(err)
	}
	for i := range data {
		bad := slices.Clone(data)
		bad[i] ^= 1 << (i % 8)
		if err := read(bad); !errors.As(err, new(*partition.BlockError)) {
			t.Errorf("byte %d: %v", i, err)
		}
		if err := read(data[:i]); !errors.As(err, new(*partition.BlockError)) {
			t.Errorf("cut at %d: %v", i, err)
		}
	}
	if err := read(append(data, 0)); !errors.As(err, new(*partition.BlockError)) {
		t.Error("longer:", err)
	}
}
