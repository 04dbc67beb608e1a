package generator

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Affiliation is a graph of authors who share papers: each paper joins its
// authors, whose ids are close by, to a clique. Like the coauthor graphs
// coPapersDBLP and coPapersCiteseer it is full of triangles while its degrees
// stay moderate. Authors without a joint paper are no vertices.
type Affiliation struct {
	Authors  int     // ids that papers draw from
	Papers   int     // cliques
	MaxTeam  int     // most authors of a paper, 2 to 1024
	Exponent float64 // a team of k is as frequent as 1/k^Exponent: 2, 2.5 or 3; 0 for 2
	Seed     uint64  // another graph for each seed
}

// windowTeams is the number of largest teams that fit the span of ids which
// one paper draws from.
const windowTeams = 4

// papersPerBlock gives blocks of about blockRecords.
const papersPerBlock = 1 << 11

// Source checks the parameters and returns the source. It draws the size of
// every paper's team, so that the number of records is known.
func (g Affiliation) Source() (*Source, error) {
	if err := within("affiliation", "max-team", g.MaxTeam, 2, 1024); err != nil {
		return nil, err
	}
	if err := within("affiliation", "authors", g.Authors, g.MaxTeam, maxVertices); err != nil {
		return nil, err
	}
	if err := within("affiliation", "papers", g.Papers, 0, 1<<30); err != nil {
		return nil, err
	}
	exponent := cmp.Or(g.Exponent, 2)
	if !slices.Contains([]float64{2, 2.5, 3}, exponent) {
		return nil, wrong("affiliation", "exponent", g.Exponent, "2, 2.5 or 3")
	}
	teams := newTeamSizes(g.MaxTeam, exponent)
	records := g.records(teams)
	name := fmt.Sprintf("affiliation --authors %d --papers %d --max-team %d", g.Authors, g.Papers, g.MaxTeam)
	if exponent != 2 {
		name += fmt.Sprintf(" --exponent %v", exponent)
	}
	info := graph.Info{
		Name:    fmt.Sprintf("%s --seed %d", name, g.Seed),
		Format:  "affiliation",
		Records: graph.Known(records),
	}
	window := min(windowTeams*g.MaxTeam, g.Authors)
	return newSource(info, g.Papers, papersPerBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		var team []uint32
		for paper := begin; paper < end; paper++ {
			random := streamOf(g.Seed, paper)
			size := teams.draw(&random)
			start := random.below(uint64(g.Authors - window + 1))
			team = appendSample(team[:0], &random, uint32(start), window, size)
			for i, v := range team {
				for _, u := range team[:i] {
					edges = append(edges, graph.Edge{U: u, V: v})
				}
			}
		}
		return edges
	}), nil
}

// records returns how many records the papers of all teams have.
func (g Affiliation) records(teams teamSizes) int {
	var records atomic.Int64
	blocks := (g.Papers + papersPerBlock - 1) / papersPerBlock
	// Nothing ends it, so that it does not fail.
	_ = par.Each(context.Background(), par.Workers(0), blocks, func(_, block int) error {
		sum := 0
		for paper := block * papersPerBlock; paper < min((block+1)*papersPerBlock, g.Papers); paper++ {
			random := streamOf(g.Seed, paper)
			size := teams.draw(&random)
			sum += size * (size - 1) / 2
		}
		records.Add(int64(sum))
		return nil
	})
	return int(records.Load())
}

// teamSizes draws the size of a team, k in [2, len] with a chance as 1/k^exponent.
// The weights are integers, of roots and quotients that every machine rounds alike,
// so that the draw is the same everywhere.
type teamSizes struct{ upTo []uint64 }

func newTeamSizes(largest int, exponent float64) teamSizes {
	upTo := make([]uint64, largest-1)
	sum := uint64(0)
	for i := range upTo {
		k := uint64(i + 2)
		switch weight := uint64(1<<40) / (k * k); exponent {
		case 2.5:
			sum += uint64(float64(weight) / math.Sqrt(float64(k)))
		case 3:
			sum += weight / k
		default:
			sum += weight
		}
		upTo[i] = sum
	}
	return teamSizes{upTo: upTo}
}

func (t teamSizes) draw(random *stream) int {
	x := random.below(t.upTo[len(t.upTo)-1])
	return 2 + sort.Search(len(t.upTo), func(i int) bool { return x < t.upTo[i] })
}

// appendSample appends size different ids of [start, start+window), ascending,
// by Floyd's algorithm (Bentley, CACM 1987): for each of the last size places j
// draw one of the places up to j, or take j where that one is taken.
func appendSample(ids []uint32, random *stream, start uint32, window, size int) []uint32 {
	var taken [windowTeams * 1024 / 64]uint64
	for j := window - size; j < window; j++ {
		place := random.below(uint64(j + 1))
		if taken[place/64]>>(place%64)&1 != 0 {
			place = uint64(j)
		}
		taken[place/64] |= 1 << (place % 64)
	}
	for i, word := range taken[:(window+63)/64] {
		for ; word != 0; word &= word - 1 {
			ids = append(ids, start+uint32(64*i+bits.TrailingZeros64(word)))
		}
	}
	return ids
}
