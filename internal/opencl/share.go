package opencl

import "time"

// A launch takes so much that it is over soon: the context is looked at between two, and a
// driver that shows a picture, too, stops none.
const (
	soon = 50 * time.Millisecond
	late = 4 * soon
)

// mostTimes is how many times as much the next launch takes at most: what comes may be slower.
const mostTimes = 64

// NextShare returns how much the next launch takes, after one that took so much of its share and
// lasted so long: so many times that as would be done soon, twice at least, where it was over too soon,
// and half of it where it was too late; from least to most. One that took little, as no more was left,
// makes no share smaller by being over soon.
func NextShare(share, taken int, lasted time.Duration, least, most int) int {
	switch {
	case lasted < soon:
		times := min(int(soon/max(lasted, 1)), mostTimes)
		return max(share, min(max(times, 2)*taken, most))
	case lasted > late:
		return max(taken/2, least)
	}
	return share
}
