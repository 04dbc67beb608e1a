// Package bytesize writes numbers of bytes the way people read them.
package bytesize

import (
	"fmt"
	"math"
)

// Text writes a size: 1.5 GiB.
func Text(bytes int64) string { return text(bytes, math.Round) }

// Need writes a size that is needed. It rounds up, so that who allows as much as
// the text says allows enough.
func Need(bytes int64) string { return text(bytes, math.Ceil) }

// Limit writes a size that is allowed. It rounds down.
func Limit(bytes int64) string { return text(bytes, math.Floor) }

func text(bytes int64, round func(float64) float64) string {
	const step = 1024
	if bytes < step {
		return fmt.Sprintf("%d B", bytes)
	}
	value, units := float64(bytes), []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	unit := ""
	for _, unit = range units {
		if value /= step; value < step {
			break
		}
	}
	return fmt.Sprintf("%.1f %s", round(10*value)/10, unit)
}
