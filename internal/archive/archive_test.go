package archive

import (
	"os"
	"path/filepath"
	"testing"
)

func TestIsGraph(t *testing.T) {
	for member, want := range map[string]bool{
		"karate.mtx":                    true,
		"./karate.mtx":                  true,
		"karate/karate.mtx":             true,
		"soc-karate.edges":              true,
		"data/roads_2020.txt":           true,
		"data/graph":                    true,
		"NOTICES.csv":                   true,
		"out.moreno":                    true,
		"moreno/out.moreno":             true,
		"../a.mtx":                      true,
		"":                              false,
		"./":                            false,
		"karate/":                       false,
		"readme.html":                   false,
		"README":                        false,
		"a/README.moreno":               false,
		"License.txt":                   false,
		"karate/karate_coord.mtx":       false,
		"karate_b.mtx":                  false,
		"karate/karate_nodename.txt":    false,
		"Karate/Karate_x.mtx":           false,
		".DS_Store":                     false,
		"a/.hidden.mtx":                 false,
		"._karate.mtx":                  false,
		"__MACOSX/karate/._karate.mtx":  false,
		"__MACOSX/karate.mtx":           false,
		"moreno/meta.moreno":            false,
		"moreno/ent.moreno.person.name": false,
		"moreno/entities":               true,
		"picture.png":                   false,
		"karate/other_nodename.txt":     true,
	} {
		if got := IsGraph(member); got != want {
			t.Errorf("IsGraph(%q) = %t", member, got)
		}
	}
}

func TestSplit(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.zip", "wow!.mtx", "wow", "b!c.zip"} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][2]string{
		"a.zip":         {"a.zip", ""},
		"a.zip!b/c.mtx": {"a.zip", "b/c.mtx"},
		"a.zip!b!c":     {"a.zip", "b!c"},
		"a.zip!":        {"a.zip!", ""},
		"wow!.mtx":      {"wow!.mtx", ""},
		"wow!x":         {"wow", "x"},
		"b!c.zip!d":     {"b!c.zip", "d"},
		"none!x":        {"none!x", ""},
		"folder!x":      {"folder!x", ""},
		"-":             {"-", ""},
		"-!x":           {"-!x", ""},
		"":              {"", ""},
	} {
		file, member := Split(name)
		if file != want[0] || member != want[1] {
			t.Errorf("Split(%q) = %q, %q", name, file, member)
		}
		if member != "" && Join(file, member) != name {
			t.Errorf("Join(%q, %q) = %q", file, member, Join(file, member))
		}
	}
	if file, _ := Split(filepath.Join(".", "a.zip")); file != "a.zip" {
		t.Error(file)
	}
}
