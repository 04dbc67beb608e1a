package positions

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

var nan = math.NaN()

func TestRead(t *testing.T) {
	numbers, names := graph.BaseLabels(1), graph.NameLabels([]string{"Ann Lee", "b", "c,d"})
	missing := [3]float64{nan, nan, nan}
	for _, c := range []struct {
		name, text string
		labels     graph.Labels
		want       [3][3]float64
	}{
		{"by order", "1,8.5,-50\n3,1e1,2\n", numbers, [3][3]float64{{8.5, -50}, missing, {10, 2}}},
		{"blanks", "  3 1 2 rest\n\n# c\n1\t3\t4", numbers, [3][3]float64{{3, 4}, missing, {1, 2}}},
		{"semicolons", "1; 3 ;4\r\n2;5;6\r\n", numbers, [3][3]float64{{3, 4}, {5, 6}, missing}},
		{"a head", "name,Latitude,LON,id\nx,1,2,3\ny,3,4,1\n", numbers, [3][3]float64{{4, 3}, missing, {2, 1}}},
		{"earth before the map", "\ufeff# c\nx,y,node,lat,lng\n9,9,1,3,4\n", numbers, [3][3]float64{{4, 3}, missing, missing}},
		{"GTFS", "stop_id,stop_name,stop_lat,stop_lon\nb,\"Main, St\",1,2\n", names, [3][3]float64{missing, {2, 1}, missing}},
		{"names", "\"Ann Lee\", 1, 2\n\"c,d\",3,4\n", names, [3][3]float64{{1, 2}, missing, {3, 4}}},
		{"tabs", "vertex\tkind\tx\ty\nAnn Lee\t\t1\t2\n", names, [3][3]float64{{1, 2}, missing, missing}},
		{"TNTP", "Node\tX\tY\t;\n1\t50000\t510000\t;\n2\t320000\t510000\t;", numbers, [3][3]float64{{50000, 510000}, {320000, 510000}, missing}},
		{"TNTP with blanks", "~ c\nnode x y ;\n 1 5 6;\n;\n", numbers, [3][3]float64{{5, 6}, missing, missing}},
		{"said to have none", "id,lon,lat\n1,,\n2,3,4\n", numbers, [3][3]float64{missing, {3, 4}, missing}},
		{"more than the graph has", "9,1,2\nz,1,2\n1,1,2\n", numbers, [3][3]float64{{1, 2}, missing, missing}},
		{"nothing", "\n#\n", numbers, [3][3]float64{missing, missing, missing}},
		{"a head alone", "id,lon,lat", numbers, [3][3]float64{missing, missing, missing}},
	} {
		path := filepath.Join(t.TempDir(), "places")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := Read(t.Context(), path, c.labels, 3)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, %v, want %v", c.name, got, err, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1,2\n", `f:1: expected columns such as id, lon and lat, or a row of a vertex, x and y, found "1 2"`},
		{"id,lon,height\n1,2,3\n", `f:1: expected columns such as id, lon and lat, or a row of a vertex, x and y, found "id lon height"`},
		{"1,2,3\n\n2,west,4\n", `f:3: expected a number, found "west"`},
		{"1,2,3\n2,,4\n", `f:2: expected a number, found ""`},
		{"1,2,3\n2,NaN,4\n", `f:2: expected a number, found "NaN"`},
		{"1,2,3\n2,1e999,4\n", `f:2: expected a number, found "1e999"`},
		{"1,2,3\n2,0x10,4\n", `f:2: expected a number, found "0x10"`},
		{"1;2,5;3\n", `f:1: expected columns such as id, lon and lat, or a row of a vertex, x and y, found "1;2 5;3"`},
		{"1,2,3\n1,2,3\n", `f:2: expected each vertex once, found "1" again`},
		{"1,2,3\n2,3\n", `f:2: expected 3 fields at least, found 2`},
		{"1,2,3\n\"2,3\n", `f:2: expected quotes around whole fields, and two for one within, found extraneous or missing " in quoted-field`},
		{"1 2 3\n" + strings.Repeat("4 ", lineMost), `f:2: expected lines of up to 1048576 bytes, found a longer one`},
	} {
		_, err := read(t.Context(), strings.NewReader(c.text), "f", graph.BaseLabels(1), 3)
		var input *graph.InputError
		if !errors.As(err, &input) || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := Read(t.Context(), "nowhere", graph.Labels{}, 3); err == nil || err.Error() != "nowhere: no such file or directory" {
		t.Error(err)
	}
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	if _, err := read(ctx, strings.NewReader("1,2,3\n"), "f", graph.Labels{}, 3); !errors.Is(err, stop) {
		t.Error(err)
	}
}

// What is written in any form is read as it was.
func TestForms(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for round := range 50 {
		n := 1 + random.IntN(60)
		want := make([][3]float64, n)
		form := []struct{ head, between, end string }{
			{"", ",", "\n"}, {"id,lon,lat\n", ",", "\r\n"}, {"", " ", "\n"}, {"Node\tX\tY\t;\n", "\t", "\t;\n"}, {"vertex;x;y\n", ";", "\n"}, {"", "\t", "\n"},
		}[round%6]
		text := form.head
		for _, v := range random.Perm(n) {
			want[v] = [3]float64{nan, nan, nan}
			if v > 0 && random.IntN(4) == 0 {
				continue
			}
			want[v] = [3]float64{math.Ldexp(random.Float64()-0.5, random.IntN(40)-20), float64(random.IntN(181) - 90), 0}
			fields := []string{strconv.Itoa(v + 5), strconv.FormatFloat(want[v][0], 'g', -1, 64), strconv.FormatFloat(want[v][1], 'g', -1, 64)}
			text += strings.Join(fields, form.between) + form.end
		}
		got, err := read(t.Context(), strings.NewReader(text), "f", graph.BaseLabels(5), n)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q:\n%v, %v, want\n%v", text, got, err, want)
		}
	}
}

// Any text is positions that are numbers, or an error with the file.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"1,8.5,-50\n3,1e1,2\n", "id;lat;lon\r\n1;2;3\r\n", "Node X Y ;\n1 2 3 ;\n", "\ufeffvertex\tx\ty\na\t1\t2\n", "\"a\nb\",1,2\n", "~\n#\n \n", "1 2 3;", ";",
	} {
		f.Add(text)
	}
	labels := graph.NameLabels([]string{"1", "a", "a\nb"})
	f.Fuzz(func(t *testing.T, text string) {
		all, err := read(t.Context(), strings.NewReader(text), "f", labels, 3)
		var input *graph.InputError
		switch {
		case err != nil && (!errors.As(err, &input) || input.File != "f" || all != nil):
			t.Errorf("%q: %v", text, err)
		case err == nil && len(all) != 3:
			t.Errorf("%q: %v", text, all)
		}
		for _, at := range all {
			if math.IsNaN(at[0]) != math.IsNaN(at[1]) || math.IsInf(at[0], 0) || math.IsInf(at[1], 0) {
				t.Errorf("%q: %v", text, all)
			}
		}
	})
}
