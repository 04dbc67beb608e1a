package opencl

import "time"

// A launch takes so much that it is over soon: the context is looked at between two, and a
// driver that shows a picture, too, stops none.
const (
	soon = 50 * time.Millisecond
	late = 4 * soon
)

// NextShare returns how much the next launch takes, after one of a share that lasted so
// long: twice or half of it, to most or to least, where it was over too soon or too late.
func NextShare(share int, lasted time.Duration, least, most int) int {
	switch {
	case lasted < soon:
		return min(2*share, most)
	case lasted > late:
		return max(share/2, least)
	}
	return share
}
