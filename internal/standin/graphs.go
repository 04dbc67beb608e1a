package standin

import (
	"slices"

	"github.com/tricycle-graph/tricycle/generate"
)

// graphs are in the order of the tables that they stand in. Where nothing else is said,
// vertices and edges are within a quarter of the real ones, and triangles within a half.
var graphs = slices.Concat(snap, dimacs, cities)

// snap are the graphs of table 1 of TCBW, as the Stanford Network Analysis Project
// publishes them. Road maps have the degrees of a grid. Growth with triads has hubs, up
// to some thousand neighbours; R-MAT has larger ones, and its ids are shuffled, as they
// would otherwise tell the degrees; cliques of coauthors have many triangles and no hubs.
var snap = []Graph{
	{"roadNet-PA", 1_088_092, 1_541_898, 67_150, 9,
		"road", generate.Values{"rows": 1050, "cols": 1050, "streets": 0.675, "diagonals": 0.067},
		"size, triangles and flat degrees alike"},
	{"roadNet-CA", 1_965_206, 2_766_607, 120_676, 12,
		"road", generate.Values{"rows": 1411, "cols": 1411, "streets": 0.675, "diagonals": 0.066},
		"size, triangles and flat degrees alike"},
	{"com-Amazon", 334_863, 925_872, 667_129, 549,
		"holme-kim", generate.Values{"vertices": 308_624, "edges-per-vertex": 3, "triads": 0.92},
		"size and triangles alike, hubs some times larger"},
	{"facebook_combined", 4_039, 88_234, 1_612_010, 1045,
		"affiliation", generate.Values{"authors": 5121, "papers": 1331, "max-team": 90},
		"size and triangles alike, hubs a quarter as large"},
	{"com-DBLP", 317_080, 1_049_866, 2_224_385, 343,
		"affiliation", generate.Values{"authors": 515_075, "papers": 125_439, "max-team": 13},
		"size and triangles alike, hubs an eighth as large"},
	{"com-Youtube", 1_134_890, 2_987_624, 3_056_386, 28_754,
		"holme-kim", generate.Values{"vertices": 995_874, "edges-per-vertex": 3, "triads": 1.0},
		"size and triangles alike, hubs a sixth as large"},
	{"cit-Patents", 3_774_768, 16_518_948, 7_515_023, 793,
		"holme-kim", generate.Values{"vertices": 4_129_737, "edges-per-vertex": 4, "triads": 0.56},
		"size and triangles alike, hubs ten times as large"},
	{"as-Skitter", 1_696_415, 11_095_298, 28_769_868, 35_455,
		"rmat", generate.Values{"scale": 22, "edge-factor": 3, "permute": true},
		"size and hubs alike, triangles half as many again"},
	{"com-LiveJournal", 3_997_962, 34_681_189, 177_820_130, 14_815,
		"rmat", generate.Values{"scale": 23, "edge-factor": 4, "permute": true},
		"edges and triangles alike, a fifth less vertices, hubs six times as large"},
	{"twitter_combined", 81_306, 1_342_296, 13_082_506, 3_383,
		"affiliation", generate.Values{"authors": 89_297, "papers": 37_955, "max-team": 50},
		"size and triangles alike, no hubs"},
	{"com-Orkut", 3_072_441, 117_185_083, 627_584_181, 33_313,
		"affiliation", generate.Values{"authors": 3_072_672, "papers": 7_118_896, "max-team": 30},
		"size alike, 2.3 times as many triangles, no hubs"},
	{"com-Friendster", 65_608_366, 1_806_067_135, 4_173_724_142, 5_214,
		"affiliation", generate.Values{"authors": 65_609_088, "papers": 247_358_976, "max-team": 16},
		"size alike, 4.2 times as many triangles, no hubs"},
}

// dimacs are the graphs of Iakovidis' table, of the tenth DIMACS implementation challenge,
// as the SuiteSparse Matrix Collection publishes them. What matters there is the lengths
// of the columns on the order of the ids.
var dimacs = []Graph{
	{"delaunay_n22", 4_194_304, 12_582_869, 0, 23,
		"delaunay", generate.Values{"vertices": 1 << 22},
		"of the same definition, on other points"},
	{"great-britain_osm", 7_733_822, 8_156_517, 0, 8,
		"road", generate.Values{"rows": 2878, "cols": 2878, "streets": 0.492, "diagonals": 0.01},
		"size and flat degrees alike, many pieces in place of long roads"},
	{"auto", 448_695, 3_314_611, 0, 37,
		"affiliation", generate.Values{"authors": 510_000, "papers": 255_000, "max-team": 20},
		"size alike, degrees up to twice as large, cliques in place of tetrahedra"},
	{"coPapersCiteseer", 434_102, 16_036_720, 0, 1_188,
		"affiliation", generate.Values{"authors": 496_000, "papers": 231_000, "max-team": 640, "exponent": 2.5},
		"size and longest column alike"},
}

// cities are those of table 1 of Jradi et al. whose maps were not published.
var cities = []Graph{
	{"Goiânia", 43, 75, 5, 4,
		"road", generate.Values{"rows": 7, "cols": 6, "streets": 0.95, "diagonals": 0.12, "seed": 799},
		"size, triangles and longer chordless cycles alike, a crossing of 5 streets"},
}
