package lists

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
)

// idLane collects the ids that one worker meets, by shard, so that a lock is
// taken for many at once.
type idLane struct {
	seen
	sample sample
	ids    [idShards][64]uint64
	fill   [idShards]uint8
}

// add counts a record with two ends.
func (s *sparseIDs) add(lane *idLane, u, v uint64) error {
	lane.records++
	lane.print += fingerprint(u, v)
	if edgeHash(u, v) <= lane.sample.limit() {
		lane.sample.add(u, v)
	}
	if u == v {
		lane.loops++
		hash := hashID(u)
		t := s.shard(hash)
		t.mutex.Lock()
		defer t.mutex.Unlock()
		return s.count(t, u, hash, 0)
	}
	for _, id := range [2]uint64{u, v} {
		shard := hashID(id) >> 56
		lane.ids[shard][lane.fill[shard]] = id
		lane.fill[shard]++
		if int(lane.fill[shard]) == len(lane.ids[shard]) {
			if err := s.flush(lane, int(shard)); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush counts what a lane has collected for a shard.
func (s *sparseIDs) flush(lane *idLane, shard int) error {
	t := &s.shards[shard]
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, id := range lane.ids[shard][:lane.fill[shard]] {
		if err := s.count(t, id, hashID(id), 1); err != nil {
			return err
		}
	}
	lane.fill[shard] = 0
	return nil
}

// countSparse counts the records of each id.
func countSparse(ctx context.Context, r *records, limit int64, meter *graph.Meter) (*sparseIDs, seen, graph.Summary, error) {
	s := newSparseIDs(limit)
	lanes := make([]*idLane, r.workers)
	summary, err := r.each(ctx, false, func(worker int, b graph.Batch) error {
		if lanes[worker] == nil {
			lanes[worker] = &idLane{sample: sample{rate: sampleRate(r.expected())}}
		}
		lane := lanes[worker]
		for _, e := range b.Edges {
			if err := s.add(lane, uint64(e.U), uint64(e.V)); err != nil {
				return err
			}
		}
		for _, e := range b.Wide {
			if err := s.add(lane, e.U, e.V); err != nil {
				return err
			}
		}
		lane.sample.reach(lane.records)
		meter.Add(int64(len(b.Edges) + len(b.Wide)))
		return nil
	})
	var found seen
	var samples []*sample
	for _, lane := range lanes {
		if lane == nil {
			continue
		}
		for shard := range idShards {
			if err == nil {
				err = s.flush(lane, shard)
			}
		}
		found.add(lane.seen)
		samples = append(samples, &lane.sample)
	}
	s.sample.merge(samples, found.records)
	if err != nil {
		s.free()
		return nil, seen{}, graph.Summary{}, err
	}
	return s, found, summary, nil
}
