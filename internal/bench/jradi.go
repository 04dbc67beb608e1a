package bench

import (
	"math"

	"github.com/tricycle-graph/tricycle/internal/generator"
)

// published is a row of table 1 of Jradi, Dias, Castonguay, Longo and do
// Nascimento (A GPU-based parallel algorithm for enumerating all chordless
// cycles in graphs), whose times are averages of ten runs on an AMD FX-9590 and
// a Radeon R9 290X.
type published struct {
	name      string
	vertices  int
	edges     uint64
	maxDegree uint32
	triangles uint64 // C3
	chordless uint64 // #clc, of four vertices and more
	// Milliseconds: the sequential algorithm, the kernels, and these with all
	// copies.
	sequential, kernels, parallel float64

	countOnly bool                // cycles were counted and not kept
	web       string              // file of the food web whose niche-overlap graph it is
	generator generator.Generator // of all other graphs; nil for a city whose map was not published, for which another stands
}

// jradi is the table, but for a city whose row is unreadable in what there is
// of it. The paper gives 76 edges for Sioux Falls, the arcs of the file, and
// calls the wheel with 100 vertices on its rim Wheel 100; for the last grid,
// both of its programs counted the cycles without keeping them, and so it is here.
var jradi = []published{
	{"CrystalD", 24, 86, 14, 293, 0, 0.333, 0.182, 0.622, false, "CrystalD.paj", nil},
	{"ChesUpper", 37, 85, 15, 167, 0, 0.370, 0.160, 0.656, false, "ChesUpper.paj", nil},
	{"Narragan", 35, 168, 22, 586, 0, 0.548, 0.197, 0.709, false, "Narragan.paj", nil},
	{"Chesapeake", 39, 90, 11, 157, 0, 0.150, 0.188, 0.700, false, "Chesapeake.paj", nil},
	{"Michigan", 39, 175, 27, 587, 0, 0.614, 0.197, 0.698, false, "Michigan.paj", nil},
	{"Mondego", 46, 206, 24, 886, 0, 0.725, 0.207, 0.773, false, "Mondego.paj", nil},
	{"Cypwet", 71, 842, 46, 8946, 0, 6.417, 0.258, 0.892, false, "cypwet.paj", nil},
	{"Everglades", 69, 1214, 56, 15627, 710, 12.407, 0.388, 1.478, false, "Everglades.paj", nil},
	{"Mangrovedry", 97, 2132, 80, 30659, 27426, 102.475, 1.822, 6.510, false, "mangdry.paj", nil},
	{"Floridabay", 128, 3249, 98, 62389, 85976, 366.495, 2.518, 15.095, false, "Florida.paj", nil},
	{"Goiânia", 43, 75, 4, 5, 9311, 39.594, 0.216, 3.081, false, "", nil},
	{"SiouxFalls", 24, 38, 5, 2, 176, 1.339, 1.138, 1.812, false, "", generator.SiouxFalls{}},
	{"C100", 100, 100, 2, 0, 1, 0.149, 0.165, 0.770, false, "", generator.Cycle{Vertices: 100}},
	{"Wheel 100", 101, 200, 100, 100, 1, 0.225, 0.778, 1.229, false, "", generator.Wheel{Rim: 100}},
	{"K8,8", 16, 64, 8, 0, 784, 0.473, 0.197, 0.599, false, "", generator.CompleteBipartite{Left: 8, Right: 8}},
	{"K50,50", 100, 2500, 50, 0, 1500625, 600.661, 4.867, 10.391, false, "", generator.CompleteBipartite{Left: 50, Right: 50}},
	{"Grid 4x10", 40, 66, 4, 0, 1823, 15.430, 0.185, 1.993, false, "", generator.Grid{Rows: 4, Cols: 10}},
	{"Grid 5x6", 30, 49, 4, 0, 749, 2.610, 0.167, 1.249, false, "", generator.Grid{Rows: 5, Cols: 6}},
	{"Grid 5x10", 50, 85, 4, 0, 52620, 199.132, 1.982, 12.718, false, "", generator.Grid{Rows: 5, Cols: 10}},
	{"Grid 6x6", 36, 60, 4, 0, 3436, 7.889, 0.203, 1.570, false, "", generator.Grid{Rows: 6, Cols: 6}},
	{"Grid 6x10", 60, 104, 4, 0, 800139, 2906.009, 6.284, 18.989, false, "", generator.Grid{Rows: 6, Cols: 10}},
	{"Grid 7x10", 70, 123, 4, 0, 8136453, 36955.470, 54.840, 286.212, false, "", generator.Grid{Rows: 7, Cols: 10}},
	{"Grid 8x10", 80, 142, 4, 0, 71535910, 427091.02, 1655.147, 8697.081, true, "", generator.Grid{Rows: 8, Cols: 10}},
}

// seconds returns milliseconds of the table as seconds.
func seconds(milliseconds float64) float64 { return math.Round(milliseconds*1e3) / 1e6 }
